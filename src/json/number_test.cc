// SPDX-License-Identifier: Apache-2.0
#include "json/number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "json/print.h"

namespace karta::json {
namespace {

Value Read(std::string_view text) {
  bool ok = false;
  Value number = ParseNumber(text, &ok);
  EXPECT_TRUE(ok) << text;
  return number;
}

std::string Printed(double number) {
  std::string text;
  AppendDouble(number, &text);
  return text;
}

struct Spelling {
  const char* text;
  char rep;  // i: Int, d: Double, l: Literal
  const char* printed;
};

TEST(ParseNumber, KeepsEverySpellingAsJqPrintsIt) {
  const Spelling cases[] = {
      {"0", 'i', "0"},
      {"-0", 'd', "-0"},
      {"7", 'i', "7"},
      {"+7", 'i', "7"},
      {"007", 'i', "7"},
      {"5.", 'i', "5"},
      {"1e0", 'i', "1"},
      {"1.50e2", 'i', "150"},
      {"9223372036854775807", 'i', "9223372036854775807"},
      {"-9223372036854775808", 'i', "-9223372036854775808"},
      {"9223372036854775808", 'l', "9223372036854775808"},
      {"100000000000000000000", 'l', "100000000000000000000"},
      {"1.5", 'd', "1.5"},
      {".5", 'd', "0.5"},
      {"-.5", 'd', "-0.5"},
      {"0.0001", 'd', "0.0001"},
      {"0.30000000000000004", 'd', "0.30000000000000004"},
      {"123456789.123", 'd', "123456789.123"},
      {"1.50", 'l', "1.50"},
      {"00.50", 'l', "0.50"},
      {"1.000", 'l', "1.000"},
      {"0.0", 'l', "0.0"},
      {"-0.0", 'l', "-0.0"},
      {"0.00001", 'l', "0.00001"},
      {"1e-6", 'l', "0.000001"},
      {"0.0000001", 'l', "1E-7"},
      {"1e2", 'l', "1E+2"},
      {"1E+02", 'l', "1E+2"},
      {"12e3", 'l', "1.2E+4"},
      {"0e10", 'l', "0E+10"},
      {"0e-10", 'l', "0E-10"},
      {"3.141592653589793238", 'l', "3.141592653589793238"},
      {"1e1000", 'l', "1E+1000"},
      {"-1e-1000", 'l', "-1E-1000"},
      {"9e999999999", 'l', "9E+999999999"},
      {"99e999999999", 'd', "1.7976931348623157e+308"},
      {"-1e99999999999999999999", 'd', "-1.7976931348623157e+308"},
      {"0e1000000000", 'l', "0E+999999999"},
      {"0e-2147483648", 'l', "0E-1147483646"},
      {"1e-1147483646", 'l', "1E-1147483646"},
      {"4e-1147483647", 'l', "0E-1147483646"},
      {"5e-1147483647", 'l', "1E-1147483646"},
      {"1.5e-1147483646", 'l', "2E-1147483646"},
      {"99.5e-1147483646", 'l', "1.00E-1147483644"},
      {"Infinity", 'd', "1.7976931348623157e+308"},
      {"-inf", 'd', "-1.7976931348623157e+308"},
      {"nan", 'd', "null"},
      {"-NaN", 'd', "null"},
      {"sNaN000", 'd', "null"},
  };
  for (const auto& [text, rep, printed] : cases) {
    const Value number = Read(text);
    EXPECT_EQ(number.is_int() ? 'i' : number.is_double() ? 'd' : 'l', rep) << text;
    EXPECT_EQ(ToText(number), printed) << text;
  }
}

TEST(ParseNumber, RefusesWhatJqRefuses) {
  for (const std::string_view text :
       {"",     "-",     "+",      ".",       "-.",   "e5",   "1e",   "1e+",
        "1e5.", "1e+-5", "1..2",   "1.2.3",   "--1",  "0x10", "1_0",  " 1",
        "1 ",   "nan1",  "-nan01", "infinit", "infx", "sinf", "null", "1a"}) {
    bool ok = true;
    ParseNumber(text, &ok);
    EXPECT_FALSE(ok) << text;
  }
  bool ok = true;
  ParseNumber(std::string_view("1\0", 2), &ok);
  EXPECT_FALSE(ok);
}

TEST(ParseNumber, ReadsManyDigitsInLinearTime) {
  const std::string digits(1'000'000, '7');
  const Value number = Read(digits);
  EXPECT_EQ(number.literal_text(), digits);
  EXPECT_TRUE(std::isinf(number.number()));
  EXPECT_EQ(ToText(Read("0." + digits)), "0." + digits);
}

TEST(ParseNumber, RoundsToSeventeenDigitsFirst) {
  // 9007199254740993 lies half way between two doubles; what jq drops would have decided it.
  EXPECT_EQ(Read("9007199254740993.0000001").number(), 9007199254740992.0);
  EXPECT_EQ(DoubleOf(100000000000000041), 100000000000000032.0);
  EXPECT_EQ(DoubleOf(-100000000000000041), -100000000000000032.0);
  EXPECT_EQ(DoubleOf(12345678901234567), 12345678901234568.0);
  EXPECT_EQ(DoubleOf(std::numeric_limits<int64_t>::max()), 0x1p63);
  EXPECT_EQ(DoubleOf(std::numeric_limits<int64_t>::min()), -0x1p63);
  std::mt19937_64 random(7);
  for (int i = 0; i < 20'000; ++i) {
    const auto integer = static_cast<int64_t>(random() >> random() % 10);
    // With ".0" behind it the same integer takes the way of the literals.
    EXPECT_EQ(DoubleOf(integer), Read(std::to_string(integer) + ".0").number()) << integer;
  }
}

TEST(WriteDouble, FormatsAsJqDoes) {
  const std::pair<double, const char*> cases[] = {
      {0.0, "0"},
      {-0.0, "-0"},
      {1, "1"},
      {-1.5, "-1.5"},
      {0.1, "0.1"},
      {0.0001, "0.0001"},
      {0.00001, "1e-05"},
      {0.000123456, "0.000123456"},
      {1e15, "1000000000000000"},
      {1e16, "1e+16"},
      {12e15, "12000000000000000"},
      {1e17, "1e+17"},
      {1e22, "1e+22"},
      {123456789012345680.0, "123456789012345680"},
      {9823083021526283e9, "9823083021526283000000000"},
      {-1.2345678901234567e32, "-1.2345678901234567e+32"},
      {-1.2345678901234567e31, "-12345678901234567000000000000000"},
      {1e100, "1e+100"},
      {1.7976931348623157e308, "1.7976931348623157e+308"},
      {5e-324, "5e-324"},
      {2.2250738585072014e-308, "2.2250738585072014e-308"},
      {std::numeric_limits<double>::infinity(), "1.7976931348623157e+308"},
      {-std::numeric_limits<double>::infinity(), "-1.7976931348623157e+308"},
      {std::numeric_limits<double>::quiet_NaN(), "null"},
  };
  for (const auto& [number, text] : cases) EXPECT_EQ(Printed(number), text);
}

TEST(WriteDouble, ReadsBackTheSame) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 50'000; ++i) {
    const uint64_t bits = random();
    double number;
    std::memcpy(&number, &bits, sizeof number);
    if (!std::isfinite(number)) continue;
    const std::string text = Printed(number);
    EXPECT_LE(text.size(), kMostNumberChars);
    EXPECT_EQ(Read(text).number(), number) << text;
  }
}

