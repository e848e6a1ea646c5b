// SPDX-License-Identifier: Apache-2.0

// Calls of functions that the program (or the prelude) defines, and of closure parameters.
//
// A frame lives on the C++ stack of the call that made it: closures cannot escape in jq, so nothing
// needs the heap.  A call in tail position is not made there but handed to the loop below, which
// reuses the frame of the call it replaces.

#include <alloca.h>

#include <new>

#include "jq/ops.h"

namespace karta::jq {

namespace {

// Variables and closures of one call, in memory the caller got from its stack or the heap.
class FrameStorage {
 public:
  FrameStorage(void* memory, size_t variables, size_t closures) : capacity_(variables) {
    frame.variables = static_cast<Value*>(memory);
    for (size_t i = 0; i < variables; ++i) new (&frame.variables[i]) Value();
    frame.closures = reinterpret_cast<Closure*>(frame.variables + variables);
    closure_capacity_ = closures;
  }
  ~FrameStorage() { Clear(); }
  FrameStorage(const FrameStorage&) = delete;
  FrameStorage& operator=(const FrameStorage&) = delete;

  static size_t Bytes(const Function& function) {
    return static_cast<size_t>(function.variables) * sizeof(Value) +
           function.value_slots.size() * sizeof(Closure);
  }

  // Makes room for another function's frame; what the old one held is dropped.
  void Reuse(const Function& function) {
    const auto variables = static_cast<size_t>(function.variables);
    const size_t closures = function.value_slots.size();
    if (variables <= capacity_ && closures <= closure_capacity_) {
      for (size_t i = 0; i < capacity_; ++i) frame.variables[i] = Value();
      return;
    }
    Clear();
    heap_ = std::make_unique<char[]>(Bytes(function));
    frame.variables = reinterpret_cast<Value*>(heap_.get());
    for (size_t i = 0; i < variables; ++i) new (&frame.variables[i]) Value();
    frame.closures = reinterpret_cast<Closure*>(frame.variables + variables);
    capacity_ = variables;
    closure_capacity_ = closures;
  }

  Frame frame;

 private:
  void Clear() {
    for (size_t i = 0; i < capacity_; ++i) frame.variables[i].~Value();
    capacity_ = 0;
  }

  size_t capacity_;
  size_t closure_capacity_;
  std::unique_ptr<char[]> heap_;
};

class ClosureCall final : public Op {
 public:
  ClosureCall(int hops, int index) : Op(false), hops_(hops), index_(index) {}

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    if (!m.Enter()) return Signal::kError;
    const Closure& closure = Up(f, hops_).closures[index_];
    return closure.body->Each(m, *closure.frame, std::move(in), out);
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    if (!m.Enter()) return Signal::kError;
    const Closure& closure = Up(f, hops_).closures[index_];
    return closure.body->Paths(m, *closure.frame, std::move(in), out);
  }

  int hops_;
  int index_;
};

class Call final : public Op {
 public:
  Call(const Function* function, int hops, std::vector<OpPtr> arguments, bool single, bool tail)
      : Op(single),
        function_(function),
        hops_(hops),
        arguments_(std::move(arguments)),
        tail_(tail) {
    for (size_t i = 0; i < arguments_.size(); ++i) {
      if (function_->value_slots[i] >= 0 && !arguments_[i]->single()) loops_ = true;
    }
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    if (tail_) {
      const Signal signal = HandOver(m, f, std::move(in));
      return signal == Signal::kEmpty ? Signal::kNext : signal;
    }
    return WithFrame(m, f, in, [&](FrameStorage& storage, Value&& input) {
      Signal signal = function_->body->Each(m, storage.frame, std::move(input), out);
      while (signal == Signal::kTail) {
        const Function* next = TakeOver(m, storage, &input);
        if (next == nullptr) return Signal::kError;
        signal = next->body->Each(m, storage.frame, std::move(input), out);
      }
      return signal;
    });
  }

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    if (tail_) return HandOver(m, f, std::move(in));
    Signal inner = Signal::kEmpty;
    const Signal outer = WithFrame(m, f, in, [&](FrameStorage& storage, Value&& input) {
      inner = function_->body->One(m, storage.frame, std::move(input), out);
      while (inner == Signal::kTail) {
        const Function* next = TakeOver(m, storage, &input);
        if (next == nullptr) return inner = Signal::kError;
        inner = next->body->One(m, storage.frame, std::move(input), out);
      }
      // The result may look into variables of the frame that is about to go.
      if (inner == Signal::kNext) out.MakeCounted();
      return inner == Signal::kEmpty ? Signal::kNext : inner;
    });
    return outer == Signal::kNext ? inner : outer;
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    return WithFrame(m, f, in.value, [&](FrameStorage& storage, Value&&) {
      Place place{in.path, in.at.Alias(), in.value.Alias()};
      Signal signal = function_->body->Paths(m, storage.frame, std::move(place), out);
      KRT_ASSERT(signal != Signal::kTail);  // tail calls are made only by Each and One
      return signal;
    });
  }

