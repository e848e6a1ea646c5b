// SPDX-License-Identifier: Apache-2.0
#include "cli/jq_run.h"

#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "cli/text_files.h"
#include "json/print.h"

namespace karta::cli {

namespace {

json::Value Environment() {
  json::Value variables = json::Value::Object();
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const size_t equals = text.find('=');
    json::Value value;
    if (equals != std::string_view::npos) value = TextValue(text.substr(equals + 1));
    variables.Set(TextValue(text.substr(0, equals)), std::move(value));
  }
  return variables;
}

double Now() {
  timeval now;
  gettimeofday(&now, nullptr);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_usec) / 1e6;
}

std::string Seconds(std::chrono::nanoseconds time) {
  std::string text;
  json::AppendDouble(std::chrono::duration<double>(time).count(), &text);
  return text + " s";
}

// Results and messages of the one thread that there is.
class DirectSink : public Sink {
 public:
  DirectSink(Output* output, const Sequence* sequence) : output_(output), sequence_(sequence) {}

  std::string* results() override { return output_->buffer(); }
  bool Written() override { return output_->Written(); }
  void Say(std::string_view text) override {
    output_->Flush();  // so that both streams in one file tell what happened in order
    WriteError(text);
  }
  void Fail(std::string_view rest) override {
    std::string where = sequence_->filename();
    if (where.empty()) {
      where = "<unknown>";
    } else {
      where += ":" + std::to_string(sequence_->line());
    }
    Say("jq: error (at " + where + ")" + std::string(rest) + "\n");
  }

 private:
  Output* output_;
  const Sequence* sequence_;
};

}  // namespace

void ExitStatus::NoteInput(int status) {
  status_ = status;
  if (status <= 0 && status != kNoOutput) last_result_ = status != kFalse;
}

void ExitStatus::Append(const ExitStatus& later) {
  status_ = later.status_;
  if (later.last_result_) last_result_ = later.last_result_;
}

int ExitStatus::Code(bool exit_status) const {
  if (!exit_status) return std::max(status_, 0);
  if (status_ != kNoOutput) return std::abs(status_);
  return last_result_ ? (*last_result_ ? 0 : 1) : 4;
}

int FinishOutput(Output* output, const ExitStatus& exit, const JqOptions& options) {
  if (output->Flush()) return exit.Code(options.exit_status);
  WriteError(std::string("jq: error: writing output failed: ") + std::strerror(output->error()) +
             "\n");
  return ExitStatus::kSystem;
}

std::string LimitText(const JqJob& job, std::string_view limit) {
  std::string why;
  if (limit == "StepLimit") {
    why = "more than " + std::to_string(job.budget.steps) +
          " steps on one input; --max-steps raises it";
  } else if (limit == "ResultLimit") {
    why = "more than " + std::to_string(job.budget.results) +
          " results from one input; --max-results raises it";
  } else if (limit == "MemoryLimit") {
    why = "more than " + std::to_string(job.budget.memory_bytes >> 20) +
          " MiB of memory; --max-memory raises it";
    if (job.budget.memory_bytes < 1 << 20) {
      why = "more than " + std::to_string(job.budget.memory_bytes) +
            " bytes of memory; --max-memory raises it";
    }
  } else if (limit == "TimeLimit") {
    why = "not done after " + Seconds(job.options.timeout.value_or(std::chrono::nanoseconds(0))) +
          "; --timeout raises it";
  } else {
    why = "calls or values nest too deeply for the stack; ulimit -s raises it up to 120 MB";
  }
  return "jq: error: program stopped: " + std::string(limit) + " (" + why + ")\n";
}

Processor::Processor(const JqJob& job, Sink* sink, const jq::World* world)
    : job_(job), sink_(sink), emit_([this](const json::Value& result) { return Take(result); }) {
  run_.budget = job.budget;
  run_.variables = job.variables;
  run_.world = world;
}

bool Processor::Take(const json::Value& result) {
  switch (job_.printer.Print(result, sink_->results())) {
    case ResultPrinter::Printed::kTrue:
      status_ = ExitStatus::kTrue;
      break;
    case ResultPrinter::Printed::kFalse:
      status_ = ExitStatus::kFalse;
      break;
    case ResultPrinter::Printed::kHasNul:
      has_nul_ = true;
      return false;
  }
  return sink_->Written();
}

