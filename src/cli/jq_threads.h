// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/status.h"
#include "cli/jq_input.h"
#include "cli/jq_output.h"
#include "cli/jq_run.h"
#include "jq/program.h"

namespace karta::cli {

// Whether `program` gives the same results when every input has a run of its own on some thread.
// kUnsupported names the builtin that stands in the way.
Status CheckThreadable(const jq::Program& program);

// Runs `job` over all inputs on job.options.threads threads.
//
// The input is read in blocks cut at line ends; each block is parsed and run on its own, and
// results and messages come out in the order of the input.  When a document turns out to span
// lines, the rest of the input is read on one thread, so that output and exit code never depend on
// the threads.
void RunThreads(const JqJob& job, ByteChain& chain, Output& output, ExitStatus* exit);

}  // namespace karta::cli
