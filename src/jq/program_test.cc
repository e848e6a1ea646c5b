// SPDX-License-Identifier: Apache-2.0
#include "jq/program.h"

#include <gtest/gtest.h>

#include <thread>

#include "json/parse.h"
#include "json/print.h"

namespace karta::jq {
namespace {

using json::Value;

Value Json(std::string_view text) {
  Result<Value> value = json::Parse(text);
  EXPECT_TRUE(value.ok()) << value.status() << " in " << text;
  return value.ok() ? *std::move(value) : Value();
}

Program Compiled(std::string_view source, const CompileOptions& options = {}) {
  Result<Program> program = Program::Compile(source, options);
  if (!program.ok()) {
    ADD_FAILURE() << program.status();
    return *Program::Compile("empty");
  }
  return *std::move(program);
}

// Results as compact texts joined by spaces, or the error.
std::string Results(std::string_view source, std::string_view input,
                    const RunOptions& options = {}) {
  std::string text;
  const Outcome outcome = Compiled(source).Run(Json(input), options, [&](const Value& value) {
    text += (text.empty() ? "" : " ") + json::ToText(value);
    return true;
  });
  if (!outcome.ok()) text += (text.empty() ? "!" : " !") + outcome.message;
  return text;
}

TEST(Program, RunsWithVariables) {
  const std::vector<Value> values = {Value::Int(7), Value::String("x")};
  RunOptions options;
  options.variables = values;
  const Program program = Compiled("[$n + 1, $s]", {.variables = {"n", "s"}});
  const auto results = program.Collect(Value(), options);
  ASSERT_TRUE(results.ok());
  EXPECT_EQ(json::ToText(results->at(0)), "[8,\"x\"]");
}

TEST(Program, StopsWhenTheCallerHasEnough) {
  int seen = 0;
  RunOptions options;
  options.budget.results = INT64_MAX;
  const Outcome outcome =
      Compiled("repeat(1)").Run(Value(), options, [&](const Value&) { return ++seen < 5; });
  EXPECT_EQ(outcome.kind, Outcome::Kind::kStopped);
  EXPECT_EQ(seen, 5);
}

TEST(Program, GivesPathsWithTheirValues) {
  std::string text;
  const Outcome outcome =
      Compiled(".a[] | select(. > 1)")
          .RunPaths(Json(R"({"a":[1,2,3]})"), {}, [&](const Value& path, const Value& value) {
            text += json::ToText(path) + "=" + json::ToText(value) + ";";
            return true;
          });
  EXPECT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_EQ(text, R"(["a",1]=2;["a",2]=3;)");
}

TEST(Program, RefusesPathsOfComputedValues) {
  const Outcome outcome =
      Compiled(".a + 1").RunPaths(Json("{}"), {}, [](const Value&, const Value&) { return true; });
  EXPECT_EQ(outcome.kind, Outcome::Kind::kError);
  EXPECT_EQ(outcome.message, "Invalid path expression with result 1");
}

TEST(Program, AssignsOneValueToEveryPlace) {
  const Value input = Json(R"({"a":[{"b":1},{"b":2}],"c":3})");
  const Result<Value> changed = Compiled(".a[].b").Assign(input, Value::Int(9));
  ASSERT_TRUE(changed.ok()) << changed.status();
  EXPECT_EQ(json::ToText(*changed), R"({"a":[{"b":9},{"b":9}],"c":3})");
  EXPECT_EQ(json::ToText(input), R"({"a":[{"b":1},{"b":2}],"c":3})");
}

TEST(Program, AssignCreatesMissingParents) {
  const Result<Value> changed = Compiled(".a.b[1]").Assign(Value(), Value::Bool(true));
  ASSERT_TRUE(changed.ok()) << changed.status();
  EXPECT_EQ(json::ToText(*changed), R"({"a":{"b":[null,true]}})");
}

TEST(Program, AssignsOneValuePerPlaceInOrder) {
  const std::vector<Value> values = {Value::String("x"), Value::String("y")};
  const Result<Value> changed =
      Compiled(".[] | select(.k) | .v")
          .AssignEach(Json(R"([{"k":true,"v":1},{"v":2},{"k":1}])"), values);
  ASSERT_TRUE(changed.ok()) << changed.status();
  EXPECT_EQ(json::ToText(*changed), R"([{"k":true,"v":"x"},{"v":2},{"k":1,"v":"y"}])");
}

TEST(Program, AssignEachNamesBothCountsWhenTheyDiffer) {
  const std::vector<Value> values = {Value::Int(1)};
  const Result<Value> changed = Compiled(".[]").AssignEach(Json("[1,2,3]"), values);
  ASSERT_FALSE(changed.ok());
  EXPECT_EQ(changed.status().reason(), "CountMismatch");
  EXPECT_EQ(changed.status().message(), "the path matches 3 places but 1 values were given");
}

TEST(Program, VisitsKeysInDocumentOrderOrSorted) {
  const std::string_view input = R"({"b":1,"a":{"d":2,"c":3}})";
  EXPECT_EQ(Results("[.[]|tojson]", input), R"(["1","{\"d\":2,\"c\":3}"])");
  RunOptions sorted;
  sorted.sorted_keys = true;
  EXPECT_EQ(Results("[.[]|tojson]", input, sorted), R"(["{\"c\":3,\"d\":2}","1"])");
  EXPECT_EQ(
      Results("[to_entries[].key], keys_unsorted, [paths|join(\".\")], \"\\(.)\"", input, sorted),
      R"(["a","b"] ["a","b"] ["a","a.c","a.d","b"] "{\"a\":{\"c\":3,\"d\":2},\"b\":1}")");
}

struct LimitCase {
  const char* program;
  const char* input;
  const char* limit;
};

class Limits : public testing::TestWithParam<LimitCase> {};

TEST_P(Limits, EndTheRunByName) {
  RunOptions options;
  // Long enough for the other bounds to be met first on a busy machine.
  const bool by_time = std::string_view(GetParam().limit) == "TimeLimit";
  options.budget.time = std::chrono::milliseconds(by_time ? 300 : 60'000);
  options.budget.memory_bytes = 64 << 20;
  const Program program = Compiled(GetParam().program);
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome =
      program.Run(Json(GetParam().input), options, [](const Value&) { return true; });
  EXPECT_EQ(outcome.kind, Outcome::Kind::kLimit) << outcome.message;
  EXPECT_EQ(outcome.limit, GetParam().limit) << outcome.message;
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_EQ(outcome.ToStatus().code(), Code::kExhausted);
}

INSTANTIATE_TEST_SUITE_P(
    Programs, Limits,
    testing::Values(
        LimitCase{"repeat(.)", "1", "ResultLimit"}, LimitCase{"range(1e18)", "null", "ResultLimit"},
        LimitCase{"last(range(1e18))", "null", "TimeLimit"},
        LimitCase{"def f: f; f", "null", "TimeLimit"},
        LimitCase{"def f: 1 + f; f", "null", "DepthLimit"},
        LimitCase{"def f: [f]; f", "null", "DepthLimit"},
        LimitCase{"try (def f: 1 + f; f) catch 0", "null", "DepthLimit"},
        LimitCase{"[recurse(.)]", "1", "MemoryLimit"},
        LimitCase{"last(recurse(. + .))", "\"abc\"", "MemoryLimit"},
        LimitCase{"\"x\" * 1e9 | length", "null", "MemoryLimit"},
        LimitCase{"[limit(100; repeat(\"x\" * 1000000))]", "null", "MemoryLimit"},
        LimitCase{"reduce range(1e9) as $i ([]; . + [$i])", "null", "MemoryLimit"},
        LimitCase{"until(false; .)", "null", "TimeLimit"},
        LimitCase{"reduce range(100) as $i ([1]; [., .]) | tojson | length", "null", "TimeLimit"},
        LimitCase{"reduce range(60) as $i ([1]; [., .]) | flatten | length", "null", "MemoryLimit"},
        LimitCase{
            "(reduce range(60) as $i ([1]; [., .])) == (reduce range(60) as $i ([1]; [., .]))",
            "null", "TimeLimit"},
        LimitCase{"test(\"^(a+)+$\")", "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\"",
                  "TimeLimit"}));

TEST(Program, CountsSteps) {
  RunOptions options;
  options.budget.steps = 1000;
  EXPECT_EQ(Results("last(range(100000))", "null", options), "!stopped after 1000 steps");
  EXPECT_EQ(Results("last(range(10))", "null", options), "9");
}

TEST(Program, AllowsExactlyTheResultsOfTheBudget) {
  RunOptions options;
  options.budget.results = 3;
  EXPECT_EQ(Results("range(3)", "null", options), "0 1 2");
  EXPECT_EQ(Results("range(4)", "null", options), "0 1 2 !stopped after 3 results");
}

TEST(Program, LoopsByTailCallsNeedNoStack) {
  RunOptions options;
  options.budget.stack_bytes = 128 << 10;
  EXPECT_EQ(Results("def f: if . >= 300000 then . else . + 1 | f end; 0 | f", "null", options),
            "300000");
  EXPECT_EQ(Results("def f($n): if $n >= 300000 then $n else f($n + 1) end; f(0)", "null", options),
            "300000");
  EXPECT_EQ(Results("def f(g; $n): if $n >= 100000 then g else f(g; $n + 1) end; f(1, 2; 0)",
                    "null", options),
            "1 2");
  EXPECT_EQ(Results("def even: def odd: if . == 0 then false else . - 1 | even end; if . == 0 then "
                    "true else . - 1 | odd end;"
                    "100 | even",
                    "null", options),
            "true");
  EXPECT_EQ(Results("last(0 | def f: ., (. + 1 | if . < 200000 then f else empty end); f)", "null",
                    options),
            "199999");
}

TEST(Program, SaysWhatItIs) {
  EXPECT_TRUE(Compiled(".a[].b // .c").traits().is_path);
  EXPECT_TRUE(Compiled(".a | select(.b) | .c?").traits().is_path);
  EXPECT_TRUE(Compiled("def f: .a; f | first(.[])").traits().is_path);
  EXPECT_FALSE(Compiled(".a + 1").traits().is_path);
  EXPECT_FALSE(Compiled("to_entries[].value").traits().is_path);
  EXPECT_FALSE(Compiled("{a: 1}").traits().is_path);
  EXPECT_FALSE(Compiled(".a[]").traits().may_not_end);
  EXPECT_TRUE(Compiled("def f: f; f").traits().may_not_end);
  EXPECT_TRUE(Compiled("repeat(1)").traits().may_not_end);
  EXPECT_TRUE(Compiled("input").traits().reads_world);
  EXPECT_EQ(Compiled("map(.a) | to_entries | test(\"x\")").traits().builtins,
            (std::vector<std::string>{"map/1", "test/1", "to_entries/0"}));
}

TEST(Program, NamesLineColumnAndTokenOfErrors) {
  const Result<Program> program = Program::Compile(".a |\n  foo(1) + $x");
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.status().reason(), "JqCompileError");
  EXPECT_EQ(program.status().message(),
            "error: foo/1 is not defined at <top-level>, line 2, column 3:\n"
            "      foo(1) + $x\n"
            "      ^^^\n"
            "error: $x is not defined at <top-level>, line 2, column 12:\n"
            "      foo(1) + $x\n"
            "               ^^");
}

TEST(Program, IsSharedBetweenThreads) {
  const Program program = Compiled("[.[] | tostring | test(\"1\")] | map(select(.)) | length");
  const Value input = Json("[1,2,3,10,11,21]");
  std::vector<std::thread> threads;
  std::vector<std::string> answers(4);
  for (std::string& answer : answers) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) answer = json::ToText(program.Collect(input)->at(0));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& answer : answers) EXPECT_EQ(answer, "4");
}

TEST(Program, ClosuresSeeTheVariablesOfTheirOwnActivation) {
  // The closure runs again while its first run is still giving results.
  EXPECT_EQ(
      Results("def f(g): g | if . < 3 then f(g) else . end; [0 | f(. as $x | $x + 1, $x + 2)]",
              "null"),
      "[3,4,3,3,4]");
  EXPECT_EQ(Results("def f(g): [g, g]; 5 as $x | f($x, . as $y | $y + $x)", "1"), "[5,6,5,6]");
}

}  // namespace
}  // namespace karta::jq
