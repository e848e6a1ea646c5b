// SPDX-License-Identifier: Apache-2.0
#include "jq/test_native.h"
#include "json/meter.h"

namespace karta::jq {
namespace {

TEST(NativeStrings, LengthMeansSomethingForEveryTypeButBooleans) {
  CheckNatives({
      {"length", "null", {}, "0"},
      {"length", "-5", {}, "5"},
      {"length", "-1.50", {}, "1.50"},
      {"length", "-100000000000000000001", {}, "100000000000000000001"},
      {"length", "-0", {}, "0"},
      {"length", R"("héllo 😀")", {}, "7"},
      {"length", "[1,[2,3]]", {}, "2"},
      {"length", R"({"a":1})", {}, "1"},
      {"length", "true", {}, "error: boolean (true) has no length"},
      {"utf8bytelength", R"("é😀")", {}, "6"},
      {"utf8bytelength", "[1]", {}, "error: array ([1]) only strings have UTF-8 byte length"},
  });
}

TEST(NativeStrings, CaseChangesTouchAsciiOnly) {
  CheckNatives({
      {"ascii_downcase", R"("ÀBC xyz [@]")", {}, R"("Àbc xyz [@]")"},
      {"ascii_upcase", R"("abcé`{")", {}, R"("ABCé`{")"},
      {"ascii_upcase", "5", {}, "error: explode input must be a string"},
  });
}

TEST(NativeStrings, ExplodeAndImplodeAreInverse) {
  CheckNatives({
      {"explode", R"("aé😀\u0000")", {}, "[97,233,128512,0]"},
      {"implode", "[97,233,128512,0]", {}, R"("aé😀\u0000")"},
      {"implode", "[65.9,-1,55296,1114112,1e300]", {}, R"("A����")"},
      {"implode",
       R"(["a"])",
       {},
       "error: string (\"a\") can't be imploded, unicode codepoint needs to be numeric"},
      {"implode", "5", {}, "error: implode input must be an array"},
      {"explode", "5", {}, "error: explode input must be a string"},
  });
}

TEST(NativeStrings, TrimmingCutsTextAndWhiteSpace) {
  CheckNatives({
      {"ltrimstr", R"("foobar")", {R"("foo")"}, R"("bar")"},
      {"ltrimstr", R"("foobar")", {R"("bar")"}, R"("foobar")"},
      {"rtrimstr", R"("foobar")", {R"("bar")"}, R"("foo")"},
      {"rtrimstr",
       R"("a long enough text to be shared")",
       {R"("shared")"},
       R"("a long enough text to be ")"},
      {"trimstr", R"("xaxx")", {R"("x")"}, R"("ax")"},
      {"trimstr", R"("x")", {R"("x")"}, R"("")"},
      {"ltrimstr", "1", {R"("x")"}, "error: startswith() requires string inputs"},
      {"rtrimstr", R"("x")", {"1"}, "error: endswith() requires string inputs"},
      {"trim", R"("  \u00a0a b\n\u2003")", {}, R"("a b")"},
      {"ltrim", R"("  a ")", {}, R"("a ")"},
      {"rtrim", R"("  a ")", {}, R"("  a")"},
      {"trim", R"("\t \n")", {}, R"("")"},
      {"trim", "1", {}, "error: trim input must be a string"},
      {"startswith", R"("abc")", {R"("ab")"}, "true"},
      {"endswith", R"("abc")", {R"("abcd")"}, "false"},
  });
}

TEST(NativeStrings, SplitAndJoin) {
  CheckNatives({
      {"split", R"("a, b,c, d")", {R"(", ")"}, R"(["a","b,c","d"])"},
      {"split", R"("aéb")", {R"("")"}, R"(["a","é","b"])"},
      {"split", R"("")", {R"(",")"}, "[]"},
      {"split", R"(",a,")", {R"(",")"}, R"(["","a",""])"},
      {"split", "1", {R"(",")"}, "error: split input and separator must be strings"},
      {"join", R"(["a",null,1.50,true,"b"])", {R"("-")"}, R"("a--1.50-true-b")"},
      {"join", "[]", {R"(",")"}, R"("")"},
      {"join", R"({"x":"a","y":"b"})", {R"(",")"}, R"("a,b")"},
      {"join", R"(["a","b"])", {"null"}, R"("ab")"},
      {"join", R"(["a"])", {"5"}, R"("a")"},
      {"join", R"(["a","b"])", {"5"}, "error: string (\"a\") and number (5) cannot be added"},
      {"join",
       R"(["a",[1]])",
       {R"(",")"},
       "error: string (\"a,\") and array ([1]) cannot be added"},
      {"join", "5", {R"(",")"}, "error: Cannot iterate over number (5)"},
  });
}

TEST(NativeStrings, PlacesAreCountedInCharacters) {
  CheckNatives({
      {"indices", R"("a,b, cd, efg")", {R"(", ")"}, "[3,7]"},
      {"indices", R"("ééaéa")", {R"("éa")"}, "[1,3]"},
      {"indices", R"("aaa")", {R"("aa")"}, "[0,1]"},
      {"indices", R"("abc")", {R"("")"}, "[]"},
      {"indices", "[0,1,2,1,3,1,2]", {"[1,2]"}, "[1,5]"},
      {"indices", "[0,1,2,1]", {"1"}, "[1,3]"},
      {"indices", "null", {"1"}, "null"},
      {"indices", R"({"a":7})", {R"("a")"}, "7"},
      {"index", R"("ébcbc")", {R"("bc")"}, "1"},
      {"rindex", R"("ébcbc")", {R"("bc")"}, "3"},
      {"index", R"("abc")", {R"("x")"}, "null"},
      {"rindex", "[1,2,1]", {"1"}, "2"},
      {"_strindices",
       "1",
       {R"("a")"},
       "error: number (1) cannot be searched, as it is not a string"},
  });
}

TEST(NativeStrings, Conversions) {
  CheckNatives({
      {"tojson", R"({"b":[1.10,"é"],"a":null})", {}, R"("{\"b\":[1.10,\"é\"],\"a\":null}")"},
      {"tostring", R"("a")", {}, R"("a")"},
      {"tostring", "[1]", {}, R"("[1]")"},
      {"fromjson", R"(" {\"a\":[1,2]} ")", {}, R"({"a":[1,2]})"},
      {"fromjson", R"("nan")", {}, "null"},
      {"fromjson", R"("")", {}, "error: Expected JSON value (while parsing '')"},
      {"fromjson", R"("1 2")", {}, "error: Unexpected extra JSON values (while parsing '1 2')"},
      {"fromjson", "1", {}, "error: number (1) only strings can be parsed"},
      {"tonumber", R"("1.50")", {}, "1.50"},
      {"tonumber", R"("-007")", {}, "-7"},
      {"tonumber", R"("nan")", {}, "null"},
      {"tonumber", R"(" 1")", {}, "error: string (\" 1\") cannot be parsed as a number"},
      {"tonumber", "[]", {}, "error: array ([]) cannot be parsed as a number"},
      {"toboolean", R"("true")", {}, "true"},
      {"toboolean", "false", {}, "false"},
      {"toboolean", R"("True")", {}, "error: string (\"True\") cannot be parsed as a boolean"},
  });
}

TEST(NativeStrings, ExcerptsAreCutAsJqCutsThem) {
  EXPECT_EQ(Excerpt(ParseOrDie(R"("aaaaaaaaaaaaaaaaaaaaaaaaaaa")")),
            R"("aaaaaaaaaaaaaaaaaaaaaaaaaaa")");
  EXPECT_EQ(Excerpt(ParseOrDie(R"("aaaaaaaaaaaaaaaaaaaaaaaaaaaa")")),
            R"("aaaaaaaaaaaaaaaaaaaaaaaa...")");
  EXPECT_EQ(Excerpt(ParseOrDie(R"("aaaaaaaaaaaaaaaaaaaaaaaaéééé")")),
            R"("aaaaaaaaaaaaaaaaaaaaaaaa...")");
  EXPECT_EQ(Excerpt(ParseOrDie(R"("éééééééééééééééééééééééééééé")")), R"("éééééééééééé...")");
  EXPECT_EQ(Excerpt(ParseOrDie(R"({"a":"xxxxxxxxxxxxxxxxxxxxxxxxx"})")),
            R"({"a":"xxxxxxxxxxxxxxxxxxx...})");
  EXPECT_EQ(Excerpt(ParseOrDie("123456789012345678901234567890123")),
            "12345678901234567890123456...");
  EXPECT_EQ(TypeAndExcerpt(ParseOrDie("[1,[]]")), "array ([1,[]])");
}

TEST(NativeStrings, StopWhenTheMeterSaysSo) {
  const json::Meter before = json::meter;
  json::meter.work_left = 10;
  std::string many = "[1";
  for (int i = 0; i < 1000; ++i) many += ",1";
  const std::string answer = CallNative("join", many + "]", {"\",\""});
  EXPECT_TRUE(json::meter.exhausted);
  json::meter = before;
  EXPECT_TRUE(answer.starts_with("error: ")) << answer;
}

}  // namespace
}  // namespace karta::jq
