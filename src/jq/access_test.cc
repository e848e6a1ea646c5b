// SPDX-License-Identifier: Apache-2.0
#include "jq/access.h"

#include "jq/test_native.h"

namespace karta::jq {
namespace {

std::string Get(std::string_view container, std::string_view key) {
  json::Value out, error;
  const bool ok = GetIndex(ParseOrDie(container), ParseOrDie(key), &out, &error);
  return Answer(ok, out, error);
}

std::string Set(std::string_view container, std::string_view key, std::string_view value) {
  json::Value out, error;
  const bool ok = SetIndex(ParseOrDie(container), ParseOrDie(key), ParseOrDie(value), &out, &error);
  return Answer(ok, out, error);
}

TEST(Access, ReadsByKeyIndexAndSlice) {
  EXPECT_EQ(Get(R"({"a":1})", R"("a")"), "1");
  EXPECT_EQ(Get(R"({"a":1})", R"("b")"), "null");
  EXPECT_EQ(Get("[1,2,3]", "-1"), "3");
  EXPECT_EQ(Get("[1,2,3]", "1.7"), "2");
  EXPECT_EQ(Get("[1,2,3]", "-1.2"), "3");
  EXPECT_EQ(Get("[1,2,3]", "nan"), "null");
  EXPECT_EQ(Get("[1,2,3]", "1e300"), "null");
  EXPECT_EQ(Get("[1,2,3]", "-4"), "null");
  EXPECT_EQ(Get("[1,2,1,2]", "[1,2]"), "[0,2]");
  EXPECT_EQ(Get("null", R"("a")"), "null");
  EXPECT_EQ(Get("null", R"({"x":1})"), "null");
  EXPECT_EQ(Get("[1]", R"("a")"), "error: Cannot index array with string (\"a\")");
  EXPECT_EQ(Get("null", "[1]"), "error: Cannot index null with array ([1])");
}

TEST(Access, SlicesRoundOutwards) {
  const auto slice = [](std::string_view of, const std::string& from, const std::string& to) {
    return Get(of, "{\"start\":" + from + ",\"end\":" + to + "}");
  };
  EXPECT_EQ(slice("[1,2,3,4]", "1", "3"), "[2,3]");
  EXPECT_EQ(slice("[1,2,3,4]", "1.9", "2.1"), "[2,3]");
  EXPECT_EQ(slice("[1,2,3,4]", "-2", "null"), "[3,4]");
  EXPECT_EQ(slice("[1,2,3,4]", "null", "-9"), "[]");
  EXPECT_EQ(slice("[1,2,3,4]", "3", "1"), "[]");
  EXPECT_EQ(slice(R"("aé日😀b")", "1", "4"), R"("é日😀")");
  EXPECT_EQ(slice(R"("aé日😀b")", "-2", "null"), R"("😀b")");
  EXPECT_EQ(Get("[1]", R"({"start":0})"), "error: Array/string slice indices must be integers");
  EXPECT_EQ(slice("[1]", R"("a")", "1"), "error: Array/string slice indices must be integers");
}

TEST(Access, WritesMakeWhatIsMissing) {
  EXPECT_EQ(Set("null", R"("a")", "1"), R"({"a":1})");
  EXPECT_EQ(Set("null", "2", "1"), "[null,null,1]");
  EXPECT_EQ(Set("[1,2]", "-1", "9"), "[1,9]");
  EXPECT_EQ(Set("[1,2,3,4]", R"({"start":1,"end":3})", "[9]"), "[1,9,4]");
  EXPECT_EQ(Set("[1,2]", R"({"start":1,"end":1})", "[8,9]"), "[1,8,9,2]");
  EXPECT_EQ(Set("[]", "-1", "1"), "error: Out of bounds negative array index");
  EXPECT_EQ(Set("[]", "nan", "1"), "error: Cannot set array element at NaN index");
  EXPECT_EQ(Set("[]", "1e10", "1"), "error: Array index too large");
  EXPECT_EQ(Set("[1]", R"({"start":0,"end":1})", "1"),
            "error: A slice of an array can only be assigned another array");
  EXPECT_EQ(Set(R"("a")", R"({"start":0,"end":1})", R"("b")"),
            "error: Cannot update string slices");
  EXPECT_EQ(Set("[1]", R"("a")", "1"), "error: Cannot update field at string index of array");
}

TEST(Access, Paths) {
  CheckNatives({
      {"getpath", R"({"a":[{"b":5}]})", {R"(["a",0,"b"])"}, "5"},
      {"getpath", "null", {R"(["a",0,"b"])"}, "null"},
      {"getpath", R"({"a":1})", {R"(["a","b"])"}, "error: Cannot index number with string (\"b\")"},
      {"getpath", "1", {"1"}, "error: Path must be specified as an array"},
      {"setpath", "null", {R"(["a",1,"b"])", "5"}, R"({"a":[null,{"b":5}]})"},
      {"setpath", "[1,2,3]", {R"([{"start":1,"end":null},0])", "9"}, "[1,9,3]"},
      {"setpath",
       R"({"a":[[1,2],[3]]})",
       {R"(["a",{"start":0,"end":1},0,{"start":1,"end":2}])", "[7,8]"},
       R"({"a":[[1,7,8],[3]]})"},
      {"setpath", "1", {"[]", "2"}, "2"},
      {"setpath",
       R"({"a":1})",
       {R"(["a","b"])", "2"},
       "error: Cannot index number with string (\"b\")"},
      {"delpaths", R"({"a":{"b":1,"c":2},"d":3})", {R"([["a","b"],["d"]])"}, R"({"a":{"c":2}})"},
      {"delpaths", "[0,1,2,3,4]", {R"([[1],[-1],[{"start":2,"end":3}]])"}, "[0,3]"},
      {"delpaths", R"({"a":1,"b":2,"c":3,"d":4})", {R"([["a"],["c"],["d"],["x"]])"}, R"({"b":2})"},
      {"delpaths", "[[1,2],[3]]", {R"([[0,0],[0],[1,0]])"}, "[[]]"},
      {"delpaths", "1", {"[[]]"}, "null"},
      {"delpaths", "null", {R"([["a","b"]])"}, "null"},
      {"delpaths", "1", {R"([["a"]])"}, "error: Cannot delete fields from number"},
      {"delpaths", "[1]", {R"([["a"]])"}, "error: Cannot delete string element of array"},
      {"delpaths", R"({"a":1})", {"[[0]]"}, "error: Cannot delete number field of object"},
      {"delpaths", "1", {"[1]"}, "error: Path must be specified as array, not number"},
      {"delpaths", "1", {"1"}, "error: Paths must be specified as an array"},
  });
}

TEST(Access, SharedDocumentsStayAsTheyWere) {
  const std::string text = R"({"a":{"b":[1,{"c":"a text that is not inline"}]},"d":[1]})";
  const json::Value document = ParseOrDie(text);
  json::Value changed, error;
  ASSERT_TRUE(
      SetPath(document, ParseOrDie(R"(["a","b",1,"c"])"), json::Value::Int(1), &changed, &error));
  EXPECT_EQ(json::ToText(changed), R"({"a":{"b":[1,{"c":1}]},"d":[1]})");
  ASSERT_TRUE(DeletePaths(document, ParseOrDie(R"([["a","b",0],["d",0]])"), &changed, &error));
  EXPECT_EQ(json::ToText(changed), R"({"a":{"b":[{"c":"a text that is not inline"}]},"d":[]})");
  EXPECT_EQ(json::ToText(document), text);
}

TEST(Access, DeepPathsNeedNoStack) {
  std::string path = "[0";
  for (int i = 1; i < 10'000; ++i) path += ",0";
  const json::Value keys = ParseOrDie(path + "]");
  json::Value deep, out, error;
  ASSERT_TRUE(SetPath(json::Value(), keys, json::Value::Int(7), &deep, &error));
  ASSERT_TRUE(GetPath(deep, keys, &out, &error));
  EXPECT_EQ(json::ToText(out), "7");
  ASSERT_TRUE(DeletePaths(deep, json::Value::ArrayOf({keys}), &out, &error));
  json::Value too_long = keys;
  too_long.Append(json::Value::Int(0));
  EXPECT_FALSE(SetPath(json::Value(), too_long, json::Value(), &out, &error));
  EXPECT_EQ(error.str(), "Path too deep");
}

}  // namespace
}  // namespace karta::jq
