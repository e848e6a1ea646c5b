// SPDX-License-Identifier: Apache-2.0
#include "base/clock.h"

#include <algorithm>
#include <cstdio>

namespace karta {
namespace {

using std::chrono::floor;

constexpr WallTime kFakeStart = std::chrono::sys_days(std::chrono::January / 1 / 2024);

// Broken down by <chrono>, so that the C library's time zone and its locks are not involved.
std::string Format(WallTime time, bool micros) {
  const auto seconds = floor<std::chrono::seconds>(time);
  const auto day = floor<std::chrono::days>(seconds);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(seconds - day);
  const int year = std::clamp(static_cast<int>(date.year()), 0, 9999);
  char text[48];
  int length = std::snprintf(
      text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d", year, static_cast<unsigned>(date.month()),
      static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
      static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()));
  std::string out(text, static_cast<std::size_t>(length));
  if (micros) {
    const auto part = floor<std::chrono::microseconds>(time - seconds);
    length = std::snprintf(text, sizeof text, ".%06d", static_cast<int>(part.count()));
    out.append(text, static_cast<std::size_t>(length));
  }
  out.push_back('Z');
  return out;
}

}  // namespace

WallTime SystemClock::Now() const { return std::chrono::system_clock::now(); }
MonoTime SystemClock::Monotonic() const { return std::chrono::steady_clock::now(); }

FakeClock::FakeClock() : FakeClock(kFakeStart) {}

// The monotonic side starts above zero, so that subtracting a little stays meaningful.
FakeClock::FakeClock(WallTime start)
    : wall_(start.time_since_epoch().count()), mono_(1'000'000'000'000) {}

WallTime FakeClock::Now() const { return WallTime(std::chrono::nanoseconds(wall_.load())); }

MonoTime FakeClock::Monotonic() const { return MonoTime(std::chrono::nanoseconds(mono_.load())); }

void FakeClock::Advance(std::chrono::nanoseconds by) {
  mono_ += by.count();
  wall_ += by.count();
}

void FakeClock::SetWall(WallTime now) { wall_ = now.time_since_epoch().count(); }

std::string FormatTime(WallTime time) { return Format(time, false); }
std::string FormatMicroTime(WallTime time) { return Format(time, true); }

}  // namespace karta
