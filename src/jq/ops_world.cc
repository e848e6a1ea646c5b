// SPDX-License-Identifier: Apache-2.0

// Builtins that reach outside the program, each through one member of World.

#include "jq/code.h"
#include "jq/ops.h"

namespace karta::jq {

namespace {

// An Op that is one plain function of the machine and its input.
template <class F>
class WorldOp final : public Op {
 public:
  explicit WorldOp(F fn) : Op(true), fn_(std::move(fn)) {}
  Signal One(Machine& m, Frame&, Value&& in, Value& out) const override {
    const World* world = m.options.world;
    static const World kNone;
    return fn_(m, world == nullptr ? kNone : *world, std::move(in), out);
  }

 private:
  F fn_;
};

template <class F>
OpPtr Make(F fn) {
  return std::make_unique<WorldOp<F>>(std::move(fn));
}

Signal Give(Value&& value, Value& out) {
  out = std::move(value);
  return Signal::kNext;
}

// Passes its input on, so a place stays a place: `.a | debug |= 1`.
class Tap final : public Op {
 public:
  explicit Tap(std::function<void(const Value&)> World::*hook) : Op(true), hook_(hook) {}
  Signal One(Machine& m, Frame&, Value&& in, Value& out) const override {
    const World* world = m.options.world;
    if (world != nullptr && world->*hook_) (world->*hook_)(in);
    return Give(std::move(in), out);
  }

 private:
  std::function<void(const Value&)> World::*hook_;
};

class HaltError final : public Op {
 public:
  explicit HaltError(OpPtr code) : Op(code->single()), code_(std::move(code)) {}
  Signal One(Machine& m, Frame& f, Value&& in, Value&) const override {
    Value code;
    const Signal signal = Lend(*code_, m, f, in, code);
    return signal == Signal::kNext ? Halt(m, in, code) : signal;
  }
  Signal Each(Machine& m, Frame& f, Value&& in, Sink&) const override {
    return ForEach(*code_, m, f, in.Alias(), [&](Value&& code) { return Halt(m, in, code); });
  }

 private:
  static Signal Halt(Machine& m, const Value& in, const Value& code) {
    if (!code.is_number()) {
      return m.Fail(TypeAndExcerpt(in) + " halt_error/1: number required");
    }
    m.halted = true;
    m.halt_has_value = true;
    m.exit_code = static_cast<int>(code.number());
    m.error = in;
    return Signal::kError;
  }

  OpPtr code_;
};

}  // namespace

OpPtr MakeInput() {
  return Make([](Machine& m, const World& world, Value&&, Value& out) {
    if (!world.next_input) return m.Fail("break");
    Result<std::optional<Value>> next = world.next_input();
    if (!next.ok()) return m.Fail(next.status().message());
    if (!next->has_value()) return m.Fail("break");
    return Give(std::move(**next), out);
  });
}

OpPtr MakeDebug() { return std::make_unique<Tap>(&World::debug); }
OpPtr MakeStderr() { return std::make_unique<Tap>(&World::stderr_text); }

OpPtr MakeInputFilename() {
  return Make([](Machine&, const World& world, Value&&, Value& out) {
    return Give(world.input_filename ? world.input_filename() : Value(), out);
  });
}

OpPtr MakeInputLineNumber() {
  return Make([](Machine& m, const World& world, Value&&, Value& out) {
    if (!world.input_line_number) return m.Fail("Unknown input line number");
    return Give(Value::Int(world.input_line_number()), out);
  });
}

OpPtr MakeNow() {
  return Make([](Machine&, const World& world, Value&&, Value& out) {
    if (world.now) return Give(Value::Double(world.now()), out);
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return Give(Value::Double(std::chrono::duration<double>(since).count()), out);
  });
}

OpPtr MakeProgramArguments() {
  return Make([](Machine&, const World& world, Value&&, Value& out) {
    return Give(Value(world.prog_args), out);
  });
}

OpPtr MakeHalt() {
  return Make([](Machine& m, const World&, Value&&, Value&) {
    m.halted = true;
    return Signal::kError;
  });
}

OpPtr MakeHaltError(OpPtr code) { return std::make_unique<HaltError>(std::move(code)); }

OpPtr MakeSearchList() {
  return Make([](Machine& m, const World&, Value&&, Value& out) {
    Value list = Value::Array();
    for (const std::string& path : m.code.library_paths) list.Append(Value::String(path));
    return Give(std::move(list), out);
  });
}

}  // namespace karta::jq
