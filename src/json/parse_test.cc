// SPDX-License-Identifier: Apache-2.0
#include "json/parse.h"

#include <gtest/gtest.h>

#include "json/meter.h"
#include "json/parse_testing.h"
#include "json/print.h"

namespace karta::json {
namespace {

std::string Parsed(std::string_view text, const ParseOptions& options = {}) {
  Result<Value> value = Parse(text, options);
  return value.ok() ? ToText(*value) : "! " + value.status().message();
}

using Case = std::pair<std::string, std::string>;

TEST(Parse, TakesWhatJqTakes) {
  const Case cases[] = {
      {"null", "null"},
      {" \t\r\n true \n", "true"},
      {"[]", "[]"},
      {"{ }", "{}"},
      {R"({"a":[1,2,{"b":null}],"c":"d"})", R"({"a":[1,2,{"b":null}],"c":"d"})"},
      {R"({"a":1,"b":2,"a":3})", R"({"a":3,"b":2})"},
      {R"({"":1,"":2})", R"({"":2})"},
      {"[nan,NaN,-nan]", "[null,null,null]"},
      {"[Infinity]", "[1.7976931348623157e+308]"},
      {"[+1,007,.5,5.]", "[1,7,0.5,5]"},
      {R"("\ud83d\ude00\u00e9\/\b\f\n\r\t\"\\")", R"("😀é/\b\f\n\r\t\"\\")"},
      {R"("\udc00x")", "\"\xef\xbf\xbdx\""},
      {"\"\xff\"", "\"\xef\xbf\xbd\""},
      {"\"\xe2\x82x\"", "\"\xef\xbf\xbdx\""},
      {"\"\xed\xa0\x80\"", "\"\xef\xbf\xbd\""},
      {"\"a\xc3\"", "\"a\xef\xbf\xbd\""},
      {"{\"\xff\":1,\"\xfe\":2}", "{\"\xef\xbf\xbd\":2}"},
      {"\xef\xbb\xbf[1]", "[1]"},
      {"\"\x7f\"", "\"\\u007f\""},
  };
  for (const auto& [text, want] : cases) EXPECT_EQ(Parsed(text), want) << text;
}

TEST(Parse, SaysWhatIsWrongAsJqDoes) {
  const Case cases[] = {
      {"", "Expected JSON value"},
      {" \n", "Expected JSON value"},
      {"1 2", "Unexpected extra JSON values"},
      {"[1] x", "Invalid numeric literal at EOF at line 1, column 5"},
      {"[1", "Unfinished JSON term at EOF at line 1, column 2"},
      {"\"a", "Unfinished string at EOF at line 1, column 2"},
      {"[1,\n2,\n]", "Expected another array element at line 3, column 1"},
      {R"({"a":1,})", "Expected another key-value pair at line 1, column 8"},
      {"{,}", "Expected value before ',' at line 1, column 2"},
      {R"({"a"})", "Objects must consist of key:value pairs at line 1, column 5"},
      {R"({"a","b"})", "Objects must consist of key:value pairs at line 1, column 5"},
      {"[1 2]", "Expected separator between values at line 1, column 5"},
      {"{1:2}", "Object keys must be strings at line 1, column 3"},
      {"'a'", "Invalid string literal; expected \", but got ' at EOF at line 1, column 3"},
      {"nul", "Invalid literal at EOF at line 1, column 3"},
      {"[truex]", "Invalid literal at line 1, column 7"},
      {"]", "Unmatched ']' at line 1, column 1"},
      {"[}", "Unmatched '}' at line 1, column 2"},
      {R"({"a":}])", "Unmatched '}' at line 1, column 6"},
      {":", "Expected string key before ':' at line 1, column 1"},
      {"[1:2]", "':' not as part of an object at line 1, column 3"},
      {"1,", "Expected value before ',' at line 1, column 2"},
      {"\"a\x01\"",
       "Invalid string: control characters from U+0000 through U+001F must be escaped at line 1, "
       "column 4"},
      {R"("\x")", "Invalid escape at line 1, column 4"},
      {R"("\u12")", "Invalid \\uXXXX escape at line 1, column 6"},
      {R"("\u12g4")", "Invalid characters in \\uXXXX escape at line 1, column 8"},
      {R"("\ud83d")", "Invalid \\uXXXX\\uXXXX surrogate pair escape at line 1, column 8"},
      {"nan1", "Invalid numeric literal at EOF at line 1, column 4"},
      {"\xef\xbb"
       "1",
       "Malformed BOM"},
      {"\xff", "Invalid numeric literal at EOF at line 1, column 1"},
      {std::string("[1\0]", 4), "Invalid numeric literal at line 1, column 4"},
      {std::string("\0", 1), "Invalid numeric literal at EOF at line 1, column 1"},
  };
  for (const auto& [text, want] : cases) EXPECT_EQ(Parsed(text), "! " + want) << text;
}

std::string Nested(std::string_view open, std::string_view inside, std::string_view close,
                   size_t levels) {
  std::string text;
  for (size_t i = 0; i < levels; ++i) text += open;
  text += inside;
  for (size_t i = 0; i < levels; ++i) text += close;
  return text;
}

TEST(Parse, CountsDepthAsJqDoes) {
  const std::string arrays = Nested("[", "", "]", 10'000);
  EXPECT_EQ(Parsed(arrays), arrays);
  EXPECT_EQ(Parsed(Nested("[", "", "]", 10'001)),
            "! Exceeds depth limit for parsing at line 1, column 10001");
  const std::string objects = Nested("{\"a\":", "1", "}", 5'000);
  EXPECT_EQ(Parsed(objects), objects);
  EXPECT_EQ(Parsed(Nested("{\"a\":", "1", "}", 5'001)),
            "! Exceeds depth limit for parsing at line 1, column 25001");
  EXPECT_EQ(Parsed("[[[1]]]", {.max_depth = 3}), "[[[1]]]");
  EXPECT_EQ(Parsed("[[[[1]]]]", {.max_depth = 3}),
            "! Exceeds depth limit for parsing at line 1, column 4");
  EXPECT_EQ(Parsed("[]", {.max_depth = 0}),
            "! Exceeds depth limit for parsing at line 1, column 1");
}

TEST(Parse, KeepsToTheGrammarWhenAsked) {
  const ParseOptions strict{.jq_numbers = false};
  EXPECT_EQ(Parsed("[1,-0.5e3,1.50]", strict), "[1,-5E+2,1.50]");
  for (const std::string text :
       {"[nan]", "[Infinity]", "[+1]", "[01]", "[.5]", "[5.]", "[1e999]"}) {
    EXPECT_TRUE(Parsed(text, strict).starts_with("! Invalid numeric literal")) << text;
  }
}

TEST(Parse, KeepsStringsOfEveryLengthWhole) {
  for (size_t size = 0; size < 300; ++size) {
    const std::string plain = '"' + std::string(size, 'x') + '"';
    EXPECT_EQ(Parsed(plain), plain);
    EXPECT_EQ(Parsed("[" + plain + "," + plain + "]"), "[" + plain + "," + plain + "]");
    const std::string escaped = '"' + std::string(size, 'x') + "\\n\"";
    EXPECT_EQ(Parsed("{" + escaped + ":" + escaped + "}"), "{" + escaped + ":" + escaped + "}");
  }
  const std::string huge(size_t{17} << 20, 'h');
  const Result<Value> value = Parse("{\"" + huge + "\":[\"" + huge + "\\n\"]}");
  ASSERT_TRUE(value.ok());
  ASSERT_NE(value->Find(huge), nullptr);
  EXPECT_EQ(value->Find(huge)->items()[0].str().size(), huge.size() + 1);
}

TEST(Parse, FindsEveryMemberOfLargeObjects) {
  std::string text = "{";
  for (int i = 0; i < 5'000; ++i)
    text += "\"key" + std::to_string(i % 3'000) + "\":" + std::to_string(i) + ",";
  text += "\"a key that is longer than the inline ones\":true}";
  const Result<Value> value = Parse(text);
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(value->size(), 3'001u);
  EXPECT_EQ((*value)["key2999"].int_value(), 2'999);
  EXPECT_EQ((*value)["key0"].int_value(), 3'000);
  EXPECT_EQ(value->members()[5].key.str(), "key5");
  EXPECT_TRUE((*value)["a key that is longer than the inline ones"].is_true());
  EXPECT_EQ(value->Find("key3000"), nullptr);
}

TEST(Parse, GivesTheSameAsTheCarefulParser) {
  TextMaker maker(17);
  for (int round = 0; round < 3'000; ++round) {
    std::string text = maker.Document();
    if (round % 2 == 1) text = maker.Mutated(text);
    TextParser careful({});
    careful.Feed(text, true);
    Value value;
    std::string error;
    const TextParser::Outcome outcome = careful.Next(&value, &error);
    const std::string parsed = Parsed(text);
    if (outcome == TextParser::Outcome::kValue) {
      Value extra;
      if (careful.Next(&extra, &error) == TextParser::Outcome::kEnd) {
        ASSERT_EQ(parsed, ToText(value)) << text;
      }
    } else if (outcome == TextParser::Outcome::kError) {
      ASSERT_EQ(parsed, "! " + error) << text;
    }
  }
}

TEST(Parse, PrintsAndReadsBackTheSame) {
  TextMaker maker(23);
  for (int round = 0; round < 1'000; ++round) {
    const std::string once = Parsed(maker.Document());
    ASSERT_EQ(Parsed(once), once);
  }
}

TEST(Parse, GivesItsMemoryBack) {
  const int64_t before = meter.live_bytes;
  {
    const Result<Value> value =
        Parse(R"({"a":["a string that is not inline at all",1.50,{"b":[]}]})");
    ASSERT_TRUE(value.ok());
    EXPECT_GT(meter.live_bytes, before);
    const Value inner = (*value)["a"];
    EXPECT_EQ(inner.size(), 3u);
  }
  EXPECT_EQ(meter.live_bytes, before);
}

}  // namespace
}  // namespace karta::json
