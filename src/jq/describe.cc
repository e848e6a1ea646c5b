// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jq/ast.h"

namespace karta::jq {

std::string Describe(const SourceError& error, std::string_view source, std::string_view name) {
  const size_t begin = std::min<size_t>(error.begin, source.size());
  const size_t newline = begin == 0 ? std::string_view::npos : source.rfind('\n', begin - 1);
  const size_t line_begin = newline == std::string_view::npos ? 0 : newline + 1;
  const size_t line_end = std::min(source.find('\n', begin), source.size());
  const auto line = 1 + std::count(source.begin(), source.begin() + static_cast<ptrdiff_t>(begin), '\n');
  const size_t end = std::clamp<size_t>(error.end, begin + 1, std::max(line_end, begin + 1));

  std::string text = "error: " + error.message + " at ";
  text += name;
  text += ", line " + std::to_string(line) + ", column " + std::to_string(begin - line_begin + 1);
  text += ":\n    ";
  text += source.substr(line_begin, line_end - line_begin);
  text += "\n    ";
  for (const char c : source.substr(line_begin, begin - line_begin)) text += c == '\t' ? '\t' : ' ';
  text.append(end - begin, '^');
  return text;
}

}  // namespace karta::jq
