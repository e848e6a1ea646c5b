// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace karta {
namespace {

struct Captured {
  std::vector<std::string> lines;

  LogOptions Options(LogLevel level, bool json) {
    LogOptions options;
    options.level = level;
    options.json = json;
    options.write = [this](std::string_view line) { lines.emplace_back(line); };
    return options;
  }
};

// What follows the time stamp.
std::string Tail(const std::string& line, const char* from) {
  const std::size_t at = line.find(from);
  return at == std::string::npos ? "<no " + std::string(from) + " in " + line + ">"
                                 : line.substr(at);
}

TEST(Log, DefaultIsSilent) {
  const Log log;
  EXPECT_FALSE(log.Enabled(LogLevel::kError));
  log.Error("nobody hears this");
}

TEST(Log, WritesTextWithPairs) {
  Captured out;
  const Log log(out.Options(LogLevel::kInfo, false));
  log.Info("run scheduled", {"run", "default/hello"}, {"pod", std::string("bash-0")}, {"tries", 3});
  ASSERT_EQ(out.lines.size(), 1u);
  EXPECT_EQ(Tail(out.lines[0], "info"),
            "info  run scheduled run=default/hello pod=bash-0 tries=3\n");
}

TEST(Log, WritesOneJsonObjectALine) {
  Captured out;
  const Log log(out.Options(LogLevel::kDebug, true));
  log.Warn("slow write", {"seconds", 0.25}, {"synced", true}, {"bytes", std::size_t{18}},
           {"wait_seconds", std::chrono::milliseconds(1500)});
  ASSERT_EQ(out.lines.size(), 1u);
  EXPECT_EQ(out.lines[0].substr(0, 9), "{\"time\":\"");
  EXPECT_EQ(out.lines[0].find("Z\""), 35u) << out.lines[0];
  EXPECT_EQ(Tail(out.lines[0], "\"level\""),
            R"("level":"warn","msg":"slow write","seconds":0.25,"synced":true,"bytes":18,)"
            "\"wait_seconds\":1.5}\n");
}

TEST(Log, LevelHidesWhatIsBelow) {
  Captured out;
  const Log log(out.Options(LogLevel::kWarn, false));
  log.Debug("a");
  log.Info("b");
  log.Warn("c");
  log.Error("d");
  ASSERT_EQ(out.lines.size(), 2u);
  EXPECT_EQ(Tail(out.lines[0], "warn"), "warn  c\n");
  EXPECT_EQ(Tail(out.lines[1], "error"), "error d\n");
}

TEST(Log, OffHidesEverything) {
  Captured out;
  Log(out.Options(LogLevel::kOff, false)).Error("a");
  EXPECT_TRUE(out.lines.empty());
}

TEST(Log, QuotesTextThatCouldBeMisread) {
  Captured out;
  const Log log(out.Options(LogLevel::kInfo, false));
  log.Info("x", {"a", "two words"}, {"b", ""}, {"c", "k=v"}, {"d", "line\nfeed \"q\""});
  EXPECT_EQ(Tail(out.lines[0], "info"),
            "info  x a=\"two words\" b=\"\" c=\"k=v\" d=\"line\\nfeed \\\"q\\\"\"\n");
}

TEST(Log, KeepsJsonParseableForAnyBytes) {
  Captured out;
  const Log log(out.Options(LogLevel::kInfo, true));
  const char control[] = {'\x01', '\x7f', '\0'};
  log.Info("x", {"broken", "\xff\xc0\xaf\xed\xa0\x80|"}, {"fine", "\xc3\xa4\xf0\x9f\x98\x80"},
           {"control", std::string(control, 2)}, {"nan", std::nan("")});
  EXPECT_EQ(Tail(out.lines[0], "\"broken\""),
            "\"broken\":\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
            "\xef\xbf\xbd|\",\"fine\":\"\xc3\xa4\xf0\x9f\x98\x80\","
            "\"control\":\"\\u0001\\u007f\",\"nan\":\"NaN\"}\n");
}

TEST(Log, CarriesTheWholeChainOfAnError) {
  Captured out;
  const Log log(out.Options(LogLevel::kInfo, false));
  log.Error("cannot start", {"error", NotFound("no file").Wrap("read config")});
  EXPECT_EQ(Tail(out.lines[0], "error"),
            "error cannot start error=\"NotFound: read config: no file\"\n");
}

TEST(Log, WithAddsToEveryLineOfTheCopyOnly) {
  Captured out;
  const Log log(out.Options(LogLevel::kInfo, false));
  const Log bound = log.With({"run", "hello"}).With({"id", std::string("a b")});
  bound.Info("one", {"n", -1});
  log.Info("two");
  EXPECT_EQ(Tail(out.lines[0], "info"), "info  one run=hello id=\"a b\" n=-1\n");
  EXPECT_EQ(Tail(out.lines[1], "info"), "info  two\n");
}

TEST(Log, LinesOfManyThreadsStayWhole) {
  Captured out;
  const Log log(out.Options(LogLevel::kInfo, true));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&log, t] {
      for (int i = 0; i < 100; ++i) log.Info("tick", {"thread", t}, {"i", i});
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(out.lines.size(), 400u);
  for (const std::string& line : out.lines) EXPECT_EQ(line.substr(line.size() - 2), "}\n");
}

TEST(ParseLogLevel, NamesTheWordsItKnows) {
  EXPECT_EQ(*ParseLogLevel("debug"), LogLevel::kDebug);
  EXPECT_EQ(*ParseLogLevel("off"), LogLevel::kOff);
  EXPECT_EQ(ParseLogLevel("loud").status().message(),
            "unknown log level \"loud\" (use debug, info, warn, error or off)");
}

TEST(LogOptions, ReadTheEnvironment) {
  ::setenv("KARTA_LOG", "error", 1);
  EXPECT_EQ(LogOptions::FromEnvironment()->level, LogLevel::kError);
  ::setenv("KARTA_LOG", "loud", 1);
  EXPECT_EQ(LogOptions::FromEnvironment().status().code(), Code::kBadRequest);
  ::unsetenv("KARTA_LOG");
  EXPECT_EQ(LogOptions::FromEnvironment()->level, LogLevel::kInfo);
}

}  // namespace
}  // namespace karta
