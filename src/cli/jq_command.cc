// SPDX-License-Identifier: Apache-2.0
#include "cli/jq_command.h"

#include <unistd.h>

#include <clocale>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "cli/jq_input.h"
#include "cli/jq_limits.h"
#include "cli/jq_listing.h"
#include "cli/jq_options.h"
#include "cli/jq_output.h"
#include "cli/jq_run.h"
#include "cli/jq_run_tests.h"
#include "cli/jq_threads.h"
#include "cli/module_files.h"
#include "cli/text_files.h"
#include "jq/program.h"

namespace karta::cli {

namespace {

constexpr std::string_view kJqVersion = "1.8.2";

int SayAndLeave(std::string_view text) {
  Output output(STDOUT_FILENO);
  output.buffer()->append(text);
  output.buffer()->push_back('\n');
  ExitStatus exit;
  exit.set_status(ExitStatus::kTrue);
  return FinishOutput(&output, exit, {});
}

std::string BuildConfiguration(const Self& self) {
  return "krt " + std::string(self.version) + ", " __VERSION__ ", oniguruma, yaml, threads";
}

// A status from Compile, line by line as jq prints it, with the number of errors at the end.
std::string CompileErrorText(std::string_view message) {
  std::string text;
  int errors = 0;
  while (!message.empty()) {
    const size_t end = std::min(message.find('\n'), message.size());
    const std::string_view line = message.substr(0, end);
    if (line.starts_with("error: ")) {
      text += "jq: ";
      ++errors;
    } else if (text.empty()) {
      text += "jq: error: ";
      ++errors;
    }
    text.append(line).push_back('\n');
    message.remove_prefix(std::min(end + 1, message.size()));
  }
  return text + "jq: " + std::to_string(errors) + " compile error" + (errors > 1 ? "s\n" : "\n");
}

// Day and month names follow the locale, as in jq; nothing else does.  Reading a locale takes
// longer than everything before it, so only programs that format dates pay for it.
void SetLocaleFor(const jq::Program& program) {
  for (const std::string& builtin : program.traits().builtins) {
    if (builtin == "strftime/1" || builtin == "strflocaltime/1" || builtin == "strptime/1") {
      std::setlocale(LC_TIME, "");
      return;
    }
  }
}

struct Source {
  std::string text;
  std::string directory;  // where relative module paths start
};

// The program's text; an error is ready to print.
Result<Source> ReadProgram(const JqOptions& options) {
  if (!options.from_file) return Source{*options.program, "."};
  Result<std::string> text = ReadTextFile(*options.program);
  if (!text.ok()) return NotFound("jq: " + text.status().message());
  if (text->find('\0') != std::string::npos) {
    return BadRequest("jq: program file contains NUL bytes");
  }
  return Source{*std::move(text), DirectoryOf(*options.program)};
}

// ~/.jq, when it is a file; without a name when there is none.
jq::ModuleLoader::Source HomeDefinitions() {
  const char* home = std::getenv("HOME");
  if (home == nullptr) return {};
  const std::string path = std::string(home) + "/.jq";
  if (access(path.c_str(), R_OK) != 0) return {};
  Result<std::string> text = ReadTextFile(path);
  if (!text.ok()) return {};  // a directory, most likely: import looks there
  const std::string real = RealPath(path);
  return {.name = real, .origin = DirectoryOf(real), .text = *std::move(text)};
}

// $names for the program and their values: --arg and friends, $ARGS, $JQ_BUILD_CONFIGURATION.
struct Variables {
  std::vector<std::string> names;
  std::vector<json::Value> values;
};

Variables BindVariables(const JqOptions& options, const Self& self) {
  Variables bound;
  json::Value named = json::Value::Object();
  json::Value positional = json::Value::Array();
  bool has_configuration = false;
  for (const auto& [name, value] : options.named) {
    named.Set(TextValue(name), value);
    if (name == "ARGS") continue;  // ours wins
    has_configuration |= name == "JQ_BUILD_CONFIGURATION";
    bound.names.push_back(name);
    bound.values.push_back(value);
  }
  for (const json::Value& value : options.positional) positional.Append(value);
  bound.names.emplace_back("ARGS");
  bound.values.push_back(json::Value::ObjectOf({{"positional", positional}, {"named", named}}));
  if (!has_configuration) {
    bound.names.emplace_back("JQ_BUILD_CONFIGURATION");
    bound.values.push_back(json::Value::String(BuildConfiguration(self)));
  }
  return bound;
}

int RunProgram(JqOptions options, const Self& self) {
  const bool to_terminal = isatty(STDOUT_FILENO) == 1;
  const ResultPrinter printer(options, to_terminal);
  if (!options.program && !options.from_file && (!to_terminal || isatty(STDIN_FILENO) != 1)) {
    options.program = ".";
  }
  if (!options.program) {
    WriteError("krt jq: no program given.\n");
    WriteError("Usage: krt jq [options] <program> [file...]; more with krt jq --help\n");
    return ExitStatus::kSystem;
  }

  Result<Source> source = ReadProgram(options);
  if (!source.ok()) {
    WriteError(source.status().message() + "\n");
    return ExitStatus::kSystem;
  }
  const int64_t stack_bytes = RaiseStackLimit();
  const std::vector<std::string> library_paths =
      options.library_paths ? *options.library_paths : ModuleFiles::DefaultLibraryPaths();
  ModuleFiles modules({.library_paths = library_paths,
                       .program_directory = source->directory,
                       .executable_directory = DirectoryOf(std::string(self.executable))});
  Variables variables = BindVariables(options, self);
  jq::CompileOptions compile;
  compile.variables = std::move(variables.names);
  compile.loader = &modules;
  compile.library_paths = library_paths;
  compile.prelude = HomeDefinitions();
  const Result<jq::Program> program = jq::Program::Compile(source->text, compile);
  if (!program.ok()) {
    WriteError(CompileErrorText(program.status().message()));
    return ExitStatus::kCompile;
  }
  if (options.threads > 1) {
    if (const Status threadable = CheckThreadable(*program); !threadable.ok()) {
      WriteError(threadable.message() + "\n");
      return ExitStatus::kSystem;
    }
  }
  SetLocaleFor(*program);

  JqJob job{.options = options,
            .program = *program,
            .printer = printer,
            .variables = std::move(variables.values),
            .budget = BudgetFor(options, stack_bytes),
            .deadline = {}};
  Output output(STDOUT_FILENO);
  output.set_eager(to_terminal || options.unbuffered);
  output.set_drop_first_marker(options.yaml_output && !options.raw_output);
  if (options.list_program) {
    output.buffer()->append(ListProgram(source->text, compile.prelude.text));
  }
  ByteChain chain(options.files, &output);
  chain.set_memory_limit(job.budget.memory_bytes);
  if (options.timeout) {
    job.deadline = ByteChain::Clock::now() + *options.timeout;
    chain.set_deadline(*job.deadline);
  }
  ExitStatus exit;
  if (options.threads > 1) {
    RunThreads(job, chain, output, &exit);
  } else {
    JqInputs inputs(options,
                    [&chain](char* buffer, size_t size) { return chain.Read(buffer, size); });
    RunSequence({.job = job,
                 .output = output,
                 .inputs = inputs,
                 .filename = [&] { return chain.filename(); },
                 .line = [&] { return inputs.lines() - chain.lines_before(); },
                 .failed = [&] { return chain.failures() > 0; },
                 .correct_error = {}},
                &exit);
  }
  return FinishOutput(&output, exit, options);
}

}  // namespace

int RunJq(std::span<const char* const> arguments, const Self& self) {
  Result<JqOptions> options = ParseJqOptions(arguments);
  if (!options.ok()) {
    WriteError(options.status().message() + "\n");
    if (options.status().code() == Code::kBadRequest) {
      WriteError("Use krt jq --help for help with command-line options.\n");
    }
    return ExitStatus::kSystem;
  }
  switch (options->action) {
    case JqOptions::Action::kHelp:
      return SayAndLeave(JqHelp());
    case JqOptions::Action::kVersion:
      return SayAndLeave("jq-" + std::string(kJqVersion) + "-krt-" + std::string(self.version));
    case JqOptions::Action::kBuildConfiguration:
      return SayAndLeave(BuildConfiguration(self));
    case JqOptions::Action::kRunTests:
      return RunJqTests(*options, self);
    case JqOptions::Action::kRun:
      break;
  }
  return RunProgram(*std::move(options), self);
}

}  // namespace karta::cli
