// SPDX-License-Identifier: Apache-2.0
// The input is up to three JSON documents: one, another, and a patch.  Differences must turn the
// first into the second, whatever they are, and no patch may crash or change the document it is
// given.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "json/diff.h"
#include "json/merge_patch.h"
#include "json/parse.h"
#include "json/patch.h"
#include "json/print.h"

namespace {

using namespace karta::json;

constexpr PatchLimits kLimits{.max_operations = 100'000, .max_copied_nodes = 10'000};

[[noreturn]] void Fail(const char* what, const Value& from, const Value& to, const Value& patch) {
  std::fprintf(stderr, "%s:\n%s\n%s\n%s\n", what, ToText(from).c_str(), ToText(to).c_str(),
               ToText(patch).c_str());
  std::abort();
}

// NaN is not equal to itself, so nothing can be said about documents that hold one.
bool EqualToItself(const Value& value) {
  return value == Value(value) && Diff(value, value).empty();
}

void CheckPair(const Value& from, const Value& to) {
  const Difference difference = Diff(from, to);
  const auto patched = ApplyPatch(from, difference.patch, kLimits);
  if (!patched.ok() || !(*patched == to)) Fail("diff", from, to, difference.patch);
  if (difference.empty() != (from == to)) Fail("diff of equals", from, to, difference.patch);
  const auto merge = CreateMergePatch(from, to);
  if (merge.ok() && !(ApplyMergePatch(from, *merge) == to)) Fail("merge patch", from, to, *merge);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::vector<Value> documents;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  Reader reader(
      [&rest](char* buffer, size_t room) -> karta::Result<size_t> {
        const size_t count = rest.copy(buffer, room);
        rest.remove_prefix(count);
        return count;
      },
      {.parse = {.max_depth = 1'000, .jq_numbers = false}});
  while (documents.size() < 3) {
    auto next = reader.Next();
    if (!next.ok() || !*next) break;
    documents.push_back(**std::move(next));
  }
  documents.resize(3);
  const auto& [from, to, patch] = std::tie(documents[0], documents[1], documents[2]);
  if (!EqualToItself(from) || !EqualToItself(to)) return 0;
  CheckPair(from, to);
  CheckPair(to, from);
  const std::string before = ToText(from);
  (void)ApplyPatch(from, patch, kLimits);
  (void)ApplyMergePatch(from, patch);
  if (ToText(from) != before) Fail("the document was changed", from, to, patch);
  return 0;
}
