// SPDX-License-Identifier: Apache-2.0

// Runs the groups in tests/cases/jq/*.test, each as a test of its own.  The README.md there
// describes the format.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "jq/program.h"
#include "jq/test_modules.h"
#include "json/parse.h"
#include "json/print.h"

#ifndef KARTA_SOURCE_DIR
#error "define KARTA_SOURCE_DIR as the path of the repository"
#endif

namespace karta::jq {
namespace {

const char kDirectory[] = KARTA_SOURCE_DIR "/tests/cases/jq";

struct Group {
  std::string file;
  int line = 0;  // of the program
  std::string program;
  std::string input;
  std::vector<std::string> want;
  bool fails = false;  // must not compile: `want` is the report
};

void PrintTo(const Group& group, std::ostream* out) {
  *out << group.file << ".test:" << group.line << ": " << group.program;
}

bool IsBlank(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos || line[first] == '#';
}

// Programs of several lines are written with U+2424 for each line end.
std::string Decode(std::string text) {
  constexpr std::string_view kLineEnd = "\u2424";
  for (size_t at = 0; (at = text.find(kLineEnd, at)) != std::string::npos; ++at) {
    text.replace(at, kLineEnd.size(), "\n");
  }
  return text;
}

void ReadGroups(const std::filesystem::path& path, std::vector<Group>* groups) {
  std::ifstream file(path);
  std::string line;
  int number = 0;
  auto next = [&] { return ++number, static_cast<bool>(std::getline(file, line)); };
  while (next()) {
    if (IsBlank(line)) continue;
    Group group;
    group.file = path.stem().string();
    group.fails = line == "%%FAIL";
    if (group.fails) next();
    group.line = number;
    group.program = Decode(line);
    if (!group.fails) {
      next();
      group.input = line;
    }
    while (next() && !IsBlank(line)) group.want.push_back(line);
    groups->push_back(std::move(group));
  }
}

std::vector<Group> AllGroups() {
  std::vector<std::filesystem::path> paths;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(kDirectory, error)) {
    if (entry.path().extension() == ".test") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Group> groups;
  for (const auto& path : paths) ReadGroups(path, &groups);
  return groups;
}

// The reports of a compile error: trailing blanks and the closing count are not compared.
std::vector<std::string> Lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    line.erase(line.find_last_not_of(" \t") + 1);
    lines.push_back(std::move(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  while (!lines.empty() && (lines.back().empty() || lines.back().ends_with(" compile error") ||
                            lines.back().ends_with(" compile errors"))) {
    lines.pop_back();
  }
  return lines;
}

json::Reader TextReader(std::string_view* text) {
  return json::Reader([text](char* buffer, size_t size) -> Result<size_t> {
    const size_t count = std::min(size, text->size());
    std::memcpy(buffer, text->data(), count);
    text->remove_prefix(count);
    return count;
  });
}

// Everything the run gave, as the lines of a group: outputs, then how it ended if it failed.
std::vector<std::string> RunGroup(const Group& group, const Program& program) {
  std::string_view text = group.input;
  json::Reader reader = TextReader(&text);
  Result<std::optional<json::Value>> input = reader.Next();
  if (!input.ok()) return {"!input " + std::string(input.status().message())};
  if (!input->has_value()) return {"!input"};

  World world;
  world.next_input = [&reader] { return reader.Next(); };
  world.environment = [] {
    return json::Value::ObjectOf({{"KARTA_CASE", json::Value::String("hello")},
                                  {"PAGER", json::Value::String("less")},
                                  {"PATH", json::Value::String("/usr/bin:/bin")}});
  };
  world.now = [] { return 1'700'000'000.5; };
  world.input_line_number = [&reader] { return static_cast<int64_t>(reader.lines()); };
  RunOptions options;
  options.budget.results = 2'000;
  options.world = &world;
  const std::vector<json::Value> variables = {json::Value::ObjectOf(
      {{"named", json::Value::Object()}, {"positional", json::Value::Array()}})};
  options.variables = variables;

  std::vector<std::string> got;
  const Outcome outcome = program.Run(**input, options, [&got](const json::Value& value) {
    got.push_back(json::ToText(value));
    return true;
  });
  switch (outcome.kind) {
    case Outcome::Kind::kDone:
    case Outcome::Kind::kStopped:
      break;
    case Outcome::Kind::kError:
      got.push_back("!! " + json::ToText(outcome.error));
      break;
    case Outcome::Kind::kLimit:
      got.push_back("!limit " + std::string(outcome.limit));
      break;
    case Outcome::Kind::kHalt:
      got.push_back("!halt " + json::ToText(json::Value::ArrayOf(
                                   {json::Value::Int(outcome.exit_code), outcome.error})));
      break;
  }
  return got;
}

class JqCases : public testing::TestWithParam<Group> {
 protected:
  // The zone the cases were written for, spelled as a rule so that no zone files are needed.
  static void SetUpTestSuite() {
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    tzset();
  }
};

TEST_P(JqCases, Holds) {
  const Group& group = GetParam();
  const std::string modules = std::string(kDirectory) + "/modules";
  DirectoryModules loader(modules);
  CompileOptions options;
  options.variables = {"ARGS"};
  options.loader = &loader;
  options.library_paths = {modules};
  const Result<Program> program = Program::Compile(group.program, options);
  if (group.fails) {
    ASSERT_FALSE(program.ok()) << "it compiled";
    EXPECT_EQ(Lines(program.status().message()), group.want);
    return;
  }
  ASSERT_TRUE(program.ok()) << program.status().message();
  EXPECT_EQ(RunGroup(group, *program), group.want) << "input: " << group.input;
}

std::string CaseName(const testing::TestParamInfo<Group>& info) {
  std::string name = info.param.file + "_" + std::to_string(info.param.line);
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, JqCases, testing::ValuesIn(AllGroups()), CaseName);

}  // namespace
}  // namespace karta::jq