 private:
  // Prepares a frame, binds the value parameters (looping over their results, first parameter
  // outermost) and runs `body(storage, input)` in it.
  template <class Body>
  Signal WithFrame(Machine& m, Frame& f, Value& in, Body&& body) const {
    if (!m.Enter()) return Signal::kError;
    void* memory = alloca(FrameStorage::Bytes(*function_) + 1);
    FrameStorage storage(memory, static_cast<size_t>(function_->variables), arguments_.size());
    storage.frame.parent = &Up(f, hops_);
    for (size_t i = 0; i < arguments_.size(); ++i) {
      storage.frame.closures[i] = MakeClosure(f, i);
    }
    if (!loops_) {
      for (size_t i = 0; i < arguments_.size(); ++i) {
        const int slot = function_->value_slots[i];
        if (slot < 0) continue;
        const Signal signal = Lend(*arguments_[i], m, f, in, storage.frame.variables[slot]);
        if (signal != Signal::kNext) return signal == Signal::kEmpty ? Signal::kNext : signal;
      }
      return body(storage, std::move(in));
    }
    return BindFrom(m, f, in, 0, storage, body);
  }

  template <class Body>
  Signal BindFrom(Machine& m, Frame& f, const Value& in, size_t i, FrameStorage& storage,
                  Body& body) const {
    while (i < arguments_.size() && function_->value_slots[i] < 0) ++i;
    if (i == arguments_.size()) {
      Value input = in.Alias();
      return body(storage, std::move(input));
    }
    return ForEach(*arguments_[i], m, f, in.Alias(), [&](Value&& value) {
      storage.frame.variables[function_->value_slots[i]] = value;
      return BindFrom(m, f, in, i + 1, storage, body);
    });
  }

  // A parameter that is passed on keeps pointing where it did: no chain of forwarders.
  Closure MakeClosure(Frame& f, size_t i) const {
    int hops, index;
    if (IsClosurePass(*arguments_[i], &hops, &index)) return Up(f, hops).closures[index];
    return {arguments_[i].get(), &f};
  }

  // Describes this call in m.tail, for the loop of the call that is being replaced.
  Signal HandOver(Machine& m, Frame& f, Value&& in) const {
    std::vector<Value> values(arguments_.size());
    for (size_t i = 0; i < arguments_.size(); ++i) {
      if (function_->value_slots[i] < 0) continue;
      const Signal signal = arguments_[i]->One(m, f, in.Alias(), values[i]);
      if (signal != Signal::kNext) return signal;
      values[i].MakeCounted();
    }
    m.tail.closures.resize(arguments_.size());
    for (size_t i = 0; i < arguments_.size(); ++i) {
      // Value parameters never need their closure: the compiler saw to that.
      m.tail.closures[i] = function_->value_slots[i] < 0 ? MakeClosure(f, i) : Closure{};
    }
    in.MakeCounted();
    m.tail.values = std::move(values);
    m.tail.function = function_;
    m.tail.parent = &Up(f, hops_);
    m.tail.input = std::move(in);
    return Signal::kTail;
  }

  static const Function* TakeOver(Machine& m, FrameStorage& storage, Value* input) {
    if (!m.Tick()) return nullptr;
    const Function* function = m.tail.function;
    storage.Reuse(*function);
    storage.frame.parent = m.tail.parent;
    for (size_t i = 0; i < function->value_slots.size(); ++i) {
      storage.frame.closures[i] = m.tail.closures[i];
      const int slot = function->value_slots[i];
      if (slot >= 0) storage.frame.variables[slot] = std::move(m.tail.values[i]);
    }
    *input = std::move(m.tail.input);
    return function;
  }

  const Function* function_;
  int hops_;  // to the frame of the function that encloses the called one
  std::vector<OpPtr> arguments_;
  bool tail_;
  bool loops_ = false;
};

}  // namespace

bool IsClosurePass(const Op& op, int* hops, int* index) {
  const auto* call = dynamic_cast<const ClosureCall*>(&op);
  if (call == nullptr) return false;
  *hops = call->hops_;
  *index = call->index_;
  return true;
}

OpPtr MakeCall(const Function* function, int hops, std::vector<OpPtr> arguments, bool single,
               bool tail) {
  return std::make_unique<Call>(function, hops, std::move(arguments), single, tail);
}

OpPtr MakeClosureCall(int hops, int index) { return std::make_unique<ClosureCall>(hops, index); }

}  // namespace karta::jq
