// SPDX-License-Identifier: Apache-2.0
// Any bytes are YAML or an error with a place; what was read prints and reads back as the same.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "json/yaml.h"

namespace {

using karta::json::ParseYaml;
using karta::json::PrintYaml;
using karta::json::Value;

[[noreturn]] void Fail(const char* what, const std::string& text) {
  std::fprintf(stderr, "%s:\n%s\n", what, text.c_str());
  std::abort();
}

void CheckReadsBack(const Value& value, bool sort_keys) {
  const std::string text = PrintYaml(value, {.sort_keys = sort_keys, .document_start = true});
  const auto again = ParseYaml(text, {.max_depth = 200, .strict = true});
  if (!again.ok()) Fail(again.status().message().c_str(), text);
  if (again->size() != 1 || !(again->front() == value)) Fail("reads back differently", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const bool strict = size % 2 == 1;
  const auto documents = ParseYaml(text, {.max_depth = 200, .strict = strict});
  if (!documents.ok()) {
    if (documents.status().message().empty()) Fail("an error without words", std::string(text));
    return 0;
  }
  if (documents->empty()) Fail("no document", std::string(text));
  for (const Value& document : *documents) CheckReadsBack(document, strict);
  return 0;
}
