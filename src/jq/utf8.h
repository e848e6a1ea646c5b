// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace karta::jq {

// Strings of Values are valid UTF-8 always; what comes out of decoders (base64, C library) may not
// be.

// Bytes of the character that starts with `first`, which must be a lead byte.
inline size_t CharacterBytes(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

inline bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// Code points in valid UTF-8.
size_t CountCharacters(std::string_view text);
// Byte offset of code point number `index`; text.size() when there are fewer.
size_t OffsetOfCharacter(std::string_view text, size_t index);

// Decodes the valid character at `*at` and steps over it.
uint32_t NextCharacter(std::string_view text, size_t* at);
// Appends the code point, which must be valid (no surrogate, at most U+10FFFF).
void AppendCharacter(uint32_t code_point, std::string* out);

// Unicode's White_Space property.
bool IsWhiteSpace(uint32_t code_point);

bool IsValidUtf8(std::string_view text);
// Appends `bytes` with each malformed sequence replaced by U+FFFD, cutting sequences where jq does.
void AppendRepaired(std::string_view bytes, std::string* out);

}  // namespace karta::jq
