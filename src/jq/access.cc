// SPDX-License-Identifier: Apache-2.0
#include "jq/access.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <string>
#include <utility>

#include "jq/native.h"
#include "jq/utf8.h"
#include "json/meter.h"

namespace karta::jq {

namespace {

using json::Value;

constexpr int64_t kLargestIndex = INT_MAX >> 2;

// A number as an array index: towards zero, within 32 bits as in jq.
int64_t ToIndex(double d) {
  return static_cast<int64_t>(
      std::clamp(d, static_cast<double>(INT_MIN), static_cast<double>(INT_MAX)));
}

const Value* ItemAt(const Value& array, int64_t index) {
  const auto items = array.items();
  const auto size = static_cast<int64_t>(items.size());
  if (index < 0) index += size;
  return index >= 0 && index < size ? &items[static_cast<size_t>(index)] : nullptr;
}

bool SliceText(const Value& text, const Value& key, Value* out, Value* error) {
  const std::string_view whole = text.str();
  const size_t length = CountCharacters(whole);
  Range range;
  if (!ResolveSlice(key, length, &range, error)) return false;
  if (length != whole.size()) {
    const size_t begin = OffsetOfCharacter(whole, range.begin);
    range.end = begin + OffsetOfCharacter(whole.substr(begin), range.end - range.begin);
    range.begin = begin;
  }
  *out = text.Substring(range.begin, range.end - range.begin);
  return true;
}

bool FailToIndex(const Value& container, const Value& key, Value* error) {
  std::string text = "Cannot index ";
  text.append(json::TypeName(container.type())).append(" with ").append(TypeAndExcerpt(key));
  return Fail(error, text);
}

bool SetItemAt(Value array, double number, Value value, Value* out, Value* error) {
  if (std::isnan(number)) return Fail(error, "Cannot set array element at NaN index");
  int64_t index = ToIndex(number);
  const auto size = static_cast<int64_t>(array.size());
  if (index < 0) index += size;
  if (index < 0) return Fail(error, "Out of bounds negative array index");
  if (index > kLargestIndex) return Fail(error, "Array index too large");
  if (index >= size) {
    const auto more = static_cast<size_t>(index - size);
    if (!json::meter.Spend(index - size) || !json::meter.Allows(more * sizeof(Value))) {
      return FailExhausted(error);
    }
    if (more > 1) array.Reserve(static_cast<size_t>(index) + 1);
    for (size_t i = 0; i < more; ++i) array.Append(Value());
    array.Append(std::move(value));
  } else {
    array.SetItem(static_cast<size_t>(index), std::move(value));
  }
  *out = std::move(array);
  return true;
}

bool SetSlice(const Value& array, const Value& key, const Value& value, Value* out, Value* error) {
  Range range;
  if (!ResolveSlice(key, array.size(), &range, error)) return false;
  if (!value.is_array()) {
    return Fail(error, "A slice of an array can only be assigned another array");
  }
  const auto old = array.items();
  const size_t total = old.size() - (range.end - range.begin) + value.size();
  if (!json::meter.Spend(static_cast<int64_t>(total)) ||
      !json::meter.Allows(total * sizeof(Value))) {
    return FailExhausted(error);
  }
  Value changed = Value::Array(total);
  for (const Value& item : old.first(range.begin)) changed.Append(item);
  for (const Value& item : value.items()) changed.Append(item);
  for (const Value& item : old.subspan(range.end)) changed.Append(item);
  *out = std::move(changed);
  return true;
}

}  // namespace

bool ResolveSlice(const Value& slice, size_t length, Range* range, Value* error) {
  const Value* from = slice.Find("start");
  const Value* to = slice.Find("end");
  const auto fits = [](const Value* end) {
    return end != nullptr && (end->is_null() || end->is_number());
  };
  if (!fits(from) || !fits(to)) {
    return Fail(error, "Array/string slice indices must be integers");
  }
  const auto size = static_cast<double>(length);
  double begin = from->is_null() ? 0 : NumberOf(*from);
  double end = to->is_null() ? size : NumberOf(*to);
  if (std::isnan(begin)) begin = 0;
  if (begin < 0) begin += size;
  begin = std::floor(std::clamp(begin, 0.0, size));
  if (std::isnan(end)) end = size;
  if (end < 0) end += size;
  if (end < 0) end = begin;
  // The start is rounded down and the end up, so that a fraction takes the whole element.
  end = std::clamp(std::ceil(end), begin, size);
  *range = {static_cast<size_t>(begin), static_cast<size_t>(end)};
  return true;
}

Value SliceArray(const Value& whole, size_t begin, size_t end) {
  if (begin == 0 && end == whole.size()) return whole;
  Value part = Value::Array(end - begin);
  for (const Value& item : whole.items().subspan(begin, end - begin)) part.Append(item);
  return part;
}

bool FindRuns(const Value& whole, const Value& part, Value* out, Value* error) {
  Value found = Value::Array();
  const auto items = whole.items();
  const auto wanted = part.items();
  if (!wanted.empty() && wanted.size() <= items.size()) {
    for (size_t at = 0; at + wanted.size() <= items.size(); ++at) {
      size_t same = 0;
      while (same < wanted.size() && items[at + same] == wanted[same]) ++same;
      if (same == wanted.size()) found.Append(MakeCount(at));
      if (!json::meter.Spend(static_cast<int64_t>(same) + 1)) return FailExhausted(error);
    }
  }
  *out = std::move(found);
  return true;
}

bool GetIndex(const Value& container, const Value& key, Value* out, Value* error) {
  if (container.is_object() && key.is_string()) {
    const Value* found = container.Find(key);
    *out = found == nullptr ? Value() : *found;
    return true;
  }
  if (container.is_array()) {
    if (key.is_number()) {
      const double number = NumberOf(key);
      const Value* found = std::isnan(number) ? nullptr : ItemAt(container, ToIndex(number));
      *out = found == nullptr ? Value() : *found;
      return true;
    }
    if (key.is_object()) {
      Range range;
      if (!ResolveSlice(key, container.size(), &range, error)) return false;
      const size_t size = range.end - range.begin;
      if (!json::meter.Spend(static_cast<int64_t>(size)) ||
          !json::meter.Allows(size * sizeof(Value))) {
        return FailExhausted(error);
      }
      *out = SliceArray(container, range.begin, range.end);
      return true;
    }
    if (key.is_array()) return FindRuns(container, key, out, error);
  }
  if (container.is_string() && key.is_object()) return SliceText(container, key, out, error);
  if (container.is_null() && (key.is_string() || key.is_number() || key.is_object())) {
    *out = Value();
    return true;
  }
  return FailToIndex(container, key, error);
}

bool SetIndex(Value container, const Value& key, Value value, Value* out, Value* error) {
  value.MakeCounted();
  const bool is_null = container.is_null();
  if (key.is_string() && (container.is_object() || is_null)) {
    if (is_null) container = Value::Object(1);
    container.Set(key, std::move(value));
    *out = std::move(container);
    return true;
  }
  if (key.is_number() && (container.is_array() || is_null)) {
    if (is_null) container = Value::Array();
    return SetItemAt(std::move(container), NumberOf(key), std::move(value), out, error);
  }
  if (key.is_object() && (container.is_array() || is_null)) {
    if (is_null) container = Value::Array();
    return SetSlice(container, key, value, out, error);
  }
  if (key.is_object() && container.is_string()) return Fail(error, "Cannot update string slices");
  std::string text = "Cannot update field at ";
  text.append(json::TypeName(key.type())).append(" index of ");
  text.append(json::TypeName(container.type()));
  return Fail(error, text);
}

bool Has(const Value& container, const Value& key, bool* out, Value* error) {
  if (container.is_null()) {
    *out = false;
    return true;
  }
  if (container.is_object() && key.is_string()) {
    *out = container.Find(key) != nullptr;
    return true;
  }
  if (container.is_array() && key.is_number()) {
    // Towards zero, so -0.5 is the first element; no other negative index exists here.
    const double index = std::trunc(NumberOf(key));
    *out = index >= 0 && index < static_cast<double>(container.size());
    return true;
  }
  std::string text = "Cannot check whether ";
  text.append(json::TypeName(container.type())).append(" has a ");
  text.append(json::TypeName(key.type())).append(" key");
  return Fail(error, text);
}

}  // namespace karta::jq
