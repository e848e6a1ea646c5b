// SPDX-License-Identifier: Apache-2.0
#include "cli/jq_options.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "json/print.h"

namespace karta::cli {
namespace {

using Words = std::vector<const char*>;

JqOptions Parsed(const Words& words) {
  Result<JqOptions> options = ParseJqOptions(words);
  EXPECT_TRUE(options.ok()) << options.status().ToString();
  return options.ok() ? *std::move(options) : JqOptions();
}

std::string Refusal(const Words& words) {
  const Result<JqOptions> options = ParseJqOptions(words);
  return options.ok() ? "accepted" : options.status().message();
}

std::string Text(const std::vector<json::Value>& values) {
  std::string text;
  for (const json::Value& value : values) text += json::ToText(value) + " ";
  return text;
}

TEST(JqOptions, FirstWordIsTheProgramAndTheRestAreFiles) {
  const JqOptions options = Parsed({".a", "one.json", "-", "-1"});
  EXPECT_EQ(options.program, ".a");
  EXPECT_EQ(options.files, (std::vector<std::string>{"one.json", "-", "-1"}));
  EXPECT_EQ(options.indent, 2);
}

TEST(JqOptions, OptionsStandAnywhereAndStack) {
  const JqOptions options = Parsed({"-nr", ".", "file", "-cS", "--exit-status"});
  EXPECT_TRUE(options.null_input && options.raw_output && options.sort_keys && options.exit_status);
  EXPECT_EQ(options.indent, -1);
  EXPECT_EQ(options.files, std::vector<std::string>{"file"});
}

TEST(JqOptions, WordsAfterTwoDashesAreNoOptions) {
  const JqOptions options = Parsed({"--args", "-n", "--", "-r", "-x", "--"});
  EXPECT_EQ(options.program, "-r");
  EXPECT_EQ(Text(options.positional), R"("-x" "--" )");
}

TEST(JqOptions, PositionalValuesSwitchBetweenTextAndJson) {
  const JqOptions options =
      Parsed({".", "f", "--args", "a", "1", "--jsonargs", "2", "{}", "--args", "3"});
  EXPECT_EQ(Text(options.positional), R"("a" "1" 2 {} "3" )");
  EXPECT_EQ(options.files, std::vector<std::string>{"f"});
}

TEST(JqOptions, FirstValueOfANameWins) {
  const JqOptions options =
      Parsed({"--arg", "x", "1", "--argjson", "x", "{broken", "--argjson", "y", "[2]"});
  ASSERT_EQ(options.named.size(), 2u);
  EXPECT_EQ(json::ToText(options.named[0].second), R"("1")");
  EXPECT_EQ(json::ToText(options.named[1].second), "[2]");
}

TEST(JqOptions, LibraryPathMayBeAttached) {
  const JqOptions options = Parsed({"-nL/no/such", "-L", "other/../path", "."});
  EXPECT_EQ(*options.library_paths, (std::vector<std::string>{"/no/such", "other/../path"}));
  EXPECT_FALSE(Parsed({"."}).library_paths.has_value());
}

TEST(JqOptions, LaterIndentationWins) {
  EXPECT_TRUE(Parsed({"-c", "--tab", "."}).tab);
  EXPECT_FALSE(Parsed({"--tab", "-c", "."}).tab);
  EXPECT_EQ(Parsed({"--indent", "0", "."}).indent, 0);
  EXPECT_TRUE(Parsed({"--indent", "-1", "."}).tab);
}

TEST(JqOptions, HelpEndsTheReading) {
  EXPECT_EQ(Parsed({"-hV"}).action, JqOptions::Action::kHelp);
  EXPECT_EQ(Parsed({"-V", "--bogus"}).action, JqOptions::Action::kVersion);
  EXPECT_EQ(Parsed({"--run-tests", "--skip", "3"}).test_arguments,
            (std::vector<std::string>{"--skip", "3"}));
}

TEST(JqOptions, RefusalsAreWordedAsJqWordsThem) {
  EXPECT_EQ(Refusal({"-nx"}), "jq: Unknown option -x");
  EXPECT_EQ(Refusal({"--bogus"}), "jq: Unknown option --bogus");
  EXPECT_EQ(Refusal({"--indent=3"}), "jq: Unknown option --indent=3");
  EXPECT_EQ(Refusal({"--indent"}), "jq: --indent takes one parameter");
  EXPECT_EQ(Refusal({"--indent", "8"}), "jq: --indent takes a number between -1 and 7");
  EXPECT_EQ(Refusal({"--indent", " 1"}), "jq: --indent takes a number between -1 and 7");
  EXPECT_EQ(Refusal({"--indent", "1x"}), "jq: --indent takes a number between -1 and 7");
  EXPECT_EQ(Refusal({"-L"}), "-L takes a parameter: (e.g. -L /search/path or -L/search/path)");
  EXPECT_EQ(Refusal({"--arg", "x"}), "jq: --arg takes two parameters (e.g. --arg varname value)");
  EXPECT_EQ(Refusal({"--argjson", "x", "{"}), "jq: invalid JSON text passed to --argjson");
  EXPECT_EQ(Refusal({"--argjson", "x", "1 2"}), "jq: invalid JSON text passed to --argjson");
  EXPECT_EQ(Refusal({".", "--jsonargs", "nope"}), "jq: invalid JSON text passed to --jsonargs");
  EXPECT_EQ(Refusal({"--rawfile", "x"}),
            "jq: --rawfile takes two parameters (e.g. --rawfile varname filename)");
}

TEST(JqOptions, FilesAreReadIntoVariables) {
  const std::string path = testing::TempDir() + "/jq_options_test.json";
  std::ofstream(path) << "1 [2]\n";
  const JqOptions options =
      Parsed({"--slurpfile", "s", path.c_str(), "--rawfile", "r", path.c_str()});
  EXPECT_EQ(json::ToText(options.named[0].second), "[1,[2]]");
  EXPECT_EQ(json::ToText(options.named[1].second), R"("1 [2]\n")");
}

TEST(JqOptions, MissingFileIsNoMatterOfUsage) {
  const Words words = {"--slurpfile", "s", "/no/such/file"};
  const Result<JqOptions> options = ParseJqOptions(words);
  EXPECT_EQ(options.status().code(), Code::kNotFound);
  EXPECT_EQ(options.status().message(),
            "jq: Bad JSON in --slurpfile s /no/such/file: Could not open /no/such/file: No such "
            "file or directory");
}

TEST(JqOptions, BoundsTakeUnitsAndAnEqualsSign) {
  const JqOptions options = Parsed({"--max-memory=1.5G", "--timeout", "250ms", "--max-steps=7",
                                    "--max-results", "0", "--threads", "4"});
  EXPECT_EQ(options.max_memory, 1'610'612'736);
  EXPECT_EQ(options.timeout, std::chrono::milliseconds(250));
  EXPECT_EQ(options.max_steps, 7);
  EXPECT_EQ(options.max_results, 0);
  EXPECT_EQ(options.threads, 4);
}

TEST(JqOptions, BoundsRefuseNonsense) {
  EXPECT_EQ(Refusal({"--max-memory", "lots"}),
            "jq: --max-memory takes a number of bytes, as in 500000, 64M or 2G");
  EXPECT_EQ(Refusal({"--timeout=-1"}),
            "jq: --timeout takes a duration, as in 10, 2.5s, 500ms or 3m");
  EXPECT_EQ(Refusal({"--max-steps", "1e3"}), "jq: --max-steps takes a number, not negative");
  EXPECT_EQ(Refusal({"--threads", "0"}), "jq: --threads takes a number between 1 and 1024");
  EXPECT_EQ(Refusal({"--threads"}), "jq: --threads takes one parameter");
}

TEST(JqOptions, ThreadsRefuseWhatNeedsOneInputAfterAnother) {
  EXPECT_EQ(Refusal({"--threads=2", "-s", "."}),
            "jq: --threads cannot be used together with --slurp: there is one input only");
  EXPECT_NE(Refusal({"--threads=2", "-n", "."}), "accepted");
  EXPECT_NE(Refusal({"--threads=2", "--stream", "."}), "accepted");
  EXPECT_NE(Refusal({"--threads=2", "--seq", "."}), "accepted");
  EXPECT_NE(Refusal({"--threads=2", "--yaml-input", "."}), "accepted");
  EXPECT_EQ(Refusal({"--threads=1", "-s", "."}), "accepted");
}

TEST(ParseDuration, TakesUnitsUpToHours) {
  using std::chrono::nanoseconds;
  EXPECT_EQ(ParseDuration("2"), nanoseconds(2'000'000'000));
  EXPECT_EQ(ParseDuration("1.5s"), nanoseconds(1'500'000'000));
  EXPECT_EQ(ParseDuration("3m"), std::chrono::minutes(3));
  EXPECT_EQ(ParseDuration("1h"), std::chrono::hours(1));
  for (const char* bad : {"", "s", "1d", "1 s", "inf", "nan", "-1", "1e300"}) {
    EXPECT_EQ(ParseDuration(bad), std::nullopt) << bad;
  }
}

}  // namespace
}  // namespace karta::cli
