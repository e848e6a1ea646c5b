// SPDX-License-Identifier: Apache-2.0

// Conditions, errors, labels, and the builtins that cut a generator short.

#include "jq/ops.h"

namespace karta::jq {

namespace {

class If final : public Op {
 public:
  If(OpPtr condition, OpPtr then, OpPtr otherwise)
      : Op(condition->single() && then->single() && otherwise->single()),
        condition_(std::move(condition)),
        then_(std::move(then)),
        otherwise_(std::move(otherwise)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value condition;
    const Signal signal = condition_->One(m, f, in.Alias(), condition);
    if (signal != Signal::kNext) return signal;
    return (condition.truthy() ? then_ : otherwise_)->One(m, f, std::move(in), out);
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    if (condition_->single()) {
      Value condition;
      const Signal signal = condition_->One(m, f, in.Alias(), condition);
      if (signal != Signal::kNext) return signal == Signal::kEmpty ? Signal::kNext : signal;
      return (condition.truthy() ? then_ : otherwise_)->Each(m, f, std::move(in), out);
    }
    return ForEach(*condition_, m, f, in.Alias(), [&](Value&& condition) {
      return (condition.truthy() ? then_ : otherwise_)->Each(m, f, in.Alias(), out);
    });
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    return ForEach(*condition_, m, f, in.value.Alias(), [&](Value&& condition) {
      Place place{in.path, in.at.Alias(), in.value.Alias()};
      return (condition.truthy() ? then_ : otherwise_)->Paths(m, f, std::move(place), out);
    });
  }

 private:
  OpPtr condition_;
  OpPtr then_;
  OpPtr otherwise_;
};

class Select final : public Op {
 public:
  explicit Select(OpPtr condition) : Op(condition->single()), condition_(std::move(condition)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value condition;
    const Signal signal = condition_->One(m, f, in.Alias(), condition);
    if (signal != Signal::kNext) return signal;
    if (!condition.truthy()) return Signal::kEmpty;
    out = std::move(in);
    return Signal::kNext;
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    return ForEach(*condition_, m, f, in.Alias(), [&](Value&& condition) {
      return condition.truthy() ? Emit(out, in.Alias()) : Signal::kNext;
    });
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    return ForEach(*condition_, m, f, in.value.Alias(), [&](Value&& condition) {
      if (!condition.truthy()) return Signal::kNext;
      return Emit(out, {in.path, in.at.Alias(), in.value.Alias()});
    });
  }

  bool can_update() const override { return single(); }
  Signal Update(Machine& m, Frame& f, Value&& in, Updater& updater, Value& out) const override {
    Value condition;
    const Signal signal = condition_->One(m, f, in.Alias(), condition);
    if (signal == Signal::kNext && condition.truthy()) {
      return updater.apply(updater, m, std::move(in), out);
    }
    if (signal != Signal::kNext && signal != Signal::kEmpty) return signal;
    out = std::move(in);
    return Signal::kNext;
  }

 private:
  OpPtr condition_;
};

// Errors of the body are caught; errors of what runs on the body's results are not.
class Try final : public Op {
 public:
  Try(OpPtr body, OpPtr handler)
      : Op(body->single() && (handler == nullptr || handler->single())),
        body_(std::move(body)),
        handler_(std::move(handler)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    const Signal signal = body_->One(m, f, std::move(in), out);
    if (signal != Signal::kError || !Caught(m)) return signal;
    Value error = std::move(m.error);
    return handler_ == nullptr ? Signal::kEmpty : handler_->One(m, f, std::move(error), out);
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    bool downstream = false;
    const Signal signal = ForEach(*body_, m, f, std::move(in), [&](Value&& value) {
      const Signal later = Emit(out, std::move(value));
      if (later == Signal::kError) downstream = true;
      return later;
    });
    if (signal != Signal::kError || downstream || !Caught(m)) return signal;
    Value error = std::move(m.error);
    return handler_ == nullptr ? Signal::kNext : handler_->Each(m, f, std::move(error), out);
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    bool downstream = false;
    Place start{in.path, in.at.Alias(), in.value.Alias()};
    const Signal signal = ForEachPath(*body_, m, f, std::move(start), [&](Place&& place) {
      const Signal later = Emit(out, std::move(place));
      if (later == Signal::kError) downstream = true;
      return later;
    });
    if (signal != Signal::kError || downstream || !Caught(m)) return signal;
    Value error = std::move(m.error);
    if (handler_ == nullptr) return Signal::kNext;
    return handler_->Paths(m, f, {in.path, in.at.Alias(), std::move(error)}, out);
  }

 private:
  // A bound or a halt ends the run whatever the program says.
  static bool Caught(const Machine& m) { return m.limit.empty() && !m.halted; }

