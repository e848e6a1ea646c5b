// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace karta::jq {

// Appends what a run of escapes (\n, \", \u00e9\ud83d\ude00...) stands for.  Returns "" or what is
// wrong with the run, worded as jq words it; nothing is appended then.
std::string AppendUnescaped(std::string_view run, std::string* out);

}  // namespace karta::jq
