// SPDX-License-Identifier: Apache-2.0
// Limits and sharing.  What operations do is in tests/cases/patch/json_patch.yaml.
#include "json/patch.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/print.h"

namespace karta::json {
namespace {

Value J(std::string_view text) { return *Parse(text); }

TEST(Patch, IsParsedOnceAndAppliedToMany) {
  const Result<Patch> patch = Patch::Parse(J(R"([{"op":"add","path":"/b","value":2}])"));
  ASSERT_TRUE(patch.ok());
  EXPECT_EQ(ToText(*patch->Apply(J("{}"))), R"({"b":2})");
  EXPECT_EQ(ToText(*patch->Apply(J(R"({"a":1})"))), R"({"a":1,"b":2})");
  EXPECT_EQ(OpName(patch->operations().front().op), "add");
}

TEST(Patch, SharesWhatItDoesNotTouch) {
  const Value document = J(R"({"a":{"big":[1,2,3]},"b":{"c":1}})");
  const Result<Value> patched =
      ApplyPatch(document, J(R"([{"op":"replace","path":"/b/c","value":2}])"));
  ASSERT_TRUE(patched.ok());
  EXPECT_TRUE((*patched)["a"].identical(document["a"]));
  EXPECT_EQ(ToText(document), R"({"a":{"big":[1,2,3]},"b":{"c":1}})");
}

TEST(Patch, FailedTestsHaveAReasonOfTheirOwn) {
  const auto failed = ApplyPatch(J("{}"), J(R"([{"op":"test","path":"","value":1}])"));
  EXPECT_EQ(failed.status().code(), Code::kInvalid);
  EXPECT_EQ(failed.status().reason(), "TestFailed");
  const auto missing = ApplyPatch(J("{}"), J(R"([{"op":"remove","path":"/a"}])"));
  EXPECT_EQ(missing.status().code(), Code::kInvalid);
  EXPECT_EQ(missing.status().reason(), "Invalid");
  EXPECT_EQ(ApplyPatch(J("{}"), J("{}")).status().code(), Code::kBadRequest);
}

// Each operation copies the document into itself: it doubles 60 times.
TEST(PatchLimits, CopiesThatDouble) {
  Value patch = Value::Array();
  for (int i = 0; i < 60; ++i) {
    patch.Append(J(R"({"op":"copy","from":"","path":"/)" + std::to_string(i) + "\"}"));
  }
  const auto doubled = ApplyPatch(J(R"({"a":1})"), patch);
  ASSERT_FALSE(doubled.ok());
  EXPECT_EQ(doubled.status().code(), Code::kExhausted);
  EXPECT_EQ(doubled.status().reason(), "CopyLimit");
  EXPECT_EQ(doubled.status().message(),
            "operation 18 (copy \"/18\"): the patch copies more than 1000000 values");
}

TEST(PatchLimits, DepthThatAddsBuildUp) {
  Value patch = Value::Array();
  std::string path;
  for (int i = 0; i < 20; ++i) {
    patch.Append(J(R"({"op":"add","path":")" + path + R"(","value":{"a":{}}})"));
    path += "/a/a";
  }
  EXPECT_TRUE(ApplyPatch(Value(), patch).ok());
  const auto deep = ApplyPatch(Value(), patch, {.max_depth = 30});
  EXPECT_EQ(deep.status().reason(), "DepthLimit");
}

TEST(PatchLimits, DepthThatMovesBuildUp) {
  const Value patch = J(R"([{"op":"move","from":"/b","path":"/a/a/a/b"}])");
  const Value document = J(R"({"a":{"a":{"a":{}}},"b":[[[[]]]]})");
  EXPECT_TRUE(ApplyPatch(document, patch, {.max_depth = 8}).ok());
  EXPECT_EQ(ApplyPatch(document, patch, {.max_depth = 7}).status().reason(), "DepthLimit");
}

TEST(PatchLimits, NumberOfOperations) {
  Value patch = Value::Array();
  for (int i = 0; i < 11; ++i) patch.Append(J(R"({"op":"test","path":"","value":{}})"));
  EXPECT_TRUE(ApplyPatch(J("{}"), patch).ok());
  const auto many = ApplyPatch(J("{}"), patch, {.max_operations = 10});
  EXPECT_EQ(many.status().reason(), "OperationLimit");
  EXPECT_EQ(many.status().message(), "the patch has 11 operations, more than 10");
}

}  // namespace
}  // namespace karta::json
