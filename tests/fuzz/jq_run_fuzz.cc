// SPDX-License-Identifier: Apache-2.0

// A program, a line that holds only `%%`, and a JSON document (null when missing or malformed):
// whatever compiles runs within a tight budget, ends in a known way, and does so twice in the same
// manner.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "jq/program.h"
#include "json/parse.h"
#include "json/print.h"

namespace {

using karta::jq::Outcome;
using karta::jq::Program;

void Require(bool fact) {
  if (!fact) std::abort();
}

karta::jq::RunOptions TightOptions() {
  karta::jq::RunOptions options;
  options.budget.steps = 50'000;
  options.budget.results = 200;
  options.budget.memory_bytes = 32 << 20;
  options.budget.stack_bytes = 128 << 10;
  options.budget.time = std::chrono::seconds(2);
  return options;
}

// The results as text, and how the run ended.
std::string RunOnce(const Program& program, const karta::json::Value& input) {
  std::string text;
  const Outcome outcome = program.Run(input, TightOptions(), [&](const karta::json::Value& value) {
    text += karta::json::ToText(value);
    text += '\n';
    return text.size() < (1 << 20);
  });
  Require(outcome.ok() == outcome.ToStatus().ok() || outcome.kind == Outcome::Kind::kHalt);
  if (outcome.kind == Outcome::Kind::kLimit) {
    Require(!outcome.limit.empty());
    text += outcome.limit;
  } else if (outcome.kind == Outcome::Kind::kError) {
    text += karta::json::ToText(outcome.error);
  }
  return text;
}

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const size_t line = all.find("\n%%\n");
  const std::string_view source = all.substr(0, line);
  karta::json::Value input;
  if (line != std::string_view::npos) {
    auto document = karta::json::Parse(all.substr(line + 4));
    if (document.ok()) input = *std::move(document);
  }
  const auto program = Program::Compile(source);
  if (!program.ok()) return 0;
  const std::string before = karta::json::ToText(input);
  const std::string once = RunOnce(*program, input);
  Require(karta::json::ToText(input) == before);  // a run never changes what it was given
  // Time and the like may differ between runs; nothing else may.
  if (program->traits().reads_world || Contains(once, "TimeLimit")) return 0;
  const std::string twice = RunOnce(*program, input);
  Require(once == twice || Contains(twice, "TimeLimit"));
  return 0;
}
