// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/jq_options.h"
#include "jq/program.h"

namespace karta::cli {

// Lets the main thread's stack grow as far as the system allows (120 MB at most), and returns how
// many bytes of it a program may use.  Call from the main thread.
int64_t RaiseStackLimit();

// The bounds of `krt jq`: as the flags say, else none but for depth and memory.
jq::Budget BudgetFor(const JqOptions& options, int64_t stack_bytes);

}  // namespace karta::cli
