// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace karta::cli {

// For --debug-dump-disasm: the program and the definitions of its own and of `prelude` (~/.jq) that
// it reaches, one a line, in order.  "" when either does not parse.
std::string ListProgram(std::string_view program, std::string_view prelude);

}  // namespace karta::cli
