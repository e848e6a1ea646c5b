// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "json/parse.h"
#include "json/value.h"

namespace karta::json {

// YAML as Kubernetes tools read it: YAML 1.1 plain scalars (`yes`, `on`, `012`, `0x1F`, `1_000`),
// timestamps as strings, keys of any scalar type as text, `<<` merge keys, several documents.
// docs/design/0002-yaml.md has the rules and the few places where we differ.
struct YamlOptions {
  // Levels of arrays and objects, counted after aliases are put in.
  size_t max_depth = 10'000;
  // Characters of one document, comments before it included.
  size_t max_document_size = size_t{1} << 30;
  // A key that is set twice in one mapping is an error; otherwise the last one wins, as in kubectl.
  bool strict = false;
};

// Reads documents one by one; memory is bounded by the largest document.
//
// Documents without content (nothing between two `---`) are skipped, as kubectl skips them, unless
// the whole input has no content: that is one null.
class YamlReader {
 public:
  using Source = Reader::Source;

  explicit YamlReader(Source source, YamlOptions options = {});
  ~YamlReader();
  YamlReader(const YamlReader&) = delete;
  YamlReader& operator=(const YamlReader&) = delete;

  // The next document, or nullopt at the end.  kBadRequest: not YAML, or YAML that JSON cannot hold
  // (`.nan`, a list as key), with line and column.  kExhausted: a limit, its name in reason():
  // "DepthLimit", "SizeLimit", "AliasLimit".  An error of the source is passed on.  After any error
  // the same error comes again.
  Result<std::optional<Value>> Next();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// All documents of `text`: at least one.
Result<std::vector<Value>> ParseYaml(std::string_view text, const YamlOptions& options = {});

struct YamlPrintOptions {
  bool sort_keys = false;       // in the order in which kubectl prints them (`a2` before `a10`)
  bool document_start = false;  // write `---` first
};

// Block style, two spaces a level, lists not indented below their key: what kubectl prints.
// A string is quoted when some YAML 1.1 or 1.2 reader would take it for something else.  Deeper
// than 100 levels goes on in flow style, since indentation would grow with the square of the depth.
// NaN prints as null and infinities as the largest double, as in JSON.  Ends in a newline.
std::string PrintYaml(const Value& value, const YamlPrintOptions& options = {});

}  // namespace karta::json
