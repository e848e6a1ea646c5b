// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

namespace karta {

// What the calendar says: for timestamps.  It can jump when someone sets the machine's clock.
using WallTime = std::chrono::sys_time<std::chrono::nanoseconds>;

// Never goes back: for durations and deadlines.  Its zero means nothing.
using MonoTime = std::chrono::time_point<std::chrono::steady_clock, std::chrono::nanoseconds>;

// Where the time comes from.  Parts take a Clock& so that tests and the simulation decide what time
// it is.  All clocks may be used from any thread.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual WallTime Now() const = 0;
  virtual MonoTime Monotonic() const = 0;
};

class SystemClock final : public Clock {
 public:
  WallTime Now() const override;
  MonoTime Monotonic() const override;
};

// Stands still until told otherwise.  Starts at 2024-01-01T00:00:00Z unless given a time.
class FakeClock final : public Clock {
 public:
  FakeClock();
  explicit FakeClock(WallTime start);

  WallTime Now() const override;
  MonoTime Monotonic() const override;

  // Moves both times on.
  void Advance(std::chrono::nanoseconds by);
  // The operator sets the machine's clock: durations are not touched.
  void SetWall(WallTime now);

 private:
  std::atomic<std::int64_t> wall_;
  std::atomic<std::int64_t> mono_;
};

// RFC 3339 in UTC, cut (not rounded) to whole seconds as in creationTimestamp:
// "2024-01-01T00:00:00Z".  Years outside 0 to 9999 print as their nearest bound.
std::string FormatTime(WallTime time);
// The same with six digits of a second, as in leases and events: "2024-01-01T00:00:00.000000Z".
std::string FormatMicroTime(WallTime time);

}  // namespace karta
