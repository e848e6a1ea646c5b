// SPDX-License-Identifier: Apache-2.0
#pragma once

// The machine that runs a compiled program.
//
// A program is a tree of Ops.  jq is a language of generators, and an Op runs by pushing: Each()
// calls a sink once per result, and the rest of the program runs inside that call.  Nothing is
// saved or resumed, so generators cost a function call, a path is a list of links on the C++ stack,
// and `limit` or `label` simply unwinds.  An Op that gives at most one result says so (single())
// and is then run by One(), which returns it directly; most of a real program is of that kind.
//
// Ownership.  A Value handed to an Op is either counted, and then the Op may change it in place
// when it is the sole owner, or an alias of something that outlives the call.  What One() returns
// from an alias may alias the same thing; whoever lends a counted value of its own keeps the rule
// by counting the result (Lend).  What a sink receives is valid during the call: sinks that keep it
// count it.
//
// Calls of functions in tail position return Signal::kTail to the loop of the call they replace, so
// loops written as recursion run in constant stack.

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "jq/program.h"
#include "json/meter.h"
#include "json/value.h"

namespace karta::jq {

using json::Value;

class Op;
struct Function;
struct Frame;

enum class Signal : uint8_t {
  kNext,   // go on (One: a result was stored)
  kEmpty,  // One only: no result
  kError,  // Machine::error holds the value, or Machine::limit the bound that was hit
  kBreak,  // unwinding to Machine::break_id
  kTail,   // Machine::tail describes the call to make instead
};

struct Closure {
  const Op* body = nullptr;
  Frame* frame = nullptr;
};

// The variables and closure parameters of one call.
struct Frame {
  Frame* parent = nullptr;  // of the function that encloses this one in the source
  Value* variables = nullptr;
  Closure* closures = nullptr;
};

inline Frame& Up(Frame& frame, int hops) {
  Frame* at = &frame;
  while (hops-- > 0) at = at->parent;
  return *at;
}

struct Sink {
  Signal (*take)(Sink& self, Value&& value);
};

// One step of a path; links live on the C++ stack, newest first.
struct PathLink {
  const PathLink* parent;
  Value key;
};

// A value met while paths are tracked.  `value` can be addressed by `path` only while it is still
// the very value found there (`at`): results of computations are not places.
struct Place {
  const PathLink* path = nullptr;
  Value at;
  Value value;
  bool tracked() const { return value.identical(at); }
};

struct PathSink {
  Signal (*take)(PathSink& self, Place&& place);
};

struct TailCall {
  const Function* function = nullptr;
  Frame* parent = nullptr;
  Value input;
  std::vector<Value> values;      // one per parameter; null for closures
  std::vector<Closure> closures;  // one per parameter
};

class Machine {
 public:
  Machine(const Program::Code& code, const RunOptions& options);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // Called wherever a program can loop.  False: a bound was hit, return kError.
  bool Tick() {
    if (--fuel_ >= 0 && json::meter.live_bytes <= json::meter.limit_bytes) [[likely]] {
      return true;
    }
    return Refuel();
  }
  // Tick, and room on the stack for another level.
  bool Enter() {
    if (static_cast<const char*>(__builtin_frame_address(0)) < stack_limit_) [[unlikely]] {
      return StackSpent();
    }
    return Tick();
  }

  // Whether the stack bound leaves room for one pass through the program's nested Ops.
  bool Start();
  Signal Limit(std::string_view which) {
    Stop(which);
    return Signal::kError;
  }
  Signal Fail(std::string_view message);
  Signal Fail(Value error_value) {
    error = std::move(error_value);
    return Signal::kError;
  }
  // After a native reported failure with its error in `error`: a spent meter is a bound, not an
  // error.
  Signal NativeFailed();
  // After native work: kNext, or kError when the meter ran out or values nest too deep to compare.
  Signal Checked(std::string_view too_deep = "Comparison too deep") {
    if (!json::meter.exhausted && !json::meter.too_deep) [[likely]]
      return Signal::kNext;
    return MeterFailed(too_deep);
  }

  uint64_t NewLabel() { return ++labels_; }

  // Places that the update in progress has given a value, and places it has deleted, so that a step
  // can tell whether anything happened below it: parents are made only for what is set.
  uint64_t places_set = 0;
  uint64_t places_gone = 0;

  Value error;
  std::string_view limit;  // name of the bound that ended the run
  uint64_t break_id = 0;
  TailCall tail;
  bool halted = false;
  bool halt_has_value = false;
  int exit_code = 0;

  const Program::Code& code;
  const RunOptions& options;
  const bool sorted_keys;

