// SPDX-License-Identifier: Apache-2.0
#include "jq/lexer_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "jq/utf8.h"

namespace karta::jq {
namespace {

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// -1 when one of the first four characters is no hexadecimal digit.
int32_t Hex4(std::string_view text) {
  int32_t value = 0;
  for (size_t i = 0; i < 4; ++i) {
    const int digit = HexDigit(text[i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

// Reads the part after "\u", removing it from `rest`.  Returns the problem, or null.
const char* ReadUnicode(std::string_view* rest, std::string* out) {
  if (rest->size() < 4) return "Invalid \\uXXXX escape";
  int32_t code = Hex4(*rest);
  if (code < 0) return "Invalid characters in \\uXXXX escape";
  rest->remove_prefix(4);
  if (code >= 0xD800 && code <= 0xDBFF) {
    int32_t low = -1;
    if (rest->size() >= 6 && rest->starts_with("\\u")) low = Hex4(rest->substr(2));
    if (low < 0xDC00 || low > 0xDFFF) return "Invalid \\uXXXX\\uXXXX surrogate pair escape";
    rest->remove_prefix(6);
    code = 0x10000 + ((code - 0xD800) << 10 | (low - 0xDC00));
  }
  const bool lone = code >= 0xDC00 && code <= 0xDFFF;
  AppendCharacter(lone ? 0xFFFD : static_cast<uint32_t>(code), out);
  return nullptr;
}

const char* ReadEscape(std::string_view* rest, std::string* out) {
  const char c = (*rest)[1];
  rest->remove_prefix(2);
  constexpr std::string_view kPlain = "\\\"/bftnr";
  constexpr std::string_view kMeant = "\\\"/\b\f\t\n\r";
  if (c == 'u') return ReadUnicode(rest, out);
  const size_t which = kPlain.find(c);
  if (which == std::string_view::npos) return "Invalid escape";
  out->push_back(kMeant[which]);
  return nullptr;
}

}  // namespace

std::string AppendUnescaped(std::string_view run, std::string* out) {
  const size_t start = out->size();
  std::string_view rest = run;
  while (!rest.empty()) {
    const char* problem = ReadEscape(&rest, out);
    if (problem == nullptr) continue;
    out->resize(start);
    // The place counts within the run in quotes, up to the closing one: that is what jq hands to
    // its JSON parser.
    const size_t line_end = run.rfind('\n');
    const size_t column =
        line_end == std::string_view::npos ? run.size() + 2 : run.size() - line_end;
    std::string message = problem;
    message += " at line " + std::to_string(1 + std::count(run.begin(), run.end(), '\n'));
    message += ", column " + std::to_string(column) + " (while parsing '\"";
    AppendRepaired(run, &message);
    return message + "\"')";
  }
  return "";
}

}  // namespace karta::jq
