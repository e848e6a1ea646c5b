// SPDX-License-Identifier: Apache-2.0
#include "json/print_text.h"

#include <algorithm>
#include <cmath>

#include "json/node.h"
#include "json/number.h"
#include "json/parse_utf8.h"
#include "json/print.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace karta::json {

namespace {

constexpr char kHex[] = "0123456789abcdef";

bool IsPlain(unsigned char c, bool ascii) {
  return c >= 0x20 && c != '"' && c != '\\' && c != 0x7f && (c < 0x80 || !ascii);
}

char* WriteUnit(uint32_t unit, char* to) {
  *to++ = '\\';
  *to++ = 'u';
  for (int shift = 12; shift >= 0; shift -= 4) *to++ = kHex[unit >> shift & 0xf];
  return to;
}

uint32_t Decode(const unsigned char* p, int length) {
  if (length == 2) return (p[0] & 0x1fu) << 6 | (p[1] & 0x3fu);
  if (length == 3) return (p[0] & 0x0fu) << 12 | (p[1] & 0x3fu) << 6 | (p[2] & 0x3fu);
  return (p[0] & 0x07u) << 18 | (p[1] & 0x3fu) << 12 | (p[2] & 0x3fu) << 6 | (p[3] & 0x3fu);
}

#if defined(__SSE2__)
// A bit for each of 16 bytes that cannot be printed as it is.
inline unsigned FindEscapes(__m128i bytes, bool ascii) {
  const __m128i odd =
      _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                                _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))),
                   _mm_or_si128(_mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes),
                                _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7f))));
  const auto found = static_cast<unsigned>(_mm_movemask_epi8(odd));
  return ascii ? found | static_cast<unsigned>(_mm_movemask_epi8(bytes)) : found;
}
#endif

}  // namespace

void TextWriter::Repeat(char c, size_t count) {
  while (count > 0) {
    const size_t part = std::min(count, kRoom);
    Need(part);
    std::memset(next_, c, part);
    next_ += part;
    count -= part;
  }
}

void TextWriter::PutNumber(const Value& number) {
  if (number.is_literal()) {
    Put(number.literal_text());
    return;
  }
  Need(kMostNumberChars);
  next_ = number.is_int() ? WriteInt(number.int_value(), next_)
                          : WriteDouble(number.double_value(), next_);
}

// Writes the one character at `p` that is not plain; returns its end.
const char* TextWriter::PutEscaped(const char* p, const char* end, bool ascii) {
  Need(12);
  const auto c = static_cast<unsigned char>(*p);
  if (c >= 0x80) {
    const int length = Utf8Length(c);
    if (!ascii || length < 2 || length > end - p) {  // the latter two do not occur in valid text
      *next_++ = *p;
      return p + 1;
    }
    const uint32_t codepoint = Decode(reinterpret_cast<const unsigned char*>(p), length);
    if (codepoint < 0x10000) {
      next_ = WriteUnit(codepoint, next_);
    } else {
      next_ = WriteUnit(0xd800 | (codepoint - 0x10000) >> 10, next_);
      next_ = WriteUnit(0xdc00 | (codepoint & 0x3ff), next_);
    }
    return p + length;
  }
  char letter = 0;
  switch (c) {
    case '"':
    case '\\':
      letter = static_cast<char>(c);
      break;
    case '\b':
      letter = 'b';
      break;
    case '\f':
      letter = 'f';
      break;
    case '\n':
      letter = 'n';
      break;
    case '\r':
      letter = 'r';
      break;
    case '\t':
      letter = 't';
      break;
    default:
      next_ = WriteUnit(c, next_);
      return p + 1;
  }
  *next_++ = '\\';
  *next_++ = letter;
  return p + 1;
}

void TextWriter::PutText(const char* p, size_t size, bool ascii) {
  const char* const end = p + size;
#if defined(__SSE2__)
  while (end - p >= 16) {
    Need(16);
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(next_), bytes);
    const unsigned odd = FindEscapes(bytes, ascii);
    if (odd == 0) {
      p += 16;
      next_ += 16;
      continue;
    }
    const int plain = __builtin_ctz(odd);
    next_ += plain;
    p = PutEscaped(p + plain, end, ascii);
  }
  if (size >= 16 && p < end) {
    // The rest is the end of 16 bytes that can be read; it is moved to where it belongs.
    const auto rest = static_cast<size_t>(end - p);
    alignas(16) char tail[32] = {};
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(end - 16));
    _mm_store_si128(reinterpret_cast<__m128i*>(tail), bytes);
    if (FindEscapes(bytes, ascii) >> (16 - rest) == 0) {
      Need(16);
      std::memcpy(next_, tail + 16 - rest, 16);
      next_ += rest;
      return;
    }
  }
#endif
  while (p < end) {
    if (IsPlain(static_cast<unsigned char>(*p), ascii)) {
      Put(*p++);
    } else {
      p = PutEscaped(p, end, ascii);
    }
  }
}

void TextWriter::PutQuoted(std::string_view text, bool ascii) {
  Put('"');
  PutText(text.data(), text.size(), ascii);
  Put('"');
}

void TextWriter::PutQuoted(const Value& string, bool ascii) {
#if defined(__SSE2__)
  if (!ValueAccess::has_owner(string)) {
    // A short text fills the rest of its Value: one load, one store.
    const __m128i words = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&string));
    const __m128i bytes = _mm_srli_si128(words, 2);
    const size_t size = string.w0() >> 8 & 0xff;
    const unsigned wanted = (1u << size) - 1;
    if ((FindEscapes(bytes, ascii) & wanted) == 0) [[likely]] {
      Need(Value::kInlineBytes + 2);
      *next_ = '"';
      _mm_storeu_si128(reinterpret_cast<__m128i*>(next_ + 1), bytes);
      next_[size + 1] = '"';
      next_ += size + 2;
      return;
    }
  }
#endif
  PutQuoted(string.str(), ascii);
}

void AppendNumber(const Value& number, std::string* out) {
  if (number.is_double() && std::isnan(number.double_value())) {
    out->append("null");
    return;
  }
  TextWriter(out).PutNumber(number);
}

void AppendDouble(double number, std::string* out) { AppendNumber(Value::Double(number), out); }

void AppendQuoted(std::string_view text, bool ascii, std::string* out) {
  TextWriter(out).PutQuoted(text, ascii);
}

}  // namespace karta::json
