// SPDX-License-Identifier: Apache-2.0
// Limits, streams and bad bytes.  What YAML means is in tests/cases/yaml.
#include "json/yaml.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "json/print.h"

namespace karta::json {
namespace {

// Gives `text` in pieces of `step` bytes.
YamlReader::Source InSteps(std::string text, size_t step) {
  return [text = std::move(text), step, at = size_t{0}](char* buffer,
                                                        size_t size) mutable -> Result<size_t> {
    size = std::min({size, step, text.size() - at});
    std::memcpy(buffer, text.data() + at, size);
    at += size;
    return size;
  };
}

std::string ReadAll(YamlReader& reader) {
  std::string out;
  while (true) {
    const auto next = reader.Next();
    if (!next.ok()) return out + "error: " + next.status().message();
    if (!*next) return out;
    out += ToText(**next) + "\n";
  }
}

std::string ErrorOf(std::string_view text, const YamlOptions& options = {}) {
  const auto documents = ParseYaml(text, options);
  return documents.ok() ? "" : documents.status().message();
}

std::string Repeat(std::string_view text, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

TEST(YamlReader, ReadsTheSameInAnySteps) {
  const std::string text =
      "\xEF\xBB\xBF"
      "a: é\n---\n- |\n  x\n\n- \"\\u00e9\"\n---\n{b: 1}\n";
  for (const size_t step : {1, 2, 3, 7, 1000}) {
    YamlReader reader(InSteps(text, step));
    EXPECT_EQ(ReadAll(reader), "{\"a\":\"é\"}\n[\"x\\n\",\"é\"]\n{\"b\":1}\n") << step;
  }
}

TEST(YamlReader, GivesADocumentBeforeTheNextIsComplete) {
  size_t calls = 0;
  YamlReader reader([&](char* buffer, size_t) -> Result<size_t> {
    const std::string_view text = "a: 1\n---\n";
    if (++calls > 10) return Unavailable("still waiting");
    std::memcpy(buffer, text.data(), text.size());
    return text.size();
  });
  const auto first = reader.Next();
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ(ToText(**first), "{\"a\":1}");
  EXPECT_LT(calls, 5U);
}

TEST(YamlReader, PassesErrorsOfTheSourceOnAndStaysFailed) {
  YamlReader reader([](char*, size_t) -> Result<size_t> { return Unavailable("cable cut"); });
  for (int i = 0; i < 2; ++i) {
    const auto next = reader.Next();
    ASSERT_FALSE(next.ok());
    EXPECT_EQ(next.status().code(), Code::kUnavailable);
    EXPECT_EQ(next.status().message(), "cable cut");
  }
}

TEST(YamlReader, GivesWhatCameBeforeAnError) {
  YamlReader reader(InSteps("a: 1\n---\n[", 1));
  EXPECT_EQ(ReadAll(reader),
            "{\"a\":1}\nerror: line 4, column 1: did not find expected node content, while parsing "
            "a flow node");
}

TEST(YamlReader, EndsOnlyOnce) {
  YamlReader reader(InSteps("", 1));
  EXPECT_EQ(ReadAll(reader), "null\n");
  EXPECT_FALSE(reader.Next()->has_value());
}

TEST(YamlBadBytes, AreNamedWithTheirPlace) {
  EXPECT_EQ(ErrorOf("a: 1\nb: é\xff\n"), "line 2, column 5: invalid leading UTF-8 octet (0xFF)");
  EXPECT_EQ(ErrorOf("a: \xc3"), "line 1, column 4: incomplete UTF-8 octet sequence");
  EXPECT_EQ(ErrorOf("a: \xc3("), "line 1, column 5: invalid trailing UTF-8 octet (0x28)");
  EXPECT_EQ(ErrorOf("a: \xed\xa0\x80"), "line 1, column 4: invalid Unicode character (0xD800)");
  EXPECT_EQ(ErrorOf("a: \xc0\x80"), "line 1, column 4: invalid length of a UTF-8 sequence");
  const std::string far = Repeat("key: value\n", 10'000) + "\x02";
  EXPECT_EQ(ErrorOf(far), "line 10001, column 1: control characters are not allowed (0x2)");
}

TEST(YamlBadBytes, Utf16IsReadByItsByteOrderMark) {
  const std::string text("\xFE\xFF\0a\0:\0 \0b", 10);
  const auto documents = ParseYaml(text);
  ASSERT_TRUE(documents.ok()) << documents.status();
  EXPECT_EQ(ToText(documents->front()), "{\"a\":\"b\"}");
}

TEST(YamlLimits, DepthInFlowStyle) {
  EXPECT_EQ(ErrorOf(Repeat("[", 10'000) + Repeat("]", 10'000)), "");
  const auto deep = ParseYaml(Repeat("[", 100'000));
  ASSERT_FALSE(deep.ok());
  EXPECT_EQ(deep.status().code(), Code::kExhausted);
  EXPECT_EQ(deep.status().reason(), "DepthLimit");
  EXPECT_EQ(deep.status().message(), "line 1, column 10001: nested deeper than 10000 levels");
  EXPECT_EQ(ErrorOf("[[1]]", {.max_depth = 2}), "");
  EXPECT_NE(ErrorOf("[[[]]]", {.max_depth = 2}), "");
}

TEST(YamlLimits, DepthInBlockStyle) {
  EXPECT_EQ(ErrorOf(Repeat("- ", 10'000) + "x"), "");
  EXPECT_EQ(ErrorOf(Repeat("- ", 10'001) + "x"),
            "line 1, column 20001: nested deeper than 10000 levels");
}

TEST(YamlLimits, DepthThatAliasesBuildUp) {
  std::string text = "- &a0 [x]\n";
  for (int i = 1; i < 50; ++i) {
    text += "- &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
  }
  EXPECT_EQ(ErrorOf(text, {.max_depth = 51}), "");
  EXPECT_EQ(ErrorOf(text, {.max_depth = 50}), "line 50, column 9: nested deeper than 50 levels");
}

TEST(YamlLimits, LongListsDeepInsideOthers) {
  const auto slow = ParseYaml(Repeat("[", 9'000) + Repeat("1,", 1'000'000));
  ASSERT_FALSE(slow.ok());
  EXPECT_EQ(slow.status().reason(), "DepthLimit") << slow.status();
}

TEST(YamlLimits, NumberOfTagDirectives) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "%TAG !a" + std::to_string(i) + "! b\n";
  EXPECT_EQ(ErrorOf(text + "---\nx\n").substr(0, 5), "line ");
}

TEST(YamlLimits, SizeOfADocument) {
  const YamlOptions options{.max_document_size = 100};
  EXPECT_EQ(ErrorOf(Repeat("a: 1\n---\n", 1000), options), "");
  const auto large = ParseYaml("a: " + std::string(200, 'x') + "\n", options);
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.status().reason(), "SizeLimit");
  EXPECT_EQ(large.status().message(), "line 2, column 1: document larger than 100 characters");
}

TEST(YamlLimits, AnEndlessScalarOrCommentStops) {
  for (const char* start : {"a: \"", "a: |\n ", "# "}) {
    size_t given = 0;
    YamlReader reader(
        [&, first = true](char* buffer, size_t size) mutable -> Result<size_t> {
          if (std::exchange(first, false)) {
            std::strcpy(buffer, start);
            return std::strlen(start);
          }
          std::memset(buffer, 'x', size);
          given += size;
          return size;
        },
        {.max_document_size = 10'000});
    const auto next = reader.Next();
    ASSERT_FALSE(next.ok());
    EXPECT_EQ(next.status().reason(), "SizeLimit") << next.status();
    EXPECT_LT(given, 1'000'000U);
  }
}

TEST(YamlLimits, AliasesThatExplode) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 30; ++i) {
    const std::string one = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + Repeat(one + ", ", 10) +
            "]\n";
  }
  const auto bomb = ParseYaml(text);
  ASSERT_FALSE(bomb.ok());
  EXPECT_EQ(bomb.status().reason(), "AliasLimit");
}

TEST(YamlPrint, DeepValuesGoOnInFlowStyle) {
  Value value = Value::String("x");
  for (int i = 0; i < 5'000; ++i) {
    Value outer = i % 2 == 0 ? Value::Array() : Value::Object();
    if (outer.is_array()) {
      outer.Append(value);
    } else {
      outer.Set("k", value);
    }
    value = outer;
  }
  const std::string text = PrintYaml(value);
  EXPECT_LT(text.size(), 100'000U);
  const auto again = ParseYaml(text);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(ToText(again->front()), ToText(value));
}

TEST(YamlPrint, KeysOfAnyLengthReadBack) {
  for (const size_t size : {1, 128, 129, 1023, 1024, 1025, 100'000}) {
    for (const std::string& key : {std::string(size, 'k'), std::string(size, '\n')}) {
      const Value value = Value::ArrayOf(
          {Value::ObjectOf({{key, Value::ObjectOf({{key, Value::ArrayOf({Value::Int(1)})}})}})});
      const auto again = ParseYaml(PrintYaml(value));
      ASSERT_TRUE(again.ok()) << again.status();
      EXPECT_TRUE(again->front() == value);
    }
  }
}

TEST(YamlPrint, NumbersThatAreNone) {
  const Value value = Value::ArrayOf({Value::Double(std::nan("")), Value::Double(HUGE_VAL)});
  EXPECT_EQ(PrintYaml(value), "- null\n- 1.7976931348623157e+308\n");
}

}  // namespace
}  // namespace karta::json
