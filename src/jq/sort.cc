// SPDX-License-Identifier: Apache-2.0
#include "jq/sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string_view>
#include <utility>

#include "jq/native.h"
#include "json/meter.h"

namespace karta::jq {

namespace {

using json::Value;

// A key reduced to 64 bits that order as the key does; equal bits leave the question open unless
// every key was captured whole.
struct Entry {
  uint64_t bits;
  uint32_t position;
};

enum class Shape : uint8_t { kNumbers, kStrings, kMixed };

// sort_by's keys come wrapped, one to an array.  [a] orders against [b] as a against b.
bool AllWrapped(std::span<const Value> keys) {
  return std::all_of(keys.begin(), keys.end(),
                     [](const Value& key) { return key.is_array() && key.size() == 1; });
}

const Value& Unwrap(const Value& key, bool wrapped) { return wrapped ? key.items()[0] : key; }

bool IsPlainNumber(const Value& v) {
  if (v.is_int()) return v.int_value() > -kExactLimit && v.int_value() < kExactLimit;
  return v.is_double() && !std::isnan(v.double_value());
}

Shape ShapeOf(std::span<const Value> keys, bool wrapped) {
  const auto all = [&](auto test) {
    return std::all_of(keys.begin(), keys.end(),
                       [&](const Value& key) { return test(Unwrap(key, wrapped)); });
  };
  if (all(IsPlainNumber)) return Shape::kNumbers;
  if (all([](const Value& v) { return v.is_string(); })) return Shape::kStrings;
  return Shape::kMixed;
}

// Doubles as integers that order the same way; -0 and 0 are one.
uint64_t NumberBits(double d) {
  const auto bits = std::bit_cast<uint64_t>(d + 0.0);
  return (bits >> 63) != 0 ? ~bits : bits | uint64_t{1} << 63;
}

// The first eight bytes, big end first.
uint64_t TextBits(std::string_view text) {
  uint64_t bits = 0;
  std::memcpy(&bits, text.data(), std::min<size_t>(text.size(), 8));
  return __builtin_bswap64(bits);
}

// Of any value: its rank among the types in three bits, then the top of what orders within the
// type. A literal's double never orders against another double otherwise than the literal itself
// does.
uint64_t MixedBits(const Value& v, int depth = 0) {
  uint64_t rank = static_cast<uint64_t>(v.type()) + (v.type() > json::Type::kBoolean ? 1 : 0);
  uint64_t within = 0;
  switch (v.type()) {
    case json::Type::kBoolean:
      rank += v.is_true() ? 1 : 0;
      break;
    case json::Type::kNumber: {
      const double d = NumberOf(v);
      within = std::isnan(d) ? 0 : NumberBits(d) >> 3;  // nan is below every number
      break;
    }
    case json::Type::kString:
      within = TextBits(v.str()) >> 3;
      break;
    case json::Type::kArray:  // sort_by(.a, .b): mostly settled by the first
      if (!v.empty() && depth < 2) within = MixedBits(v.items()[0], depth + 1) >> 3;
      break;
    default:
      break;
  }
  return rank << 61 | within;
}

// Least significant byte first; bytes on which all keys agree cost nothing.  Stable.
void RadixSort(std::vector<Entry>* entries) {
  std::array<std::array<uint32_t, 256>, 8> counts{};
  for (const Entry& e : *entries) {
    for (size_t byte = 0; byte < 8; ++byte) ++counts[byte][e.bits >> (8 * byte) & 0xff];
  }
  std::vector<Entry> other(entries->size());
  for (size_t byte = 0; byte < 8; ++byte) {
    auto& count = counts[byte];
    const uint64_t first = entries->front().bits >> (8 * byte) & 0xff;
    if (count[first] == entries->size()) continue;
    uint32_t at = 0;
    for (uint32_t& c : count) at += std::exchange(c, at);
    for (const Entry& e : *entries) other[count[e.bits >> (8 * byte) & 0xff]++] = e;
    entries->swap(other);
  }
}

constexpr size_t kRadixFrom = 256;

void SortExact(std::vector<Entry>* entries) {
  if (entries->size() >= kRadixFrom) {
    RadixSort(entries);
    return;
  }
  std::sort(entries->begin(), entries->end(), [](const Entry& a, const Entry& b) {
    return a.bits != b.bits ? a.bits < b.bits : a.position < b.position;
  });
}

// `order` settles keys with equal bits.
template <typename Order>
void SortByBits(std::vector<Entry>* entries, Order order) {
  // A merge sort stays in bounds whatever the order answers: nan below itself is not an order, and
  // std::sort may run off its end there.  Asked this way round, nans stay in place as in jq.
  std::stable_sort(entries->begin(), entries->end(), [&](const Entry& a, const Entry& b) {
    return a.bits != b.bits ? a.bits < b.bits : order(b.position, a.position) > 0;
  });
}

// Bytes that all texts start with.
size_t CommonPrefix(std::span<const Value> keys, bool wrapped) {
  const std::string_view first = Unwrap(keys[0], wrapped).str();
  size_t common = first.size();
  for (const Value& key : keys) {
    const std::string_view text = Unwrap(key, wrapped).str();
    common = std::min(common, text.size());
    if (std::memcmp(first.data(), text.data(), common) == 0) continue;
    common = static_cast<size_t>(
        std::mismatch(text.begin(), text.begin() + common, first.begin()).first - text.begin());
  }
  return common;
}

int CompareTails(std::string_view a, std::string_view b, size_t prefix) {
  // Both are in the bits whole, padded with zeros: only their lengths can tell them apart.
  if (a.size() <= prefix + 8 && b.size() <= prefix + 8) {
    return a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
  }
  return a.compare(b);
}

}  // namespace

std::vector<uint32_t> SortedOrder(std::span<const Value> keys) {
  std::vector<uint32_t> order(keys.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  if (keys.size() < 2) return order;
  if (!json::meter.Spend(static_cast<int64_t>(keys.size()) * std::bit_width(keys.size()))) {
    return order;
  }
  const bool wrapped = AllWrapped(keys);
  const Shape shape = ShapeOf(keys, wrapped);
  const size_t prefix = shape == Shape::kStrings ? CommonPrefix(keys, wrapped) : 0;
  std::vector<Entry> entries(keys.size());
  bool rising = true;
  for (uint32_t i = 0; i < entries.size(); ++i) {
    const Value& key = Unwrap(keys[i], wrapped);
    uint64_t bits;
    if (shape == Shape::kNumbers) {
      bits = NumberBits(NumberOf(key));
    } else if (shape == Shape::kStrings) {
      bits = TextBits(key.str().substr(prefix));
    } else {
      bits = MixedBits(key);
    }
    entries[i] = {bits, i};
    if (i == 0) continue;
    // Bits that strictly rise, or rise at all where they say everything, are sorted already.
    const uint64_t before = entries[i - 1].bits;
    rising &= before < bits || (shape == Shape::kNumbers && before == bits);
  }
  if (rising) return order;
  if (shape == Shape::kNumbers) {
    SortExact(&entries);
  } else if (shape == Shape::kStrings) {
    SortByBits(&entries, [&](uint32_t a, uint32_t b) {
      return CompareTails(Unwrap(keys[a], wrapped).str(), Unwrap(keys[b], wrapped).str(), prefix);
    });
  } else {
    SortByBits(&entries, [&](uint32_t a, uint32_t b) { return json::Compare(keys[a], keys[b]); });
  }
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = entries[i].position;
  return order;
}

bool SameKey(const Value& a, const Value& b) {
  if (a.is_array() && b.is_array() && a.size() == 1 && b.size() == 1) {
    return SameKey(a.items()[0], b.items()[0]);
  }
  if (a.is_int() && b.is_int()) return a.int_value() == b.int_value();
  if (a.is_string() && b.is_string()) return a.str() == b.str();
  return a == b;
}

}  // namespace karta::jq
