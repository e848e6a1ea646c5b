// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jq/machine.h"
#include "jq/program.h"

namespace karta::jq {

// What Program::Compile makes: never changed afterwards.
struct Program::Code {
  OpPtr main;
  std::vector<std::unique_ptr<Function>> functions;  // Ops point at them: they may call each other
  int variables = 0;                                 // slots of the outermost frame
  int depth = 0;  // levels of nested Ops, for the stack that one step may need
  Traits traits;
  std::vector<std::string> library_paths;
  ModuleLoader* loader = nullptr;  // for modulemeta; must outlive the program
  size_t run_variables = 0;        // how many values RunOptions::variables must hold
};

}  // namespace karta::jq
