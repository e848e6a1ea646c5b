// SPDX-License-Identifier: Apache-2.0
#include <span>
#include <string_view>

#include "cli/help.h"
#include "cli/jq_command.h"

#ifndef KARTA_VERSION
#define KARTA_VERSION "0.0.0"
#endif

namespace {

bool EndsInJq(std::string_view executable) {
  return executable == "jq" || executable.ends_with("/jq");
}

}  // namespace

// `jq` comes first and nothing is set up before it: its start-up time is what scripts feel.
int main(int argc, char** argv) {
  using namespace karta::cli;
  const std::span<const char* const> words(argv, static_cast<size_t>(argc));
  const Self self{.executable = argc > 0 ? argv[0] : "krt", .version = KARTA_VERSION};
  if (EndsInJq(self.executable)) return RunJq(words.subspan(1), self);  // a link called jq
  if (argc < 2) return RunHelp({}, self);

  const std::string_view command = argv[1];
  if (command == "jq") return RunJq(words.subspan(2), self);
  if (command == "help" || command == "--help" || command == "-h") {
    return RunHelp(words.subspan(2), self);
  }
  if (command == "version" || command == "--version" || command == "-V") return RunVersion(self);
  return UnknownCommand(command);
}
