// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "jq/access.h"
#include "jq/contains.h"
#include "jq/native.h"
#include "jq/native_convert.h"
#include "jq/native_order.h"
#include "jq/operators.h"
#include "json/meter.h"

namespace karta::jq {

namespace {

using json::Value;
using Arguments = std::span<Value>;

// Calls `each` with every element or member value, as `.[]` gives them; stops when it says no.
template <typename Each>
bool ForEach(const Value& container, Value* error, Each each) {
  if (!container.is_container()) return FailToIterate(error, container);
  for (const Value& item : container.items()) {
    if (!each(item)) return false;
  }
  for (const json::Member& member : container.members()) {
    if (!each(member.value)) return false;
  }
  return true;
}

bool AllowItems(size_t count, Value* error) {
  return (json::meter.Spend(static_cast<int64_t>(count)) &&
          json::meter.Allows(count * sizeof(Value))) ||
         FailExhausted(error);
}

bool Keys(Value input, bool sorted, Value* result, Value* error) {
  if (!input.is_container()) return FailOn(error, input, "has no keys");
  if (!AllowItems(input.size(), error)) return false;
  Value keys = Value::Array(input.size());
  if (input.is_array()) {
    for (size_t i = 0; i < input.size(); ++i) keys.Append(MakeCount(i));
  } else if (!sorted) {
    for (const json::Member& member : input.members()) keys.Append(member.key);
  } else {
    std::vector<const Value*> order;
    order.reserve(input.size());
    for (const json::Member& member : input.members()) order.push_back(&member.key);
    std::sort(order.begin(), order.end(),
              [](const Value* a, const Value* b) { return a->str() < b->str(); });
    for (const Value* key : order) keys.Append(*key);
  }
  *result = std::move(keys);
  return true;
}

bool SortedKeys(Value input, Arguments, Value* result, Value* error) {
  return Keys(std::move(input), true, result, error);
}

bool UnsortedKeys(Value input, Arguments, Value* result, Value* error) {
  return Keys(std::move(input), false, result, error);
}

bool HasKey(Value input, Arguments arguments, Value* result, Value* error) {
  bool has = false;
  if (!Has(input, arguments[0], &has, error)) return false;
  *result = Value::Bool(has);
  return true;
}

bool In(Value input, Arguments arguments, Value* result, Value* error) {
  bool has = false;
  if (!Has(arguments[0], input, &has, error)) return false;
  *result = Value::Bool(has);
  return true;
}

bool ContainsValue(Value input, Arguments arguments, Value* result, Value* error) {
  return Contains(input, arguments[0], result, error);
}

bool Inside(Value input, Arguments arguments, Value* result, Value* error) {
  return Contains(arguments[0], input, result, error);
}

bool GetPathOf(Value input, Arguments arguments, Value* result, Value* error) {
  return GetPath(input, arguments[0], result, error);
}

bool SetPathOf(Value input, Arguments arguments, Value* result, Value* error) {
  return SetPath(std::move(input), arguments[0], std::move(arguments[1]), result, error);
}

bool DeletePathsOf(Value input, Arguments arguments, Value* result, Value* error) {
  return DeletePaths(std::move(input), arguments[0], result, error);
}

// {"key": key, "value": value}: made by the million, so the names are made once.
struct EntryNames {
  Value key = Value::String("key");
  Value value = Value::String("value");
};

Value MakeEntry(const EntryNames& names, Value key, const Value& value) {
  Value entry = Value::Object(2);
  entry.Set(names.key, std::move(key));
  entry.Set(names.value, value);
  return entry;
}

bool ToEntries(Value input, Arguments, Value* result, Value* error) {
  if (!input.is_container()) return FailOn(error, input, "has no keys");
  if (!AllowItems(8 * input.size(), error)) return false;
  const EntryNames names;
  Value entries = Value::Array(input.size());
  double index = 0;
  for (const Value& item : input.items())
    entries.Append(MakeEntry(names, MakeNumber(index++), item));
  for (const json::Member& member : input.members()) {
    entries.Append(MakeEntry(names, member.key, member.value));
  }
  *result = std::move(entries);
  return true;
}

// The first of .key, .Key, .name and .Name that is neither null nor false; the last one otherwise.
const Value& EntryKey(const Value& entry) {
  for (const std::string_view name : {"key", "Key", "name"}) {
    const Value& key = entry[name];
    if (key.truthy()) return key;
  }
  return entry["Name"];
}

bool FromEntries(Value input, Arguments, Value* result, Value* error) {
  Value object = Value::Object();
  const bool ok = ForEach(input, error, [&](const Value& entry) {
    if (!entry.is_object() && !entry.is_null()) {
      Value ignored;
      return GetIndex(entry, Value::String("key"), &ignored, error);
    }
    const Value& key = EntryKey(entry);
    if (!key.is_string()) {
      return Fail(error, "Cannot use " + TypeAndExcerpt(key) + " as object key");
    }
    const Value* value = entry.Find("value");
    object.Set(key, value != nullptr ? *value : entry["Value"]);
    return (json::meter.Spend(1) && json::meter.Allows(0)) || FailExhausted(error);
  });
  if (ok) *result = std::move(object);
  return ok;
}

bool AddAll(Value input, Arguments, Value* result, Value* error) {
  Value sum;
  const bool ok = ForEach(input, error, [&](const Value& item) {
    return Add(std::move(sum), item, &sum, error) && (json::meter.Spend(1) || FailExhausted(error));
  });
  if (ok) *result = std::move(sum);
  return ok;
}

bool Any(Value input, Arguments, Value* result, Value* error) {
  bool any = false;
  const auto test = [&](const Value& item) { return !(any = item.truthy()); };
  if (!ForEach(input, error, test) && !any) return false;
  *result = Value::Bool(any);
  return true;
}

bool All(Value input, Arguments, Value* result, Value* error) {
  bool all = true;
  const auto test = [&](const Value& item) { return all = item.truthy(); };
  if (!ForEach(input, error, test) && all) return false;
  *result = Value::Bool(all);
  return true;
}

// Appends the elements of `array`, opening arrays inside it `depth` levels deep (jq compares the
// number with zero, so a fraction or a negative one never ends).
bool FlattenInto(const Value& container, Value depth, Value* out, Value* error) {
  struct Level {
    std::span<const Value> items;
    size_t next;
    Value depth;
  };
  std::vector<Level> levels;
  Value values;  // of an object, as an array
  if (container.is_object()) {
    values = Value::Array(container.size());
    for (const json::Member& member : container.members()) values.Append(member.value);
  }
  levels.push_back(
      {container.is_object() ? values.items() : container.items(), 0, std::move(depth)});
  while (!levels.empty()) {
    Level& top = levels.back();
    if (top.next == top.items.size()) {
      levels.pop_back();
      continue;
    }
    const Value& item = top.items[top.next++];
    if (!json::meter.Spend(1) || !json::meter.Allows(0)) return FailExhausted(error);
    if (!item.is_array() || top.depth == Value::Int(0)) {
      out->Append(item);
      continue;
    }
    Value inner;
    if (!Subtract(top.depth, Value::Int(1), &inner, error)) return false;
    levels.push_back({item.items(), 0, std::move(inner)});
  }
  return true;
}

bool Flatten(Value input, Value depth, Value* result, Value* error) {
  if (!input.is_container()) return FailToIterate(error, input);
  Value flat = Value::Array(input.size());
  if (!FlattenInto(input, std::move(depth), &flat, error)) return false;
  *result = std::move(flat);
  return true;
}

bool FlattenAll(Value input, Arguments, Value* result, Value* error) {
  return Flatten(std::move(input), Value::Int(-1), result, error);
}

bool FlattenTo(Value input, Arguments arguments, Value* result, Value* error) {
  if (json::Compare(arguments[0], Value::Int(0)) < 0) {
    return Fail(error, "flatten depth must not be negative");
  }
  return Flatten(std::move(input), std::move(arguments[0]), result, error);
}

bool Reverse(Value input, Arguments, Value* result, Value* error) {
  if (input.is_array()) {
    if (!AllowItems(input.size(), error)) return false;
    if (input.size() > 1 && input.unique()) {
      Value* first = &input.MutableItem(0);
      std::reverse(first, first + input.size());
      *result = std::move(input);
      return true;
    }
    const auto items = input.items();
    Value reversed = Value::Array(items.size());
    for (size_t i = items.size(); i > 0; --i) reversed.Append(items[i - 1]);
    *result = std::move(reversed);
    return true;
  }
  // jq indexes from length - 1 down, so what has a length of 0 reverses to [] and the rest fails.
  Value length;
  if (!Length(input, {}, &length, error)) return false;
  if (NumberOf(length) <= 0) {
    *result = Value::Array();
    return true;
  }
  return GetIndex(input, MakeNumber(NumberOf(length) - 1), result, error);
}

bool Transpose(Value input, Arguments, Value* result, Value* error) {
  size_t width = 0;
  bool long_row = false;
  bool all_nan = true;         // then the longest row is, and jq counts up to that
  const Value* odd = nullptr;  // the first row that cannot be indexed by number
  const bool ok = ForEach(input, error, [&](const Value& row) {
    Value length;
    if (!Length(row, {}, &length, error)) return false;
    long_row |= NumberOf(length) > 0;
    all_nan &= std::isnan(NumberOf(length));
    if (row.is_array()) width = std::max(width, row.size());
    if (!row.is_array() && !row.is_null() && odd == nullptr) odd = &row;
    return json::meter.Spend(1) || FailExhausted(error);
  });
  if (!ok) return false;
  if ((long_row || all_nan) && odd != nullptr) return GetIndex(*odd, Value::Int(0), result, error);
  if (!AllowItems(width * (input.size() + 1), error)) return false;
  Value columns = Value::Array(width);
  for (size_t i = 0; i < width; ++i) {
    Value column = Value::Array(input.size());
    const bool filled = ForEach(input, error, [&](const Value& row) {
      Value cell;
      if (!GetIndex(row, MakeCount(i), &cell, error)) return false;
      column.Append(std::move(cell));
      return true;
    });
    if (!filled) return false;
    columns.Append(std::move(column));
  }
  *result = std::move(columns);
  return true;
}

bool TypeOf(Value input, Arguments, Value* result, Value*) {
  *result = Value::String(json::TypeName(input.type()));
  return true;
}

bool Not(Value input, Arguments, Value* result, Value*) {
  *result = Value::Bool(!input.truthy());
  return true;
}

bool ToArray(Value input, Arguments, Value* result, Value*) {
  *result = input.is_array() ? std::move(input) : Value::ArrayOf({std::move(input)});
  return true;
}

constexpr NativeBuiltin kNatives[] = {
    {"keys", 0, SortedKeys},
    {"keys_unsorted", 0, UnsortedKeys},
    {"has", 1, HasKey},
    {"in", 1, In},
    {"contains", 1, ContainsValue},
    {"inside", 1, Inside},
    {"getpath", 1, GetPathOf},
    {"setpath", 2, SetPathOf},
    {"delpaths", 1, DeletePathsOf},
    {"to_entries", 0, ToEntries},
    {"from_entries", 0, FromEntries},
    {"add", 0, AddAll},
    {"any", 0, Any},
    {"all", 0, All},
    {"flatten", 0, FlattenAll},
    {"flatten", 1, FlattenTo},
    {"reverse", 0, Reverse},
    {"transpose", 0, Transpose},
    {"type", 0, TypeOf},
    {"not", 0, Not},
    {"toarray", 0, ToArray},
    {"sort", 0, Sort},
    {"unique", 0, Unique},
    {"min", 0, Min},
    {"max", 0, Max},
    {"bsearch", 1, BinarySearch},
    {"_sort_by_impl", 1, SortByKeys},
    {"_group_by_impl", 1, GroupByKeys},
    {"_unique_by_impl", 1, UniqueByKeys},
    {"_min_by_impl", 1, MinByKeys},
    {"_max_by_impl", 1, MaxByKeys},
};

}  // namespace

std::span<const NativeBuiltin> ListNatives() { return kNatives; }

}  // namespace karta::jq
