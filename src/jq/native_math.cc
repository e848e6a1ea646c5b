// SPDX-License-Identifier: Apache-2.0
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>

#include "jq/native.h"
#include "jq/operators.h"
#include "json/meter.h"

namespace karta::jq {

namespace {

using json::Value;
using Arguments = std::span<Value>;

// What C does on this machine when it turns a double into an int, without being undefined.
template <typename Int>
Int ToInt(double d) {
  const double low = static_cast<double>(std::numeric_limits<Int>::min());
  return d >= low && d < -low ? static_cast<Int>(d) : std::numeric_limits<Int>::min();
}

template <double (*kFunction)(double)>
bool Unary(Value input, Arguments, Value* result, Value* error) {
  if (!input.is_number()) return FailOn(error, input, "number required");
  *result = MakeNumber(kFunction(NumberOf(input)));
  return true;
}

template <double (*kFunction)(double, double)>
bool Binary(Value, Arguments arguments, Value* result, Value* error) {
  for (const Value& argument : arguments) {
    if (!argument.is_number()) return FailOn(error, argument, "number required");
  }
  *result = MakeNumber(kFunction(NumberOf(arguments[0]), NumberOf(arguments[1])));
  return true;
}

bool Fma(Value, Arguments arguments, Value* result, Value* error) {
  for (const Value& argument : arguments) {
    if (!argument.is_number()) return FailOn(error, argument, "number required");
  }
  *result =
      MakeNumber(std::fma(NumberOf(arguments[0]), NumberOf(arguments[1]), NumberOf(arguments[2])));
  return true;
}

// Functions that give two numbers: [f(x), what it stored].
template <typename Second, double (*kFunction)(double, Second*)>
bool Pair(Value input, Arguments, Value* result, Value* error) {
  if (!input.is_number()) return FailOn(error, input, "number required");
  Second second{};
  const double first = kFunction(NumberOf(input), &second);
  *result = Value::ArrayOf({MakeNumber(first), MakeNumber(static_cast<double>(second))});
  return true;
}

// The Bessel functions take as many steps as their order says.
template <double (*kFunction)(int, double)>
bool Bessel(Value, Arguments arguments, Value* result, Value* error) {
  for (const Value& argument : arguments) {
    if (!argument.is_number()) return FailOn(error, argument, "number required");
  }
  const int order = ToInt<int>(NumberOf(arguments[0]));
  if (!json::meter.Spend(std::abs(static_cast<int64_t>(order)) / 8)) return FailExhausted(error);
  *result = MakeNumber(kFunction(order, NumberOf(arguments[1])));
  return true;
}

double LoadExponent(double x, double e) { return ::ldexp(x, ToInt<int>(e)); }
double ScaleLong(double x, double e) { return ::scalbln(x, ToInt<long>(e)); }
double NextToward(double x, double y) { return ::nexttoward(x, static_cast<long double>(y)); }

// An integer is its own floor, and floor is the commonest function of all.
template <double (*kFunction)(double)>
bool Rounding(Value input, Arguments none, Value* result, Value* error) {
  if (input.is_int() && input.int_value() != 0 && input.int_value() > -kExactLimit &&
      input.int_value() < kExactLimit) {
    *result = std::move(input);
    return true;
  }
  return Unary<kFunction>(std::move(input), none, result, error);
}

bool Abs(Value input, Arguments, Value* result, Value* error) {
  // jq asks `. < 0` of any type, and null, false and true are below every number.
  if (json::Compare(input, Value::Int(0)) < 0) return Negate(std::move(input), result, error);
  *result = std::move(input);
  return true;
}

bool Infinite(Value, Arguments, Value* result, Value*) {
  *result = Value::Double(std::numeric_limits<double>::infinity());
  return true;
}

bool Nan(Value, Arguments, Value* result, Value*) {
  *result = Value::Double(std::numeric_limits<double>::quiet_NaN());
  return true;
}

bool IsInfinite(Value input, Arguments, Value* result, Value*) {
  *result = Value::Bool(input.is_number() && std::isinf(NumberOf(input)));
  return true;
}

bool IsFinite(Value input, Arguments, Value* result, Value*) {
  *result = Value::Bool(input.is_number() && !std::isinf(NumberOf(input)));
  return true;
}

bool IsNan(Value input, Arguments, Value* result, Value*) {
  *result = Value::Bool(input.is_number() && std::isnan(NumberOf(input)));
  return true;
}

bool IsNormal(Value input, Arguments, Value* result, Value*) {
  *result = Value::Bool(input.is_number() && std::isnormal(NumberOf(input)));
  return true;
}

bool True(Value, Arguments, Value* result, Value*) {
  *result = Value::Bool(true);
  return true;
}

template <bool (*kOperator)(Value, Value, Value*, Value*)>
bool AsFunction(Value, Arguments arguments, Value* result, Value* error) {
  return kOperator(std::move(arguments[0]), std::move(arguments[1]), result, error);
}

bool NegateInput(Value input, Arguments, Value* result, Value* error) {
  return Negate(std::move(input), result, error);
}

constexpr NativeBuiltin kNatives[] = {
    {"_plus", 2, AsFunction<Add>},
    {"_minus", 2, AsFunction<Subtract>},
    {"_multiply", 2, AsFunction<Multiply>},
    {"_divide", 2, AsFunction<Divide>},
    {"_mod", 2, AsFunction<Modulo>},
    {"_negate", 0, NegateInput},
    {"abs", 0, Abs},
    {"floor", 0, Rounding<::floor>},
    {"ceil", 0, Rounding<::ceil>},
    {"round", 0, Rounding<::round>},
    {"trunc", 0, Rounding<::trunc>},
    {"rint", 0, Rounding<::rint>},
    {"nearbyint", 0, Rounding<::nearbyint>},
    {"acos", 0, Unary<::acos>},
    {"acosh", 0, Unary<::acosh>},
    {"asin", 0, Unary<::asin>},
    {"asinh", 0, Unary<::asinh>},
    {"atan", 0, Unary<::atan>},
    {"atanh", 0, Unary<::atanh>},
    {"cbrt", 0, Unary<::cbrt>},
    {"cos", 0, Unary<::cos>},
    {"cosh", 0, Unary<::cosh>},
    {"erf", 0, Unary<::erf>},
    {"erfc", 0, Unary<::erfc>},
    {"exp", 0, Unary<::exp>},
    {"exp10", 0, Unary<::exp10>},
    {"exp2", 0, Unary<::exp2>},
    {"expm1", 0, Unary<::expm1>},
    {"fabs", 0, Unary<::fabs>},
    {"gamma", 0, Unary<::gamma>},
    {"j0", 0, Unary<::j0>},
    {"j1", 0, Unary<::j1>},
    {"lgamma", 0, Unary<::lgamma>},
    {"log", 0, Unary<::log>},
    {"log10", 0, Unary<::log10>},
    {"log1p", 0, Unary<::log1p>},
    {"log2", 0, Unary<::log2>},
    {"logb", 0, Unary<::logb>},
    {"significand", 0, Unary<::significand>},
    {"sin", 0, Unary<::sin>},
    {"sinh", 0, Unary<::sinh>},
    {"sqrt", 0, Unary<::sqrt>},
    {"tan", 0, Unary<::tan>},
    {"tanh", 0, Unary<::tanh>},
    {"tgamma", 0, Unary<::tgamma>},
    {"y0", 0, Unary<::y0>},
    {"y1", 0, Unary<::y1>},
    {"atan2", 2, Binary<::atan2>},
    {"copysign", 2, Binary<::copysign>},
    {"drem", 2, Binary<::drem>},
    {"fdim", 2, Binary<::fdim>},
    {"fmax", 2, Binary<::fmax>},
    {"fmin", 2, Binary<::fmin>},
    {"fmod", 2, Binary<::fmod>},
    {"hypot", 2, Binary<::hypot>},
    {"jn", 2, Bessel<::jn>},
    {"ldexp", 2, Binary<LoadExponent>},
    {"nextafter", 2, Binary<::nextafter>},
    {"nexttoward", 2, Binary<NextToward>},
    {"pow", 2, Binary<::pow>},
    {"remainder", 2, Binary<::remainder>},
    {"scalb", 2, Binary<::scalb>},
    {"scalbln", 2, Binary<ScaleLong>},
    {"yn", 2, Bessel<::yn>},
    {"fma", 3, Fma},
    {"frexp", 0, Pair<int, ::frexp>},
    {"lgamma_r", 0, Pair<int, ::lgamma_r>},
    {"modf", 0, Pair<double, ::modf>},
    {"infinite", 0, Infinite},
    {"nan", 0, Nan},
    {"isinfinite", 0, IsInfinite},
    {"isfinite", 0, IsFinite},
    {"isnan", 0, IsNan},
    {"isnormal", 0, IsNormal},
    {"have_decnum", 0, True},
    {"have_literal_numbers", 0, True},
};

}  // namespace

std::span<const NativeBuiltin> MathNatives() { return kNatives; }

}  // namespace karta::jq
