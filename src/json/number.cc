// SPDX-License-Identifier: Apache-2.0
#include "json/number.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "json/number_decimal.h"

namespace karta::json {

namespace {

// An integer of at most 19 digits that fits 64 bits; `decimal` must have exponent 0.
bool ToInt(const Decimal& decimal, int64_t* integer) {
  if (decimal.digits > 19) return false;
  uint64_t value = 0;
  for (const char* p = decimal.first; p != decimal.end; ++p) {
    if (*p != '.') value = value * 10 + static_cast<uint64_t>(*p - '0');
  }
  const uint64_t most =
      static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) + decimal.negative;
  if (value > most) return false;
  *integer = static_cast<int64_t>(decimal.negative ? 0 - value : value);
  return true;
}

// The decimal of any number; `room` holds the text of an Int or a Double.
Decimal DecimalOf(const Value& number, char* room) {
  Decimal decimal;
  std::string_view text = number.literal_text();
  if (!number.is_literal()) {
    const char* end = number.is_int() ? WriteInt(number.int_value(), room)
                                      : WriteDouble(number.double_value(), room);
    text = {room, static_cast<size_t>(end - room)};
  }
  ScanDecimal(text, &decimal);
  return decimal;
}

// Order of the absolute values of two decimals, neither of them zero.
int CompareMagnitudes(const Decimal& a, const Decimal& b) {
  if (a.adjusted() != b.adjusted()) return a.adjusted() < b.adjusted() ? -1 : 1;
  const char* p = a.first;
  const char* q = b.first;
  while (p != a.end || q != b.end) {
    if (p != a.end && *p == '.') ++p;
    if (q != b.end && *q == '.') ++q;
    const char x = p != a.end ? *p++ : '0';
    const char y = q != b.end ? *q++ : '0';
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

int Order(double a, double b) {
  if (std::isnan(a)) return std::isnan(b) ? 0 : -1;
  if (std::isnan(b)) return 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

}  // namespace

bool ReadNumber(std::string_view text, NumberReading* reading) {
  Decimal decimal;
  if (!ScanDecimal(text, &decimal)) return false;
  reading->canonical.clear();
  std::string room;
  if (decimal.kind == Decimal::Kind::kFinite) {
    int64_t integer;
    if (decimal.exponent == 0 && ToInt(decimal, &integer)) {
      reading->number =
          integer == 0 && decimal.negative ? Value::Double(-0.0) : Value::Int(integer);
      return true;
    }
    Limit(&decimal, &room);
  }
  reading->value = ToDouble(decimal);
  if (decimal.kind != Decimal::Kind::kFinite) {
    reading->number = Value::Double(reading->value);
    return true;
  }
  AppendCanonical(decimal, &reading->canonical);
  if (reading->canonical.size() >= kMostNumberChars || std::isinf(reading->value)) return true;
  char printed[kMostNumberChars];
  const char* end = WriteDouble(reading->value, printed);
  if (reading->canonical == std::string_view(printed, static_cast<size_t>(end - printed))) {
    reading->canonical.clear();
    reading->number = Value::Double(reading->value);
  }
  return true;
}

Value ParseNumber(std::string_view text, bool* ok) {
  NumberReading reading;
  *ok = ReadNumber(text, &reading);
  if (!*ok) return Value();
  if (reading.canonical.empty()) return reading.number;
  return Value::Literal(reading.canonical, reading.value);
}

int CompareLiterals(const Value& a, const Value& b) {
  const auto special = [](const Value& v) {
    return v.is_double() && !std::isfinite(v.double_value());
  };
  if (special(a) || special(b)) {
    // A literal beyond the doubles is still less than an infinity.
    const auto place = [&](const Value& v) {
      return special(v) ? v.double_value() : std::copysign(1.0, v.number());
    };
    return Order(place(a), place(b));
  }
  char room_a[kMostNumberChars];
  char room_b[kMostNumberChars];
  const Decimal x = DecimalOf(a, room_a);
  const Decimal y = DecimalOf(b, room_b);
  if (x.zero() || y.zero()) {
    if (x.zero() && y.zero()) return 0;
    return x.zero() ? (y.negative ? 1 : -1) : (x.negative ? -1 : 1);
  }
  if (x.negative != y.negative) return x.negative ? -1 : 1;
  return x.negative ? CompareMagnitudes(y, x) : CompareMagnitudes(x, y);
}

Value NegateLiteral(const Value& number) {
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
  if (number.is_int() && number.int_value() != kLeast) return Value::Int(-number.int_value());
  if (number.is_double()) return Value::Double(-number.double_value());
  bool ok;
  if (number.is_int()) return ParseNumber("9223372036854775808", &ok);
  std::string text(number.literal_text());
  if (text[0] == '-') return ParseNumber(std::string_view(text).substr(1), &ok);
  Decimal decimal;
  ScanDecimal(text, &decimal);
  return decimal.zero() ? number : ParseNumber(text.insert(0, 1, '-'), &ok);
}

double DoubleOf(int64_t integer) {
  constexpr uint64_t kExact = 100'000'000'000'000'000;  // 17 digits
  const bool negative = integer < 0;
  uint64_t value = negative ? 0 - static_cast<uint64_t>(integer) : static_cast<uint64_t>(integer);
  if (value >= kExact) {
    const uint64_t unit = value >= 10 * kExact ? 100 : 10;
    const uint64_t rest = value % unit;
    value -= rest;
    if (rest * 2 > unit || (rest * 2 == unit && value / unit % 2 != 0)) value += unit;
  }
  const auto magnitude = static_cast<double>(value);
  return negative ? -magnitude : magnitude;
}

bool IsJsonNumber(std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  const auto digits = [&] {
    const char* const start = p;
    while (p != end && *p >= '0' && *p <= '9') ++p;
    return p - start;
  };
  if (p != end && *p == '-') ++p;
  const bool starts_with_zero = p != end && *p == '0';
  const auto whole = digits();
  if (whole == 0 || (whole > 1 && starts_with_zero)) return false;
  if (p != end && *p == '.') {
    ++p;
    if (digits() == 0) return false;
  }
  if (p != end && (*p | 0x20) == 'e') {
    ++p;
    if (p != end && (*p == '-' || *p == '+')) ++p;
    if (digits() == 0) return false;
  }
  if (p != end) return false;
  Decimal decimal;
  return ScanDecimal(text, &decimal) && std::isfinite(ToDouble(decimal));
}

}  // namespace karta::json
