// SPDX-License-Identifier: Apache-2.0
#include "jq/test_native.h"
#include "json/meter.h"

namespace karta::jq {
namespace {

TEST(NativeRegex, MatchesAreCountedInCharacters) {
  CheckNatives({
      {"_match_impl",
       R"("日本 foo")",
       {R"re("(?<w>o)o")re", "null", "false"},
       R"([{"offset":4,"length":2,"string":"oo","captures":[)"
       R"({"offset":4,"length":1,"string":"o","name":"w"}]}])"},
      {"_match_impl",
       R"("ab")",
       {R"re("(x)?b")re", "null", "false"},
       R"([{"offset":1,"length":1,"string":"b","captures":[)"
       R"({"offset":-1,"string":null,"length":0,"name":null}]}])"},
      {"_match_impl",
       R"("qux")",
       {R"re("(?=(u))")re", R"("g")", "false"},
       R"([{"offset":1,"length":0,"string":"","captures":[)"
       R"({"offset":1,"string":"","length":0,"name":null}]}])"},
      {"_match_impl", R"("abc")", {R"("z")", "null", "false"}, "[]"},
      {"_match_impl", R"("abc")", {R"("B")", R"("i")", "true"}, "true"},
  });
}

TEST(NativeRegex, EmptyMatchesMoveOnByOneByte) {
  CheckNatives({
      {"_match_impl",
       R"("ab")",
       {R"("")", R"("g")", "false"},
       R"([{"offset":0,"length":0,"string":"","captures":[]},)"
       R"({"offset":1,"length":0,"string":"","captures":[]},)"
       R"({"offset":2,"length":0,"string":"","captures":[]}])"},
      {"split", R"("aé")", {R"("")", "null"}, R"(["","a","é","",""])"},
  });
}

TEST(NativeRegex, TestTakesItsArgumentInThreeShapes) {
  CheckNatives({
      {"test", R"("foo")", {R"("FOO")", R"("i")"}, "true"},
      {"test", R"("foo")", {R"(["FOO","ix"])"}, "true"},
      {"test", R"("foo")", {R"(["FOO"])"}, "false"},
      {"test", R"("foo")", {"5"}, "error: number not a string or array"},
      {"test", R"("foo")", {"[]"}, "error: array not a string or array"},
      {"test", "5", {R"("a")"}, "error: number (5) cannot be matched, as it is not a string"},
      {"test", R"("a")", {"[5]"}, "error: number (5) is not a string"},
      {"test", R"("a")", {R"("a")", R"("q")"}, "error: q is not a valid modifier string"},
      {"test", R"("a")", {R"("a")", "5"}, "error: number (5) is not a string"},
      {"test",
       R"("a")",
       {R"("(")"},
       "error: Regex failure: end pattern with unmatched parenthesis"},
      {"test", R"("a\nb")", {R"("a.b")", R"("p")"}, "true"},
      {"test", R"("ab")", {R"("a b #c")", R"("x")"}, "true"},
  });
}

TEST(NativeRegex, PartsBetweenAndWithinMatches) {
  CheckNatives({
      {"split", R"("a1bb22c")", {R"("[0-9]+")", "null"}, R"(["a","bb","c"])"},
      {"split", R"("")", {R"("a")", "null"}, R"([""])"},
      {"split", R"("ab")", {R"("a")", "1"}, "error: number (1) and string (\"g\") cannot be added"},
      {"_scan_impl", R"("a1 b2")", {R"("[a-z][0-9]")", "null"}, R"(["a1","b2"])"},
      {"_scan_impl", R"("a1 b2")", {R"re("([a-z])([0-9])")re", "null"}, R"([["a","1"],["b","2"]])"},
      {"_capture_impl",
       R"("xy")",
       {R"re("(?<a>x)|(?<b>y)|(z)")re", R"("g")"},
       R"([{"a":"x","b":null},{"a":null,"b":"y"}])"},
      {"_sub_parts",
       R"("1a2b3")",
       {R"re("(?<l>[a-z])")re", R"("g")"},
       R"([["1",{"l":"a"}],["2",{"l":"b"}],"3"])"},
      {"_sub_parts", R"("abc")", {R"("x")", R"("g")"}, R"(["abc"])"},
  });
}

TEST(NativeRegex, RunawayBacktrackingEnds) {
  const std::string text = "\"" + std::string(40, 'a') + "b\"";
  EXPECT_EQ(CallNative("test", text, {R"("^(a|aa)+$")"}),
            "error: Regex failure: retry-limit-in-match over");
  const json::Meter before = json::meter;
  json::meter.work_left = 10'000;
  EXPECT_EQ(CallNative("test", text, {R"("^(a|aa)+$")"}),
            "error: regular expression needs too many steps");
  EXPECT_TRUE(json::meter.exhausted);
  json::meter = before;
}

TEST(NativeRegex, ManyPatternsComeAndGoInTheCache) {
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 200; ++i) {
      const std::string pattern = "\"^x" + std::to_string(i) + "$\"";
      EXPECT_EQ(CallNative("test", "\"x" + std::to_string(i) + "\"", {pattern}), "true");
      EXPECT_EQ(CallNative("test", "\"X" + std::to_string(i) + "\"", {pattern, "\"i\""}), "true");
    }
  }
}

}  // namespace
}  // namespace karta::jq
