// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "json/value.h"

namespace karta::json {

// One difference, in words that people read.
struct Change {
  enum class Kind { kAdded, kRemoved, kReplaced };
  Kind kind;
  // JSON Pointer; into the old document for kRemoved, into the new one otherwise.
  std::string path;
  Value before;  // of kRemoved and kReplaced
  Value after;   // of kAdded and kReplaced
};

struct Difference {
  // A JSON Patch (RFC 6902) of add, remove and replace that turns the first document into the
  // second.
  Value patch = Value::Array();
  std::vector<Change> changes;

  bool empty() const { return changes.empty(); }
};

// What turns `from` into `to`.  Equal means equal as jq sees it: 1 and 1.0 are, and the order of
// members does not matter.
//
// Elements of arrays are matched when they are equal, then when they are objects with the same
// `name` (or `id`, `key`, `type`), then by place; so one changed container gives one small change.
// The patch is small but not always the smallest: parts of an array that differ in more than a few
// thousand elements, or are nested deeper than 500 levels, are replaced.
Difference Diff(const Value& from, const Value& to);

// One line a change, as in
//   + /metadata/labels/team: "a"
//   - /spec/paused: true
//   ~ /spec/replicas: 1 -> 3
std::string ToText(const std::vector<Change>& changes);

}  // namespace karta::json
