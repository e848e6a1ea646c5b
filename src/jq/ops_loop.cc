// SPDX-License-Identifier: Apache-2.0

// Builtins that loop: range, until, while, repeat, add(f).

#include <cmath>

#include "jq/operators.h"
#include "jq/ops.h"

namespace karta::jq {

namespace {

constexpr double kExact = 0x1p53;

class Range2 final : public Op {
 public:
  Range2(OpPtr from, OpPtr upto) : Op(false), from_(std::move(from)), upto_(std::move(upto)) {}

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    const auto with_from = [&](Value&& from) {
      return ForEach(*upto_, m, f, in.Alias(),
                     [&](Value&& upto) { return Loop(m, from, upto, out); });
    };
    return from_ == nullptr ? with_from(Value::Int(0))
                            : ForEach(*from_, m, f, in.Alias(), with_from);
  }

 private:
  static Signal Loop(Machine& m, const Value& from, const Value& upto, Sink& out) {
    if (!from.is_number() || !upto.is_number()) return m.Fail("Range bounds must be numeric");
    const double end = upto.number();
    double at = from.number();
    if (std::fabs(at) < kExact && std::fabs(end) < kExact && std::trunc(at) == at) {
      // Whole numbers, so that what is computed from them stays in integers.
      const auto last = static_cast<int64_t>(std::ceil(end));
      for (auto i = static_cast<int64_t>(at); i < last; ++i) {
        if (!m.Tick()) return Signal::kError;
        const Signal signal = Emit(out, Value::Int(i));
        if (signal != Signal::kNext) return signal;
      }
      return Signal::kNext;
    }
    for (bool first = true; at < end; at += 1, first = false) {
      if (!m.Tick()) return Signal::kError;
      const Signal signal = Emit(out, first ? from.Alias() : MakeNumber(at));
      if (signal != Signal::kNext) return signal;
    }
    return Signal::kNext;
  }

  OpPtr from_;  // null: 0
  OpPtr upto_;
};

// range(from; upto; by) is defined on anything that can be compared and added.
class Range3 final : public Op {
 public:
  Range3(OpPtr from, OpPtr upto, OpPtr by)
      : Op(false), from_(std::move(from)), upto_(std::move(upto)), by_(std::move(by)) {}

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    return ForEach(*from_, m, f, in.Alias(), [&](Value&& from) {
      return ForEach(*upto_, m, f, in.Alias(), [&](Value&& upto) {
        return ForEach(*by_, m, f, in.Alias(),
                       [&](Value&& by) { return Loop(m, from, upto, by, out); });
      });
    });
  }

 private:
  static Signal Loop(Machine& m, const Value& from, const Value& upto, const Value& by, Sink& out) {
    const int direction = Compare(by, Value::Int(0));
    if (direction == 0) return Signal::kNext;
    Value at = from;
    while (true) {
      const int order = Compare(at, upto);
      if (direction > 0 ? order >= 0 : order <= 0) return Signal::kNext;
      if (!m.Tick()) return Signal::kError;
      Signal signal = Emit(out, at.Alias());
      if (signal != Signal::kNext) return signal;
      Value next;
      signal = ApplyOperator(m, Operator::kAdd, std::move(at), by.Alias(), next);
      if (signal != Signal::kNext) return signal;
      at = std::move(next);
    }
  }

  OpPtr from_;
  OpPtr upto_;
  OpPtr by_;
};

class Until final : public Op {
 public:
  Until(OpPtr condition, OpPtr update)
      : Op(condition->single() && update->single()),
        condition_(std::move(condition)),
        update_(std::move(update)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value value = std::move(in);
    while (true) {
      if (!m.Tick()) return Signal::kError;
      Value condition;
      Signal signal = condition_->One(m, f, value.Alias(), condition);
      if (signal != Signal::kNext) return signal;
      if (condition.truthy()) {
        out = std::move(value);
        return Signal::kNext;
      }
      Value next;
      signal = update_->One(m, f, std::move(value), next);
      if (signal != Signal::kNext) return signal;
      value = std::move(next);
    }
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    if (single()) return Op::Each(m, f, std::move(in), out);
    if (!m.Enter()) return Signal::kError;
    return ForEach(*condition_, m, f, in.Alias(), [&](Value&& condition) {
      if (condition.truthy()) return Emit(out, in.Alias());
      return ForEach(*update_, m, f, in.Alias(),
                     [&](Value&& next) { return Each(m, f, std::move(next), out); });
    });
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    if (!m.Enter()) return Signal::kError;
    return ForEach(*condition_, m, f, in.value.Alias(), [&](Value&& condition) {
      Place here{in.path, in.at.Alias(), in.value.Alias()};
      if (condition.truthy()) return Emit(out, std::move(here));
      return ForEachPath(*update_, m, f, std::move(here),
                         [&](Place&& next) { return Paths(m, f, std::move(next), out); });
    });
  }

