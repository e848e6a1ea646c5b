// SPDX-License-Identifier: Apache-2.0
#include "json/parse.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "json/document.h"
#include "json/parse_text.h"
#include "json/parse_tree.h"
#include "json/structural.h"

namespace karta::json {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr size_t kPadding = Buffer::kPadding;
// An index takes about this much tree: a member with a short value has five or six positions.
constexpr size_t kTreeBytesPerPosition = 7;

constexpr size_t kMostKept = size_t{1} << 20;

struct Workshop {
  StructuralIndex index;
  TreeBuilder builder;
};

// Parses with all of jq's rules.
Result<Value> ParseCarefully(std::string_view text, const ParseOptions& options) {
  TextParser parser({.parse = options});
  parser.Feed(text, true);
  Value value;
  Value extra;
  std::string error;
  switch (parser.Next(&value, &error)) {
    case TextParser::Outcome::kValue:
      break;
    case TextParser::Outcome::kError:
      return BadRequest(std::move(error));
    default:
      return BadRequest("Expected JSON value");
  }
  switch (parser.Next(&extra, &error)) {
    case TextParser::Outcome::kValue:
      return BadRequest("Unexpected extra JSON values");
    case TextParser::Outcome::kError:
      return BadRequest(std::move(error));
    default:
      return value;
  }
}

// Whether nothing but white space follows.
bool EndsThere(StructuralIndex* index, size_t size) {
  while (index->begin() == index->end()) {
    if (!index->Extend(size, true)) return !index->broken();
  }
  return false;
}

// Parses what is plainly JSON; false for what is not.
bool ParsePlainly(std::string_view text, const ParseOptions& options, Value* value) {
  // What a parse works with is kept for the next one of the thread.
  static thread_local std::optional<Workshop> workshop;
  if (!workshop || workshop->builder.kept_bytes() > kMostKept) workshop.emplace();
  StructuralIndex& index = workshop->index;
  TreeBuilder& builder = workshop->builder;
  index.Start(text.data(), 0);
  if (!index.Extend(text.size(), true)) return false;
  const auto known = static_cast<size_t>(index.end() - index.begin());
  const size_t tree =
      text.size() <= StructuralIndex::kWindow ? known * kTreeBytesPerPosition : text.size();
  Document* document = Document::Create(tree + text.size() + 2 * kPadding);
  // The document keeps its own copy of the text, and strings point into that.
  char* copy = document->Allocate(text.size() + kPadding + 8) + 8;
  std::memcpy(copy, text.data(), text.size());
  std::memset(copy + text.size(), ' ', kPadding);
  index.MoveTo(copy);

  builder.Start(document, options);
  TreeBuilder::Outcome outcome;
  do {
    outcome = builder.Run(&index, text.size(), true);
  } while (outcome == TreeBuilder::Outcome::kMore && index.Extend(text.size(), true));
  const bool whole = outcome == TreeBuilder::Outcome::kDone && EndsThere(&index, text.size());
  if (whole) *value = builder.root();
  document->Unref();
  return whole;
}

}  // namespace

Result<Value> Parse(std::string_view text, const ParseOptions& options) {
  if (text.starts_with(kByteOrderMark[0])) {
    const size_t size = std::min(text.size(), kByteOrderMark.size());
    if (text.substr(0, size) != kByteOrderMark.substr(0, size)) return BadRequest("Malformed BOM");
    text.remove_prefix(size);
  }
  Value value;
  if (text.size() < StructuralIndex::kMostText && ParsePlainly(text, options, &value)) return value;
  return ParseCarefully(text, options);
}

}  // namespace karta::json
