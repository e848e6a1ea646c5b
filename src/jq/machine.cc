// SPDX-License-Identifier: Apache-2.0
#include "jq/machine.h"

#include <algorithm>

#include "jq/code.h"

namespace karta::jq {

namespace {

// Native loops (compare, sort, print, regular expressions) count their own steps; one of these
// takes less than that, so a time bound holds inside them as well.
constexpr int64_t kNanosecondsPerNativeStep = 10;

// More than any Op's part of the stack.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__)
constexpr int64_t kStackPerOp = 2'048;
#else
constexpr int64_t kStackPerOp = 512;
#endif

}  // namespace

Machine::Machine(const Program::Code& the_code, const RunOptions& the_options)
    : code(the_code), options(the_options), sorted_keys(the_options.sorted_keys) {
  const Budget& budget = options.budget;
  steps_left_ = budget.steps;
  // Enter() guards recursion; between two such points the Ops nest as deep as the program text
  // does.
  stack_base_ = static_cast<const char*>(__builtin_frame_address(0));
  stack_limit_ = stack_base_ - budget.stack_bytes + code.depth * kStackPerOp;
  bounded_time_ = budget.time != std::chrono::nanoseconds::max();
  // The clock is first read when the first slice is used up, so short runs never read it.
  slice_ = std::min(steps_left_, kSlice);
  fuel_ = slice_;

  json::Meter& meter = json::meter;
  outer_meter_ = meter;
  meter.exhausted = false;
  meter.out_of_memory = false;
  meter.too_deep = false;
  if (budget.memory_bytes < INT64_MAX - std::max<int64_t>(meter.live_bytes, 0)) {
    meter.limit_bytes = std::min(meter.limit_bytes, meter.live_bytes + budget.memory_bytes);
  }
  int64_t work = budget.steps;
  if (bounded_time_) {
    work = std::min<int64_t>(work, budget.time.count() / kNanosecondsPerNativeStep);
  }
  meter.work_left = std::min(meter.work_left, work);
}

Machine::~Machine() {
  json::meter.limit_bytes = outer_meter_.limit_bytes;
  json::meter.work_left = outer_meter_.work_left;
  json::meter.exhausted = outer_meter_.exhausted;
  json::meter.out_of_memory = outer_meter_.out_of_memory;
  json::meter.too_deep = outer_meter_.too_deep;
}

bool Machine::Stop(std::string_view which) {
  limit = which;
  return false;
}

bool Machine::Refuel() {
  if (!limit.empty()) return false;
  if (json::meter.live_bytes > json::meter.limit_bytes) return Stop("MemoryLimit");
  if (json::meter.exhausted) return MeterSpent();
  steps_left_ -= slice_;
  if (steps_left_ <= 0) return Stop("StepLimit");
  if (bounded_time_) {
    const auto now = std::chrono::steady_clock::now();
    if (deadline_ == std::chrono::steady_clock::time_point()) deadline_ = now + options.budget.time;
    if (now >= deadline_) return Stop("TimeLimit");
  }
  slice_ = std::min(steps_left_, kSlice);
  fuel_ = slice_ - 1;
  return true;
}

bool Machine::Start() { return stack_limit_ < stack_base_ || StackSpent(); }

bool Machine::StackSpent() { return Stop("DepthLimit"); }

bool Machine::MeterSpent() {
  if (!limit.empty()) return false;
  if (json::meter.out_of_memory) return Stop("MemoryLimit");
  return Stop(options.budget.steps != INT64_MAX && !bounded_time_ ? "StepLimit" : "TimeLimit");
}

Signal Machine::MeterFailed(std::string_view too_deep) {
  if (!json::meter.too_deep) {
    MeterSpent();
    return Signal::kError;
  }
  json::meter.too_deep = false;
  return Fail(too_deep);
}

Signal Machine::Fail(std::string_view message) {
  error = Value::String(message);
  return Signal::kError;
}

Signal Machine::NativeFailed() {
  if (json::meter.exhausted) MeterSpent();
  return Signal::kError;
}

Signal Op::Each(Machine& m, Frame& f, Value&& in, Sink& out) const {
  Value value;
  const Signal signal = One(m, f, std::move(in), value);
  if (signal == Signal::kNext) return Emit(out, std::move(value));
  return signal == Signal::kEmpty ? Signal::kNext : signal;
}

Signal Op::One(Machine& m, Frame&, Value&&, Value&) const {
  return m.Fail("internal: one result asked of a generator");
}

Signal Op::Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const {
  // A computation: its result is a place only if it hands back the very value it was given.
  return ForEach(*this, m, f, in.value.Alias(), [&](Value&& value) {
    return Emit(out, {in.path, in.at.Alias(), std::move(value)});
  });
}

Signal Op::Update(Machine& m, Frame&, Value&&, Updater&, Value&) const {
  return m.Fail("internal: this path cannot be updated directly");
}

Value PathArray(const PathLink* path) {
  size_t length = 0;
  for (const PathLink* link = path; link != nullptr; link = link->parent) ++length;
  Value array = Value::Array(length);
  std::vector<const PathLink*> links(length);
  for (const PathLink* link = path; link != nullptr; link = link->parent) links[--length] = link;
  for (const PathLink* link : links) array.Append(link->key);
  return array;
}

std::vector<const json::Member*> SortedMembers(const Value& object) {
  std::vector<const json::Member*> members;
  members.reserve(object.size());
  for (const json::Member& member : object.members()) members.push_back(&member);
  std::sort(members.begin(), members.end(), [](const json::Member* a, const json::Member* b) {
    return a->key.str() < b->key.str();
  });
  return members;
}

}  // namespace karta::jq
