// SPDX-License-Identifier: Apache-2.0
#include "cli/jq_run_tests.h"

#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/jq_limits.h"
#include "cli/jq_output.h"
#include "cli/jq_run.h"
#include "cli/module_files.h"
#include "cli/text_files.h"
#include "jq/program.h"
#include "json/parse.h"
#include "json/print.h"

namespace karta::cli {

namespace {

class Lines {
 public:
  explicit Lines(std::string text) : text_(std::move(text)), rest_(text_) {}

  std::optional<std::string_view> Next() {
    if (rest_.empty()) return std::nullopt;
    const size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return line;
  }
  // The next line of the same group.
  std::optional<std::string_view> NextInGroup() {
    const std::optional<std::string_view> line = Next();
    return line && !IsBlank(*line) ? line : std::nullopt;
  }
  void SkipGroup() {
    while (NextInGroup()) {
    }
  }
  size_t number() const { return number_; }

  static bool IsBlank(std::string_view line) {
    const size_t first = line.find_first_not_of(" \t");
    return first == std::string_view::npos || line[first] == '#';
  }

 private:
  std::string text_;
  std::string_view rest_;
  size_t number_ = 0;
};

struct Range {
  int skip = 0;
  int take = -1;  // all
};

class Suite {
 public:
  Suite(const JqOptions& options, const Self& self, Output* output)
      : library_paths_(options.library_paths.value_or(std::vector<std::string>())),
        modules_({.library_paths = library_paths_,
                  .program_directory = RealPath("."),
                  .executable_directory = DirectoryOf(std::string(self.executable))}),
        budget_(BudgetFor(options, RaiseStackLimit())),
        output_(output) {
    world_.now = [] { return 0.0; };
    world_ = MakeWorld(&silence_, printer_);
  }

  // 0, or the exit code of a failure.
  int Run(std::string text, Range range) {
    Lines lines(std::move(text));
    int seen = 0, tests = 0, passed = 0, malformed = 0;
    bool must_fail = false, check_message = false;
    while (const std::optional<std::string_view> line = lines.Next()) {
      if (Lines::IsBlank(*line)) continue;
      if (*line == "%%FAIL" || *line == "%%FAIL IGNORE MSG") {
        must_fail = true;
        check_message = *line == "%%FAIL";
        continue;
      }
      const std::string program(*line);
      if (seen++ < range.skip) {
        lines.SkipGroup();
      } else {
        if (seen - 1 == range.skip && range.skip > 0) {
          Say("Skipped " + std::to_string(range.skip) + " tests\n");
        }
        if (range.take >= 0 && tests == range.take) {
          Say("Hit the number of tests limit (" + std::to_string(range.take) + "), breaking\n");
          break;
        }
        ++tests;
        Say("Test #" + std::to_string(seen) + ": '" + program + "' at line number " +
            std::to_string(lines.number()) + "\n");
        const bool good = must_fail ? CheckFailure(program, check_message, &lines, &malformed)
                                    : CheckResults(program, &lines, &malformed);
        passed += good ? 1 : 0;
      }
      must_fail = check_message = false;
    }
    Say(std::to_string(passed) + " of " + std::to_string(tests) + " tests passed (" +
        std::to_string(malformed) + " malformed, " + std::to_string(std::min(seen, range.skip)) +
        " skipped)\n");
    if (range.skip > seen) {
      Say("WARN: skipped past the end of file, exiting with status 2\n");
      return 2;
    }
    return passed == tests ? 0 : 1;
  }

 private:
  // Tests look at results only; what programs say on standard error is none of them.
  class Silence : public Sink {
   public:
    std::string* results() override { return &text_; }
    bool Written() override { return true; }
    void Say(std::string_view) override {}
    void Fail(std::string_view) override {}

   private:
    std::string text_;
  };

  void Say(std::string_view text) {
    output_->buffer()->append(text);
    (void)output_->Written();
  }

  Result<jq::Program> Compile(const std::string& program) {
    jq::CompileOptions options;
    options.loader = &modules_;
    options.library_paths = library_paths_;
    return jq::Program::Compile(program, options);
  }

