// SPDX-License-Identifier: Apache-2.0
#include "json/structural.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace karta::json {
namespace {

// All positions of `text`, which arrives in pieces that end at the given places.
std::vector<uint32_t> Positions(const std::string& text, BlockKernel kernel,
                                std::vector<size_t> ends, bool* broken) {
  StructuralIndex index(kernel);
  index.Start(text.data(), 0);
  ends.push_back(text.size());
  std::vector<uint32_t> positions;
  for (size_t i = 0; i < ends.size(); ++i) {
    while (index.Extend(ends[i], i + 1 == ends.size())) {
      positions.insert(positions.end(), index.begin(), index.end());
      index.ConsumeTo(index.end());
    }
  }
  *broken = index.broken();
  return positions;
}

std::vector<uint32_t> Positions(const std::string& text) {
  bool broken;
  return Positions(text, FastestKernel(), {}, &broken);
}

// Text of the characters that matter, heavy on quotes and backslashes.
std::string RandomText(std::mt19937& random, bool valid_utf8) {
  static constexpr const char* kPieces[] = {
      "\"", "\"", "\\", "\\\\", "\\\"", "{", "}", "[",          "]",    ":",    ",",
      " ",  "\n", "1",  "true", "a",    "é", "€", "\U0001f600", "\x0c", "\x1a", "\x7f"};
  std::string text;
  const size_t size = random() % 300;
  while (text.size() < size) text += kPieces[random() % std::size(kPieces)];
  if (!valid_utf8 && !text.empty()) text[random() % text.size()] = static_cast<char>(random());
  return text;
}

TEST(StructuralIndex, FindsWhereThingsBegin) {
  EXPECT_EQ(Positions(R"({"a": [1, true]})"),
            (std::vector<uint32_t>{0, 1, 4, 6, 7, 8, 10, 14, 15}));
  EXPECT_EQ(Positions(R"("a\"{" 12)"), (std::vector<uint32_t>{0, 7}));
  EXPECT_EQ(Positions(R"("\\" "\\\"")"), (std::vector<uint32_t>{0, 5}));
  EXPECT_EQ(Positions(""), (std::vector<uint32_t>{}));
}

TEST(StructuralIndex, CarriesStringsAndEscapesAcrossBlocks) {
  for (size_t size = 55; size < 75; ++size) {
    const std::string text = '"' + std::string(size, 'x') + R"(\"y" 7)";
    const auto end = static_cast<uint32_t>(text.size());
    EXPECT_EQ(Positions(text), (std::vector<uint32_t>{0, end - 1})) << size;
    const std::string many = '"' + std::string(2 * size, '\\') + "\" 7";
    const auto many_end = static_cast<uint32_t>(many.size());
    EXPECT_EQ(Positions(many), (std::vector<uint32_t>{0, many_end - 1})) << size;
  }
}

TEST(StructuralIndex, StopsAtBadTextAndGivesWhatIsBefore) {
  for (const std::string bad :
       {"\xff", "\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\x01"}) {
    for (const BlockKernel kernel : {FastestKernel(), BlockKernel{IndexBlocksPortably}}) {
      for (size_t before = 60; before < 200; before += 7) {
        bool broken;
        const std::string text =
            "[1]" + std::string(before, ' ') + '"' + bad + "\"" + std::string(80, ' ');
        const auto positions = Positions(text, kernel, {}, &broken);
        EXPECT_TRUE(broken);
        ASSERT_GE(positions.size(), before >= 64 ? 3u : 0u);
      }
    }
  }
}

TEST(StructuralIndex, IsTheSameForAllKernelsAndAllCuts) {
  std::mt19937 random(1);
  for (int round = 0; round < 4'000; ++round) {
    const std::string text = RandomText(random, true);
    bool broken[3];
    const auto want = Positions(text, IndexBlocksPortably, {}, &broken[0]);
    const auto fast = Positions(text, FastestKernel(), {}, &broken[1]);
    std::vector<size_t> ends;
    for (size_t end = 0; end < text.size(); end += 1 + random() % 40) ends.push_back(end);
    const auto cut = Positions(text, FastestKernel(), ends, &broken[2]);
    ASSERT_EQ(broken[0], broken[1]) << text;
    ASSERT_EQ(broken[0], broken[2]) << text;
    if (broken[0]) continue;  // a block is given whole or not at all
    ASSERT_EQ(fast, want) << text;
    ASSERT_EQ(cut, want) << text;
  }
}

TEST(StructuralIndex, AgreesOnWhatIsValidUtf8) {
  std::mt19937 random(2);
  for (int round = 0; round < 4'000; ++round) {
    const std::string text = RandomText(random, false) + std::string(70, ' ');
    bool portable;
    bool fast;
    Positions(text, IndexBlocksPortably, {}, &portable);
    Positions(text, FastestKernel(), {}, &fast);
    ASSERT_EQ(portable, fast) << testing::PrintToString(text);
  }
}

TEST(StructuralIndex, KnowsWhichStringsMayHoldAnEscape) {
  const std::string text =
      '"' + std::string(200, 'a') + R"(" "b\n" ")" + std::string(200, 'c') + '"';
  StructuralIndex index;
  index.Start(text.data(), 0);
  ASSERT_TRUE(index.Extend(text.size(), true));
  const uint32_t* p = index.begin();
  EXPECT_FALSE(index.MayHoldEscape(0, 100));
  EXPECT_TRUE(index.MayHoldEscape(p[1], p[2] - 2));
  EXPECT_FALSE(index.MayHoldEscape(300, 400));
}

}  // namespace
}  // namespace karta::json
