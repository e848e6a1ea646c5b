// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "json/value.h"

namespace karta::jq {

// Positions of `keys` in jq's order, equal keys in the order in which they stand.  Keys that are
// all numbers or all short strings are sorted without comparing values.  The order is arbitrary
// once json::meter is exhausted.
std::vector<uint32_t> SortedOrder(std::span<const json::Value> keys);

// Whether keys at these positions are equal, as jq's group_by and unique ask it.
bool SameKey(const json::Value& a, const json::Value& b);

}  // namespace karta::jq
