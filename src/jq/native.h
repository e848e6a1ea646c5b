// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "json/number.h"
#include "json/value.h"

namespace karta::jq {

// Builtins that are plain functions of values: one input, some arguments, one result or one error.
// They never call back into the program.  Generators, closures and paths are the machine's own.
//
// On failure a function stores the jq error value in `error` and returns false.
using Native = bool (*)(json::Value input, std::span<json::Value> arguments, json::Value* result,
                        json::Value* error);

struct NativeBuiltin {
  std::string_view name;
  int arity;  // arguments, the input not counted
  Native call;
};

// Each file of natives exposes its table; the compiler looks names up in all of them.
std::span<const NativeBuiltin> StringNatives();  // native_strings.cc
std::span<const NativeBuiltin> MathNatives();    // native_math.cc
std::span<const NativeBuiltin> DateNatives();    // native_dates.cc
std::span<const NativeBuiltin> ListNatives();    // native_lists.cc
std::span<const NativeBuiltin> FormatNatives();  // native_formats.cc: "@csv" and friends, arity 0
std::span<const NativeBuiltin> RegexNatives();   // native_regex.cc

// Sets `*error` to the string `text` and returns false, so natives can `return Fail(error, ...)`.
bool Fail(json::Value* error, std::string_view text);
// jq's way of quoting a value in a message: its compact text, cut to 29 bytes with "..." as jq 1.8
// does.
std::string Excerpt(const json::Value& value);
// "array ([1,2,3])": type and excerpt, as most jq messages want it.
std::string TypeAndExcerpt(const json::Value& value);
// "number (1) cannot be sorted": the two commonest shapes of jq's messages.
bool FailOn(json::Value* error, const json::Value& bad, std::string_view what);
bool FailOnBoth(json::Value* error, const json::Value& a, const json::Value& b,
                std::string_view what);
// What jq says when `.[]` meets a value without elements.
bool FailToIterate(json::Value* error, const json::Value& bad);
// For natives that gave up because json::meter ran out.  The text is seen only if a limit is
// reached outside an interpreter, which reports the limit itself.
bool FailExhausted(json::Value* error);

// Integers below this magnitude are exact as doubles, so arithmetic on them may stay integral.
inline constexpr int64_t kExactLimit = int64_t{1} << 53;

// The double that jq computes with.
inline double NumberOf(int64_t i) {
  return i > -kExactLimit && i < kExactLimit ? static_cast<double>(i) : json::DoubleOf(i);
}
inline double NumberOf(const json::Value& number) {
  if (number.is_int()) return NumberOf(number.int_value());
  return number.is_double() ? number.double_value() : number.number();
}

// The number that arithmetic gives for `d`.  A computed zero stays a double: jq negates it to -0,
// where a zero that was read negates to 0.
inline json::Value MakeNumber(double d) {
  if (std::fabs(d) < static_cast<double>(kExactLimit)) {
    const auto i = static_cast<int64_t>(d);
    if (i != 0 && static_cast<double>(i) == d) return json::Value::Int(i);
  }
  return json::Value::Double(d);
}
// The same for a length or a position.
inline json::Value MakeCount(size_t n) {
  return n == 0 ? json::Value::Double(0) : json::Value::Int(static_cast<int64_t>(n));
}

}  // namespace karta::jq
