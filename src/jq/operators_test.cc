// SPDX-License-Identifier: Apache-2.0
#include "jq/operators.h"

#include "jq/test_native.h"

namespace karta::jq {
namespace {

TEST(Operators, NumbersAreDoublesWhoseIntegersStayExact) {
  CheckNatives({
      {"_plus", "null", {"1", "2"}, "3"},
      {"_plus", "null", {"9007199254740991", "1"}, "9007199254740992"},
      {"_plus", "null", {"9007199254740993", "0"}, "9007199254740992"},
      {"_plus", "null", {"0.1", "0.2"}, "0.30000000000000004"},
      {"_minus", "null", {"1", "1"}, "0"},
      {"_multiply", "null", {"0", "-1"}, "-0"},
      {"_multiply", "null", {"3037000500", "3037000500"}, "9223372037000250000"},
      {"_divide", "null", {"10", "4"}, "2.5"},
      {"_divide", "null", {"10", "5"}, "2"},
      {"_divide",
       "null",
       {"1", "0"},
       "error: number (1) and number (0) cannot be divided because the divisor is zero"},
      {"_mod", "null", {"5", "-2"}, "1"},
      {"_mod", "null", {"-5", "2"}, "-1"},
      {"_mod", "null", {"5.9", "2.9"}, "1"},
      {"_mod", "null", {"1e30", "7"}, "0"},
      {"_mod", "null", {"-9223372036854775808", "-1"}, "0"},
      {"_mod", "null", {"nan", "1"}, "null"},
      {"_mod",
       "null",
       {"1", "0.5"},
       "error: number (1) and number (0.5) cannot be divided (remainder) because the divisor is "
       "zero"},
  });
}

TEST(Operators, NegationTellsZerosReadFromZerosComputed) {
  CheckNatives({
      {"_negate", "0", {}, "0"},
      {"_negate", "1.10", {}, "-1.10"},
      {"_negate", "-9223372036854775808", {}, "9223372036854775808"},
      {"_negate", R"("a")", {}, "error: string (\"a\") cannot be negated"},
  });
  json::Value zero, negated, error;
  ASSERT_TRUE(Subtract(json::Value::Int(1), json::Value::Int(1), &zero, &error));
  ASSERT_TRUE(Negate(zero, &negated, &error));
  EXPECT_EQ(json::ToText(negated), "-0");
}

TEST(Operators, SumsOfOtherTypes) {
  CheckNatives({
      {"_plus", "null", {"null", "1"}, "1"},
      {"_plus", "null", {R"("a")", R"("b")"}, R"("ab")"},
      {"_plus", "null", {"[1]", "[2,3]"}, "[1,2,3]"},
      {"_plus", "null", {R"({"a":1,"b":2})", R"({"a":3})"}, R"({"a":3,"b":2})"},
      {"_plus", "null", {"{}", "[]"}, "error: object ({}) and array ([]) cannot be added"},
      {"_minus", "null", {"[1,2,1,3]", "[1]"}, "[2,3]"},
      {"_minus", "null", {R"([1,1.0,"a",null,[1]])", R"([1,[1],2,3,4,5,6,7,"a","b"])"}, "[null]"},
      {"_minus", "null", {"[nan]", "[nan]"}, "[null]"},
      {"_minus", "null", {"{}", "{}"}, "error: object ({}) and object ({}) cannot be subtracted"},
  });
}

TEST(Operators, ProductsAndQuotientsOfOtherTypes) {
  CheckNatives({
      {"_multiply", "null", {R"("ab")", "3"}, R"("ababab")"},
      {"_multiply", "null", {"2.9", R"("ab")"}, R"("abab")"},
      {"_multiply", "null", {R"("ab")", "0.5"}, R"("")"},
      {"_multiply", "null", {R"("ab")", "-1"}, "null"},
      {"_multiply", "null", {R"("ab")", "nan"}, "null"},
      {"_multiply", "null", {R"("ab")", "1e10"}, "error: Repeat string result too long"},
      {"_multiply",
       "null",
       {R"({"k":{"a":1,"b":2}})", R"({"k":{"a":0,"c":3},"l":1})"},
       R"({"k":{"a":0,"b":2,"c":3},"l":1})"},
      {"_multiply", "null", {"[]", "1"}, "error: array ([]) and number (1) cannot be multiplied"},
      {"_divide", "null", {R"("a,b")", R"(",")"}, R"(["a","b"])"},
      {"_divide",
       "null",
       {R"("a")", "1"},
       "error: string (\"a\") and number (1) cannot be divided"},
  });
}

TEST(Operators, TheLeftOperandIsLeftAloneWhileShared) {
  const json::Value array = ParseOrDie("[1]");
  const json::Value text = json::Value::String("a text that is too long to be inline");
  json::Value sum, error;
  ASSERT_TRUE(Add(array, array, &sum, &error));
  EXPECT_EQ(json::ToText(sum), "[1,1]");
  EXPECT_EQ(json::ToText(array), "[1]");
  ASSERT_TRUE(Add(text, text, &sum, &error));
  EXPECT_EQ(text.str(), "a text that is too long to be inline");
  EXPECT_EQ(sum.str().size(), 2 * text.str().size());
}

TEST(Operators, BuildingIsLinear) {
  // Quadratic copying would take minutes here.
  json::Value text = json::Value::String(""), array = json::Value::Array(), error;
  const json::Value more = json::Value::String("0123456789"), one = ParseOrDie("[1]");
  for (int i = 0; i < 300'000; ++i) {
    ASSERT_TRUE(Add(std::move(text), more, &text, &error));
    ASSERT_TRUE(Add(std::move(array), one, &array, &error));
  }
  EXPECT_EQ(text.str().size(), 3'000'000u);
  EXPECT_EQ(array.size(), 300'000u);
}

}  // namespace
}  // namespace karta::jq
