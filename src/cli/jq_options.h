// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"
#include "json/value.h"

namespace karta::cli {

// What `krt jq` was asked to do: every option of jq 1.8 and a few of ours.
struct JqOptions {
  enum class Action : uint8_t { kRun, kHelp, kVersion, kBuildConfiguration, kRunTests };
  Action action = Action::kRun;

  // The program.  `program` is its text, or the name of its file with `from_file`.
  std::optional<std::string> program;
  bool from_file = false;
  std::optional<std::vector<std::string>> library_paths;   // -L, made absolute where they exist
  std::vector<std::pair<std::string, json::Value>> named;  // --arg and friends, names distinct
  std::vector<json::Value> positional;                     // --args, --jsonargs

  // Input.
  std::vector<std::string> files;  // none: standard input
  bool null_input = false;
  bool raw_input = false;
  bool slurp = false;
  bool stream = false;
  bool stream_errors = false;
  bool seq = false;  // of the output, too
  bool yaml_input = false;

  // Output.
  bool raw_output = false;
  bool raw_output0 = false;
  bool no_newline = false;
  bool ascii = false;
  bool sort_keys = false;
  bool tab = false;
  int indent = 2;           // -1: compact
  bool color = false;       // -C
  bool monochrome = false;  // -M, which wins
  bool unbuffered = false;
  bool yaml_output = false;
  bool exit_status = false;
  bool list_program = false;  // --debug-dump-disasm

  // Bounds; without a flag only memory and depth are bounded.
  int threads = 1;
  std::optional<int64_t> max_steps;
  std::optional<int64_t> max_results;
  std::optional<int64_t> max_memory;
  std::optional<std::chrono::nanoseconds> timeout;

  std::vector<std::string> test_arguments;  // what follows --run-tests
};

// Reads the arguments after `krt jq`, in jq's own grammar: options anywhere, short ones stacked,
// the first other word is the program, the rest files or positional values.  --slurpfile and
// --rawfile are read here, as they come.
//
// The message of an error is ready to print.  kBadRequest is wrong usage, so that a pointer to
// --help is in order; kNotFound is a file that could not be read.
Result<JqOptions> ParseJqOptions(std::span<const char* const> arguments);

// "512", "64K", "1.5G": bytes.  "10", "2.5s", "500ms", "3m": a duration.
std::optional<int64_t> ParseBytes(std::string_view text);
std::optional<std::chrono::nanoseconds> ParseDuration(std::string_view text);

}  // namespace karta::cli
