// SPDX-License-Identifier: Apache-2.0
#include "base/metrics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

namespace karta {
namespace {

TEST(Metrics, ShowEverySeriesAsZeroFromTheStart) {
  Metrics metrics;
  metrics.AddCounters({"karta_runs_total", "Runs that ended.", {{"result", {"ok", "failed"}}}});
  EXPECT_EQ(metrics.Render(),
            "# HELP karta_runs_total Runs that ended.\n"
            "# TYPE karta_runs_total counter\n"
            "karta_runs_total{result=\"ok\"} 0\n"
            "karta_runs_total{result=\"failed\"} 0\n");
}

TEST(Metrics, CountPerCombinationOfLabels) {
  Metrics metrics;
  auto& runs = metrics.AddCounters(
      {"r_total", "h", {{"runtime", {"bash", "python"}}, {"result", {"ok", "failed"}}}});
  runs.At({"python", "ok"}).Add();
  runs.At({"python", "ok"}).Add(2);
  runs.At({"bash", "failed"}).Add(0.5);
  EXPECT_EQ(metrics.Render(),
            "# HELP r_total h\n"
            "# TYPE r_total counter\n"
            "r_total{runtime=\"bash\",result=\"ok\"} 0\n"
            "r_total{runtime=\"bash\",result=\"failed\"} 0.5\n"
            "r_total{runtime=\"python\",result=\"ok\"} 3\n"
            "r_total{runtime=\"python\",result=\"failed\"} 0\n");
}

TEST(Metrics, UnknownLabelValuesCountAsOther) {
  Metrics metrics;
  auto& runs = metrics.AddCounters({"r_total", "h", {{"runtime", {"bash"}}}});
  runs.At({"ruby"}).Add();
  runs.At({"perl"}).Add();
  EXPECT_NE(metrics.Render().find("r_total{runtime=\"other\"} 2\n"), std::string::npos);
}

TEST(Metrics, GaugesGoUpAndDown) {
  Metrics metrics;
  Gauge& pods = metrics.AddGauge("karta_pods", "Pods now.");
  pods.Set(5);
  pods.Add(-7);
  EXPECT_EQ(metrics.Render(),
            "# HELP karta_pods Pods now.\n# TYPE karta_pods gauge\nkarta_pods -2\n");
}

TEST(Metrics, HistogramsAreCumulativeAndInclusive) {
  Metrics metrics;
  Histogram& wait = metrics.AddHistogram("w_seconds", "h", {0.1, 1});
  wait.Observe(0.1);  // on the bound: inside
  wait.Observe(std::chrono::milliseconds(500));
  wait.Observe(7.0);
  wait.Observe(std::nan(""));  // ignored
  EXPECT_EQ(metrics.Render(),
            "# HELP w_seconds h\n"
            "# TYPE w_seconds histogram\n"
            "w_seconds_bucket{le=\"0.1\"} 1\n"
            "w_seconds_bucket{le=\"1\"} 2\n"
            "w_seconds_bucket{le=\"+Inf\"} 3\n"
            "w_seconds_sum 7.6\n"
            "w_seconds_count 3\n");
}

TEST(Metrics, HistogramsTakeLabels) {
  Metrics metrics;
  auto& wait = metrics.AddHistograms({"w_seconds", "h", {{"verb", {"get"}}}}, {1});
  wait.At({"get"}).Observe(0.5);
  EXPECT_NE(metrics.Render().find("w_seconds_bucket{verb=\"get\",le=\"1\"} 1\n"),
            std::string::npos);
  EXPECT_EQ(wait.At({"get"}).count(), 1u);
}

TEST(Metrics, EscapeHelpAndLabelValues) {
  Metrics metrics;
  metrics.AddGauges({"g", "a\\b\n\"c\"", {{"l", {"x\"\\\n"}}}});
  EXPECT_EQ(metrics.Render(), "# HELP g a\\\\b\\n\"c\"\n# TYPE g gauge\ng{l=\"x\\\"\\\\\\n\"} 0\n");
}

TEST(Metrics, PrintNumbersPrometheusReads) {
  Metrics metrics;
  metrics.AddGauge("a", "h").Set(std::nan(""));
  metrics.AddGauge("b", "h").Set(std::numeric_limits<double>::infinity());
  metrics.AddGauge("c", "h").Set(-std::numeric_limits<double>::infinity());
  metrics.AddGauge("d", "h").Set(0.1);
  const std::string text = metrics.Render();
  for (const char* want : {"\na NaN\n", "\nb +Inf\n", "\nc -Inf\n", "\nd 0.1\n"}) {
    EXPECT_NE(text.find(want), std::string::npos) << want << text;
  }
}

TEST(Metrics, RenderSortsByName) {
  Metrics metrics;
  metrics.AddGauge("b", "h");
  metrics.AddGauge("c", "h");
  metrics.AddGauge("a", "h");
  const std::string text = metrics.Render();
  EXPECT_LT(text.find("\na 0"), text.find("\nb 0"));
  EXPECT_LT(text.find("\nb 0"), text.find("\nc 0"));
}

TEST(Metrics, LoseNothingBetweenThreads) {
  Metrics metrics;
  Counter& counter = metrics.AddCounter("n_total", "h");
  Histogram& histogram = metrics.AddHistogram("h", "h", {1, 2});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 5000; ++i) {
        counter.Add();
        histogram.Observe(i % 3);
        if (i % 1000 == 0) static_cast<void>(metrics.Render());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counter.value(), 20'000);
  EXPECT_EQ(histogram.count(), 20'000u);
}

TEST(LatencyBounds, Rise) { EXPECT_EQ(Histogram(LatencyBounds()).count(), 0u); }

TEST(MetricsDeathTest, NamesAreCheckedWhenTheProgramIsWritten) {
  Metrics metrics;
  metrics.AddGauge("twice", "h");
  EXPECT_DEATH(metrics.AddGauge("twice", "h"), "assertion failed");
  EXPECT_DEATH(metrics.AddGauge("with-dash", "h"), "assertion failed");
  EXPECT_DEATH(metrics.AddGauge("9lives", "h"), "assertion failed");
  EXPECT_DEATH(metrics.AddHistogram("h", "h", {2, 1}), "assertion failed");
  EXPECT_DEATH(metrics.AddCounters({"c", "h", {{"le", {"x"}}}}), "assertion failed");
}

}  // namespace
}  // namespace karta
