// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace karta::json {

// Counts what one thread allocates for heap nodes, and lets long native loops (compare, print,
// sort) be stopped.  An interpreter sets the limits around a run; without them nothing ever trips.
struct Meter {
  int64_t live_bytes = 0;
  int64_t limit_bytes = INT64_MAX;  // absolute value of live_bytes not to pass
  int64_t work_left = INT64_MAX;    // native steps until `Spend` reports exhaustion
  bool exhausted = false;           // sticky until the interpreter clears it
  bool out_of_memory = false;       // what exhausted it was the memory bound
  bool too_deep = false;            // a comparison met more levels than it follows; likewise sticky

  // Charge `steps` of native work.  False: stop now; the result will be thrown away.
  bool Spend(int64_t steps) {
    work_left -= steps;
    if (work_left < 0) exhausted = true;
    return !exhausted;
  }
  // Whether `bytes` more may be allocated.  Ask before anything whose size the input chooses.
  bool Allows(size_t bytes) {
    if (static_cast<int64_t>(bytes) > limit_bytes - live_bytes) exhausted = out_of_memory = true;
    return !exhausted;
  }
};

extern thread_local constinit Meter meter;

}  // namespace karta::json