  OpPtr body_;
  OpPtr handler_;
};

// Runs `body` with a label of its own; a break to it ends the body quietly.
template <class Body>
Signal WithLabel(Machine& m, Body&& body) {
  const uint64_t id = m.NewLabel();
  const Signal signal = body(id);
  return signal == Signal::kBreak && m.break_id == id ? Signal::kNext : signal;
}

Signal BreakTo(Machine& m, uint64_t id) {
  m.break_id = id;
  return Signal::kBreak;
}

class Label final : public Op {
 public:
  Label(int slot, OpPtr body) : Op(false), slot_(slot), body_(std::move(body)) {}

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    return WithLabel(m, [&](uint64_t id) {
      Value saved = std::exchange(f.variables[slot_], Value::Int(static_cast<int64_t>(id)));
      const Signal signal = body_->Each(m, f, std::move(in), out);
      f.variables[slot_] = std::move(saved);
      return signal;
    });
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    return WithLabel(m, [&](uint64_t id) {
      Value saved = std::exchange(f.variables[slot_], Value::Int(static_cast<int64_t>(id)));
      const Signal signal = body_->Paths(m, f, std::move(in), out);
      f.variables[slot_] = std::move(saved);
      return signal;
    });
  }

 private:
  int slot_;
  OpPtr body_;
};

class Break final : public Op {
 public:
  Break(int hops, int slot) : Op(true), hops_(hops), slot_(slot) {}
  Signal One(Machine& m, Frame& f, Value&&, Value&) const override {
    return BreakTo(m, static_cast<uint64_t>(Up(f, hops_).variables[slot_].int_value()));
  }

 private:
  int hops_;
  int slot_;
};

class Error final : public Op {
 public:
  explicit Error(OpPtr message) : Op(true), message_(std::move(message)) {}
  Signal One(Machine& m, Frame& f, Value&& in, Value&) const override {
    if (message_ == nullptr) {
      in.MakeCounted();
      return m.Fail(std::move(in));
    }
    const Signal signal = ForEach(*message_, m, f, std::move(in), [&](Value&& value) {
      value.MakeCounted();
      return m.Fail(std::move(value));
    });
    return signal == Signal::kNext ? Signal::kEmpty : signal;
  }

 private:
  OpPtr message_;
};

class First final : public Op {
 public:
  explicit First(OpPtr f) : Op(true), f_(std::move(f)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    if (f_->single()) return f_->One(m, f, std::move(in), out);
    bool found = false;
    const Signal signal = WithLabel(m, [&](uint64_t id) {
      return ForEach(*f_, m, f, std::move(in), [&](Value&& value) {
        value.MakeCounted();
        out = std::move(value);
        found = true;
        return BreakTo(m, id);
      });
    });
    if (signal != Signal::kNext) return signal;
    return found ? Signal::kNext : Signal::kEmpty;
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    return WithLabel(m, [&](uint64_t id) {
      return ForEachPath(*f_, m, f, std::move(in), [&](Place&& place) {
        const Signal signal = Emit(out, std::move(place));
        return signal == Signal::kNext ? BreakTo(m, id) : signal;
      });
    });
  }

 private:
  OpPtr f_;
};

class Last final : public Op {
 public:
  explicit Last(OpPtr f) : Op(true), f_(std::move(f)) {}
  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    bool found = false;
    const Signal signal = ForEach(*f_, m, f, std::move(in), [&](Value&& value) {
      value.MakeCounted();
      out = std::move(value);
      found = true;
      return Signal::kNext;
    });
    if (signal != Signal::kNext) return signal;
    return found ? Signal::kNext : Signal::kEmpty;
  }

 private:
  OpPtr f_;
};

