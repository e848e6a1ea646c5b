// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "json/value.h"

namespace karta::json {

// Numbers as jq 1.8 keeps them: what was read prints with all its digits, what was computed is a
// double.  An integer that fits 64 bits is an Int, a spelling that the double would print in the
// same way is a Double, and only the rest is a Literal, whose text is the canonical form
// ("1.50", "1E+1000").

// A number as jq reads it in documents and in `tonumber`: beside JSON's numbers also "+1", "007",
// ".5", "5.", and in any case "nan", "inf" and "infinity" with a sign.  Null with `*ok` false for
// anything else.
Value ParseNumber(std::string_view text, bool* ok);

// Exact decimal order of two numbers: -1, 0, 1.  A Double stands for the shortest text that reads
// back as it, which is the text it was read from.  Constant memory for any exponent.  NaN sorts
// first.
int CompareLiterals(const Value& a, const Value& b);

// The number with its sign turned, all digits kept.  As in jq the negation of a literal zero has no
// sign, while that of a double does.
Value NegateLiteral(const Value& number);

// The double that jq computes with for an integer literal: rounded to 17 digits first, which
// differs from the nearest double for a few integers beyond 17 digits.
double DoubleOf(int64_t integer);

// Whether `text` is a number by the JSON grammar proper, and not beyond the range of a double.
bool IsJsonNumber(std::string_view text);

// What a spelling stands for, before anybody decided where to keep a literal's text.
struct NumberReading {
  Value number;           // when `canonical` is empty
  double value = 0;       // of a literal
  std::string canonical;  // of a literal
};
// False when `text` is no number, even to jq.
bool ReadNumber(std::string_view text, NumberReading* reading);

// Room that WriteDouble and WriteInt need at most.
inline constexpr size_t kMostNumberChars = 40;
// Write a number as jq prints it; return the end.  Infinities print as the largest double; `number`
// must not be NaN.
char* WriteDouble(double number, char* to);
char* WriteInt(int64_t number, char* to);

}  // namespace karta::json
