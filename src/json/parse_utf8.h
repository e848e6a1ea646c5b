// SPDX-License-Identifier: Apache-2.0
#pragma once

// UTF-8 as parsers see it: bytes that may be wrong.  Private to json/.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace karta::json {

// Bytes of the sequence that `lead` begins, 0 when it cannot begin one.
inline int Utf8Length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

// Whether the `length` bytes at `p`, a length that Utf8Length gave, are one character.
inline bool ValidSequence(const unsigned char* p, int length) {
  for (int i = 1; i < length; ++i) {
    if ((p[i] & 0xc0) != 0x80) return false;
  }
  if (length == 3) {
    if (p[0] == 0xe0) return p[1] >= 0xa0;
    if (p[0] == 0xed) return p[1] < 0xa0;
  }
  if (length == 4) {
    if (p[0] == 0xf0) return p[1] >= 0x90;
    if (p[0] == 0xf4) return p[1] < 0x90;
  }
  return true;
}

// How many bytes at the end of `text` begin a character that is cut off.
inline size_t CutUtf8Bytes(const char* text, size_t size) {
  for (size_t back = 1; back <= 3 && back <= size; ++back) {
    const auto c = static_cast<unsigned char>(text[size - back]);
    if ((c & 0xc0) == 0x80) continue;
    return static_cast<size_t>(Utf8Length(c)) > back ? back : 0;
  }
  return 0;
}

// Writes `codepoint`, which may be a surrogate, as one to four bytes; returns their end.
inline char* WriteUtf8(uint32_t codepoint, char* to) {
  const auto put = [&](uint32_t byte) { *to++ = static_cast<char>(byte); };
  if (codepoint < 0x80) {
    put(codepoint);
  } else if (codepoint < 0x800) {
    put(0xc0 | codepoint >> 6);
    put(0x80 | (codepoint & 0x3f));
  } else if (codepoint < 0x10000) {
    put(0xe0 | codepoint >> 12);
    put(0x80 | (codepoint >> 6 & 0x3f));
    put(0x80 | (codepoint & 0x3f));
  } else {
    put(0xf0 | codepoint >> 18);
    put(0x80 | (codepoint >> 12 & 0x3f));
    put(0x80 | (codepoint >> 6 & 0x3f));
    put(0x80 | (codepoint & 0x3f));
  }
  return to;
}

bool IsUtf8(std::string_view text);

// `text` with U+FFFD for each run of bytes that jq replaces: a byte that begins nothing, or as much
// of a sequence as is there.
std::string RepairUtf8(std::string_view text);

}  // namespace karta::json
