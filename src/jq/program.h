// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"
#include "json/value.h"

namespace karta::jq {

// Finds modules for `import` and `include`.  The library reads no files: the caller does.
class ModuleLoader {
 public:
  struct Source {
    std::string name;    // for messages and to detect the same module twice: the resolved path
    std::string origin;  // directory that relative search paths in this module start from
    std::string text;    // the module's source, or JSON documents for data
  };
  virtual ~ModuleLoader() = default;
  // `search` is the "search" key of the import's metadata (null if absent), `origin` the importing
  // module's
  // ("" for the main program).
  virtual Result<Source> Load(const std::string& path, const json::Value& search,
                              const std::string& origin, bool is_data) = 0;
};

struct CompileOptions {
  std::string name = "<top-level>";        // in messages
  std::vector<std::string> variables;      // $names given at run time, in order
  ModuleLoader* loader = nullptr;          // null: import is an error
  std::vector<std::string> library_paths;  // what get_search_list answers
  ModuleLoader::Source prelude;  // as if the program included this first (~/.jq); "" name: none
};

// How far one run may go.  Each bound has its own error reason.
struct Budget {
  int64_t steps = INT64_MAX;        // reason StepLimit
  int64_t results = 1'000;          // reason ResultLimit; exactly this many are allowed
  int64_t memory_bytes = 1 << 30;   // reason MemoryLimit
  int64_t stack_bytes = 256 << 10;  // reason DepthLimit: of the caller's stack
  std::chrono::nanoseconds time = std::chrono::seconds(10);  // reason TimeLimit

  static Budget Unbounded() {
    return {.steps = INT64_MAX,
            .results = INT64_MAX,
            .memory_bytes = INT64_MAX,
            .stack_bytes = 256 << 10,
            .time = std::chrono::nanoseconds::max()};
  }
};

// What a program can reach outside itself; every member may be left empty.
struct World {
  // The next input for `input`: nullopt at the end (jq's "No more inputs").  Errors become jq
  // errors.
  std::function<Result<std::optional<json::Value>>()> next_input;
  std::function<void(const json::Value&)>
      debug;  // `debug`: the message, without the ["DEBUG:", ] frame
  std::function<void(const json::Value&)> stderr_text;  // `stderr`
  std::function<json::Value()> input_filename;
  std::function<int64_t()> input_line_number;
  std::function<json::Value()> environment;  // $ENV and env: an object
  std::function<double()> now;               // seconds since the epoch
  json::Value prog_args;                     // $__prog_args
};

struct RunOptions {
  Budget budget;
  std::span<const json::Value> variables;  // one for each CompileOptions::variables
  bool sorted_keys = false;  // visit object keys in sorted order instead of document order
  const World* world = nullptr;
};

// How a run ended when it did not simply finish.
struct Outcome {
  enum class Kind : uint8_t { kDone, kStopped, kError, kLimit, kHalt } kind = Kind::kDone;
  // kError: the jq error value (a string or anything else).  kHalt: what halt_error was given.
  json::Value error;
  bool has_error_value = false;  // kHalt: halt_error, not halt
  int exit_code = 0;             // kHalt
  std::string_view
      limit;  // kLimit: "StepLimit", "ResultLimit", "MemoryLimit", "DepthLimit", "TimeLimit"
  std::string message;  // kError and kLimit: for people

  bool ok() const { return kind == Kind::kDone || kind == Kind::kStopped; }
  Status ToStatus() const;  // kBadRequest with reason JqError, kExhausted with the limit's name
};

// What can be known about a program without running it.
struct Traits {
  bool is_path = false;               // may stand left of `=`
  bool may_not_end = false;           // contains recursion, or a builtin that can go on for ever
  bool reads_world = false;           // input, env, now, debug, ...
  std::vector<std::string> builtins;  // "name/arity", sorted
};

// A compiled jq program: immutable, shared freely between threads.
class Program {
 public:
  // Takes each result; false stops the run (Outcome::kStopped).
  using Emit = std::function<bool(const json::Value&)>;
  using EmitPath = std::function<bool(const json::Value& path, const json::Value& value)>;

  // kBadRequest with reason JqCompileError: every error with line, column, token, source line and a
  // caret.
  static Result<Program> Compile(std::string_view source, const CompileOptions& options = {});

  Outcome Run(const json::Value& input, const RunOptions& options, const Emit& emit) const;
  // Every result.
  Result<std::vector<json::Value>> Collect(const json::Value& input,
                                           const RunOptions& options = {}) const;
  // path(PROGRAM): each path as an array, with the value there.
  Outcome RunPaths(const json::Value& input, const RunOptions& options, const EmitPath& emit) const;
  // (PROGRAM) = value.
  Result<json::Value> Assign(const json::Value& input, const json::Value& value,
                             const RunOptions& options = {}) const;
  // Sets the i-th place PROGRAM matches to values[i]; kBadRequest with both counts when they
  // differ.
  Result<json::Value> AssignEach(const json::Value& input, std::span<const json::Value> values,
                                 const RunOptions& options = {}) const;

  const Traits& traits() const;

  struct Code;
  explicit Program(std::shared_ptr<const Code> code) : code_(std::move(code)) {}

 private:
  std::shared_ptr<const Code> code_;
};

}  // namespace karta::jq
