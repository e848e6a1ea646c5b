// SPDX-License-Identifier: Apache-2.0
// What merge patches do is in tests/cases/patch/merge_patch.yaml.
#include "json/merge_patch.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "json/parse.h"
#include "json/print.h"
#include "json/test_values.h"

namespace karta::json {
namespace {

TEST(MergePatch, CreatedPatchGivesTheOtherDocument) {
  EXPECT_TRUE(rc::check([] {
    const Value from = *GenValue(3), to = *GenValue(3);
    const Result<Value> patch = CreateMergePatch(from, to);
    RC_PRE(patch.ok());  // nulls cannot be said
    RC_ASSERT(ApplyMergePatch(from, *patch) == to);
  }));
}

TEST(MergePatch, PatchFromADocumentToItselfIsEmpty) {
  EXPECT_TRUE(rc::check([] {
    Value document = Value::Object();
    document.Set("a", *GenValue(3));
    const Result<Value> patch = CreateMergePatch(document, document);
    RC_ASSERT(patch.ok());
    RC_ASSERT(patch->empty());
  }));
}

TEST(MergePatch, ApplyingTwiceChangesNothingMore) {
  EXPECT_TRUE(rc::check([] {
    const Value target = *GenValue(3), patch = *GenValue(3);
    const Value once = ApplyMergePatch(target, patch);
    RC_ASSERT(ApplyMergePatch(once, patch) == once);
  }));
}

TEST(MergePatch, DeepDocumentsNeedNoStack) {
  Value from = Value::Int(1), to = Value::Int(2);
  for (int i = 0; i < 100'000; ++i) {
    Value outer_from = Value::Object(), outer_to = Value::Object();
    outer_from.Set("k", std::move(from));
    outer_to.Set("k", std::move(to));
    from = std::move(outer_from);
    to = std::move(outer_to);
  }
  const Result<Value> patch = CreateMergePatch(from, to);
  ASSERT_TRUE(patch.ok());
  const Value merged = ApplyMergePatch(from, *patch);
  const Value* at = &merged;
  while (const Value* child = at->Find("k")) at = child;
  EXPECT_EQ(at->int_value(), 2);
}

TEST(MergePatch, SharesWhatItDoesNotTouch) {
  const Value target = *Parse(R"({"a":{"big":[1,2,3]},"b":1})");
  const Value merged = ApplyMergePatch(target, *Parse(R"({"b":2})"));
  EXPECT_TRUE(merged["a"].identical(target["a"]));
  EXPECT_EQ(ToText(target), R"({"a":{"big":[1,2,3]},"b":1})");
}

}  // namespace
}  // namespace karta::json
