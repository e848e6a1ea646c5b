// SPDX-License-Identifier: Apache-2.0
// What pointers find is in tests/cases/patch/pointer.yaml.
#include "json/pointer.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "json/test_values.h"

namespace karta::json {
namespace {

TEST(Pointer, TextReadsBack) {
  EXPECT_TRUE(rc::check([] {
    const Pointer pointer(*rc::gen::container<std::vector<std::string>>(GenText()));
    const Result<Pointer> again = Pointer::Parse(pointer.ToString());
    RC_ASSERT(again.ok());
    RC_ASSERT(again->tokens() == pointer.tokens());
  }));
}

TEST(Pointer, KnowsItsAncestors) {
  const Pointer pointer = *Pointer::Parse("/a/b~1c/0");
  EXPECT_EQ(pointer.Prefix(2).ToString(), "/a/b~1c");
  EXPECT_TRUE(pointer.Prefix(0).is_root());
  EXPECT_TRUE(pointer.Prefix(2).IsPrefixOf(pointer));
  EXPECT_TRUE(pointer.IsPrefixOf(pointer));
  EXPECT_FALSE(pointer.IsPrefixOf(pointer.Prefix(2)));
  EXPECT_FALSE(Pointer::Parse("/ab")->IsPrefixOf(*Pointer::Parse("/abc")));
}

TEST(Pointer, IndicesHaveOneSpelling) {
  EXPECT_EQ(ArrayIndex("0"), 0U);
  EXPECT_EQ(ArrayIndex("120"), 120U);
  for (const char* text : {"", "-", "-1", "+1", "01", "1 ", " 1", "1e1", "99999999999999999999"}) {
    EXPECT_EQ(ArrayIndex(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace karta::json