 private:
  OpPtr condition_;
  OpPtr update_;
};

class While final : public Op {
 public:
  While(OpPtr condition, OpPtr update)
      : Op(false), condition_(std::move(condition)), update_(std::move(update)) {}

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    if (condition_->single() && update_->single()) return Loop(m, f, std::move(in), out);
    if (!m.Enter()) return Signal::kError;
    return ForEach(*condition_, m, f, in.Alias(), [&](Value&& condition) {
      if (!condition.truthy()) return Signal::kNext;
      const Signal signal = Emit(out, in.Alias());
      if (signal != Signal::kNext) return signal;
      return ForEach(*update_, m, f, in.Alias(),
                     [&](Value&& next) { return Each(m, f, std::move(next), out); });
    });
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    if (!m.Enter()) return Signal::kError;
    return ForEach(*condition_, m, f, in.value.Alias(), [&](Value&& condition) {
      if (!condition.truthy()) return Signal::kNext;
      const Signal signal = Emit(out, Place{in.path, in.at.Alias(), in.value.Alias()});
      if (signal != Signal::kNext) return signal;
      return ForEachPath(*update_, m, f, Place{in.path, in.at.Alias(), in.value.Alias()},
                         [&](Place&& next) { return Paths(m, f, std::move(next), out); });
    });
  }

 private:
  Signal Loop(Machine& m, Frame& f, Value&& in, Sink& out) const {
    Value value = std::move(in);
    while (true) {
      if (!m.Tick()) return Signal::kError;
      Value condition;
      Signal signal = condition_->One(m, f, value.Alias(), condition);
      if (signal != Signal::kNext) return signal == Signal::kEmpty ? Signal::kNext : signal;
      if (!condition.truthy()) return Signal::kNext;
      signal = Emit(out, value.Alias());
      if (signal != Signal::kNext) return signal;
      Value next;
      signal = update_->One(m, f, std::move(value), next);
      if (signal != Signal::kNext) return signal == Signal::kEmpty ? Signal::kNext : signal;
      value = std::move(next);
    }
  }

  OpPtr condition_;
  OpPtr update_;
};

// f, f, f, ... on the same input.
class Repeat final : public Op {
 public:
  explicit Repeat(OpPtr f) : Op(false), f_(std::move(f)) {}

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    while (true) {
      if (!m.Tick()) return Signal::kError;
      const Signal signal = f_->Each(m, f, in.Alias(), out);
      if (signal != Signal::kNext) return signal;
    }
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    while (true) {
      if (!m.Tick()) return Signal::kError;
      const Signal signal = f_->Paths(m, f, {in.path, in.at.Alias(), in.value.Alias()}, out);
      if (signal != Signal::kNext) return signal;
    }
  }

 private:
  OpPtr f_;
};

class AddAll final : public Op {
 public:
  explicit AddAll(OpPtr f) : Op(true), f_(std::move(f)) {}
  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value sum;
    const Signal signal = ForEach(*f_, m, f, std::move(in), [&](Value&& value) {
      if (!m.Tick()) return Signal::kError;
      Value next;
      const Signal added = ApplyOperator(m, Operator::kAdd, std::move(sum), std::move(value), next);
      next.MakeCounted();
      sum = std::move(next);
      return added;
    });
    if (signal != Signal::kNext) return signal;
    out = std::move(sum);
    return Signal::kNext;
  }

 private:
  OpPtr f_;
};

}  // namespace

OpPtr MakeRange(OpPtr from, OpPtr upto, OpPtr by) {
  if (by == nullptr) return std::make_unique<Range2>(std::move(from), std::move(upto));
  return std::make_unique<Range3>(std::move(from), std::move(upto), std::move(by));
}
OpPtr MakeUntil(OpPtr condition, OpPtr update) {
  return std::make_unique<Until>(std::move(condition), std::move(update));
}
OpPtr MakeWhile(OpPtr condition, OpPtr update) {
  return std::make_unique<While>(std::move(condition), std::move(update));
}
OpPtr MakeRepeat(OpPtr f) { return std::make_unique<Repeat>(std::move(f)); }
OpPtr MakeAdd(OpPtr f) { return std::make_unique<AddAll>(std::move(f)); }

}  // namespace karta::jq
