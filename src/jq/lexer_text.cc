// SPDX-License-Identifier: Apache-2.0
#include "jq/lexer_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace karta::jq {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

void AppendCodePoint(uint32_t code, std::string* out) {
  if (code < 0x80) {
    out->push_back(static_cast<char>(code));
    return;
  }
  if (code < 0x800) {
    out->push_back(static_cast<char>(0xC0 | code >> 6));
  } else {
    if (code < 0x10000) {
      out->push_back(static_cast<char>(0xE0 | code >> 12));
    } else {
      out->push_back(static_cast<char>(0xF0 | code >> 18));
      out->push_back(static_cast<char>(0x80 | (code >> 12 & 0x3F)));
    }
    out->push_back(static_cast<char>(0x80 | (code >> 6 & 0x3F)));
  }
  out->push_back(static_cast<char>(0x80 | (code & 0x3F)));
}

// The length of the sequence that a first byte announces; 0 when it cannot be first.
size_t SequenceLength(uint8_t first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

bool IsScalar(uint32_t code, size_t length) {
  constexpr uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  return code >= kSmallest[length] && code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);
}

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
  AppendCodePoint(lone ? 0xFFFD : static_cast<uint32_t>(code), out);
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

void AppendUtf8(std::string_view bytes, std::string* out) {
  size_t i = 0;
  while (i < bytes.size()) {
    size_t plain = i;
    while (plain < bytes.size() && static_cast<uint8_t>(bytes[plain]) < 0x80) ++plain;
    out->append(bytes, i, plain - i);
    if ((i = plain) == bytes.size()) return;
    const auto first = static_cast<uint8_t>(bytes[i]);
    const size_t length = SequenceLength(first);
    if (length > bytes.size() - i) {  // cut off: one mark for all that is left
      out->append(kReplacement);
      return;
    }
    uint32_t code = length == 0 ? 0 : first & (0xFF >> (length + 1));
    size_t taken = 1;
    while (taken < length && (static_cast<uint8_t>(bytes[i + taken]) & 0xC0) == 0x80) {
      code = code << 6 | (static_cast<uint8_t>(bytes[i + taken]) & 0x3F);
      ++taken;
    }
    const bool good = taken == length && IsScalar(code, length);
    out->append(good ? bytes.substr(i, length) : kReplacement);
    i += taken;
  }
}

std::string AppendUnescaped(std::string_view run, std::string* out) {
  const size_t start = out->size();
  std::string_view rest = run;
  while (!rest.empty()) {
    const char* problem = ReadEscape(&rest, out);
    if (problem == nullptr) continue;
    out->resize(start);
    // The place counts within the run in quotes, up to the closing one: that is what jq hands to its JSON parser.
    const size_t line_end = run.rfind('\n');
    const size_t column = line_end == std::string_view::npos ? run.size() + 2 : run.size() - line_end;
    std::string message = problem;
    message += " at line " + std::to_string(1 + std::count(run.begin(), run.end(), '\n'));
    message += ", column " + std::to_string(column) + " (while parsing '\"";
    AppendUtf8(run, &message);
    return message + "\"')";
  }
  return "";
}

}  // namespace karta::jq
