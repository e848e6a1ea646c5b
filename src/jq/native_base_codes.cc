// SPDX-License-Identifier: Apache-2.0
#include "jq/native_base_codes.h"

#include <array>
#include <cstdint>

namespace karta::jq {

namespace {

constexpr std::string_view kDigits64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kDigits32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

constexpr std::array<int8_t, 256> Inverse(std::string_view digits) {
  std::array<int8_t, 256> values{};
  values.fill(-1);
  for (size_t i = 0; i < digits.size(); ++i) {
    values[static_cast<unsigned char>(digits[i])] = static_cast<int8_t>(i);
  }
  return values;
}

constexpr auto kValues64 = Inverse(kDigits64);
constexpr auto kValues32 = Inverse(kDigits32);

// `bits` a digit; padded with '=' to whole groups of `group` digits.
std::string Encode(std::string_view bytes, std::string_view digits, int bits, size_t group) {
  std::string text;
  text.reserve((bytes.size() * 8 / static_cast<size_t>(bits) / group + 1) * group);
  uint32_t pending = 0;
  int have = 0;
  const uint32_t mask = (1u << bits) - 1;
  for (const char c : bytes) {
    pending = pending << 8 | static_cast<unsigned char>(c);
    for (have += 8; have >= bits; have -= bits)
      text.push_back(digits[pending >> (have - bits) & mask]);
  }
  if (have > 0) text.push_back(digits[pending << (bits - have) & mask]);
  while (text.size() % group != 0) text.push_back('=');
  return text;
}

struct Decoded {
  bool valid;
  size_t digits;  // read before the padding
};

Decoded Decode(std::string_view text, const std::array<int8_t, 256>& values, int bits,
               std::string* bytes) {
  bytes->reserve(text.size() * static_cast<size_t>(bits) / 8);
  uint32_t pending = 0;
  int have = 0;
  size_t digits = 0;
  for (const char c : text) {
    if (c == '=') break;
    const int value = values[static_cast<unsigned char>(c)];
    if (value < 0) return {false, digits};
    pending = pending << bits | static_cast<uint32_t>(value);
    have += bits;
    ++digits;
    if (have >= 8) {
      have -= 8;
      bytes->push_back(static_cast<char>(pending >> have & 0xff));
    }
  }
  return {true, digits};
}

}  // namespace

std::string EncodeBase64(std::string_view bytes) { return Encode(bytes, kDigits64, 6, 4); }
std::string EncodeBase32(std::string_view bytes) { return Encode(bytes, kDigits32, 5, 8); }

std::string_view DecodeBase64(std::string_view text, std::string* bytes) {
  const Decoded decoded = Decode(text, kValues64, 6, bytes);
  if (!decoded.valid) return "is not valid base64 data";
  // One digit more than whole bytes holds no byte of its own.
  return decoded.digits % 4 == 1 ? "trailing base64 byte found" : "";
}

std::string_view DecodeBase32(std::string_view text, std::string* bytes) {
  const Decoded decoded = Decode(text, kValues32, 5, bytes);
  return decoded.valid ? "" : "is not valid base32 data";
}

}  // namespace karta::jq
