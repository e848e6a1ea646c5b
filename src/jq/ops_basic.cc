// SPDX-License-Identifier: Apache-2.0

#include "jq/ops.h"

namespace karta::jq {

namespace {

class Constant final : public Op {
 public:
  explicit Constant(Value value) : Op(true), value_(std::move(value)) {}
  Signal One(Machine&, Frame&, Value&&, Value& out) const override {
    out = value_.Alias();  // the program outlives the run
    return Signal::kNext;
  }
  const Value* Peek(Machine&, Frame&) const override { return &value_; }

 private:
  Value value_;
};

class Pipe final : public Op {
 public:
  Pipe(OpPtr left, OpPtr right)
      : Op(left->single() && right->single()), left_(std::move(left)), right_(std::move(right)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value middle;
    const Signal signal = left_->One(m, f, std::move(in), middle);
    if (signal != Signal::kNext) return signal;
    return right_->One(m, f, std::move(middle), out);
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    if (left_->single()) {
      Value middle;
      const Signal signal = left_->One(m, f, std::move(in), middle);
      if (signal != Signal::kNext) return signal == Signal::kEmpty ? Signal::kNext : signal;
      return right_->Each(m, f, std::move(middle), out);
    }
    return ForEach(*left_, m, f, std::move(in),
                   [&](Value&& value) { return right_->Each(m, f, std::move(value), out); });
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    return ForEachPath(*left_, m, f, std::move(in),
                       [&](Place&& place) { return right_->Paths(m, f, std::move(place), out); });
  }

  bool can_update() const override { return left_->can_update() && right_->can_update(); }
  Signal Update(Machine& m, Frame& f, Value&& in, Updater& updater, Value& out) const override {
    struct Inner : Updater {
      const Op* right;
      Frame* frame;
      Updater* outer;
    } inner;
    inner.apply = [](Updater& self, Machine& machine, Value&& old, Value& changed) {
      auto& me = static_cast<Inner&>(self);
      return me.right->Update(machine, *me.frame, std::move(old), *me.outer, changed);
    };
    inner.right = right_.get();
    inner.frame = &f;
    inner.outer = &updater;
    return left_->Update(m, f, std::move(in), inner, out);
  }

 private:
  OpPtr left_;
  OpPtr right_;
};

class Comma final : public Op {
 public:
  Comma(OpPtr left, OpPtr right) : Op(false), left_(std::move(left)), right_(std::move(right)) {}

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    const Signal signal = left_->Each(m, f, in.Alias(), out);
    if (signal != Signal::kNext) return signal;
    return right_->Each(m, f, std::move(in), out);
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    Place first{in.path, in.at.Alias(), in.value.Alias()};
    const Signal signal = left_->Paths(m, f, std::move(first), out);
    if (signal != Signal::kNext) return signal;
    return right_->Paths(m, f, std::move(in), out);
  }

 private:
  OpPtr left_;
  OpPtr right_;
};

class Empty final : public Op {
 public:
  Empty() : Op(true) {}
  Signal One(Machine&, Frame&, Value&&, Value&) const override { return Signal::kEmpty; }
  Signal Paths(Machine&, Frame&, Place&&, PathSink&) const override { return Signal::kNext; }
};

class Variable final : public Op {
 public:
  Variable(int hops, int slot) : Op(true), hops_(hops), slot_(slot) {}
  Signal One(Machine&, Frame& f, Value&&, Value& out) const override {
    const Value& value = Up(f, hops_).variables[slot_];
    out = Child(value, value);
    return Signal::kNext;
  }
  const Value* Peek(Machine&, Frame& f) const override { return &Up(f, hops_).variables[slot_]; }

 private:
  int hops_;
  int slot_;
};

class Global final : public Op {
 public:
  explicit Global(int index) : Op(true), index_(index) {}
  Signal One(Machine& m, Frame&, Value&&, Value& out) const override {
    out = m.options.variables[static_cast<size_t>(index_)].Alias();
    return Signal::kNext;
  }
  const Value* Peek(Machine& m, Frame&) const override {
    return &m.options.variables[static_cast<size_t>(index_)];
  }

 private:
  int index_;
};

class Environment final : public Op {
 public:
  Environment() : Op(true) {}
  Signal One(Machine& m, Frame&, Value&&, Value& out) const override {
    const World* world = m.options.world;
    out = world != nullptr && world->environment ? world->environment() : Value::Object();
    return Signal::kNext;
  }
};

}  // namespace

OpPtr MakeConstant(Value value) { return std::make_unique<Constant>(std::move(value)); }

OpPtr MakePipe(OpPtr left, OpPtr right) {
  if (IsIdentity(*left)) return right;
  if (IsOpenChain(*right)) return AppendChain(std::move(left), std::move(right));
  return std::make_unique<Pipe>(std::move(left), std::move(right));
}

OpPtr MakeComma(OpPtr left, OpPtr right) {
  return std::make_unique<Comma>(std::move(left), std::move(right));
}
OpPtr MakeEmpty() { return std::make_unique<Empty>(); }
OpPtr MakeVariable(int hops, int slot) { return std::make_unique<Variable>(hops, slot); }
OpPtr MakeGlobal(int index) { return std::make_unique<Global>(index); }
OpPtr MakeEnvironment() { return std::make_unique<Environment>(); }

}  // namespace karta::jq
