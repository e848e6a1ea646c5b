// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "json/print.h"
#include "json/test_values.h"
#include "json/yaml.h"

namespace karta::json {
namespace {

TEST(YamlProperty, PrintedTextReadsBackAsTheSameValue) {
  EXPECT_TRUE(rc::check([] {
    const Value value = *GenValue(4);
    const std::string text = PrintYaml(value);
    const auto again = ParseYaml(text);
    RC_ASSERT(again.ok());
    RC_ASSERT(again->size() == 1U);
    if (!(again->front() == value)) RC_FAIL(ToText(value) + "\n" + text);
  }));
}

TEST(YamlProperty, SortingKeysChangesNothingElse) {
  EXPECT_TRUE(rc::check([] {
    const Value value = *GenValue(3);
    const auto again = ParseYaml(PrintYaml(value, {.sort_keys = true, .document_start = true}));
    RC_ASSERT(again.ok());
    RC_ASSERT(again->front() == value);
  }));
}

TEST(YamlProperty, DocumentsOfAStreamStayApart) {
  EXPECT_TRUE(rc::check([] {
    const auto values = *rc::gen::resize(5, rc::gen::container<std::vector<Value>>(GenValue(2)));
    RC_PRE(!values.empty());
    std::string text;
    for (const Value& value : values) text += PrintYaml(value, {.document_start = true});
    const auto again = ParseYaml(text, {.strict = true});
    RC_ASSERT(again.ok());
    RC_ASSERT(again->size() == values.size());
    for (size_t i = 0; i < values.size(); ++i) RC_ASSERT((*again)[i] == values[i]);
  }));
}

TEST(YamlProperty, AnyTextIsReadOrRefused) {
  EXPECT_TRUE(rc::check([] {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(GenText());
    std::string text;
    for (const std::string& piece : pieces) text += piece;
    const auto documents = ParseYaml(text);
    if (!documents.ok()) {
      RC_ASSERT(documents.status().message().starts_with("line "));
    } else {
      RC_ASSERT(!documents->empty());
    }
  }));
}

}  // namespace
}  // namespace karta::json
