// SPDX-License-Identifier: Apache-2.0
#include "cli/help.h"

#include <gtest/gtest.h>

namespace karta::cli {
namespace {

constexpr std::string_view kNames[] = {"jq", "help", "version", "workload"};

TEST(ClosestName, FindsSlipsOfTheFinger) {
  EXPECT_EQ(ClosestName("qj", kNames), "jq");
  EXPECT_EQ(ClosestName("hlep", kNames), "help");
  EXPECT_EQ(ClosestName("versoin", kNames), "version");
  EXPECT_EQ(ClosestName("workloads", kNames), "workload");
}

TEST(ClosestName, SaysNothingWhenNothingIsClose) {
  EXPECT_EQ(ClosestName("frobnicate", kNames), "");
  EXPECT_EQ(ClosestName("xy", kNames), "");
  EXPECT_EQ(ClosestName("", kNames), "");
  EXPECT_EQ(ClosestName(std::string(1'000'000, 'j'), kNames), "");
}

}  // namespace
}  // namespace karta::cli
