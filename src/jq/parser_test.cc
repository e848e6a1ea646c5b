// SPDX-License-Identifier: Apache-2.0

// The cases of tests/cases/jq_syntax (its README.md describes the format), and what data cannot
// say: places, limits, long chains.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "jq/ast.h"
#include "jq/test_tree_text.h"

namespace karta::jq {
namespace {

const char kDirectory[] = KARTA_SOURCE_DIR "/tests/cases/jq_syntax";

struct Case {
  std::string file;
  int line = 0;  // of the program
  std::string program;
  std::string want;
};

void PrintTo(const Case& one, std::ostream* out) {
  *out << one.file << ":" << one.line << ": " << one.program;
}

std::string Decode(std::string text) {
  const std::pair<std::string, std::string> kSigns[] = {{"␤", "\n"}, {"␍", "\r"}, {"␉", "\t"}};
  for (const auto& [sign, meant] : kSigns) {
    for (size_t at = 0; (at = text.find(sign, at)) != std::string::npos;) {
      text.replace(at, sign.size(), meant);
    }
  }
  return text;
}

std::string Answer(const std::string& program) {
  const ParseOutcome outcome = ParseSource(program);
  if (outcome.module) return TreeText::Of(*outcome.module) + "\n";
  std::string report;
  for (const SourceError& error : outcome.errors)
    report += Describe(error, program, "<top-level>") + "\n";
  return report;
}

// Reads a file; with `update`, writes it back with the answers of today.
void ReadCases(const std::filesystem::path& path, bool update, std::vector<Case>* cases) {
  std::ifstream file(path);
  std::string rewritten;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    rewritten += line + "\n";
    if (line.empty() || line.starts_with("# ")) continue;
    Case one{path.stem().string(), number, Decode(line), ""};
    while (std::getline(file, line) && ++number && !line.empty()) one.want += line + "\n";
    rewritten += Answer(one.program) + "\n";
    cases->push_back(std::move(one));
  }
  if (!update) return;
  while (rewritten.ends_with("\n\n")) rewritten.pop_back();
  std::ofstream(path) << rewritten;
}

std::vector<Case> AllCases() {
  std::vector<Case> cases;
  const bool update = std::getenv("KARTA_UPDATE_CASES") != nullptr;
  for (const auto& entry : std::filesystem::directory_iterator(kDirectory)) {
    if (entry.path().extension() == ".txt") ReadCases(entry.path(), update, &cases);
  }
  return cases;
}

class SyntaxCase : public testing::TestWithParam<Case> {};

TEST_P(SyntaxCase, ParsesAsWritten) { EXPECT_EQ(Answer(GetParam().program), GetParam().want); }

INSTANTIATE_TEST_SUITE_P(Parser, SyntaxCase, testing::ValuesIn(AllCases()), [](const auto& info) {
  return info.param.file + "_" + std::to_string(info.param.line);
});

std::string Repeat(std::string_view part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

bool Parses(const std::string& program) { return ParseSource(program).module != nullptr; }

constexpr int kMany = 50'000;

TEST(Parser, TakesChainsOfAnyLength) {
  EXPECT_TRUE(Parses(Repeat(".|", kMany) + "."));
  EXPECT_TRUE(Parses(Repeat(".,", kMany) + "."));
  EXPECT_TRUE(Parses(Repeat("1+", kMany) + "1"));
  EXPECT_TRUE(Parses(Repeat("1//", kMany) + "1"));
  EXPECT_TRUE(Parses(Repeat(".a", kMany)));
  EXPECT_TRUE(Parses("." + Repeat("[0]?", kMany)));
  EXPECT_TRUE(Parses(Repeat("1 as $x|", kMany) + "1"));
  EXPECT_TRUE(Parses(Repeat("label $x|", kMany) + "1"));
  EXPECT_TRUE(Parses(Repeat("def f: 1;", kMany) + "f"));
  EXPECT_TRUE(Parses("[" + Repeat("def f: 1;", kMany) + "f]"));
  EXPECT_TRUE(Parses("if 1 then 2 " + Repeat("elif 1 then 2 ", kMany) + "end"));
  EXPECT_TRUE(Parses("{a:" + Repeat("1|", kMany) + "1}"));
  EXPECT_TRUE(Parses("{" + Repeat("a:1,", kMany) + "}"));
  EXPECT_TRUE(Parses("\"" + Repeat("a\\(1)", kMany) + "\""));
  EXPECT_TRUE(Parses("1 as [$x] " + Repeat("?// [$x]", kMany) + "|1"));
}

TEST(Parser, RefusesDeepNestingInsteadOfOverflowing) {
  for (const char* opening :
       {"[", "(", "{a:", "-", "try ", "reduce ", "if ", "def f: ", "\"\\(", ".[", "f(", "{(", "[1,",
        "[1|", "1|[", ".a as [[", "1 as {a:[", "try 1 catch "}) {
    const ParseOutcome outcome = ParseSource(Repeat(opening, kMany));
    ASSERT_FALSE(outcome.errors.empty()) << opening;
  }
  const ParseOutcome outcome = ParseSource("[[[[1]]]]", 4);
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_EQ(outcome.errors[0].message, "program is nested too deeply");
  EXPECT_TRUE(ParseSource("[[[[1]]]]", 5).module);
}

TEST(Parser, TakesReasonableNesting) {
  constexpr int kDepth = 1'000;
  EXPECT_TRUE(Parses(Repeat("[", kDepth) + "1" + Repeat("]", kDepth)));
  EXPECT_TRUE(Parses(Repeat("{a:", kDepth) + "1" + Repeat("}", kDepth)));
  EXPECT_TRUE(Parses(Repeat("\"\\(", kDepth) + "1" + Repeat(")\"", kDepth)));
  EXPECT_TRUE(Parses(Repeat("if ", kDepth) + "1" + Repeat(" then 1 end", kDepth)));
  EXPECT_TRUE(Parses(Repeat("-", kDepth) + "1"));
}

TEST(Parser, BoundsTheNumberOfErrors) {
  EXPECT_LE(ParseSource("{" + Repeat("1:2,", kMany) + "}").errors.size(), 100u);
  EXPECT_LE(ParseSource("\"" + Repeat("\\q-", kMany) + "\"").errors.size(), 100u);
}

TEST(Parser, GivesNodesTheirPlace) {
  //                           0         1         2
  //                           012345678901234567890
  const std::string program = "f(1) | $abc + .d.e[0]";
  const ParseOutcome outcome = ParseSource(program);
  ASSERT_TRUE(outcome.module);
  const auto spelling = [&](const Node& node) {
    return program.substr(node.begin, node.end - node.begin);
  };
  const Node& pipe = *outcome.module->main;
  EXPECT_EQ(spelling(pipe), program);
  EXPECT_EQ(spelling(*pipe.kids[0]), "f");  // of a call only the name
  EXPECT_EQ(spelling(*pipe.kids[1]), "$abc + .d.e[0]");
  EXPECT_EQ(spelling(*pipe.kids[1]->kids[0]), "$abc");
  EXPECT_EQ(spelling(*pipe.kids[1]->kids[1]), ".d.e[0]");
}

TEST(Parser, NamesTheFileInLocations) {
  const ParseOutcome outcome = ParseSource("\n\n$__loc__", 10, "dir/file.jq");
  ASSERT_TRUE(outcome.module);
  EXPECT_EQ(json::ToText(outcome.module->main->value), R"({"file":"dir/file.jq","line":3})");
}

TEST(Parser, RepairsBytesThatAreNotUtf8) {
  const ParseOutcome outcome = ParseSource("\"a\xff\xe2\x82z\"");
  ASSERT_TRUE(outcome.module);
  EXPECT_EQ(outcome.module->main->value.str(), "a\xef\xbf\xbd\xef\xbf\xbdz");
}

TEST(Parser, TakesNulBytesAsAnyOther) {
  const ParseOutcome text = ParseSource(std::string_view("\"a\0b\"", 5));
  ASSERT_TRUE(text.module);
  EXPECT_EQ(text.module->main->value.str(), std::string_view("a\0b", 3));
  EXPECT_FALSE(ParseSource(std::string_view("1\0", 2)).module);
  EXPECT_TRUE(ParseSource(std::string_view("1 #\0", 4)).module);
}

TEST(Describe, PutsCaretsUnderTheToken) {
  EXPECT_EQ(Describe({"bad thing", 7, 10}, "one\ntw\tthree\nfour", "file.jq"),
            "error: bad thing at file.jq, line 2, column 4:\n"
            "    tw\tthree\n"
            "      \t^^^");
}

TEST(Describe, StopsAtTheEndOfTheLineAndOfTheText) {
  EXPECT_EQ(Describe({"m", 2, 9}, "abcd\nefgh", "n"),
            "error: m at n, line 1, column 3:\n    abcd\n      ^^");
  EXPECT_EQ(Describe({"m", 4, 4}, "abcd", "n"),
            "error: m at n, line 1, column 5:\n    abcd\n        ^");
  EXPECT_EQ(Describe({"m", 0, 0}, "", "n"), "error: m at n, line 1, column 1:\n    \n    ^");
  EXPECT_EQ(Describe({"m", 9, 12}, "ab", "n"), "error: m at n, line 1, column 3:\n    ab\n      ^");
}

TEST(Describe, ShowsVeryLongLinesInPart) {
  const std::string source = Repeat("1 + ", kMany) + "]" + Repeat(" + 1", kMany);
  const std::string text = Describe({"m", 4 * kMany, 4 * kMany + 1}, source, "n");
  EXPECT_LT(text.size(), 3'000u);
  EXPECT_NE(text.find("line 1, column 200001:"), std::string::npos);
  EXPECT_NE(text.find("+ ] +"), std::string::npos);
}

}  // namespace
}  // namespace karta::jq
