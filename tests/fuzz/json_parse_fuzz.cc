// SPDX-License-Identifier: Apache-2.0

// One document: the fast stages, the careful parser and the printer must agree on it.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"
#include "json/parse.h"
#include "json/parse_text.h"
#include "json/print.h"

using karta::Result;
using karta::json::Parse;
using karta::json::Print;
using karta::json::PrintOptions;
using karta::json::TextParser;
using karta::json::ToText;
using karta::json::Value;

namespace {

// What Parse should say, by the careful parser alone.
std::string Carefully(std::string_view text) {
  TextParser parser({});
  parser.Feed(text, true);
  Value value;
  Value extra;
  std::string error;
  switch (parser.Next(&value, &error)) {
    case TextParser::Outcome::kValue:
      break;
    case TextParser::Outcome::kError:
      return "! " + error;
    default:
      return "! Expected JSON value";
  }
  switch (parser.Next(&extra, &error)) {
    case TextParser::Outcome::kValue:
      return "! Unexpected extra JSON values";
    case TextParser::Outcome::kError:
      return "! " + error;
    default:
      return ToText(value);
  }
}

std::string Reprinted(std::string_view text, const PrintOptions& options) {
  const Result<Value> value = Parse(text);
  KRT_ASSERT(value.ok());
  std::string out;
  Print(*value, options, &out);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<Value> value = Parse(text);
  const std::string got = value.ok() ? ToText(*value) : "! " + value.status().message();
  if (!text.starts_with('\xef')) KRT_ASSERT(got == Carefully(text));
  if (!value.ok()) return 0;

  // Infinities print as a double once, and as the literal that was read from then on.
  const PrintOptions pretty{.indent = 2, .sort_keys = true, .ascii = true};
  const std::string once = Reprinted(got, {});
  KRT_ASSERT(Reprinted(once, {}) == once);
  const std::string sorted = Reprinted(once, pretty);
  KRT_ASSERT(Reprinted(sorted, pretty) == sorted);
  return 0;
}
