// SPDX-License-Identifier: Apache-2.0
#include "json/value.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <thread>
#include <vector>

#include "json/meter.h"
#include "json/parse.h"
#include "json/print.h"

namespace karta::json {
namespace {

Value Json(std::string_view text) {
  Result<Value> value = Parse(text);
  EXPECT_TRUE(value.ok()) << value.status() << " in " << text;
  return value.ok() ? *std::move(value) : Value();
}

TEST(Value, FitsSixteenBytes) { EXPECT_EQ(sizeof(Value), 16u); }

TEST(Value, KnowsItsType) {
  EXPECT_EQ(Value().type(), Type::kNull);
  EXPECT_EQ(Value::Bool(true).type(), Type::kBoolean);
  EXPECT_EQ(Value::Int(1).type(), Type::kNumber);
  EXPECT_EQ(Value::Double(1.5).type(), Type::kNumber);
  EXPECT_EQ(Value::Literal("1.000", 1).type(), Type::kNumber);
  EXPECT_EQ(Value::String("").type(), Type::kString);
  EXPECT_EQ(Value::Array().type(), Type::kArray);
  EXPECT_EQ(Value::Object().type(), Type::kObject);
  EXPECT_FALSE(Value::Bool(false).truthy());
  EXPECT_FALSE(Value().truthy());
  EXPECT_TRUE(Value::Int(0).truthy());
}

TEST(Value, KeepsStringsOfEveryLength) {
  for (const size_t size :
       {0, 1, 13, 14, 15, 16, 255, 256, 1000, 70'000, (1 << 24) - 1, 1 << 24, (1 << 24) + 5}) {
    std::string text(size, 'x');
    for (size_t i = 0; i < size; ++i) text[i] = static_cast<char>('a' + i % 26);
    const Value value = Value::String(text);
    const Value copy = value;
    EXPECT_EQ(value.str(), text) << size;
    EXPECT_EQ(copy.str(), text) << size;
    EXPECT_TRUE(value == Value::String(text)) << size;
  }
}

TEST(Value, IsExactForSixtyFourBits) {
  EXPECT_EQ(*Json("9223372036854775807").integer(), INT64_MAX);
  EXPECT_EQ(*Json("-9223372036854775808").integer(), INT64_MIN);
  EXPECT_EQ(*Json("9007199254740993").integer(), 9007199254740993);
  EXPECT_EQ(ToText(Json("9223372036854775807")), "9223372036854775807");
  EXPECT_EQ(Json("9223372036854775808").integer(), std::nullopt);
  EXPECT_EQ(Json("1.5").integer(), std::nullopt);
  EXPECT_EQ(*Json("3.0").integer(), 3);
}

TEST(Value, FindsMembersInSmallAndLargeObjects) {
  for (const int count : {0, 1, 5, 12, 13, 14, 100, 5000}) {
    Value object = Value::Object();
    for (int i = 0; i < count; ++i) {
      // Short keys live in the value, long ones behind a pointer.
      object.Set("k" + std::to_string(i), Value::Int(i));
      object.Set("a rather long member name " + std::to_string(i), Value::Int(-i));
    }
    EXPECT_EQ(object.size(), static_cast<size_t>(2 * count));
    for (int i = 0; i < count; ++i) {
      ASSERT_NE(object.Find("k" + std::to_string(i)), nullptr) << count;
      EXPECT_EQ(object["k" + std::to_string(i)].int_value(), i);
      EXPECT_EQ(object["a rather long member name " + std::to_string(i)].int_value(), -i);
    }
    EXPECT_EQ(object.Find("missing"), nullptr);
    EXPECT_EQ(object.Find("a rather long member name that is not there"), nullptr);
    const Value parsed = Json(ToText(object));
    EXPECT_TRUE(parsed == object) << count;
  }
}

TEST(Value, KeepsMembersInDocumentOrderAndTheLastOfDuplicates) {
  EXPECT_EQ(ToText(Json(R"({"b":1,"a":2,"b":3})")), R"({"b":3,"a":2})");
}

TEST(Value, ChangesCopyOnlyThePathToThem) {
  const Value original = Json(R"({"a":{"x":[1,2,3]},"b":{"y":[4,5,6]}})");
  Value changed = original;
  Value a = changed.Take(Value::String("a"));
  a.Set("x", Value::Int(0));
  changed.Set("a", std::move(a));
  EXPECT_EQ(ToText(original), R"({"a":{"x":[1,2,3]},"b":{"y":[4,5,6]}})");
  EXPECT_EQ(ToText(changed), R"({"a":{"x":0},"b":{"y":[4,5,6]}})");
  EXPECT_TRUE(changed["b"].identical(original["b"]));
}

TEST(Value, ChangesInPlaceWhenAlone) {
  Value array = Value::Array();
  for (int i = 0; i < 100; ++i) array.Append(Value::Int(i));
  array.Reserve(200);
  const Value* before = array.items().data();
  array.SetItem(5, Value::String("five"));
  array.Append(Value());
  EXPECT_EQ(array.items().data(), before);
  const Value shared = array;
  array.SetItem(6, Value());
  EXPECT_NE(array.items().data(), before);
  EXPECT_EQ(shared.items()[6].int_value(), 6);
}

TEST(Value, OutlivesTheDocumentItCameFrom) {
  Value kept;
  Value text;
  {
    const Value document = Json(R"({"a":{"b":[1,{"c":"a string of more than fourteen bytes"}]}})");
    kept = document["a"]["b"];
    text = document["a"]["b"][1]["c"];
  }
  EXPECT_EQ(ToText(kept), R"([1,{"c":"a string of more than fourteen bytes"}])");
  kept = Value();
  EXPECT_EQ(text.str(), "a string of more than fourteen bytes");
}

TEST(Value, AliasesCountNothingAndCopiesOfThemDo) {
  Value array = Value::ArrayOf({Value::String("a string of more than fourteen bytes")});
  const Value alias = array.Alias();
  EXPECT_FALSE(alias.counted());
  EXPECT_TRUE(array.unique());
  const Value copy = alias;
  EXPECT_TRUE(copy.counted());
  EXPECT_FALSE(array.unique());
}

TEST(Value, ErasesAndInserts) {
  Value array = Json("[0,1,2,3]");
  array.EraseItem(1);
  array.InsertItem(0, Value::String("first"));
  array.InsertItem(4, Value::String("last"));
  EXPECT_EQ(ToText(array), R"(["first",0,2,3,"last"])");
  Value object = Json(R"({"a":1,"b":2,"c":3})");
  EXPECT_TRUE(object.Erase("b"));
  EXPECT_FALSE(object.Erase("b"));
  object.Set("b", Value::Int(9));
  EXPECT_EQ(ToText(object), R"({"a":1,"c":3,"b":9})");
}

TEST(Value, AppendsTextInPlaceWhenAlone) {
  Value text = Value::String("");
  std::string want;
  for (int i = 0; i < 10'000; ++i) {
    const std::string piece = std::to_string(i);
    text.AppendText(piece);
    want += piece;
    if (i % 1000 == 0) {
      const Value shared = text;
      text.AppendText("!");
      EXPECT_EQ(shared.str(), want);
      want += "!";
    }
  }
  EXPECT_EQ(text.str(), want);
}

TEST(Value, SubstringsShareOrCopy) {
  const std::string long_text(100, 'q');
  Value text = Value::String(long_text);
  const Value most = text.Substring(1, 90);
  const Value few = text.Substring(3, 5);
  text = Value();
  EXPECT_EQ(most.str(), std::string(90, 'q'));
  EXPECT_EQ(few.str(), "qqqqq");
}

TEST(Value, FreesDeepNestingWithoutRecursion) {
  Value nested = Value::Array();
  for (int i = 0; i < 1'000'000; ++i) nested = Value::ArrayOf({std::move(nested)});
  nested = Value();
}

TEST(Value, GivesBackWhatItCounts) {
  const int64_t before = meter.live_bytes;
  {
    Value document = Json(R"({"a":[1,2,{"b":"a string of more than fourteen bytes"}]})");
    Value copy = document;
    copy.Set("c", Value::String(std::string(1000, 'x')));
    for (int i = 0; i < 100; ++i) copy.Set("key" + std::to_string(i), document["a"]);
    EXPECT_GT(meter.live_bytes, before);
  }
  EXPECT_EQ(meter.live_bytes, before);
}

TEST(Value, ComparesAsJqSorts) {
  const char* kSorted[] = {"null",
                           "false",
                           "true",
                           "-1e1000",
                           "-1",
                           "0",
                           "0.5",
                           "1",
                           "9007199254740992",
                           "9007199254740993",
                           "100000000000000000000000000000001",
                           "1e1000",
                           "\"\"",
                           "\"a\"",
                           "\"aa\"",
                           "\"b\"",
                           "\"é\"",
                           "[]",
                           "[0]",
                           "[0,1]",
                           "[1]",
                           "{}",
                           "{\"a\":2}",
                           "{\"a\":1,\"b\":0}",
                           "{\"a\":1,\"b\":1}",
                           "{\"b\":0}"};
  for (size_t i = 0; i < std::size(kSorted); ++i) {
    for (size_t j = 0; j < std::size(kSorted); ++j) {
      const int want = i < j ? -1 : i > j ? 1 : 0;
      EXPECT_EQ(Compare(Json(kSorted[i]), Json(kSorted[j])), want)
          << kSorted[i] << " " << kSorted[j];
      EXPECT_EQ(Json(kSorted[i]) == Json(kSorted[j]), want == 0);
    }
  }
}

TEST(Value, ComparesDeepValuesUpToTheLimitAndSaysSoBeyond) {
  const auto nest = [](int levels) {
    Value value = Value::Int(1);
    for (int i = 0; i < levels; ++i) value = Value::ArrayOf({std::move(value)});
    return value;
  };
  EXPECT_TRUE(nest(9'000) == nest(9'000));
  EXPECT_FALSE(meter.too_deep);
  EXPECT_EQ(Compare(nest(20'000), nest(20'000)), 0);
  EXPECT_TRUE(meter.too_deep);
  meter.too_deep = false;
}

TEST(Value, IsReadFromManyThreads) {
  const Value document = Json(R"({"a":[1,2,{"b":"a string of more than fourteen bytes"}]})");
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([copy = document] {
      for (int i = 0; i < 10'000; ++i) {
        const Value inner = copy["a"];
        ASSERT_EQ(inner.size(), 3u);
        Value mine = inner;
        mine.Append(Value::Int(i));
        ASSERT_EQ(mine.size(), 4u);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(document["a"].size(), 3u);
}

// Random changes on a Value and on a plain model give the same text.
TEST(Value, AgreesWithAModelUnderRandomChanges) {
  std::mt19937 random(20);
  std::vector<std::pair<std::string, int>> model;
  Value object = Value::Object();
  std::vector<Value> snapshots;
  for (int step = 0; step < 20'000; ++step) {
    const std::string key = "key-with-number-" + std::to_string(random() % 40);
    const auto found =
        std::find_if(model.begin(), model.end(), [&](auto& m) { return m.first == key; });
    if (random() % 3 == 0) {
      EXPECT_EQ(object.Erase(key), found != model.end());
      if (found != model.end()) model.erase(found);
    } else {
      object.Set(key, Value::Int(step));
      if (found != model.end()) {
        found->second = step;
      } else {
        model.emplace_back(key, step);
      }
    }
    if (step % 100 == 0) snapshots.push_back(object);
    ASSERT_EQ(object.size(), model.size());
    if (step % 500 == 0) {
      for (size_t i = 0; i < model.size(); ++i) {
        ASSERT_EQ(object.members()[i].key.str(), model[i].first);
        ASSERT_EQ(object[model[i].first].int_value(), model[i].second);
      }
    }
  }
}

}  // namespace
}  // namespace karta::json
