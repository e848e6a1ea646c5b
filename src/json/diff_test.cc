// SPDX-License-Identifier: Apache-2.0
// What differences look like is in tests/cases/patch/diff.yaml.
#include "json/diff.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "json/patch.h"
#include "json/print.h"
#include "json/test_values.h"

namespace karta::json {
namespace {

constexpr PatchLimits kNoLimits{.max_operations = 10'000'000};

void CheckTurnsInto(const Value& from, const Value& to) {
  const Difference difference = Diff(from, to);
  const Result<Value> patched = ApplyPatch(from, difference.patch, kNoLimits);
  if (!patched.ok()) RC_FAIL(patched.status().message());
  if (!(*patched == to)) {
    RC_FAIL(ToText(from) + "\n" + ToText(to) + "\n" + ToText(difference.patch));
  }
  RC_ASSERT(difference.empty() == (from == to));
}

TEST(Diff, PatchGivesTheOtherDocument) {
  EXPECT_TRUE(rc::check([] { CheckTurnsInto(*GenValue(4), *GenValue(4)); }));
}

// Lists of a few small numbers: equal elements, shifts and gaps are likely.
TEST(Diff, PatchGivesTheOtherList) {
  EXPECT_TRUE(rc::check([] {
    const auto list = [] {
      Value array = Value::Array();
      for (const int n : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4))) {
        Value item = Value::Object();
        item.Set(n % 2 == 0 ? "name" : "other", Value::Int(n));
        item.Set("x", Value::Int(*rc::gen::inRange(0, 2)));
        array.Append(n == 3 ? Value::Int(*rc::gen::inRange(0, 2)) : item);
      }
      return array;
    };
    CheckTurnsInto(list(), list());
  }));
}

TEST(Diff, OneChangeInALargeListIsOneOperation) {
  Value from = Value::Array();
  for (int i = 0; i < 50'000; ++i) from.Append(Value::Int(i));
  Value to = from;
  to.SetItem(25'000, Value::String("x"));
  to.InsertItem(10, Value::String("y"));
  const Difference difference = Diff(from, to);
  // The two changes are far apart, so what lies between is too large to be aligned.
  EXPECT_TRUE(*ApplyPatch(from, difference.patch, kNoLimits) == to);
  Value replaced = from;
  replaced.SetItem(25'000, Value::String("x"));
  EXPECT_EQ(Diff(from, replaced).patch.size(), 1U);
}

TEST(Diff, DeepDocumentsNeedNoStack) {
  Value from = Value::Int(1), to = Value::Int(2);
  for (int i = 0; i < 5'000; ++i) {
    from = Value::ArrayOf({from});
    to = Value::ArrayOf({to});
  }
  const Difference difference = Diff(from, to);
  EXPECT_EQ(difference.changes.size(), 1U);
  EXPECT_TRUE(*ApplyPatch(from, difference.patch) == to);
}

TEST(Diff, ChangesTellBothValues) {
  const Value from = Value::ObjectOf({{"a", Value::Int(1)}, {"b", Value::Int(2)}});
  const Value to = Value::ObjectOf({{"a", Value::Int(3)}, {"c", Value::Int(4)}});
  const std::vector<Change> changes = Diff(from, to).changes;
  ASSERT_EQ(changes.size(), 3U);
  EXPECT_EQ(changes[0].kind, Change::Kind::kReplaced);
  EXPECT_EQ(changes[0].path, "/a");
  EXPECT_EQ(changes[0].before.int_value(), 1);
  EXPECT_EQ(changes[0].after.int_value(), 3);
  EXPECT_EQ(changes[1].kind, Change::Kind::kRemoved);
  EXPECT_EQ(changes[2].kind, Change::Kind::kAdded);
}

}  // namespace
}  // namespace karta::json
