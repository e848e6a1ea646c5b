// SPDX-License-Identifier: Apache-2.0
#include "json/align.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "json/node.h"

namespace karta::json {
namespace {

// A table of this many cells is the most that a longest common subsequence may take.
constexpr size_t kMaxCells = 4'000'000;
// Deeper values all hash alike below this level: bounded work, and equality is checked anyway.
constexpr size_t kHashDepth = 8;

uint64_t Mix(uint64_t a, uint64_t b) {
  uint64_t x = (a ^ (b + 0x9E3779B97F4A7C15 + (a << 6) + (a >> 2))) * 0xFF51AFD7ED558CCD;
  return x ^ (x >> 33);
}

// Equal values hash alike: whatever the order of members and the spelling of numbers.
uint64_t Hash(const Value& value, size_t depth) {
  uint64_t hash = static_cast<uint64_t>(value.type()) + (value.is_true() ? 100 : 0);
  if (value.is_number()) {
    const double number = value.number() + 0.0;  // -0 and 0 are equal
    uint64_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    return Mix(hash, bits);
  }
  if (value.is_string()) return Mix(hash, HashText(value.str()));
  hash = Mix(hash, value.size());
  if (depth == kHashDepth) return hash;
  for (const Value& item : value.items()) hash = Mix(hash, Hash(item, depth + 1));
  uint64_t members = 0;
  for (const Member& member : value.members()) {
    members += Mix(HashText(member.key.str()), Hash(member.value, depth + 1));
  }
  return Mix(hash, members);
}

// The member that tells elements of Kubernetes lists apart; nullptr without one.
const Value* Identity(const Value& element) {
  constexpr std::array<std::string_view, 4> kKeys = {"name", "id", "key", "type"};
  for (const std::string_view key : kKeys) {
    const Value* found = element.Find(key);
    if (found != nullptr && !found->is_container()) return found;
  }
  return nullptr;
}

bool SameIdentity(const Value& a, const Value& b) {
  const Value* x = Identity(a);
  const Value* y = Identity(b);
  return x != nullptr && y != nullptr && *x == *y;
}

// Whether two elements are worth comparing in detail when only their place pairs them.
bool Comparable(const Value& a, const Value& b) {
  if (a.is_object() && b.is_object()) return Identity(a) == nullptr || Identity(b) == nullptr;
  return !a.is_container() || a.type() == b.type() || !b.is_container();
}

using Range = std::pair<size_t, size_t>;  // begin, end
using Match = std::pair<size_t, size_t>;  // index before, index after

// A longest common subsequence of two ranges by `same`; empty when the table would be too large.
template <typename Same>
std::vector<Match> CommonSubsequence(Range before, Range after, Same same) {
  const size_t rows = before.second - before.first, columns = after.second - after.first;
  std::vector<Match> matches;
  if (rows == 0 || columns == 0 || (rows + 1) > kMaxCells / (columns + 1)) return matches;
  const size_t width = columns + 1;
  std::vector<uint32_t> length((rows + 1) * width, 0);
  std::vector<bool> equal(rows * columns);
  for (size_t i = rows; i-- > 0;) {
    for (size_t j = columns; j-- > 0;) {
      const bool is_same = same(before.first + i, after.first + j);
      equal[i * columns + j] = is_same;
      length[i * width + j] =
          is_same ? length[(i + 1) * width + j + 1] + 1
                  : std::max(length[(i + 1) * width + j], length[i * width + j + 1]);
    }
  }
  for (size_t i = 0, j = 0; i < rows && j < columns;) {
    if (equal[i * columns + j]) {
      matches.emplace_back(before.first + i++, after.first + j++);
    } else if (length[(i + 1) * width + j] >= length[i * width + j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  return matches;
}

class Aligner {
 public:
  Aligner(std::span<const Value> before, std::span<const Value> after)
      : before_(before), after_(after) {}

  std::vector<Pairing> Align();

 private:
  // Each of these adds the pairings of one stretch, from the surest way of matching to the weakest.
  void AlignEqual(Range before, Range after);
  void AlignNamed(Range before, Range after);
  void AlignByPlace(Range before, Range after);
  template <typename Next>
  void Split(const std::vector<Match>& matches, Range before, Range after, bool equal, Next next);

  std::span<const Value> before_, after_;
  std::vector<Pairing> pairings_;
};

std::vector<Pairing> Aligner::Align() {
  const size_t shorter = std::min(before_.size(), after_.size());
  size_t head = 0, tail = 0;
  while (head < shorter && before_[head] == after_[head]) ++head;
  while (tail < shorter - head &&
         before_[before_.size() - 1 - tail] == after_[after_.size() - 1 - tail]) {
    ++tail;
  }
  pairings_.reserve(std::max(before_.size(), after_.size()));
  for (size_t i = 0; i < head; ++i) pairings_.push_back({i, i, true});
  AlignEqual({head, before_.size() - tail}, {head, after_.size() - tail});
  for (size_t i = tail; i > 0; --i) {
    pairings_.push_back({before_.size() - i, after_.size() - i, true});
  }
  return std::move(pairings_);
}

// Adds the matches, and hands the stretches between them to `next`.
template <typename Next>
void Aligner::Split(const std::vector<Match>& matches, Range before, Range after, bool equal,
                    Next next) {
  for (const auto& [i, j] : matches) {
    next(Range{before.first, i}, Range{after.first, j});
    pairings_.push_back({i, j, equal});
    before.first = i + 1;
    after.first = j + 1;
  }
  next(before, after);
}

void Aligner::AlignEqual(Range before, Range after) {
  if (before.first == before.second || after.first == after.second) {
    return AlignByPlace(before, after);
  }
  std::vector<uint64_t> old_hashes, new_hashes;
  for (size_t i = before.first; i < before.second; ++i) old_hashes.push_back(Hash(before_[i], 0));
  for (size_t j = after.first; j < after.second; ++j) new_hashes.push_back(Hash(after_[j], 0));
  const auto matches = CommonSubsequence(before, after, [&](size_t i, size_t j) {
    return old_hashes[i - before.first] == new_hashes[j - after.first] && before_[i] == after_[j];
  });
  Split(matches, before, after, true,
        [this](Range old_gap, Range new_gap) { AlignNamed(old_gap, new_gap); });
}

void Aligner::AlignNamed(Range before, Range after) {
  const auto matches = CommonSubsequence(
      before, after, [this](size_t i, size_t j) { return SameIdentity(before_[i], after_[j]); });
  Split(matches, before, after, false,
        [this](Range old_gap, Range new_gap) { AlignByPlace(old_gap, new_gap); });
}

void Aligner::AlignByPlace(Range before, Range after) {
  while (before.first < before.second && after.first < after.second &&
         Comparable(before_[before.first], after_[after.first])) {
    pairings_.push_back({before.first++, after.first++, false});
  }
  for (; before.first < before.second; ++before.first) {
    pairings_.push_back({before.first, std::nullopt, false});
  }
  for (; after.first < after.second; ++after.first) {
    pairings_.push_back({std::nullopt, after.first, false});
  }
}

}  // namespace

std::vector<Pairing> AlignArrays(std::span<const Value> before, std::span<const Value> after) {
  return Aligner(before, after).Align();
}

}  // namespace karta::json