// limit, skip and nth: a count, then a generator of which some results pass.
class Counted final : public Op {
 public:
  enum class What : uint8_t { kLimit, kSkip, kNth };
  Counted(What what, OpPtr count, OpPtr f)
      : Op(what == What::kNth && count->single()),
        what_(what),
        count_(std::move(count)),
        f_(std::move(f)) {}

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    return ForEach(*count_, m, f, in.Alias(), [&](Value&& count) {
      return Run(m, count, [&](auto&& take) {
        return ForEach(*f_, m, f, in.Alias(), [&](Value&& value) {
          return take([&] { return Emit(out, std::move(value)); });
        });
      });
    });
  }

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    bool found = false;
    const Signal signal = ForEach(*count_, m, f, in.Alias(), [&](Value&& count) {
      return Run(m, count, [&](auto&& take) {
        return ForEach(*f_, m, f, in.Alias(), [&](Value&& value) {
          return take([&] {
            value.MakeCounted();
            out = std::move(value);
            found = true;
            return Signal::kNext;
          });
        });
      });
    });
    if (signal != Signal::kNext) return signal;
    return found ? Signal::kNext : Signal::kEmpty;
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    return ForEach(*count_, m, f, in.value.Alias(), [&](Value&& count) {
      return Run(m, count, [&](auto&& take) {
        Place start{in.path, in.at.Alias(), in.value.Alias()};
        return ForEachPath(*f_, m, f, std::move(start), [&](Place&& place) {
          return take([&] { return Emit(out, std::move(place)); });
        });
      });
    });
  }

 private:
  // Calls `loop` with a function that decides about each result and passes it on or not.
  template <class Loop>
  Signal Run(Machine& m, const Value& count, Loop&& loop) const {
    // jq compares values, not numbers: every string is above 0.
    const int order = Compare(count, Value::Int(0));
    if (order < 0) {
      return m.Fail(what_ == What::kLimit  ? "limit doesn't support negative count"
                    : what_ == What::kSkip ? "skip doesn't support negative count"
                                           : "nth doesn't support negative indices");
    }
    if (order == 0 && what_ == What::kLimit) return Signal::kNext;
    double left = count.number();
    return WithLabel(m, [&](uint64_t id) {
      return loop([&](auto&& pass) {
        if (!m.Tick()) return Signal::kError;
        if (order > 0 && !count.is_number()) {
          return m.Fail(TypeAndExcerpt(count) + " and number (1) cannot be subtracted");
        }
        if (what_ == What::kLimit) {
          left -= 1;
          const Signal signal = pass();
          if (signal != Signal::kNext) return signal;
          return left <= 0 ? BreakTo(m, id) : Signal::kNext;
        }
        if (left > 0) {
          left -= 1;
          if (left >= 0) return Signal::kNext;
        }
        const Signal signal = pass();
        if (signal != Signal::kNext || what_ == What::kSkip) return signal;
        return BreakTo(m, id);
      });
    });
  }

  What what_;
  OpPtr count_;
  OpPtr f_;
};

class AnyAll final : public Op {
 public:
  AnyAll(bool any, OpPtr source, OpPtr condition)
      : Op(true), any_(any), source_(std::move(source)), condition_(std::move(condition)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    bool result = !any_;
    const auto check = [&](uint64_t id, const Value& value) {
      if (value.truthy() != any_) return m.Tick() ? Signal::kNext : Signal::kError;
      result = any_;
      return BreakTo(m, id);
    };
    const Signal signal = WithLabel(m, [&](uint64_t id) {
      return ForEach(*source_, m, f, std::move(in), [&](Value&& value) {
        if (condition_ == nullptr) return check(id, value);
        return ForEach(*condition_, m, f, std::move(value),
                       [&](Value&& verdict) { return check(id, verdict); });
      });
    });
    if (signal != Signal::kNext) return signal;
    out = Value::Bool(result);
    return Signal::kNext;
  }

 private:
  bool any_;
  OpPtr source_;
  OpPtr condition_;
};

class IsEmpty final : public Op {
 public:
  explicit IsEmpty(OpPtr f) : Op(true), f_(std::move(f)) {}
  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    bool empty = true;
    const Signal signal = WithLabel(m, [&](uint64_t id) {
      return ForEach(*f_, m, f, std::move(in), [&](Value&&) {
        empty = false;
        return BreakTo(m, id);
      });
    });
    if (signal != Signal::kNext) return signal;
    out = Value::Bool(empty);
    return Signal::kNext;
  }

 private:
  OpPtr f_;
};

}  // namespace

OpPtr MakeIf(OpPtr condition, OpPtr then, OpPtr otherwise) {
  return std::make_unique<If>(std::move(condition), std::move(then), std::move(otherwise));
}
OpPtr MakeSelect(OpPtr condition) { return std::make_unique<Select>(std::move(condition)); }
OpPtr MakeTry(OpPtr body, OpPtr handler) {
  return std::make_unique<Try>(std::move(body), std::move(handler));
}
OpPtr MakeLabel(int slot, OpPtr body) { return std::make_unique<Label>(slot, std::move(body)); }
OpPtr MakeBreak(int hops, int slot) { return std::make_unique<Break>(hops, slot); }
OpPtr MakeError(OpPtr message) { return std::make_unique<Error>(std::move(message)); }
OpPtr MakeFirst(OpPtr f) { return std::make_unique<First>(std::move(f)); }
OpPtr MakeLast(OpPtr f) { return std::make_unique<Last>(std::move(f)); }
OpPtr MakeLimit(OpPtr count, OpPtr f) {
  return std::make_unique<Counted>(Counted::What::kLimit, std::move(count), std::move(f));
}
OpPtr MakeSkip(OpPtr count, OpPtr f) {
  return std::make_unique<Counted>(Counted::What::kSkip, std::move(count), std::move(f));
}
OpPtr MakeNth(OpPtr count, OpPtr f) {
  return std::make_unique<Counted>(Counted::What::kNth, std::move(count), std::move(f));
}
OpPtr MakeIsEmpty(OpPtr f) { return std::make_unique<IsEmpty>(std::move(f)); }
OpPtr MakeAnyAll(bool any, OpPtr source, OpPtr condition) {
  return std::make_unique<AnyAll>(any, std::move(source), std::move(condition));
}

}  // namespace karta::jq
