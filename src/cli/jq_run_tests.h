// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/jq_command.h"
#include "cli/jq_options.h"

namespace karta::cli {

// `krt jq --run-tests [--skip n] [--take n] [file...]`: jq's own test format.  Groups of lines with
// empty lines between them: a program, its input, the expected results; after a line %%FAIL a
// program that must not compile, and its messages.  Prints what jq prints; exits with 1 when a test
// fails.
int RunJqTests(const JqOptions& options, const Self& self);

}  // namespace karta::cli
