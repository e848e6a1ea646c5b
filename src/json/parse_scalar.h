// SPDX-License-Identifier: Apache-2.0
#pragma once

// Small decisions of the TreeBuilder's hot loop.  Private to json/.

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "json/parse_tree.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace karta::json {

static_assert(std::endian::native == std::endian::little);

constexpr uint32_t WordOf(const char (&text)[5]) {
  uint32_t word = 0;
  for (int i = 3; i >= 0; --i) word = word << 8 | static_cast<unsigned char>(text[i]);
  return word;
}
inline constexpr uint32_t kTrueWord = WordOf("true");
inline constexpr uint32_t kFalseTail = WordOf("alse");
inline constexpr uint32_t kNullWord = WordOf("null");

// The low bits of a Value's first word, which tell how it holds its text.
inline constexpr uint64_t kInlineTag = 6;
inline constexpr uint64_t kSliceWord = 7;

// Characters by what they end: 1 for white space and structure, 2 for what may stand right behind a
// number at the top level.
inline constexpr std::array<uint8_t, 256> kEnds = [] {
  std::array<uint8_t, 256> ends{};
  for (const char c : {' ', '\t', '\n', '\r'}) ends[static_cast<unsigned char>(c)] = 3;
  for (const char c : {',', ':', ']', '}'}) ends[static_cast<unsigned char>(c)] = 1;
  for (const char c : {'{', '[', '"'}) ends[static_cast<unsigned char>(c)] = 3;
  return ends;
}();
inline bool EndsScalar(char c) { return kEnds[static_cast<unsigned char>(c)] != 0; }
inline bool MayFollowRoot(char c) { return (kEnds[static_cast<unsigned char>(c)] & 2) != 0; }

// Text of at most 14 bytes as a Value holds it.  Reads two bytes before `text` and 16 in all.
inline Slot InlineSlot(const char* text, size_t size) {
#if defined(__SSE2__)
  struct Tables {
    alignas(16) unsigned char keep[15][16];
    alignas(16) unsigned char head[15][16];
  };
  static constexpr Tables kTables = [] {
    Tables tables{};
    for (unsigned n = 0; n < 15; ++n) {
      for (unsigned i = 0; i < 16; ++i) tables.keep[n][i] = i >= 2 && i < n + 2 ? 0xff : 0;
      tables.head[n][0] = kInlineTag;
      tables.head[n][1] = static_cast<unsigned char>(n);
    }
    return tables;
  }();
  const __m128i raw = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text - 2));
  const __m128i keep = _mm_load_si128(reinterpret_cast<const __m128i*>(kTables.keep[size]));
  const __m128i head = _mm_load_si128(reinterpret_cast<const __m128i*>(kTables.head[size]));
  Slot slot;
  _mm_storeu_si128(reinterpret_cast<__m128i*>(&slot), _mm_or_si128(_mm_and_si128(raw, keep), head));
  return slot;
#else
  const Value value = ValueAccess::Inline(text, size);
  return {value.w0(), value.w1()};
#endif
}

}  // namespace karta::json