  bool CheckFailure(const std::string& program, bool check_message, Lines* lines, int* malformed) {
    const size_t at = lines->number();
    const Result<jq::Program> compiled = Compile(program);
    if (compiled.ok()) {
      Say("*** Test program compiled successfully, but should fail at line number " +
          std::to_string(at) + ": " + program + "\n");
      lines->SkipGroup();
      ++*malformed;
      return false;
    }
    if (!check_message) {
      lines->SkipGroup();
      return true;
    }
    // Only the last of several errors counts, as in jq.
    const std::string& message = compiled.status().message();
    const size_t last = message.rfind("\nerror: ");
    std::string_view actual = message;
    if (last != std::string::npos) actual.remove_prefix(last + 1);
    std::string with_prefix = "jq: " + std::string(actual);
    std::string_view rest = with_prefix;
    while (const std::optional<std::string_view> want = lines->NextInGroup()) {
      if (!rest.starts_with(*want)) {
        Say("*** Erroneous program failed with '" + std::string(rest.substr(0, rest.find('\n'))) +
            "', but expected '" + std::string(*want) + "' at line number " +
            std::to_string(lines->number()) + ": " + program + "\n");
        lines->SkipGroup();
        ++*malformed;
        return false;
      }
      rest.remove_prefix(want->size());
      if (rest.starts_with("\n")) rest.remove_prefix(1);
    }
    if (rest.empty()) return true;
    Say("*** Erroneous program failed with extra message '" +
        std::string(rest.substr(0, rest.find('\n'))) + "' at line " +
        std::to_string(lines->number()) + ": " + program + "\n");
    ++*malformed;
    return false;
  }

  bool CheckResults(const std::string& program, Lines* lines, int* malformed) {
    const auto fail = [&](const std::string& text) {
      Say("*** " + text + "\n");
      lines->SkipGroup();
      ++*malformed;
      return false;
    };
    const Result<jq::Program> compiled = Compile(program);
    if (!compiled.ok()) {
      return fail("Test program failed to compile at line " + std::to_string(lines->number()) +
                  ": " + program + "\n" + compiled.status().message());
    }
    const std::optional<std::string_view> input_text = lines->Next();
    if (!input_text) return fail("No input for: " + program);
    const Result<json::Value> input = json::Parse(*input_text);
    if (!input.ok()) {
      return fail("Input is invalid on line " + std::to_string(lines->number()) + ": " +
                  std::string(*input_text));
    }

    std::vector<json::Value> actual;
    jq::RunOptions run;
    run.budget = budget_;
    run.world = &world_;
    (void)compiled->Run(*input, run, [&](const json::Value& result) {
      actual.push_back(result);
      return true;
    });

    bool good = true;
    size_t next = 0;
    while (const std::optional<std::string_view> text = lines->NextInGroup()) {
      const Result<json::Value> want = json::Parse(*text);
      const std::string where =
          " for test at line number " + std::to_string(lines->number()) + ": " + program;
      if (!want.ok()) {
        return fail("Expected result is invalid on line " + std::to_string(lines->number()) + ": " +
                    std::string(*text));
      }
      if (next == actual.size()) {
        Say("*** Insufficient results" + where + "\n");
        lines->SkipGroup();
        return false;
      }
      if (!(*want == actual[next])) {
        Say("*** Expected " + json::ToText(*want) + ", but got " + json::ToText(actual[next]) +
            where + "\n");
        good = false;
      }
      ++next;
    }
    if (good && next < actual.size()) {
      Say("*** Superfluous result: " + json::ToText(actual[next]) + " for test at line number " +
          std::to_string(lines->number()) + ", " + program + "\n");
      ++*malformed;
      return false;
    }
    return good;
  }

  std::vector<std::string> library_paths_;
  ModuleFiles modules_;
  jq::Budget budget_;
  Output* output_;
  Silence silence_;
  ResultPrinter printer_{JqOptions(), false};
  jq::World world_;
};

}  // namespace

int RunJqTests(const JqOptions& options, const Self& self) {
  Range range;
  std::vector<std::string> files;
  const std::vector<std::string>& words = options.test_arguments;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] != "--skip" && words[i] != "--take") {
      files.push_back(words[i]);
    } else if (i + 1 == words.size()) {
      WriteError(words[i] + " requires an argument\n");
      return 1;
    } else {
      (words[i] == "--skip" ? range.skip : range.take) = std::atoi(words[i + 1].c_str());
      ++i;
    }
  }
  if (files.empty()) files.emplace_back("/dev/stdin");

  Output output(STDOUT_FILENO);
  Suite suite(options, self, &output);
  ExitStatus exit;
  exit.set_status(0);
  for (const std::string& file : files) {
    Result<std::string> text = ReadTextFile(file);
    if (!text.ok()) {
      WriteError("jq: " + text.status().message() + "\n");
      exit.set_status(1);
      break;
    }
    const int code = suite.Run(*std::move(text), range);
    exit.set_status(code);
    if (code != 0) break;
  }
  return FinishOutput(&output, exit, options);
}

}  // namespace karta::cli