 private:
  bool Refuel();
  bool StackSpent();
  bool MeterSpent();
  Signal MeterFailed(std::string_view too_deep);
  bool Stop(std::string_view which);

  static constexpr int64_t kSlice = 1 << 14;  // steps between looks at the clock
  int64_t fuel_ = 0;
  int64_t steps_left_ = 0;
  int64_t slice_ = 0;
  const char* stack_base_ = nullptr;
  const char* stack_limit_ = nullptr;
  uint64_t labels_ = 0;
  bool bounded_time_ = false;
  std::chrono::steady_clock::time_point deadline_;
  json::Meter outer_meter_;
};

// Changes the values found at places: `(path) |= f`.
struct Updater {
  // Gives the new value; kEmpty deletes the place.
  Signal (*apply)(Updater& self, Machine& machine, Value&& old, Value& out);
};

class Op {
 public:
  explicit Op(bool single) : single_(single) {}
  virtual ~Op() = default;
  Op(const Op&) = delete;
  Op& operator=(const Op&) = delete;

  // At most one result, so One() may be used.
  bool single() const { return single_; }

  virtual Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const;
  virtual Signal One(Machine& m, Frame& f, Value&& in, Value& out) const;
  // Each, tracking places.  Ops that compute give untracked places, which this default does.
  virtual Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const;
  // The value without copying it, for constants and variables; nullptr otherwise.
  virtual const Value* Peek(Machine&, Frame&) const { return nullptr; }

  // Whether Update() below does exactly what updating path by path would: every place is met once
  // and no test looks at something that an earlier update changed.
  virtual bool can_update() const { return false; }
  virtual Signal Update(Machine& m, Frame& f, Value&& in, Updater& updater, Value& out) const;

 private:
  const bool single_;
};

using OpPtr = std::unique_ptr<Op>;

struct Function {
  std::string name;
  int variables = 0;             // slots, value parameters first
  std::vector<int> value_slots;  // per parameter: variable slot of a `$name` parameter, else -1
  OpPtr body;
  bool single = true;      // while the body is being compiled: what is assumed
  bool open = false;       // the body is being compiled
  bool recursive = false;  // calls itself
  // What is wrong in the body, by place, and whom it calls: only what the program reaches is
  // reported.
  std::vector<std::pair<uint32_t, std::string>> errors;
  std::vector<const Function*> calls;
};

// --- helpers for writing Ops ---

template <class F>
struct SinkOf final : Sink {
  explicit SinkOf(F& fn) : Sink{&Take}, fn(fn) {}
  static Signal Take(Sink& self, Value&& value) {
    return static_cast<SinkOf&>(self).fn(std::move(value));
  }
  F& fn;
};

template <class F>
struct PathSinkOf final : PathSink {
  explicit PathSinkOf(F& fn) : PathSink{&Take}, fn(fn) {}
  static Signal Take(PathSink& self, Place&& place) {
    return static_cast<PathSinkOf&>(self).fn(std::move(place));
  }
  F& fn;
};

inline Signal Emit(Sink& out, Value&& value) { return out.take(out, std::move(value)); }
inline Signal Emit(PathSink& out, Place&& place) { return out.take(out, std::move(place)); }

// Runs `fn` on each result of `op`.
template <class F>
Signal ForEach(const Op& op, Machine& m, Frame& f, Value&& in, F&& fn) {
  if (op.single()) {
    Value value;
    const Signal signal = op.One(m, f, std::move(in), value);
    if (signal == Signal::kNext) return fn(std::move(value));
    return signal == Signal::kEmpty ? Signal::kNext : signal;
  }
  SinkOf<F> sink(fn);
  return op.Each(m, f, std::move(in), sink);
}

template <class F>
Signal ForEachPath(const Op& op, Machine& m, Frame& f, Place&& in, F&& fn) {
  PathSinkOf<F> sink(fn);
  return op.Paths(m, f, std::move(in), sink);
}

// One() on a value that the caller keeps and may later give away: the result never depends on it.
inline Signal Lend(const Op& op, Machine& m, Frame& f, const Value& in, Value& out) {
  const Signal signal = op.One(m, f, in.Alias(), out);
  if (in.counted()) out.MakeCounted();
  return signal;
}

// An element as seen from its container: counted when the container is about to go.
inline Value Child(const Value& container, const Value& child) {
  return container.counted() ? Value(child) : child.Alias();
}

// The path as an array.
Value PathArray(const PathLink* path);

// Visits the elements or members' values of `container` (already checked) in the run's key order.
// fn(key maker, value) -> Signal.
std::vector<const json::Member*> SortedMembers(const Value& object);

}  // namespace karta::jq
