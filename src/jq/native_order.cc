// SPDX-License-Identifier: Apache-2.0
#include "jq/native_order.h"

#include <utility>
#include <vector>

#include "jq/native.h"
#include "jq/sort.h"
#include "json/meter.h"

namespace karta::jq {

namespace {

using json::Value;

bool CheckArray(const Value& input, Value* error) {
  if (!input.is_array()) {
    return FailOn(error, input, "cannot be sorted, as it is not an array");
  }
  return json::meter.Allows(2 * input.size() * sizeof(Value)) || FailExhausted(error);
}

bool CheckKeys(const Value& input, const Value& keys, Value* error) {
  if (!input.is_array() || !keys.is_array() || input.size() != keys.size()) {
    return FailOnBoth(error, input, keys, "cannot be sorted, as they are not both arrays");
  }
  return json::meter.Allows(2 * input.size() * sizeof(Value)) || FailExhausted(error);
}

// Takes the elements of an array, each once: moved out of one that nobody shares, which saves
// touching every element's count twice, and copied otherwise.
class Elements {
 public:
  explicit Elements(Value* array) {
    if (!array->empty() && array->unique()) {
      movable_ = &array->MutableItem(0);
    } else {
      items_ = array->items();
    }
  }
  Value Take(size_t i) { return movable_ != nullptr ? std::move(movable_[i]) : items_[i]; }

 private:
  Value* movable_ = nullptr;
  std::span<const Value> items_;
};

Value Reordered(Value input, const std::vector<uint32_t>& order) {
  Value sorted = Value::Array(input.size());
  Elements elements(&input);
  for (const uint32_t i : order) sorted.Append(elements.Take(i));
  return sorted;
}

Value WithoutRepeats(const Value& input, const Value& keys) {
  Value unique = Value::Array();
  const auto items = input.items();
  const auto all = keys.items();
  const Value* last = nullptr;
  for (const uint32_t i : SortedOrder(all)) {
    if (last != nullptr && SameKey(*last, all[i])) continue;
    last = &all[i];
    unique.Append(items[i]);
  }
  return unique;
}

// The smallest element's first occurrence, or the largest one's last, as jq picks them.
bool PickBy(const Value& input, const Value& keys, bool smallest, Value* result, Value* error) {
  if (!input.is_array() || !keys.is_array()) {
    return FailOnBoth(error, input, keys, "cannot be iterated over");
  }
  if (input.size() != keys.size()) return FailOnBoth(error, input, keys, "have wrong length");
  if (!json::meter.Spend(static_cast<int64_t>(input.size()))) return FailExhausted(error);
  const auto all = keys.items();
  size_t best = 0;
  for (size_t i = 1; i < all.size(); ++i) {
    const Value& key = all[i];
    const Value& other = all[best];
    const bool less = key.is_int() && other.is_int() ? key.int_value() < other.int_value()
                                                     : json::Compare(key, other) < 0;
    if (less == smallest) best = i;
  }
  *result = all.empty() ? Value() : input.items()[best];
  return true;
}

}  // namespace

bool Sort(Value input, Values, Value* result, Value* error) {
  if (!CheckArray(input, error)) return false;
  const auto order = SortedOrder(input.items());
  *result = Reordered(std::move(input), order);
  return true;
}

bool Unique(Value input, Values, Value* result, Value* error) {
  if (!CheckArray(input, error)) return false;
  *result = WithoutRepeats(input, input);
  return true;
}

bool Min(Value input, Values, Value* result, Value* error) {
  return PickBy(input, input, true, result, error);
}

bool Max(Value input, Values, Value* result, Value* error) {
  return PickBy(input, input, false, result, error);
}

bool SortByKeys(Value input, Values keys, Value* result, Value* error) {
  if (!CheckKeys(input, keys[0], error)) return false;
  const auto order = SortedOrder(keys[0].items());
  *result = Reordered(std::move(input), order);
  return true;
}

bool GroupByKeys(Value input, Values keys, Value* result, Value* error) {
  if (!CheckKeys(input, keys[0], error)) return false;
  Value groups = Value::Array();
  const auto all = keys[0].items();
  const auto order = SortedOrder(all);
  Elements elements(&input);
  for (size_t i = 0; i < order.size();) {
    // Count first, so that a group is allocated once.
    size_t end = i + 1;
    while (end < order.size() && SameKey(all[order[i]], all[order[end]])) ++end;
    Value group = Value::Array(end - i);
    for (; i < end; ++i) group.Append(elements.Take(order[i]));
    groups.Append(std::move(group));
  }
  *result = std::move(groups);
  return true;
}

bool UniqueByKeys(Value input, Values keys, Value* result, Value* error) {
  if (!CheckKeys(input, keys[0], error)) return false;
  *result = WithoutRepeats(input, keys[0]);
  return true;
}

bool MinByKeys(Value input, Values keys, Value* result, Value* error) {
  return PickBy(input, keys[0], true, result, error);
}

bool MaxByKeys(Value input, Values keys, Value* result, Value* error) {
  return PickBy(input, keys[0], false, result, error);
}

bool BinarySearch(Value input, Values wanted, Value* result, Value* error) {
  if (!input.is_array()) return FailOn(error, input, "cannot be searched from");
  const auto items = input.items();
  size_t begin = 0;
  size_t end = items.size();
  while (begin < end) {
    const size_t middle = begin + (end - begin) / 2;
    const int order = json::Compare(wanted[0], items[middle]);
    if (order == 0) {
      *result = MakeCount(middle);
      return true;
    }
    if (order < 0) {
      end = middle;
    } else {
      begin = middle + 1;
    }
  }
  *result = MakeNumber(-1 - static_cast<double>(begin));
  return true;
}

}  // namespace karta::jq
