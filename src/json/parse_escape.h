// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace karta::json {

// What became of the escapes of a string.
struct Unescaped {
  char* end = nullptr;
  const char* error = nullptr;  // jq's words for the first thing wrong
  bool has_surrogate = false;   // a lone low surrogate stands in the text as three bytes
};

// Writes `text`, the inside of a string, to `to` without its escapes.  Never writes more than it
// reads, so `to` may be where `text` begins.
Unescaped Unescape(std::string_view text, char* to);

}  // namespace karta::json
