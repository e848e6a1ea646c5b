// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace karta::cli {

// What the process knows about itself.
struct Self {
  std::string_view executable;  // argv[0]
  std::string_view version;     // "0.1.0"
};

// `krt jq <arguments>`: jq 1.8's command line.  Reads standard input, writes standard output and
// standard error, and returns the exit code.
int RunJq(std::span<const char* const> arguments, const Self& self);

// The text of `krt jq --help`.
std::string_view JqHelp();

}  // namespace karta::cli