Processor::Verdict Processor::Halted(const jq::Outcome& outcome) {
  if (outcome.has_error_value && outcome.error.is_string()) {
    sink_->Say(outcome.error.str());
  } else if (outcome.has_error_value && !outcome.error.is_null()) {
    sink_->Say(json::ToText(outcome.error) + "\n");
  }
  return {outcome.exit_code, true};
}

Processor::Verdict Processor::Process(const json::Value& input) {
  using Kind = jq::Outcome::Kind;
  status_ = ExitStatus::kNoOutput;
  has_nul_ = false;
  if (job_.deadline) {
    run_.budget.time = *job_.deadline - ByteChain::Clock::now();
    if (run_.budget.time.count() <= 0) {  // a short run would be over before it looks at the time
      sink_->Say(LimitText(job_, "TimeLimit"));
      return {ExitStatus::kError, true};
    }
  }
  const jq::Outcome outcome = job_.program.Run(input, run_, emit_);
  switch (outcome.kind) {
    case Kind::kDone:
      return {status_};
    case Kind::kStopped:
      if (!has_nul_) return {status_, true};  // nobody reads on
      sink_->Fail(": Cannot dump a string containing NUL with --raw-output0 option");
      return {ExitStatus::kError};
    case Kind::kError:
      if (outcome.error.is_string()) {
        sink_->Fail(": " + std::string(outcome.error.str()));
      } else {
        sink_->Fail(" (not a string): " + json::ToText(outcome.error));
      }
      return {ExitStatus::kError};
    case Kind::kLimit:
      sink_->Say(LimitText(job_, outcome.limit));
      return {ExitStatus::kError, true};
    case Kind::kHalt:
      return Halted(outcome);
  }
  return {ExitStatus::kError, true};
}

jq::World MakeWorld(Sink* sink, const ResultPrinter& printer) {
  jq::World world;
  world.debug = [sink, &printer](const json::Value& message) {
    std::string text;
    printer.PrintDebug(message, &text);
    sink->Say(text);
  };
  world.stderr_text = [sink](const json::Value& message) {
    sink->Say(message.is_string() ? std::string(message.str()) : json::ToText(message));
  };
  world.environment = [cached = std::optional<json::Value>()]() mutable {
    if (!cached) cached = Environment();
    return *cached;
  };
  world.now = Now;
  return world;
}

void RunSequence(Sequence sequence, ExitStatus* exit) {
  const JqJob& job = sequence.job;
  JqInputs& inputs = sequence.inputs;
  DirectSink sink(&sequence.output, &sequence);
  jq::World world = MakeWorld(&sink, job.printer);
  world.next_input = [&inputs] { return inputs.Next(); };
  world.input_filename = [&sequence] {
    const std::string name = sequence.filename();
    return name.empty() ? json::Value::Null() : TextValue(name);
  };
  world.input_line_number = [&sequence] { return static_cast<int64_t>(sequence.line()); };
  Processor processor(job, &sink, &world);

  if (job.options.null_input) {
    const Processor::Verdict verdict = processor.Process(json::Value::Null());
    exit->set_status(verdict.status);
    if (sequence.failed()) exit->set_status(ExitStatus::kSystem);
    return;
  }
  while (!sequence.failed()) {
    Result<std::optional<json::Value>> next = inputs.Next();
    if (next.ok()) {
      if (!*next) break;
      if (sequence.skip > 0) {
        --sequence.skip;
        continue;
      }
      const Processor::Verdict verdict = processor.Process(**next);
      exit->NoteInput(verdict.status);
      if (verdict.stop) break;
      continue;
    }
    const Code code = next.status().code();
    if (code == Code::kTimeout || (code == Code::kExhausted && !job.options.yaml_input)) {
      sink.Say(LimitText(job, code == Code::kTimeout ? "TimeLimit" : "MemoryLimit"));
      exit->set_status(ExitStatus::kError);
      break;
    }
    std::string message = next.status().message();
    if (sequence.correct_error) message = sequence.correct_error(std::move(message));
    if (!job.options.seq) {
      sink.Say("jq: parse error: " + message + "\n");
      exit->set_status(ExitStatus::kError);
      break;
    }
    sink.Say("jq: ignoring parse error: " + message + "\n");
  }
  if (sequence.failed()) exit->set_status(ExitStatus::kSystem);
}

}  // namespace karta::cli
