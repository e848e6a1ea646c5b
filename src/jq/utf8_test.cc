// SPDX-License-Identifier: Apache-2.0
#include "jq/utf8.h"

#include <gtest/gtest.h>

namespace karta::jq {
namespace {

TEST(Utf8, CountsAndFindsCharacters) {
  const std::string_view text = "aé日😀bcdefghijklmnoé";
  EXPECT_EQ(CountCharacters(text), 19u);
  size_t expected = 0;
  for (size_t i = 0; i < 19; ++i) {
    EXPECT_EQ(OffsetOfCharacter(text, i), expected) << i;
    expected += CharacterBytes(text[expected]);
  }
  EXPECT_EQ(OffsetOfCharacter(text, 19), text.size());
  EXPECT_EQ(OffsetOfCharacter(text, 1000), text.size());
  EXPECT_EQ(OffsetOfCharacter("", 3), 0u);
}

TEST(Utf8, DecodesWhatItEncodes) {
  for (const uint32_t c : {0u, 0x7fu, 0x80u, 0x7ffu, 0x800u, 0xffffu, 0x10000u, 0x10ffffu}) {
    std::string text;
    AppendCharacter(c, &text);
    size_t at = 0;
    EXPECT_EQ(NextCharacter(text, &at), c);
    EXPECT_EQ(at, text.size());
    EXPECT_TRUE(IsValidUtf8(text));
  }
}

TEST(Utf8, RepairsEachMalformedSequenceOnce) {
  const auto repaired = [](std::string_view bytes) {
    std::string out;
    AppendRepaired(bytes, &out);
    EXPECT_TRUE(IsValidUtf8(out));
    EXPECT_EQ(out == bytes, IsValidUtf8(bytes));
    return out;
  };
  EXPECT_EQ(repaired("plain é"), "plain é");
  EXPECT_EQ(repaired("a\xff"
                     "b"),
            "a\ufffdb");
  EXPECT_EQ(repaired("\xe6\x97"), "\ufffd");
  EXPECT_EQ(repaired("\xe6\x97"
                     "x"),
            "\ufffdx");
  EXPECT_EQ(repaired("\xed\xa0\x80"), "\ufffd");      // a surrogate
  EXPECT_EQ(repaired("\xc0\x80"), "\ufffd\ufffd");    // overlong
  EXPECT_EQ(repaired("\xf4\x90\x80\x80"), "\ufffd");  // beyond U+10FFFF
  EXPECT_EQ(repaired("\x80\x80 0123456789"), "\ufffd\ufffd 0123456789");
}

}  // namespace
}  // namespace karta::jq
