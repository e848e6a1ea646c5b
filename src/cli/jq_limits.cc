// SPDX-License-Identifier: Apache-2.0
#include "cli/jq_limits.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace karta::cli {

namespace {

// Linux keeps at least this much address space free below the main stack.
constexpr int64_t kLargestStack = int64_t{120} << 20;

// The number in a small file of the kernel's; INT64_MAX for "max", or when there is no such file.
int64_t ReadNumber(const char* path) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return INT64_MAX;
  char text[32];
  const ssize_t got = read(fd, text, sizeof text - 1);
  close(fd);
  if (got <= 0 || text[0] < '0' || text[0] > '9') return INT64_MAX;
  text[got] = '\0';
  return static_cast<int64_t>(
      std::min<uint64_t>(std::strtoull(text, nullptr, 10), static_cast<uint64_t>(INT64_MAX)));
}

// Bytes that this process can hope for: of the machine, its container and its ulimit.
int64_t AvailableMemory() {
  int64_t bytes = INT64_MAX;
  struct sysinfo machine;
  if (sysinfo(&machine) == 0) {
    bytes = static_cast<int64_t>(machine.totalram) * machine.mem_unit;
  }
  bytes = std::min(bytes, ReadNumber("/sys/fs/cgroup/memory.max"));                    // v2
  bytes = std::min(bytes, ReadNumber("/sys/fs/cgroup/memory/memory.limit_in_bytes"));  // v1
  rlimit space;
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur < static_cast<rlim_t>(bytes)) {
    bytes = static_cast<int64_t>(space.rlim_cur);
  }
  return bytes;
}

}  // namespace

int64_t RaiseStackLimit() {
  rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) != 0) return jq::Budget().stack_bytes;
  int64_t bytes = kLargestStack;
  if (stack.rlim_cur < static_cast<rlim_t>(kLargestStack)) {
    stack.rlim_cur = std::min(stack.rlim_max, static_cast<rlim_t>(kLargestStack));
    if (setrlimit(RLIMIT_STACK, &stack) != 0) getrlimit(RLIMIT_STACK, &stack);
    bytes = static_cast<int64_t>(stack.rlim_cur);
  }
  return bytes - bytes / 6;  // what is in use already, and what native code needs
}

jq::Budget BudgetFor(const JqOptions& options, int64_t stack_bytes) {
  jq::Budget budget = jq::Budget::Unbounded();
  budget.stack_bytes = stack_bytes;
  if (options.max_steps) budget.steps = *options.max_steps;
  if (options.max_results) budget.results = *options.max_results;
  if (options.timeout) budget.time = *options.timeout;
  // A quarter is for what is not counted: the text of input and output, the program itself.
  budget.memory_bytes = options.max_memory ? *options.max_memory : AvailableMemory() / 4 * 3;
  return budget;
}

}  // namespace karta::cli
