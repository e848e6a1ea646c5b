// SPDX-License-Identifier: Apache-2.0
#include "base/id.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

namespace karta {
namespace {

// Every byte the same, to reach the corners of the drawing code.
class ConstantRandom final : public Random {
 public:
  explicit ConstantRandom(std::byte byte) : byte_(byte) {}
  void Fill(std::span<std::byte> out) override {
    for (std::byte& b : out) b = byte_;
  }

 private:
  std::byte byte_;
};

TEST(NewUuid, HasTheFormOfVersion4) {
  SystemRandom random;
  for (int i = 0; i < 100; ++i) {
    const std::string uuid = NewUuid(random);
    ASSERT_EQ(uuid.size(), 36u);
    for (std::size_t at : {8, 13, 18, 23}) EXPECT_EQ(uuid[at], '-');
    EXPECT_EQ(uuid[14], '4');
    EXPECT_NE(std::string("89ab").find(uuid[19]), std::string::npos) << uuid;
    EXPECT_EQ(uuid.find_first_not_of("0123456789abcdef-"), std::string::npos);
  }
}

TEST(NewUuid, SetsVersionAndVariantOverAnyBits) {
  ConstantRandom zeros(std::byte{0});
  EXPECT_EQ(NewUuid(zeros), "00000000-0000-4000-8000-000000000000");
  ConstantRandom ones(std::byte{0xff});
  EXPECT_EQ(NewUuid(ones), "ffffffff-ffff-4fff-bfff-ffffffffffff");
}

TEST(NewUuid, DoesNotRepeat) {
  SystemRandom random;
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(seen.insert(NewUuid(random)).second);
}

TEST(NewSuffix, UsesLettersThatSpellNothing) {
  SystemRandom random;
  EXPECT_EQ(NewSuffix(random).size(), 5u);
  const std::string many = NewSuffix(random, 2000);
  EXPECT_EQ(many.find_first_not_of("bcdfghjklmnpqrstvwxz2456789"), std::string::npos);
  EXPECT_EQ(std::set<char>(many.begin(), many.end()).size(), 27u);
}

TEST(SeededRandom, RepeatsForASeedAndDiffersBetweenSeeds) {
  SeededRandom a(42), b(42), c(43);
  const std::string first = NewUuid(a);
  EXPECT_EQ(first, NewUuid(b));
  EXPECT_NE(first, NewUuid(c));
  EXPECT_NE(first, NewUuid(a));
}

TEST(NextBelow, StaysInRangeAndReachesEveryValue) {
  SeededRandom random(1);
  std::array<int, 7> hits{};
  for (int i = 0; i < 7000; ++i) ++hits[NextBelow(random, 7)];
  for (int n : hits) EXPECT_NEAR(n, 1000, 150);
  EXPECT_EQ(NextBelow(random, 1), 0u);
}

}  // namespace
}  // namespace karta
