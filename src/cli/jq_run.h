// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/jq_input.h"
#include "cli/jq_options.h"
#include "cli/jq_output.h"
#include "jq/program.h"

namespace karta::cli {

// What every run over every input shares.  Immutable; used from all threads.
struct JqJob {
  const JqOptions& options;
  const jq::Program& program;
  const ResultPrinter& printer;
  std::vector<json::Value> variables;
  jq::Budget budget;
  std::optional<ByteChain::Clock::time_point> deadline;  // --timeout: of the whole command
};

// Where results and messages of runs go.
class Sink {
 public:
  virtual ~Sink() = default;
  // Results are appended here; Written() after each.  False: nobody reads on, stop.
  virtual std::string* results() = 0;
  virtual bool Written() = 0;
  // Text for standard error, as it is.
  virtual void Say(std::string_view text) = 0;
  // "jq: error (at <file>:<line>)" and `rest` on standard error.
  virtual void Fail(std::string_view rest) = 0;
};

// What the inputs so far mean for the exit code, by jq's rules: the last input decides, and with
// --exit-status the last result of the last input that had any.
class ExitStatus {
 public:
  static constexpr int kTrue = 0;
  static constexpr int kFalse = -1;
  static constexpr int kSystem = 2;
  static constexpr int kCompile = 3;
  static constexpr int kNoOutput = -4;
  static constexpr int kError = 5;

  // The status of one input: a constant from above or what halt_error was given.
  void NoteInput(int status);
  // What came in a row after this one, as one.
  void Append(const ExitStatus& later);
  // Something other than an input decides from here on.
  void set_status(int status) { status_ = status; }
  int Code(bool exit_status) const;

 private:
  int status_ = kNoOutput;
  std::optional<bool> last_result_;
};

// Writes out what is left and gives the exit code; a failed write is reported and is one of its
// own.
int FinishOutput(Output* output, const ExitStatus& exit, const JqOptions& options);

// Runs the program over inputs, one at a time.  One for each thread.
class Processor {
 public:
  // `job`, `sink` and `world` must outlive this.
  Processor(const JqJob& job, Sink* sink, const jq::World* world);
  Processor(const Processor&) = delete;
  Processor& operator=(const Processor&) = delete;

  struct Verdict {
    int status;         // for ExitStatus::NoteInput
    bool stop = false;  // no further inputs: halted, or a limit was reached
  };
  Verdict Process(const json::Value& input);

 private:
  bool Take(const json::Value& result);
  Verdict Halted(const jq::Outcome& outcome);

  const JqJob& job_;
  Sink* sink_;
  jq::RunOptions run_;
  jq::Program::Emit emit_;
  int status_ = ExitStatus::kNoOutput;
  bool has_nul_ = false;
};

// "jq: error: program stopped: StepLimit (…)" with the flag that raises the limit.
std::string LimitText(const JqJob& job, std::string_view limit);

// The parts of a World that need nothing but a sink: debug, stderr, the environment, the time.
// `sink` and `printer` must outlive what is returned.
jq::World MakeWorld(Sink* sink, const ResultPrinter& printer);

// Inputs one after another on this thread, with everything that jq programs may ask about them.
struct Sequence {
  const JqJob& job;
  Output& output;
  JqInputs& inputs;
  std::function<std::string()> filename;  // of the file being read; "" before the first
  std::function<size_t()> line;           // in that file
  std::function<bool()> failed;           // whether a file could not be read
  std::function<std::string(std::string)> correct_error;  // may be empty: puts parse errors right
  size_t skip = 0;  // documents at the beginning that were done before
};
void RunSequence(Sequence sequence, ExitStatus* exit);

}  // namespace karta::cli
