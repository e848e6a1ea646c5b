// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace karta::jq {

struct PreludeEntry {
  std::string_view key;   // "name/arity"
  std::string_view text;  // one definition
};

// Builtins that are written in jq.  Each is compiled only by programs that use it, so a long list
// costs nothing at start-up.
std::span<const PreludeEntry> PreludeEntries();

// The definition of `key`, or "".
std::string_view PreludeSource(std::string_view key);

}  // namespace karta::jq
