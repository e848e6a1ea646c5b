// SPDX-License-Identifier: Apache-2.0
#pragma once

// The decimal that a spelling denotes.  Private to number*.cc.

#include <cstdint>
#include <string>
#include <string_view>

namespace karta::json {

// sign x digits x 10^exponent.  The digits stay where they were read, perhaps with a point inside.
struct Decimal {
  enum class Kind : uint8_t { kFinite, kInfinite, kNan };

  Kind kind = Kind::kFinite;
  bool negative = false;
  const char* first = nullptr;  // first significant digit, or the last digit of a zero
  const char* end = nullptr;    // behind the last digit
  int64_t digits = 0;
  int64_t exponent = 0;

  bool zero() const { return digits == 1 && *first == '0'; }
  // Power of ten of the first digit.
  int64_t adjusted() const { return exponent + digits - 1; }
};

// Exponents of the decimal arithmetic that jq is built with; beyond them lie infinity and zero.
inline constexpr int64_t kMostExponent = 999'999'999;
inline constexpr int64_t kLeastExponent = -1'147'483'646;

// Reads `text`, which the result points into.  False when it is no number.
bool ScanDecimal(std::string_view text, Decimal* decimal);

// Appends the canonical text of a finite decimal within the limits above.
void AppendCanonical(const Decimal& decimal, std::string* out);

// Brings a decimal within the limits: too large becomes infinite, too small is rounded, with the
// new digits in `*room`.
void Limit(Decimal* decimal, std::string* room);

// The double jq takes for it.
double ToDouble(const Decimal& decimal);

}  // namespace karta::json
