// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "json/value.h"

namespace karta::json {

// Escape sequences (without ESC[ and m), in jq's order: null, false, true, numbers, strings,
// arrays, objects, object keys.
struct Colors {
  std::array<std::string, 8> sequences;
  static const Colors& Default();
  // Reads JQ_COLORS ("0;31:1;32..."); false when it is malformed, leaving what was set before it.
  bool Parse(std::string_view spec);
};

struct PrintOptions {
  int indent = -1;   // spaces a level; -1: all on one line
  bool tab = false;  // one tab a level; `indent` is ignored
  bool sort_keys = false;
  bool ascii = false;  // \uXXXX for everything beyond ASCII
  const Colors* colors = nullptr;
};

// Appends the text of `value`.  Doubles print with the fewest digits that read back the same, as jq
// formats them; NaN as null; infinities as the largest double.  Deeper than 10,000 levels prints
// jq's "<skipped: too deep>" marker.  Stops early, leaving the text cut, when the thread's Meter is
// exhausted.
void Print(const Value& value, const PrintOptions& options, std::string* out);

// Compact text.
std::string ToText(const Value& value);
// The text of a number as Print writes it.
void AppendNumber(const Value& number, std::string* out);
void AppendDouble(double number, std::string* out);
// `text` with quotes and escapes.
void AppendQuoted(std::string_view text, bool ascii, std::string* out);

}  // namespace karta::json
