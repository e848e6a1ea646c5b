// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "json/value.h"

namespace karta::jq {

// Natives that depend on jq's order.  Those "by keys" take an array with one key for each element.
using Values = std::span<json::Value>;

bool Sort(json::Value input, Values none, json::Value* result, json::Value* error);
bool Unique(json::Value input, Values none, json::Value* result, json::Value* error);
bool Min(json::Value input, Values none, json::Value* result, json::Value* error);
bool Max(json::Value input, Values none, json::Value* result, json::Value* error);
bool SortByKeys(json::Value input, Values keys, json::Value* result, json::Value* error);
bool GroupByKeys(json::Value input, Values keys, json::Value* result, json::Value* error);
bool UniqueByKeys(json::Value input, Values keys, json::Value* result, json::Value* error);
bool MinByKeys(json::Value input, Values keys, json::Value* result, json::Value* error);
bool MaxByKeys(json::Value input, Values keys, json::Value* result, json::Value* error);
// The position of the argument in a sorted array, or -1 - where it would go.
bool BinarySearch(json::Value input, Values wanted, json::Value* result, json::Value* error);

}  // namespace karta::jq
