// SPDX-License-Identifier: Apache-2.0
#include "jq/utf8.h"

#include <cstring>

namespace karta::jq {

namespace {

// One step over possibly malformed text.
struct Step {
  size_t bytes;
  bool valid;
};

Step Inspect(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return {1, true};
  if (first < 0xc2 || first > 0xf4) return {1, false};
  const size_t length = CharacterBytes(text[at]);
  if (length > text.size() - at) return {text.size() - at, false};
  uint32_t code_point = first & (0xffu >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    if (!IsContinuation(text[at + i])) return {i, false};
    code_point = code_point << 6 | (byte(i) & 0x3f);
  }
  constexpr uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code_point >= 0xd800 && code_point <= 0xdfff;
  return {length, code_point >= kSmallest[length] && code_point <= 0x10ffff && !surrogate};
}

// Bytes at the front of `text`, from `at`, that are plain ASCII; eight at a time.
size_t SkipAscii(std::string_view text, size_t at) {
  while (text.size() - at >= 8) {
    uint64_t word;
    std::memcpy(&word, text.data() + at, 8);
    if ((word & 0x8080808080808080) != 0) break;
    at += 8;
  }
  while (at < text.size() && static_cast<signed char>(text[at]) >= 0) ++at;
  return at;
}

}  // namespace

size_t CountCharacters(std::string_view text) {
  size_t count = 0;
  for (const char c : text) count += !IsContinuation(c);  // the compiler vectorises this
  return count;
}

size_t OffsetOfCharacter(std::string_view text, size_t index) {
  size_t at = 0;
  // Whole words first: count the lead bytes of eight bytes at once.
  while (index >= 8 && text.size() - at >= 8) {
    size_t leads = 0;
    for (size_t i = 0; i < 8; ++i) leads += !IsContinuation(text[at + i]);
    index -= leads;
    at += 8;
  }
  // The words may have ended inside a character.
  while (at < text.size() && IsContinuation(text[at])) ++at;
  while (index > 0 && at < text.size()) {
    at += CharacterBytes(text[at]);
    --index;
  }
  return at < text.size() ? at : text.size();
}

uint32_t NextCharacter(std::string_view text, size_t* at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[*at + i]); };
  const uint32_t first = byte(0);
  if (first < 0x80) {
    *at += 1;
    return first;
  }
  const size_t length = CharacterBytes(text[*at]);
  uint32_t code_point = first & (0xffu >> (length + 1));
  for (size_t i = 1; i < length; ++i) code_point = code_point << 6 | (byte(i) & 0x3f);
  *at += length;
  return code_point;
}

void AppendCharacter(uint32_t c, std::string* out) {
  if (c < 0x80) {
    out->push_back(static_cast<char>(c));
    return;
  }
  char bytes[4];
  size_t length;
  if (c < 0x800) {
    bytes[0] = static_cast<char>(0xc0 | c >> 6);
    length = 2;
  } else if (c < 0x10000) {
    bytes[0] = static_cast<char>(0xe0 | c >> 12);
    bytes[1] = static_cast<char>(0x80 | (c >> 6 & 0x3f));
    length = 3;
  } else {
    bytes[0] = static_cast<char>(0xf0 | c >> 18);
    bytes[1] = static_cast<char>(0x80 | (c >> 12 & 0x3f));
    bytes[2] = static_cast<char>(0x80 | (c >> 6 & 0x3f));
    length = 4;
  }
  bytes[length - 1] = static_cast<char>(0x80 | (c & 0x3f));
  out->append(bytes, length);
}

bool IsWhiteSpace(uint32_t c) {
  return (c >= 0x09 && c <= 0x0d) || c == 0x20 || c == 0x85 || c == 0xa0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
         c == 0x3000;
}

bool IsValidUtf8(std::string_view text) {
  for (size_t at = SkipAscii(text, 0); at < text.size(); at = SkipAscii(text, at)) {
    const Step step = Inspect(text, at);
    if (!step.valid) return false;
    at += step.bytes;
  }
  return true;
}

void AppendRepaired(std::string_view bytes, std::string* out) {
  size_t good = 0;  // start of the valid run not yet appended
  size_t at = 0;
  while ((at = SkipAscii(bytes, at)) < bytes.size()) {
    const Step step = Inspect(bytes, at);
    if (!step.valid) {
      out->append(bytes, good, at - good);
      out->append("\xef\xbf\xbd");
      good = at + step.bytes;
    }
    at += step.bytes;
  }
  out->append(bytes, good, std::string_view::npos);
}

}  // namespace karta::jq
