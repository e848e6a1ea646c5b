// SPDX-License-Identifier: Apache-2.0
#include "json/number_decimal.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace karta::json {

namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool SameWord(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    if ((text[i] | 0x20) != lower[i]) return false;
  }
  return true;
}

// "inf", "infinity", "nan", "snan"; a NaN may be followed by zeros.
bool ScanWord(std::string_view word, Decimal* decimal) {
  if (SameWord(word, "inf") || SameWord(word, "infinity")) {
    decimal->kind = Decimal::Kind::kInfinite;
    return true;
  }
  if (!word.empty() && (word[0] | 0x20) == 's') word.remove_prefix(1);
  if (word.size() < 3 || !SameWord(word.substr(0, 3), "nan")) return false;
  decimal->kind = Decimal::Kind::kNan;
  return word.find_first_not_of('0', 3) == std::string_view::npos;
}

// The part behind "e".  Values that could wrap become one that is out of every range.
bool ScanExponent(const char* p, const char* end, int64_t* exponent) {
  bool negative = false;
  if (p != end && (*p == '-' || *p == '+')) negative = *p++ == '-';
  if (p == end) return false;
  while (*p == '0' && p + 1 != end) ++p;
  const char* const first = p;
  int64_t value = 0;
  for (; p != end; ++p) {
    if (!IsDigit(*p)) return false;
    if (p - first < 11) value = value * 10 + (*p - '0');
  }
  if (value > 1'999'999'999 || p - first > 10) value = 2 * kMostExponent;
  *exponent = negative ? -value : value;
  return true;
}

}  // namespace

bool ScanDecimal(std::string_view text, Decimal* decimal) {
  const char* p = text.data();
  const char* const end = p + text.size();
  if (p != end && (*p == '-' || *p == '+')) decimal->negative = *p++ == '-';
  const char* const start = p;
  const char* point = nullptr;
  const char* last = nullptr;
  for (; p != end; ++p) {
    if (IsDigit(*p)) {
      last = p;
      ++decimal->digits;
    } else if (*p == '.' && point == nullptr) {
      point = p;
    } else {
      break;
    }
  }
  if (last == nullptr) {
    return point == nullptr && ScanWord({start, static_cast<size_t>(end - start)}, decimal);
  }
  if (p != end) {
    if ((*p | 0x20) != 'e' || !ScanExponent(p + 1, end, &decimal->exponent)) return false;
  }
  const char* first = start;
  for (; first != last; ++first) {
    if (*first == '.') continue;
    if (*first != '0') break;
    --decimal->digits;
  }
  decimal->first = first;
  decimal->end = last + 1;
  if (point != nullptr && point < last) decimal->exponent -= last - point;
  return true;
}

void Limit(Decimal* decimal, std::string* room) {
  if (decimal->zero()) {
    if (decimal->exponent > kMostExponent) decimal->exponent = kMostExponent;
    if (decimal->exponent < kLeastExponent) decimal->exponent = kLeastExponent;
    return;
  }
  if (decimal->adjusted() > kMostExponent) {
    decimal->kind = Decimal::Kind::kInfinite;
    return;
  }
  if (decimal->exponent >= kLeastExponent) return;
  // Drop digits below the least exponent, rounding halves up.
  int64_t kept = decimal->digits - (kLeastExponent - decimal->exponent);
  room->assign(1, '0');  // for a carry
  bool up = false;
  for (const char* p = decimal->first; p != decimal->end && kept >= 0; ++p) {
    if (*p == '.') continue;
    if (kept-- == 0) {
      up = *p >= '5';
    } else {
      room->push_back(*p);
    }
  }
  for (size_t i = room->size(); up; --i) {
    char& digit = (*room)[i - 1];
    up = digit == '9';
    digit = up ? '0' : static_cast<char>(digit + 1);
  }
  const size_t skip = (*room)[0] == '0' && room->size() > 1 ? 1 : 0;
  decimal->first = room->data() + skip;
  decimal->end = room->data() + room->size();
  decimal->digits = static_cast<int64_t>(room->size() - skip);
  decimal->exponent = kLeastExponent;
}

void AppendCanonical(const Decimal& decimal, std::string* out) {
  if (decimal.negative) out->push_back('-');
  int64_t before_point = decimal.digits;
  int64_t shown_exponent = 0;
  if (decimal.exponent > 0 || decimal.digits + decimal.exponent < -5) {
    shown_exponent = decimal.adjusted();
    before_point = 1;
  } else {
    before_point += decimal.exponent;
  }
  if (before_point <= 0) {
    out->append("0.");
    out->append(static_cast<size_t>(-before_point), '0');
  }
  int64_t written = 0;
  for (const char* p = decimal.first; p != decimal.end; ++p) {
    if (*p == '.') continue;
    if (written == before_point && written > 0) out->push_back('.');
    out->push_back(*p);
    ++written;
  }
  if (shown_exponent == 0) return;
  out->push_back('E');
  if (shown_exponent > 0) out->push_back('+');
  out->append(std::to_string(shown_exponent));
}

double ToDouble(const Decimal& decimal) {
  double value = std::numeric_limits<double>::infinity();
  if (decimal.kind == Decimal::Kind::kNan) return std::numeric_limits<double>::quiet_NaN();
  if (decimal.kind == Decimal::Kind::kFinite) {
    // jq rounds to 17 digits, halves to even, before it converts.
    constexpr int kPrecision = 17;
    char text[64];
    uint64_t coefficient = 0;
    int taken = 0;
    int next = 0;       // first digit dropped
    bool more = false;  // any digit but zero behind that
    for (const char* p = decimal.first; p != decimal.end; ++p) {
      if (*p == '.') continue;
      if (taken < kPrecision) {
        coefficient = coefficient * 10 + static_cast<uint64_t>(*p - '0');
      } else if (taken == kPrecision) {
        next = *p - '0';
      } else if (*p != '0') {
        more = true;
        break;
      }
      ++taken;
    }
    if (next > 5 || (next == 5 && (more || (coefficient & 1) != 0))) ++coefficient;
    const int64_t dropped = decimal.digits > kPrecision ? decimal.digits - kPrecision : 0;
    const int64_t exponent = decimal.exponent + dropped;
    char* end = std::to_chars(text, text + 24, coefficient).ptr;
    *end++ = 'e';
    end = std::to_chars(end, text + sizeof text, exponent).ptr;
    const auto [ptr, error] = std::from_chars(text, end, value);
    if (error == std::errc::result_out_of_range) {
      value =
          coefficient != 0 && decimal.adjusted() > 0 ? std::numeric_limits<double>::infinity() : 0;
    }
  }
  return decimal.negative ? -value : value;
}

}  // namespace karta::json
