// SPDX-License-Identifier: Apache-2.0

// A compiled program over a parsed document, and parsing alone.  The documents are those of
// bench/make_documents.py, in the directory that KARTA_BENCH_DOCUMENTS names (build/bench if
// unset).

#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "jq/program.h"
#include "json/meter.h"
#include "json/parse.h"
#include "json/value.h"

// Counts every allocation of the process: what libraries take by malloc as well as operator new.
// Sanitizers bring their own malloc, so there the count stays 0 and means nothing.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
static std::atomic<int64_t> allocations{0};

extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

void* malloc(size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_realloc(old, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** out, size_t alignment, size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  *out = __libc_memalign(alignment, size);
  return *out == nullptr ? ENOMEM : 0;
}
}
#else
static std::atomic<int64_t> allocations{0};
#endif

namespace karta::jq {
namespace {

constexpr char kPodTemplates[] = ".spec.replicatedJobs[].template.spec.template";
constexpr char kReshape[] =
    "[.spec.replicatedJobs[] | {name, replicas: (.replicas // 1), "
    "image: .template.spec.template.spec.containers[0].image}]";
constexpr char kScaleUp[] = ".spec.replicatedJobs |= map(.replicas += 1)";

std::optional<std::string> ReadDocument(const std::string& name) {
  const char* directory = std::getenv("KARTA_BENCH_DOCUMENTS");
  std::ifstream file(std::string(directory != nullptr ? directory : "build/bench") + "/" + name);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// One operation: a run that takes every result.  `allocations` counts calls of malloc and its kin
// in one run; `node_bytes` is what the run held in heap nodes when it gave a result, which free
// lists could hide from the first count.
void RunOn(benchmark::State& state, const char* source, const char* file) {
  const std::optional<std::string> text = ReadDocument(file);
  if (!text) return state.SkipWithError("no documents: run bench/make_documents.py build/bench");
  const Result<json::Value> document = json::Parse(*text);
  if (!document.ok()) return state.SkipWithError(document.status().ToString().c_str());
  const Result<Program> program = Program::Compile(source);
  if (!program.ok()) return state.SkipWithError(program.status().ToString().c_str());

  const RunOptions options;
  int64_t results = 0;
  int64_t node_bytes = 0;
  const int64_t before = json::meter.live_bytes;
  const Program::Emit look = [&](const json::Value&) {
    ++results;
    node_bytes = std::max(node_bytes, json::meter.live_bytes - before);
    return true;
  };
  for (int round = 0; round < 2; ++round) {  // the second one is past any first-use set-up
    results = 0;
    if (!program->Run(*document, options, look).ok()) return state.SkipWithError("run failed");
  }

  const Program::Emit take = [](const json::Value& value) {
    benchmark::DoNotOptimize(value.w1());
    return true;
  };
  const int64_t start = allocations.load();
  (void)program->Run(*document, options, take);
  const int64_t used = allocations.load() - start;
  for (auto _ : state) {
    benchmark::DoNotOptimize(program->Run(*document, options, take).kind);
  }
  state.counters["allocations"] = static_cast<double>(used);
  state.counters["node_bytes"] = static_cast<double>(node_bytes);
  state.counters["results"] = static_cast<double>(results);
}

void Compile(benchmark::State& state, const char* source) {
  for (auto _ : state) benchmark::DoNotOptimize(Program::Compile(source).ok());
}

void Parse(benchmark::State& state, const char* file) {
  const std::optional<std::string> text = ReadDocument(file);
  if (!text) return state.SkipWithError("no documents: run bench/make_documents.py build/bench");
  for (auto _ : state) {
    const Result<json::Value> document = json::Parse(*text);
    if (!document.ok()) return state.SkipWithError(document.status().ToString().c_str());
    benchmark::DoNotOptimize(document->w1());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(text->size()));
}

// bench/scenarios/*.yaml name these in their `micro` field.
BENCHMARK_CAPTURE(RunOn, jobset_2, kPodTemplates, "jobset-2.json");
BENCHMARK_CAPTURE(RunOn, jobset_64, kPodTemplates, "jobset-64.json");
BENCHMARK_CAPTURE(RunOn, reshape, kReshape, "jobset-2.json");
BENCHMARK_CAPTURE(RunOn, scale_up, kScaleUp, "jobset-2.json");
BENCHMARK_CAPTURE(Compile, path, kPodTemplates);
BENCHMARK_CAPTURE(Compile, reshape, kReshape);
BENCHMARK_CAPTURE(Parse, jobset_2, "jobset-2.json");
BENCHMARK_CAPTURE(Parse, jobset_64, "jobset-64.json");
BENCHMARK_CAPTURE(Parse, list, "list.json");

}  // namespace
}  // namespace karta::jq
