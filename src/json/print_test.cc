// SPDX-License-Identifier: Apache-2.0
#include "json/print.h"

#include <gtest/gtest.h>

#include "json/meter.h"
#include "json/parse.h"

namespace karta::json {
namespace {

std::string Printed(std::string_view text, const PrintOptions& options) {
  std::string out;
  Print(*Parse(text), options, &out);
  return out;
}

TEST(Print, IndentsByOptions) {
  const std::string text = R"({"a":[1,{"b":null}],"c":[],"d":{}})";
  EXPECT_EQ(Printed(text, {}), text);
  EXPECT_EQ(
      Printed(text, {.indent = 2}),
      "{\n  \"a\": [\n    1,\n    {\n      \"b\": null\n    }\n  ],\n  \"c\": [],\n  \"d\": {}\n}");
  EXPECT_EQ(Printed("[1]", {.tab = true}), "[\n\t1\n]");
  EXPECT_EQ(Printed("[1]", {.indent = 7}), "[\n       1\n]");
  EXPECT_EQ(Printed("[[1]]", {.indent = 0}), "[\n[\n1\n]\n]");
}

TEST(Print, SortsKeysByBytesAtEveryLevel) {
  EXPECT_EQ(
      Printed(R"({"b":1,"a":{"z":[{"y":1,"x":2}],"é":3,"B":4},"":5,"ab":6})", {.sort_keys = true}),
      R"({"":5,"a":{"B":4,"z":[{"x":2,"y":1}],"é":3},"ab":6,"b":1})");
}

TEST(Print, EscapesWhatMustBe) {
  EXPECT_EQ(Printed(R"("\u0000\u001f\u007f\u0080é\b\f\n\r\t\"\\\/ ")", {}),
            "\"\\u0000\\u001f\\u007f\xc2\x80é\\b\\f\\n\\r\\t\\\"\\\\/ \"");
  EXPECT_EQ(Printed(R"(["é€😀\u007f",{"é":1}])", {.ascii = true}),
            R"(["\u00e9\u20ac\ud83d\ude00\u007f",{"\u00e9":1}])");
}

TEST(Print, EscapesAtEveryPlace) {
  for (size_t before = 0; before < 40; ++before) {
    for (size_t after = 0; after < 40; ++after) {
      const std::string text =
          '"' + std::string(before, 'x') + "\\n" + std::string(after, 'y') + '"';
      ASSERT_EQ(Printed(text, {}), text);
      const std::string wide = '"' + std::string(before, 'x') + "€" + std::string(after, 'y') + '"';
      ASSERT_EQ(Printed(wide, {}), wide);
      ASSERT_EQ(Printed(wide, {.ascii = true}),
                '"' + std::string(before, 'x') + "\\u20ac" + std::string(after, 'y') + '"');
    }
  }
  const std::string control(20'000, '\x01');
  std::string want = "\"";
  for (size_t i = 0; i < control.size(); ++i) want += "\\u0001";
  EXPECT_EQ(ToText(Value::String(control)), want + '"');
}

TEST(Print, ColorsAsJqDoes) {
  EXPECT_EQ(Printed(R"([null,false,1,"a",{"k":[]}])", {.colors = &Colors::Default()}),
            "\x1b[1;39m[\x1b[0m\x1b[0;90mnull\x1b[0m\x1b[1;39m,\x1b[0m\x1b[0;39mfalse\x1b[0m\x1b[1;"
            "39m,\x1b[0m"
            "\x1b[0;39m1\x1b[0m\x1b[1;39m,\x1b[0m\x1b[0;32m\"a\"\x1b[0m\x1b[1;39m,\x1b[0m"
            "\x1b[1;39m{\x1b[0m\x1b[1;34m\"k\"\x1b[0m\x1b[1;39m:\x1b[0m\x1b[1;39m[]\x1b[0m\x1b[1;"
            "39m}\x1b[0m"
            "\x1b[1;39m]\x1b[0m");
  EXPECT_EQ(Printed("{\"a\":1}", {.indent = 2, .colors = &Colors::Default()}),
            "\x1b[1;39m{\x1b[0m\n  \x1b[1;34m\"a\"\x1b[0m\x1b[1;39m:\x1b[0m "
            "\x1b[0;39m1\x1b[0m\n\x1b[1;39m}\x1b[0m");
  EXPECT_EQ(Printed("nan", {.colors = &Colors::Default()}),
            "\x1b[0;39m\x1b[0;90mnull\x1b[0m\x1b[0m");
}

TEST(Colors, ReadsTheEnvironmentVariable) {
  Colors colors = Colors::Default();
  EXPECT_TRUE(colors.Parse("0;31:1;32"));
  EXPECT_EQ(colors.sequences[0], "0;31");
  EXPECT_EQ(colors.sequences[1], "1;32");
  EXPECT_EQ(colors.sequences[7], "1;34");
  EXPECT_TRUE(colors.Parse("::3:"));
  EXPECT_EQ(colors.sequences[0], "");
  EXPECT_EQ(colors.sequences[2], "3");
  EXPECT_EQ(colors.sequences[3], "0;39");
  EXPECT_FALSE(colors.Parse("4:red"));
  EXPECT_EQ(colors.sequences[2], "3");
  EXPECT_TRUE(colors.Parse("1:2:3:4:5:6:7:8:whatever"));
  EXPECT_EQ(colors.sequences[7], "8");
  EXPECT_TRUE(colors.Parse(""));
  EXPECT_EQ(colors.sequences, Colors::Default().sequences);
}

Value Nested(size_t levels) {
  Value value = Value::Int(1);
  for (size_t i = 0; i < levels; ++i) {
    Value array = Value::Array();
    array.Append(std::move(value));
    value = std::move(array);
  }
  return value;
}

TEST(Print, SkipsWhatIsTooDeep) {
  EXPECT_EQ(ToText(Nested(10'000)), std::string(10'000, '[') + "1" + std::string(10'000, ']'));
  const std::string cut =
      std::string(10'001, '[') + "<skipped: too deep>" + std::string(10'001, ']');
  EXPECT_EQ(ToText(Nested(10'001)), cut);
  EXPECT_EQ(ToText(Nested(200'000)), cut);
}

TEST(Print, StopsWhenTheMeterIsExhausted) {
  Value array = Value::Array();
  for (int i = 0; i < 1'000; ++i) array.Append(Value::Int(i));
  meter.work_left = 100;
  const std::string text = ToText(array);
  EXPECT_TRUE(meter.exhausted);
  EXPECT_LT(text.size(), 500u);
  meter = {.live_bytes = meter.live_bytes};
}

TEST(AppendQuoted, AddsToWhatIsThere) {
  std::string out = "x=";
  AppendQuoted("a\"b", false, &out);
  AppendNumber(Value::Int(-5), &out);
  AppendDouble(0.5, &out);
  EXPECT_EQ(out, "x=\"a\\\"b\"-50.5");
}

}  // namespace
}  // namespace karta::json
