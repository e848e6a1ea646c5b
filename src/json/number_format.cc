// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "json/number.h"

namespace karta::json {

namespace {

constexpr char kPairs[] =
    "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546"
    "4748"
    "4950515253545556575859606162636465666768697071727374757677787980818283848586878889909192939495"
    "9697"
    "9899";

char* WriteUnsigned(uint64_t value, char* to) {
  if (value < 10) {
    *to = static_cast<char>('0' + value);
    return to + 1;
  }
  char room[20];
  char* p = room + sizeof room;
  while (value >= 100) {
    p -= 2;
    std::memcpy(p, kPairs + 2 * (value % 100), 2);
    value /= 100;
  }
  if (value >= 10) {
    p -= 2;
    std::memcpy(p, kPairs + 2 * value, 2);
  } else {
    *--p = static_cast<char>('0' + value);
  }
  const auto size = static_cast<size_t>(room + sizeof room - p);
  std::memcpy(to, p, size);
  return to + size;
}

char* WriteExponent(int exponent, char* to) {
  *to++ = 'e';
  *to++ = exponent < 0 ? '-' : '+';
  const int magnitude = exponent < 0 ? -exponent : exponent;
  if (magnitude < 10) *to++ = '0';
  return WriteUnsigned(static_cast<uint64_t>(magnitude), to);
}

}  // namespace

char* WriteInt(int64_t number, char* to) {
  if (number < 0) {
    *to++ = '-';
    return WriteUnsigned(0 - static_cast<uint64_t>(number), to);
  }
  return WriteUnsigned(static_cast<uint64_t>(number), to);
}

char* WriteDouble(double number, char* to) {
  if (std::isinf(number)) number = std::copysign(std::numeric_limits<double>::max(), number);
  if (std::signbit(number)) {
    *to++ = '-';
    number = -number;
  }
  // Integers up to 2^53 print in full whatever their digits.
  if (number <= 0x1p53 && number == std::trunc(number)) {
    return WriteUnsigned(static_cast<uint64_t>(number), to);
  }
  // "d.ddde+XX": the shortest digits and their exponent.
  char text[kMostNumberChars];
  const char* const end =
      std::to_chars(text, text + sizeof text, number, std::chars_format::scientific).ptr;
  const char* e = end;
  while (*--e != 'e') {
  }
  int exponent = 0;
  std::from_chars(e[1] == '+' ? e + 2 : e + 1, end, exponent);
  char digits[kMostNumberChars];
  digits[0] = text[0];
  const auto count = e - text > 1 ? static_cast<int>(e - text) - 1 : 1;
  if (count > 1) std::memcpy(digits + 1, text + 2, static_cast<size_t>(count) - 1);

  // jq's choice: plain from 1e-4 to digits plus 15 places, else one digit before the point.
  const int point = exponent + 1;
  if (point <= -4 || point > count + 15) {
    *to++ = digits[0];
    if (count > 1) {
      *to++ = '.';
      std::memcpy(to, digits + 1, static_cast<size_t>(count) - 1);
      to += count - 1;
    }
    return WriteExponent(exponent, to);
  }
  if (point <= 0) {
    *to++ = '0';
    *to++ = '.';
    for (int i = point; i < 0; ++i) *to++ = '0';
    std::memcpy(to, digits, static_cast<size_t>(count));
    return to + count;
  }
  for (int i = 0; i < count; ++i) {
    if (i == point) *to++ = '.';
    *to++ = digits[i];
  }
  for (int i = count; i < point; ++i) *to++ = '0';
  return to;
}

}  // namespace karta::json
