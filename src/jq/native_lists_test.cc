// SPDX-License-Identifier: Apache-2.0
#include "jq/test_native.h"

namespace karta::jq {
namespace {

TEST(NativeLists, KeysAndEntries) {
  CheckNatives({
      {"keys", R"({"b":1,"a":2,"é":3,"":4})", {}, R"(["","a","b","é"])"},
      {"keys", "[5,6]", {}, "[0,1]"},
      {"keys_unsorted", R"({"b":1,"a":2})", {}, R"(["b","a"])"},
      {"keys", "null", {}, "error: null (null) has no keys"},
      {"to_entries", R"({"a":1})", {}, R"([{"key":"a","value":1}])"},
      {"to_entries", "[5]", {}, R"([{"key":0,"value":5}])"},
      {"from_entries",
       R"([{"key":"a","value":1},{"Key":"b","Value":2},{"name":"c"},{"Name":"a"}])",
       {},
       R"({"a":null,"b":2,"c":null})"},
      {"from_entries", R"([{"key":null,"name":"n","value":false}])", {}, R"({"n":false})"},
      {"from_entries", R"([{"key":1}])", {}, "error: Cannot use number (1) as object key"},
      {"from_entries", "[null]", {}, "error: Cannot use null (null) as object key"},
      {"from_entries", "[5]", {}, "error: Cannot index number with string (\"key\")"},
      {"from_entries", "[]", {}, "{}"},
  });
}

TEST(NativeLists, FoldsOverElements) {
  CheckNatives({
      {"add", "[1,2,3]", {}, "6"},
      {"add", "[]", {}, "null"},
      {"add", R"(["a","b",null,"c"])", {}, R"("abc")"},
      {"add", "[[1],[2,3]]", {}, "[1,2,3]"},
      {"add", R"([{"a":1},{"a":2,"b":3}])", {}, R"({"a":2,"b":3})"},
      {"add", R"({"x":1,"y":2})", {}, "3"},
      {"add", "1", {}, "error: Cannot iterate over number (1)"},
      {"any", "[false,null,1]", {}, "true"},
      {"any", "[]", {}, "false"},
      {"all", R"({"a":1,"b":false})", {}, "false"},
      {"all", "[]", {}, "true"},
      {"any", "1", {}, "error: Cannot iterate over number (1)"},
  });
}

TEST(NativeLists, Shapes) {
  CheckNatives({
      {"flatten", "[1,[2,[3,[]]],[]]", {}, "[1,2,3]"},
      {"flatten", "[1,[2,[3]]]", {"1"}, "[1,2,[3]]"},
      {"flatten", "[[1]]", {"0"}, "[[1]]"},
      {"flatten", "[[[1]]]", {"0.5"}, "[1]"},
      {"flatten", "[1]", {"-1"}, "error: flatten depth must not be negative"},
      {"flatten", R"({"a":[1],"b":2})", {}, "[1,2]"},
      {"reverse", "[1,2,3]", {}, "[3,2,1]"},
      {"reverse", "null", {}, "[]"},
      {"reverse", R"("")", {}, "[]"},
      {"reverse", R"("abc")", {}, "error: Cannot index string with number (2)"},
      {"transpose", "[[1],[2,3]]", {}, "[[1,2],[null,3]]"},
      {"transpose", "[]", {}, "[]"},
      {"transpose", "[[1],5]", {}, "error: Cannot index number with number (0)"},
      {"toarray", "1", {}, "[1]"},
      {"toarray", "[1]", {}, "[1]"},
      {"type", "[]", {}, R"("array")"},
      {"not", "null", {}, "true"},
  });
}

TEST(NativeLists, Containment) {
  CheckNatives({
      {"contains", R"({"foo":12,"bar":[1,2,{"barp":12}]})", {R"({"bar":[{"barp":12}]})"}, "true"},
      {"contains", R"("foobar")", {R"("bar")"}, "true"},
      {"contains", "[[1,2],3]", {"[[2]]"}, "true"},
      {"contains", "[1]", {"[1,2]"}, "false"},
      {"contains",
       "true",
       {"false"},
       "error: boolean (true) and boolean (false) cannot have their containment checked"},
      {"inside", R"("bar")", {R"("foobar")"}, "true"},
      {"has", R"({"a":null})", {R"("a")"}, "true"},
      {"has", "[1]", {"1"}, "false"},
      {"has", "[1]", {"-1"}, "false"},
      {"has", "null", {"5"}, "false"},
      {"has", "[]", {R"("a")"}, "error: Cannot check whether array has a string key"},
      {"in", "0", {"[1]"}, "true"},
  });
}

TEST(NativeLists, OrderOfEverything) {
  CheckNatives({
      {"sort",
       R"([{"a":1},[],"b",2,true,false,null,[0],{},"a",-1])",
       {},
       R"([null,false,true,-1,2,"a","b",[],[0],{},{"a":1}])"},
      {"sort", "[3,1.5,-0,2,0]", {}, "[-0,0,1.5,2,3]"},
      {"sort",
       R"(["prefix-b","prefix-a","prefix-","prefix-aaaaaaaaaa","prefix-aaaaaaaaab"])",
       {},
       R"(["prefix-","prefix-a","prefix-aaaaaaaaaa","prefix-aaaaaaaaab","prefix-b"])"},
      {"sort",
       "[9007199254740993,9007199254740992,9007199254740994]",
       {},
       "[9007199254740992,9007199254740993,9007199254740994]"},
      {"sort", "{}", {}, "error: object ({}) cannot be sorted, as it is not an array"},
      {"unique", "[2,1,2.0,1,null]", {}, "[null,1,2]"},
      {"unique", "[nan,nan]", {}, "[null,null]"},
      {"min", R"([2,"a",1])", {}, "1"},
      {"max", "[]", {}, "null"},
      {"max", "5", {}, "error: number (5) and number (5) cannot be iterated over"},
      {"bsearch", "[1,2,3]", {"2"}, "1"},
      {"bsearch", "[1,3]", {"2"}, "-2"},
      {"_sort_by_impl", "[0,1,2,3]", {"[[2],[1],[2],[1]]"}, "[1,3,0,2]"},
      {"_sort_by_impl", "[0,1,2]", {R"([["b",1],["a",2],["a",1]])"}, "[2,1,0]"},
      {"_group_by_impl", "[0,1,2,3]", {R"([["b"],["a"],["b"],["a"]])"}, "[[1,3],[0,2]]"},
      {"_unique_by_impl", "[0,1,2,3]", {"[[2],[1],[2],[1]]"}, "[1,0]"},
      {"_min_by_impl", "[0,1,2]", {"[[2],[1],[1]]"}, "1"},
      {"_max_by_impl", "[0,1,2]", {"[[2],[2],[1]]"}, "1"},
      {"_sort_by_impl",
       "[0]",
       {"[]"},
       "error: array ([0]) and array ([]) cannot be sorted, as they are not both arrays"},
  });
}

TEST(NativeLists, ManyNumbersAndStringsSortStably) {
  // Enough for the radix sort, with many equal keys: positions tell whether equals kept their
  // order.
  std::string items = "[", keys = "[", texts = "[";
  for (int i = 0; i < 1000; ++i) {
    const std::string comma = i == 0 ? "" : ",";
    items += comma + std::to_string(i);
    keys += comma + std::to_string((i * 7919) % 10 - 5) + ".5";
    texts += comma + "\"key" + std::to_string((i * 7919) % 10) + "\"";
  }
  for (const std::string& by : {keys + "]", texts + "]"}) {
    const json::Value sorted = ParseOrDie(CallNative("_sort_by_impl", items + "]", {by}));
    const json::Value order = ParseOrDie(by);
    ASSERT_EQ(sorted.size(), 1000u);
    for (size_t i = 1; i < sorted.size(); ++i) {
      const auto a = static_cast<size_t>(sorted[i - 1].int_value());
      const auto b = static_cast<size_t>(sorted[i].int_value());
      const int sign = json::Compare(order[a], order[b]);
      EXPECT_TRUE(sign < 0 || (sign == 0 && a < b)) << a << " before " << b;
    }
  }
}

}  // namespace
}  // namespace karta::jq
