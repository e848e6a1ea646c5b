// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "json/meter.h"
#include "json/number.h"
#include "json/value.h"

namespace karta::json {

namespace {

// Levels compared by recursion; what is nested deeper is compared with a stack on the heap.
constexpr int kMostNested = 1'000;
// Levels compared at all, as in jq.
constexpr size_t kMostLevels = 10'000;

// The result will be thrown away: whoever asked looks at the Meter.
int TooDeep() {
  meter.too_deep = true;
  return 0;
}

using Keys = std::vector<const Member*>;

Keys SortedMembers(const Value& object) {
  Keys keys;
  keys.reserve(object.size());
  for (const Member& member : object.members()) keys.push_back(&member);
  std::sort(keys.begin(), keys.end(),
            [](const Member* a, const Member* b) { return a->key.str() < b->key.str(); });
  return keys;
}

int Sign(int order) { return order < 0 ? -1 : order > 0 ? 1 : 0; }

int CompareNumbers(const Value& a, const Value& b) {
  if (a.is_int() && b.is_int()) {
    return a.int_value() < b.int_value() ? -1 : a.int_value() > b.int_value() ? 1 : 0;
  }
  if ((a.is_literal() && !b.is_double()) || (b.is_literal() && !a.is_double())) {
    return CompareLiterals(a, b);
  }
  const double x = a.number();
  const double y = b.number();
  if (std::isnan(x)) return -1;  // jq: nan is below every number, itself included
  if (std::isnan(y)) return 1;
  return x < y ? -1 : x > y ? 1 : 0;
}

// Where the order of two values of one type is settled without looking into elements.
int CompareLeaves(const Value& a, const Value& b) {
  switch (a.type()) {
    case Type::kNumber:
      return CompareNumbers(a, b);
    case Type::kString:
      return Sign(a.str().compare(b.str()));
    case Type::kBoolean:
      return static_cast<int>(a.is_true()) - static_cast<int>(b.is_true());
    default:
      return 0;
  }
}

int CompareKeys(const Keys& a, const Keys& b) {
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (const int order = Sign(a[i]->key.str().compare(b[i]->key.str()))) return order;
  }
  return a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

struct Pair {
  const Value* a;
  const Value* b;
  Keys keys_a, keys_b;
  size_t next = 0;
};

// The same order as CompareNested, for values nested so deep that the call stack would not do.
int CompareDeep(const Value& left, const Value& right, int depth) {
  std::vector<Pair> stack;
  stack.push_back({&left, &right, {}, {}});
  while (!stack.empty()) {
    if (!meter.Spend(1)) return 0;
    if (stack.size() + static_cast<size_t>(depth) > kMostLevels + 1) return TooDeep();
    Pair& top = stack.back();
    const Value& a = *top.a;
    const Value& b = *top.b;
    if (top.next == 0) {
      if (a.type() != b.type()) return a.type() < b.type() ? -1 : 1;
      if (!a.is_container()) {
        if (const int order = CompareLeaves(a, b)) return order;
        stack.pop_back();
        continue;
      }
      if (a.is_object()) {
        top.keys_a = SortedMembers(a);
        top.keys_b = SortedMembers(b);
        if (const int order = CompareKeys(top.keys_a, top.keys_b)) return order;
      }
    }
    const size_t i = top.next++;
    if (i < a.size() && i < b.size()) {
      const bool in_object = a.is_object();
      const Value* x = in_object ? &top.keys_a[i]->value : &a.items()[i];
      const Value* y = in_object ? &top.keys_b[i]->value : &b.items()[i];
      stack.push_back({x, y, {}, {}});  // `top` dangles from here on
    } else if (a.size() != b.size()) {
      return a.size() < b.size() ? -1 : 1;
    } else {
      stack.pop_back();
    }
  }
  return 0;
}

int CompareNested(const Value& a, const Value& b, int depth) {
  if (a.type() != b.type()) return a.type() < b.type() ? -1 : 1;
  if (!a.is_container()) return CompareLeaves(a, b);
  if (!meter.Spend(1)) return 0;
  if (depth > kMostNested) return CompareDeep(a, b, depth);
  if (a.is_array()) {
    const auto x = a.items();
    const auto y = b.items();
    for (size_t i = 0; i < x.size() && i < y.size(); ++i) {
      if (const int order = CompareNested(x[i], y[i], depth + 1)) return order;
    }
    return x.size() < y.size() ? -1 : x.size() > y.size() ? 1 : 0;
  }
  const Keys x = SortedMembers(a);
  const Keys y = SortedMembers(b);
  if (const int order = CompareKeys(x, y)) return order;
  for (size_t i = 0; i < x.size(); ++i) {
    if (const int order = CompareNested(x[i]->value, y[i]->value, depth + 1)) return order;
  }
  return 0;
}

bool EqualNested(const Value& a, const Value& b, int depth) {
  if (a.type() != b.type()) return false;
  if (!a.is_container()) return CompareLeaves(a, b) == 0;
  if (a.size() != b.size() || !meter.Spend(1)) return false;
  if (depth > kMostNested) return CompareDeep(a, b, depth) == 0;
  if (a.is_array()) {
    const auto x = a.items();
    const auto y = b.items();
    for (size_t i = 0; i < x.size(); ++i) {
      if (!EqualNested(x[i], y[i], depth + 1)) return false;
    }
    return true;
  }
  for (const Member& member : a.members()) {
    const Value* other = b.Find(member.key);
    if (other == nullptr || !EqualNested(member.value, *other, depth + 1)) return false;
  }
  return true;
}

}  // namespace

int Compare(const Value& a, const Value& b) { return CompareNested(a, b, 0); }

bool operator==(const Value& a, const Value& b) { return EqualNested(a, b, 0); }

}  // namespace karta::json
