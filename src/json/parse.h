// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/status.h"
#include "json/value.h"

namespace karta::json {

struct ParseOptions {
  size_t max_depth = 10'000;
  // Literals that are JSON only to jq: nan, NaN, and numbers too large for a double.
  bool jq_numbers = true;
};

// Parses exactly one document, of any whitespace around it.  kBadRequest says in jq's words what is
// wrong, with line and column: "Invalid numeric literal at EOF at line 1, column 3".
Result<Value> Parse(std::string_view text, const ParseOptions& options = {});

struct ReaderOptions {
  ParseOptions parse{};
  bool seq = false;     // RFC 7464: documents start with an RS byte; cut-off ones are reported
  bool stream = false;  // jq --stream: events [path, leaf] and [path] instead of documents
  bool stream_errors = false;  // jq --stream-errors: like `stream`; an error is an event as well
};

// Reads documents one after another from a source that can be endless: NDJSON, concatenated
// documents, or documents of any size as events.  Memory is bounded by the largest document (by the
// depth, with `stream`).
class Reader {
 public:
  // Fills `buffer` with up to `size` bytes; 0 means the end of the input.
  using Source = std::function<Result<size_t>(char* buffer, size_t size)>;

  Reader(Source source, ReaderOptions options = {});
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // The next document, or nullopt at the end.  kBadRequest is a syntax error, worded as jq words
  // it, with line and column.  A caller may go on after it: with `seq` at the next record,
  // otherwise at the next line.  Errors of the source are passed on.
  Result<std::optional<Value>> Next();

  // Line ends up to and with that of the line read last, as jq's input_line_number counts them.
  size_t lines() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace karta::json
