// SPDX-License-Identifier: Apache-2.0

// Reading and printing of documents like those of a Kubernetes API.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "json/parse.h"
#include "json/parse_text.h"
#include "json/print.h"
#include "json/structural.h"

namespace karta::json {
namespace {

// One object of about 1.6 KB.
std::string MakeObject(int number) {
  const std::string name = "train-" + std::to_string(100'000 + number);
  std::string text =
      R"({"apiVersion":"jobset.x-k8s.io/v1alpha2","kind":"JobSet","metadata":{"name":")" + name +
      R"(","namespace":"default","generation":1,"creationTimestamp":"2025-01-02T03:04:05Z","labels":{)"
      R"("app.kubernetes.io/name":"trainer","team":"vision"}},"spec":{"suspend":false,"replicatedJobs":[)";
  for (int job = 0; job < 2; ++job) {
    if (job > 0) text += ',';
    text +=
        R"({"name":"worker-)" + std::to_string(job) + R"(","replicas":)" +
        std::to_string(number % 64 + 1) +
        R"(,"template":{"spec":{"parallelism":4,"completions":4,"backoffLimit":0,"template":{"spec":{)"
        R"("restartPolicy":"Never","containers":[{"name":"main","image":"registry.example.com/ml/trainer:1.4",)"
        R"("command":["python","-m","train"],"env":[{"name":"RANK","value":"0"},{"name":"SIZE","value":"64"}],)"
        R"("resources":{"limits":{"cpu":"8","memory":"64Gi","nvidia.com/gpu":8}}}]}}}}})";
  }
  return text +
         R"(]},"status":{"restarts":0,"conditions":[{"type":"Completed","status":"True","reason":"AllJobsCompleted",)"
         R"("message":"jobset completed successfully","lastTransitionTime":"2025-03-02T10:00:00Z"}]}})";
}

const std::string& Lines() {
  static const std::string lines = [] {
    std::string text;
    for (int i = 0; i < 2'000; ++i) text += MakeObject(i) + '\n';
    return text;
  }();
  return lines;
}

void CountBytes(benchmark::State& state, size_t bytes) {
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * bytes));
}

void BM_IndexLines(benchmark::State& state) {
  const std::string& text = Lines();
  StructuralIndex index;
  for (auto _ : state) {
    index.Start(text.data(), 0);
    while (index.Extend(text.size(), true)) index.ConsumeTo(index.end());
  }
  CountBytes(state, text.size());
}
BENCHMARK(BM_IndexLines);

void BM_ReadLines(benchmark::State& state) {
  const std::string& text = Lines();
  for (auto _ : state) {
    size_t position = 0;
    Reader reader([&](char* buffer, size_t size) -> Result<size_t> {
      size = std::min(size, text.size() - position);
      std::memcpy(buffer, text.data() + position, size);
      position += size;
      return size;
    });
    while (true) {
      Result<std::optional<Value>> next = reader.Next();
      if (!next.ok() || !next->has_value()) break;
      benchmark::DoNotOptimize(*next);
    }
  }
  CountBytes(state, text.size());
}
BENCHMARK(BM_ReadLines);

void BM_ReadLinesCarefully(benchmark::State& state) {
  const std::string& text = Lines();
  for (auto _ : state) {
    TextParser parser({});
    parser.Feed(text, true);
    Value value;
    std::string error;
    while (parser.Next(&value, &error) == TextParser::Outcome::kValue)
      benchmark::DoNotOptimize(value);
  }
  CountBytes(state, text.size());
}
BENCHMARK(BM_ReadLinesCarefully);

void BM_ParseOne(benchmark::State& state) {
  const std::string text = MakeObject(1);
  for (auto _ : state) {
    Result<Value> value = Parse(text);
    benchmark::DoNotOptimize(value);
  }
  CountBytes(state, text.size());
}
BENCHMARK(BM_ParseOne);

void BM_Print(benchmark::State& state) {
  const Value value = *Parse(MakeObject(1));
  const PrintOptions options{.indent = static_cast<int>(state.range(0))};
  std::string out;
  for (auto _ : state) {
    out.clear();
    Print(value, options, &out);
    benchmark::DoNotOptimize(out);
  }
  CountBytes(state, out.size());
}
BENCHMARK(BM_Print)->ArgName("indent")->Arg(-1)->Arg(2);

void BM_PrintDoubles(benchmark::State& state) {
  Value numbers = Value::Array();
  for (int i = 1; i <= 1'000; ++i) numbers.Append(Value::Double(1.0 / i));
  std::string out;
  for (auto _ : state) {
    out.clear();
    Print(numbers, {}, &out);
    benchmark::DoNotOptimize(out);
  }
  CountBytes(state, out.size());
}
BENCHMARK(BM_PrintDoubles);

}  // namespace
}  // namespace karta::json
