// SPDX-License-Identifier: Apache-2.0
// Runs every case in tests/cases/yaml and tests/cases/patch; each is a test of its own.  What a
// case asks is told by its members: `yaml` is read, `json` printed, `patch` applied, and so on.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "json/diff.h"
#include "json/merge_patch.h"
#include "json/parse.h"
#include "json/patch.h"
#include "json/pointer.h"
#include "json/print.h"
#include "json/yaml.h"

namespace karta::json {
namespace {

struct Case {
  std::string name;
  Value value;

  friend void PrintTo(const Case& c, std::ostream* out) { *out << ToText(c.value); }
};

std::string TestName(const std::string& file, size_t number, std::string_view title) {
  std::string name = file + "_" + std::to_string(number) + "_" + std::string(title);
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

std::vector<Case> LoadCases(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(KARTA_SOURCE_DIR "/tests/cases/" + folder)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Case> cases;
  for (const auto& path : files) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    const Result<std::vector<Value>> documents = ParseYaml(text.str(), {.strict = true});
    if (!documents.ok()) {
      cases.push_back(
          {TestName(path.stem(), 0, "unreadable"),
           Value::ObjectOf({{"unreadable", Value::String(documents.status().message())}})});
      continue;
    }
    for (const Value& value : documents->front().items()) {
      cases.push_back({TestName(path.stem(), cases.size(), value["name"].str()), value});
    }
  }
  return cases;
}

std::string SortedText(const Value& value) {
  std::string text;
  Print(value, {.sort_keys = true}, &text);
  return text;
}

// The outcome of a case is the value, or the message of the error that it names.
void Expect(const Result<Value>& got, const Value& one_case, std::string_view want_member) {
  if (const Value* error = one_case.Find("error")) {
    ASSERT_FALSE(got.ok()) << ToText(*got);
    EXPECT_EQ(got.status().message(), error->str());
    return;
  }
  ASSERT_TRUE(got.ok()) << got.status();
  const Value* want = one_case.Find(want_member);
  ASSERT_NE(want, nullptr) << "the case has no \"" << want_member << "\"";
  EXPECT_EQ(SortedText(*got), SortedText(*want));
}

void RunRead(const Value& one_case) {
  const auto got = ParseYaml(one_case["yaml"].str(), {.strict = one_case["strict"].is_true()});
  if (const Value* error = one_case.Find("error")) {
    ASSERT_FALSE(got.ok());
    EXPECT_EQ(got.status().message(), error->str());
    return;
  }
  ASSERT_TRUE(got.ok()) << got.status();
  std::string texts, wants;
  for (const Value& document : *got) texts += ToText(document) + "\n";
  for (const Value& want : one_case["want"].items()) wants += std::string(want.str()) + "\n";
  EXPECT_EQ(texts, wants);
}

void RunPrint(const Value& one_case) {
  const Result<Value> value = Parse(one_case["json"].str());
  ASSERT_TRUE(value.ok()) << value.status();
  const std::string text = PrintYaml(*value, {.sort_keys = one_case["sort"].is_true()});
  EXPECT_EQ(text, one_case["print"].str());
  const auto again = ParseYaml(text);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_TRUE(again->front() == *value) << ToText(again->front());
}

void RunDiff(const Value& one_case) {
  const Value &from = one_case["from"], &to = one_case["to"];
  const Difference difference = Diff(from, to);
  EXPECT_EQ(ToText(difference.patch), ToText(one_case["patch"]));
  EXPECT_EQ(ToText(difference.changes), one_case["changes"].str());
  const Result<Value> patched = ApplyPatch(from, difference.patch);
  ASSERT_TRUE(patched.ok()) << patched.status();
  EXPECT_TRUE(*patched == to) << ToText(*patched);
}

void RunCreateMerge(const Value& one_case) {
  const Result<Value> created = CreateMergePatch(one_case["from"], one_case["to"]);
  Expect(created, one_case, "create");
  if (!created.ok()) return;
  EXPECT_TRUE(ApplyMergePatch(one_case["from"], *created) == one_case["to"]);
}

void RunPatch(const Value& one_case) {
  const std::string before = ToText(one_case["document"]);
  Expect(ApplyPatch(one_case["document"], one_case["patch"]), one_case, "want");
  EXPECT_EQ(ToText(one_case["document"]), before) << "the document itself was changed";
}

void RunPointer(const Value& one_case) {
  const Result<Pointer> pointer = Pointer::Parse(one_case["pointer"].str());
  if (!pointer.ok()) return Expect(pointer.status(), one_case, "find");
  EXPECT_EQ(pointer->ToString(), one_case["pointer"].str());
  const Value& document = one_case["document"];
  const Result<const Value*> found = pointer->Resolve(document);
  EXPECT_EQ(pointer->Find(document), found.ok() ? *found : nullptr);
  Expect(found.ok() ? Result<Value>(**found) : found.status(), one_case, "find");
}

void RunCase(const Value& one_case) {
  const auto has = [&](std::string_view member) { return one_case.Find(member) != nullptr; };
  if (has("yaml")) return RunRead(one_case);
  if (has("json")) return RunPrint(one_case);
  if (has("changes")) return RunDiff(one_case);
  if (has("from")) return RunCreateMerge(one_case);
  if (has("pointer")) return RunPointer(one_case);
  if (has("patch")) return RunPatch(one_case);
  if (has("merge")) {
    return Expect(ApplyMergePatch(one_case["document"], one_case["merge"]), one_case, "want");
  }
  FAIL() << "nothing to run in " << ToText(one_case);
}

class Cases : public testing::TestWithParam<Case> {};

TEST_P(Cases, Holds) { RunCase(GetParam().value); }

std::string NameOf(const testing::TestParamInfo<Case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Yaml, Cases, testing::ValuesIn(LoadCases("yaml")), NameOf);
INSTANTIATE_TEST_SUITE_P(Patch, Cases, testing::ValuesIn(LoadCases("patch")), NameOf);

}  // namespace
}  // namespace karta::json
