// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "cli/jq_command.h"

namespace karta::cli {

// `krt help [topic]`, `krt --help`.
int RunHelp(std::span<const char* const> arguments, const Self& self);
// `krt version`.
int RunVersion(const Self& self);
// Anything else: says so on standard error, with the command that was probably meant.
int UnknownCommand(std::string_view name);
// The name that `word` most likely misspells, or "" when none is close.
std::string_view ClosestName(std::string_view word, std::span<const std::string_view> names);

}  // namespace karta::cli
