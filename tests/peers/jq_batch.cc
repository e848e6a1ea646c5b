// SPDX-License-Identifier: Apache-2.0

// Our jq engine as a batch program for the tests in this folder: one JSON line in, one JSON line
// out.  oracle.py says what the fields are, and does the same with jq itself.

#include <algorithm>
#include <chrono>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "cli/module_files.h"
#include "jq/program.h"
#include "json/parse.h"
#include "json/print.h"

extern char** environ;

namespace karta::jq {
namespace {

json::Value Environment() {
  json::Value result = json::Value::Object();
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const char* equals = std::strchr(*entry, '=');
    if (equals == nullptr) continue;
    result.Set(std::string_view(*entry, equals - *entry), json::Value::String(equals + 1));
  }
  return result;
}

struct Answer {
  json::Value outputs = json::Value::Array();
  json::Value kind;
  json::Value error;
  json::Value debug = json::Value::Array();
  json::Value messages = json::Value::Array();  // of `stderr`

  void Fail(std::string_view new_kind, std::string_view text) {
    kind = json::Value::String(new_kind);
    error = json::Value::String(text);
  }
  std::string Text() {
    for (const json::Value& line : messages.items()) debug.Append(line);
    return json::ToText(
        json::Value::ObjectOf({{"o", outputs}, {"k", kind}, {"e", error}, {"d", debug}}));
  }
};

void Finish(const Outcome& outcome, Answer* answer) {
  switch (outcome.kind) {
    case Outcome::Kind::kDone:
      break;
    case Outcome::Kind::kStopped:
      answer->kind = json::Value::String("stopped");
      break;
    case Outcome::Kind::kError:
      answer->Fail("error", json::ToText(outcome.error));
      break;
    case Outcome::Kind::kLimit:
      answer->Fail("limit", outcome.limit);
      break;
    case Outcome::Kind::kHalt:
      answer->Fail(
          "halt",
          json::ToText(json::Value::ArrayOf({json::Value::Int(outcome.exit_code), outcome.error})));
      break;
  }
}

void Run(const json::Value& request, Answer* answer) {
  CompileOptions compile;
  for (const json::Value& path : request["l"].items()) {
    compile.library_paths.emplace_back(path.str());
  }
  cli::ModuleFiles loader({.library_paths = compile.library_paths,
                           .program_directory = ".",
                           .executable_directory = "."});
  compile.loader = &loader;
  std::vector<json::Value> variables;
  for (const json::Member& member : request["v"].members()) {
    compile.variables.emplace_back(member.key.str());
    variables.push_back(member.value);
  }
  const Result<Program> program = Program::Compile(request["p"].str(), compile);
  if (!program.ok()) return answer->Fail("compile", program.status().message());

  std::string_view text = request["i"].str();
  json::Reader reader([&text](char* buffer, size_t size) -> Result<size_t> {
    const size_t count = std::min(size, text.size());
    std::memcpy(buffer, text.data(), count);
    text.remove_prefix(count);
    return count;
  });
  const Result<std::optional<json::Value>> input = reader.Next();
  if (!input.ok()) return answer->Fail("input", input.status().message());
  if (!input->has_value()) return answer->Fail("input", "");

  World world;
  world.next_input = [&reader] { return reader.Next(); };
  world.debug = [answer](const json::Value& value) {
    answer->debug.Append(json::Value::String(json::ToText(value)));
  };
  world.stderr_text = [answer](const json::Value& value) {
    answer->messages.Append(json::Value::String(json::ToText(value)));
  };
  world.environment = Environment;
  world.input_line_number = [&reader] { return static_cast<int64_t>(reader.lines()); };
  world.now = [] {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
        .count();
  };
  RunOptions options;
  options.budget = Budget::Unbounded();
  options.budget.time = std::chrono::seconds(8);
  options.budget.memory_bytes = int64_t{1} << 30;
  options.variables = variables;
  options.world = &world;
  const size_t limit = request["max"].is_null() ? 1000 : request["max"].integer().value_or(0);
  Finish((*program).Run(**input, options,
                        [answer, limit](const json::Value& value) {
                          if (answer->outputs.size() == limit) return false;
                          answer->outputs.Append(json::Value::String(json::ToText(value)));
                          return true;
                        }),
         answer);
}

}  // namespace
}  // namespace karta::jq

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    karta::jq::Answer answer;
    const karta::Result<karta::json::Value> request = karta::json::Parse(line);
    if (request.ok()) {
      karta::jq::Run(*request, &answer);
    } else {
      answer.Fail("input", request.status().message());
    }
    std::cout << answer.Text() << std::endl;
  }
}
