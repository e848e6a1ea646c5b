// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jq/ast.h"
#include "jq/utf8.h"

namespace karta::jq {
namespace {

// Longer lines are shown in part: programs written by programs can be one line of megabytes.
constexpr size_t kMostLineBytes = 1'000;

struct Line {
  size_t begin = 0, end = 0;  // in the source
  int64_t number = 1;         // counted from 1
  size_t shown_begin = 0, shown_end = 0;
};

Line LineAt(std::string_view source, size_t place) {
  Line line;
  const size_t newline = place == 0 ? std::string_view::npos : source.rfind('\n', place - 1);
  line.begin = newline == std::string_view::npos ? 0 : newline + 1;
  line.end = std::min(source.find('\n', place), source.size());
  line.number +=
      std::count(source.begin(), source.begin() + static_cast<ptrdiff_t>(line.begin), '\n');
  line.shown_begin = line.begin;
  line.shown_end = line.end;
  if (line.end - line.begin > kMostLineBytes) {
    line.shown_begin = std::max(line.begin, place - std::min(place, kMostLineBytes / 2));
    while (line.shown_begin < place && IsContinuation(source[line.shown_begin])) ++line.shown_begin;
    line.shown_end = std::min(line.end, line.shown_begin + kMostLineBytes);
    while (line.shown_end < line.end && IsContinuation(source[line.shown_end])) ++line.shown_end;
  }
  return line;
}

}  // namespace

std::string Describe(const SourceError& error, std::string_view source, std::string_view name) {
  const size_t begin = std::min<size_t>(error.begin, source.size());
  const Line line = LineAt(source, begin);
  const size_t end = std::clamp<size_t>(error.end, begin + 1, std::max(line.shown_end, begin + 1));

  std::string text = "error: " + error.message + " at ";
  text += name;
  text += ", line " + std::to_string(line.number);
  text += ", column " + std::to_string(begin - line.begin + 1) + ":\n    ";
  AppendRepaired(source.substr(line.shown_begin, line.shown_end - line.shown_begin), &text);
  text += "\n    ";
  for (const char c : source.substr(line.shown_begin, begin - line.shown_begin)) {
    text += c == '\t' ? '\t' : ' ';
  }
  text.append(end - begin, '^');
  return text;
}

}  // namespace karta::jq