TEST(CompareLiterals, OrdersByEveryDigit) {
  // Each is less than the next; those in one row are equal.
  const std::vector<std::vector<const char*>> rows = {
      {"nan"},
      {"-Infinity"},
      {"-1e1001"},
      {"-1e1000", "-10e999"},
      {"-100000000000000000001"},
      {"-100000000000000000000", "-1e20"},
      {"-1.10", "-1.1"},
      {"-1", "-1.000"},
      {"-1e-1147483646"},
      {"0", "-0", "0.00", "0e99", "-0e-99"},
      {"1e-400"},
      {"0.1", "0.10", "1e-1"},
      {"0.1000000000000000000001"},
      {"1"},
      {"9223372036854775807"},
      {"9223372036854775808", "9223372036854775808.0"},
      {"100000000000000000000"},
      {"100000000000000000000.5"},
      {"1e1000"},
      {"1.0000000000000000000000001e1000"},
      {"9e999999999"},
      {"inf"},
  };
  for (size_t i = 0; i < rows.size(); ++i) {
    for (const char* a : rows[i]) {
      for (size_t j = 0; j < rows.size(); ++j) {
        for (const char* b : rows[j]) {
          EXPECT_EQ(CompareLiterals(Read(a), Read(b)), i < j ? -1 : i > j ? 1 : 0) << a << " " << b;
        }
      }
    }
  }
}

TEST(NegateLiteral, TurnsTheSignAndKeepsTheDigits) {
  const std::pair<const char*, const char*> cases[] = {
      {"1", "-1"},
      {"0", "0"},
      {"-0", "0"},
      {"0.00", "0.00"},
      {"-0.00", "0.00"},
      {"1.50", "-1.50"},
      {"-1E+1000", "1E+1000"},
      {"-9223372036854775808", "9223372036854775808"},
      {"9223372036854775808", "-9223372036854775808"},
      {"1.5", "-1.5"},
  };
  for (const auto& [number, want] : cases)
    EXPECT_EQ(ToText(NegateLiteral(Read(number))), want) << number;
}

TEST(IsJsonNumber, FollowsTheGrammar) {
  for (const char* text :
       {"0", "-0", "12", "1.5", "1e5", "-1.25E-7", "10000000000000000000000", "1e308"}) {
    EXPECT_TRUE(IsJsonNumber(text)) << text;
  }
  for (const char* text :
       {"", "-", "+1", "01", ".5", "5.", "1e", "nan", "Infinity", "1e309", "1 "}) {
    EXPECT_FALSE(IsJsonNumber(text)) << text;
  }
}

}  // namespace
}  // namespace karta::json
