// SPDX-License-Identifier: Apache-2.0
#include "json/parse_escape.h"

#include <cstdint>
#include <cstring>

#include "json/parse_utf8.h"

namespace karta::json {

namespace {

constexpr char kPairError[] = "Invalid \\uXXXX\\uXXXX surrogate pair escape";

// Four hexadecimal digits, or -1.
int32_t HexOf(const char* p) {
  int32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = p[i];
    const char lower = static_cast<char>(c | 0x20);
    if (c >= '0' && c <= '9') {
      value = value << 4 | (c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      value = value << 4 | (lower - 'a' + 10);
    } else {
      return -1;
    }
  }
  return value;
}

char SimpleEscape(char c) {
  switch (c) {
    case '\\':
    case '"':
    case '/':
      return c;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return 0;
  }
}

// The rest of "\u", from `p`: one unit, or a pair of surrogates.  Returns the end, or null.
const char* ReadUnits(const char* p, const char* end, uint32_t* codepoint, const char** error) {
  if (end - p < 4) {
    *error = "Invalid \\uXXXX escape";
    return nullptr;
  }
  const int32_t first = HexOf(p);
  if (first < 0) {
    *error = "Invalid characters in \\uXXXX escape";
    return nullptr;
  }
  p += 4;
  *codepoint = static_cast<uint32_t>(first);
  if (first < 0xd800 || first > 0xdbff) return p;
  const int32_t second = end - p >= 6 && p[0] == '\\' && p[1] == 'u' ? HexOf(p + 2) : -1;
  if (second < 0xdc00 || second > 0xdfff) {
    *error = kPairError;
    return nullptr;
  }
  *codepoint = 0x10000 + (static_cast<uint32_t>(first - 0xd800) << 10 |
                          static_cast<uint32_t>(second - 0xdc00));
  return p + 6;
}

}  // namespace

Unescaped Unescape(std::string_view text, char* to) {
  Unescaped result;
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p < end) {
    const auto c = static_cast<unsigned char>(*p++);
    if (c != '\\') {
      if (c < 0x20) {
        result.error =
            "Invalid string: control characters from U+0000 through U+001F must be escaped";
        return result;
      }
      *to++ = static_cast<char>(c);
      continue;
    }
    if (p == end) {
      result.error = "Expected escape character at end of string";
      return result;
    }
    const char kind = *p++;
    if (kind == 'u') {
      uint32_t codepoint;
      p = ReadUnits(p, end, &codepoint, &result.error);
      if (p == nullptr) return result;
      result.has_surrogate |= codepoint >= 0xdc00 && codepoint <= 0xdfff;
      to = WriteUtf8(codepoint, to);
    } else if (const char plain = SimpleEscape(kind)) {
      *to++ = plain;
    } else {
      result.error = "Invalid escape";
      return result;
    }
  }
  result.end = to;
  return result;
}

}  // namespace karta::json
