// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace karta::jq {

// Appends `bytes`, with U+FFFD for whatever is not UTF-8.
void AppendUtf8(std::string_view bytes, std::string* out);

// Appends what a run of escapes (\n, \", \u00e9\ud83d\ude00...) stands for.  Returns "" or what is wrong
// with the run, worded as jq words it; nothing is appended then.
std::string AppendUnescaped(std::string_view run, std::string* out);

}  // namespace karta::jq
