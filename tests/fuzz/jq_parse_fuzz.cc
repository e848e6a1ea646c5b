// SPDX-License-Identifier: Apache-2.0

// Any bytes as a jq program: the parser answers with a tree or with errors that have a place in the
// text, and a text that parses still does so inside parentheses.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "jq/ast.h"
#include "jq/test_tree_text.h"

namespace {

void Require(bool fact) {
  if (!fact) std::abort();
}

// Long chains are legal, and the tree printer recurses along them.
constexpr size_t kMostPrintedBytes = 2'000;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using karta::jq::ParseSource;
  const std::string_view source(reinterpret_cast<const char*>(data), size);
  const karta::jq::ParseOutcome outcome = ParseSource(source, 200);
  Require((outcome.module == nullptr) == !outcome.errors.empty());
  for (const karta::jq::SourceError& error : outcome.errors) {
    Require(error.begin <= error.end && error.end <= size);
    Require(!Describe(error, source, "fuzz").empty());
  }
  if (!outcome.module || size > kMostPrintedBytes) return 0;

  const std::string tree = karta::jq::TreeText::Of(*outcome.module);
  const karta::jq::Module& module = *outcome.module;
  if (module.main && module.definitions.empty() && module.imports.empty() && !module.has_metadata) {
    // The line end closes a comment unless a backslash hides it.
    const auto again = ParseSource("(" + std::string(source) + "\n\n)", 201);
    if (again.module)
      Require(karta::jq::TreeText::Of(*again.module) == tree || tree.find("__loc__") != tree.npos);
  }
  return 0;
}
