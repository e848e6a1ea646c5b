// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "json/value.h"

namespace karta::json {

// What became of one element of an array: kept or changed (both indices), removed (only `before`)
// or added (only `after`).
struct Pairing {
  std::optional<size_t> before;
  std::optional<size_t> after;
  bool equal = false;
};

// Pairs the elements of two arrays; indices grow on each side.  Private to json/: see Diff.
std::vector<Pairing> AlignArrays(std::span<const Value> before, std::span<const Value> after);

}  // namespace karta::json
