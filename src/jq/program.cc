// SPDX-License-Identifier: Apache-2.0
#include "jq/program.h"

#include <new>

#include "jq/access.h"
#include "jq/code.h"
#include "jq/compiler.h"
#include "jq/machine.h"
#include "json/print.h"

namespace karta::jq {

namespace {

// The variables of the outermost frame, without a heap allocation for ordinary programs.
class RootFrame {
 public:
  explicit RootFrame(int variables) : count_(variables) {
    if (variables > kFew)
      many_ = std::make_unique<char[]>(static_cast<size_t>(variables) * sizeof(Value));
    frame.variables = reinterpret_cast<Value*>(variables > kFew ? many_.get() : few_);
    for (int i = 0; i < count_; ++i) new (&frame.variables[i]) Value();
  }
  ~RootFrame() {
    for (int i = 0; i < count_; ++i) frame.variables[i].~Value();
  }
  RootFrame(const RootFrame&) = delete;
  RootFrame& operator=(const RootFrame&) = delete;

  Frame frame;

 private:
  static constexpr int kFew = 8;
  int count_;
  alignas(Value) char few_[kFew * sizeof(Value)];
  std::unique_ptr<char[]> many_;
};

std::string ErrorText(const Value& error) {
  if (error.is_string()) return std::string(error.str());
  return json::ToText(error) + " (not a string)";
}

std::string LimitText(std::string_view limit, const Budget& budget) {
  if (limit == "StepLimit") return "stopped after " + std::to_string(budget.steps) + " steps";
  if (limit == "ResultLimit") return "stopped after " + std::to_string(budget.results) + " results";
  if (limit == "MemoryLimit") {
    return "stopped after using " + std::to_string(budget.memory_bytes) + " bytes of memory";
  }
  if (limit == "DepthLimit") {
    return "stopped: nested calls need more than " + std::to_string(budget.stack_bytes) +
           " bytes of stack";
  }
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(budget.time).count();
  return "stopped after " + std::to_string(ms) + " ms";
}

Outcome Finish(Machine& m, Signal signal, bool stopped) {
  Outcome outcome;
  if (stopped) {
    outcome.kind = Outcome::Kind::kStopped;
  } else if (!m.limit.empty()) {
    outcome.kind = Outcome::Kind::kLimit;
    outcome.limit = m.limit;
    outcome.message = LimitText(m.limit, m.options.budget);
  } else if (m.halted) {
    outcome.kind = Outcome::Kind::kHalt;
    outcome.has_error_value = m.halt_has_value;
    outcome.exit_code = m.exit_code;
    outcome.error = std::move(m.error);
  } else if (signal == Signal::kError) {
    outcome.kind = Outcome::Kind::kError;
    outcome.error = std::move(m.error);
    outcome.error.MakeCounted();
    outcome.message = ErrorText(outcome.error);
  }
  return outcome;
}

// Runs `body(machine, frame)` with everything set up for `options`.
template <class Body>
Outcome WithMachine(const Program::Code& code, const RunOptions& options, Body&& body) {
  KRT_ASSERT(options.variables.size() >= code.run_variables);
  Machine m(code, options);
  RootFrame root(code.variables);
  bool stopped = false;
  Signal signal = Signal::kError;
  if (m.Start()) signal = body(m, root.frame, &stopped);
  return Finish(m, signal, stopped);
}

}  // namespace

Status Outcome::ToStatus() const {
  switch (kind) {
    case Kind::kDone:
    case Kind::kStopped:
      return Status();
    case Kind::kError:
      return BadRequest(message).WithReason("JqError");
    case Kind::kLimit:
      return Exhausted(message).WithReason(std::string(limit));
    case Kind::kHalt:
      return BadRequest("program halted").WithReason("JqHalt");
  }
  return Internal("unknown outcome");
}

Result<Program> Program::Compile(std::string_view source, const CompileOptions& options) {
  Compiler compiler(options);
  KRT_TRY(std::shared_ptr<Code> code, compiler.Compile(source));
  return Program(std::move(code));
}

const Traits& Program::traits() const { return code_->traits; }

Outcome Program::Run(const Value& input, const RunOptions& options, const Emit& emit) const {
  return WithMachine(*code_, options, [&](Machine& m, Frame& frame, bool* stopped) {
    int64_t left = options.budget.results;
    return ForEach(*code_->main, m, frame, input.Alias(), [&](Value&& value) {
      if (--left < 0) return m.Limit("ResultLimit");
      if (emit(value)) return Signal::kNext;
      *stopped = true;
      return Signal::kBreak;
    });
  });
}

Result<std::vector<Value>> Program::Collect(const Value& input, const RunOptions& options) const {
  std::vector<Value> results;
  const Outcome outcome = Run(input, options, [&](const Value& value) {
    results.push_back(value);
    return true;
  });
  KRT_DO(outcome.ToStatus());
  return results;
}

Outcome Program::RunPaths(const Value& input, const RunOptions& options,
                          const EmitPath& emit) const {
  return WithMachine(*code_, options, [&](Machine& m, Frame& frame, bool* stopped) {
    int64_t left = options.budget.results;
    Place start{nullptr, input.Alias(), input.Alias()};
    return ForEachPath(*code_->main, m, frame, std::move(start), [&](Place&& place) {
      if (!place.tracked()) {
        return m.Fail("Invalid path expression with result " + Excerpt(place.value));
      }
      if (--left < 0) return m.Limit("ResultLimit");
      if (emit(PathArray(place.path), place.value)) return Signal::kNext;
      *stopped = true;
      return Signal::kBreak;
    });
  });
}

Result<Value> Program::Assign(const Value& input, const Value& value,
                              const RunOptions& options) const {
  Value result = input;
  Value error;
  Status failed;
  const Outcome outcome = RunPaths(input, options, [&](const Value& path, const Value&) {
    Value next;
    if (!SetPath(std::move(result), path, value, &next, &error)) {
      failed = BadRequest(ErrorText(error)).WithReason("JqError");
      return false;
    }
    result = std::move(next);
    return true;
  });
  KRT_DO(std::move(failed));
  KRT_DO(outcome.ToStatus());
  return result;
}

Result<Value> Program::AssignEach(const Value& input, std::span<const Value> values,
                                  const RunOptions& options) const {
  std::vector<Value> paths;
  const Outcome outcome = RunPaths(input, options, [&](const Value& path, const Value&) {
    paths.push_back(path);
    return true;
  });
  KRT_DO(outcome.ToStatus());
  if (paths.size() != values.size()) {
    return BadRequest("the path matches " + std::to_string(paths.size()) + " places but " +
                      std::to_string(values.size()) + " values were given")
        .WithReason("CountMismatch");
  }
  Value result = input;
  for (size_t i = 0; i < paths.size(); ++i) {
    Value next;
    Value error;
    if (!SetPath(std::move(result), paths[i], values[i], &next, &error)) {
      return BadRequest(ErrorText(error)).WithReason("JqError");
    }
    result = std::move(next);
  }
  return result;
}

}  // namespace karta::jq
