// SPDX-License-Identifier: Apache-2.0
#include "base/clock.h"

#include <gtest/gtest.h>

namespace karta {
namespace {

using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::sys_days;

constexpr WallTime kLeapDay = sys_days(std::chrono::February / 29 / 2024);

TEST(SystemClock, MonotonicNeverGoesBack) {
  const SystemClock clock;
  const MonoTime first = clock.Monotonic();
  EXPECT_LE(first, clock.Monotonic());
}

TEST(SystemClock, KnowsTheCentury) {
  EXPECT_GT(SystemClock().Now(), WallTime(sys_days(std::chrono::January / 1 / 2024)));
}

TEST(FakeClock, StandsStillUntilAdvanced) {
  FakeClock clock;
  const WallTime wall = clock.Now();
  const MonoTime mono = clock.Monotonic();
  EXPECT_EQ(FormatTime(wall), "2024-01-01T00:00:00Z");
  EXPECT_EQ(clock.Now(), wall);
  clock.Advance(milliseconds(1500));
  EXPECT_EQ(clock.Now() - wall, milliseconds(1500));
  EXPECT_EQ(clock.Monotonic() - mono, milliseconds(1500));
}

TEST(FakeClock, SettingTheWallLeavesDurationsAlone) {
  FakeClock clock;
  const MonoTime mono = clock.Monotonic();
  clock.SetWall(kLeapDay);
  EXPECT_EQ(clock.Now(), kLeapDay);
  EXPECT_EQ(clock.Monotonic(), mono);
}

TEST(FormatTime, WritesRfc3339InUtc) {
  EXPECT_EQ(FormatTime(WallTime()), "1970-01-01T00:00:00Z");
  EXPECT_EQ(FormatTime(kLeapDay + hours(23)), "2024-02-29T23:00:00Z");
}

TEST(FormatTime, CutsBelowTheSecond) {
  EXPECT_EQ(FormatTime(kLeapDay + milliseconds(999)), "2024-02-29T00:00:00Z");
  EXPECT_EQ(FormatTime(WallTime() - milliseconds(1)), "1969-12-31T23:59:59Z");
}

TEST(FormatMicroTime, WritesSixDigits) {
  EXPECT_EQ(FormatMicroTime(kLeapDay), "2024-02-29T00:00:00.000000Z");
  EXPECT_EQ(FormatMicroTime(kLeapDay + microseconds(1234)), "2024-02-29T00:00:00.001234Z");
  EXPECT_EQ(FormatMicroTime(WallTime() - microseconds(1)), "1969-12-31T23:59:59.999999Z");
}

}  // namespace
}  // namespace karta
