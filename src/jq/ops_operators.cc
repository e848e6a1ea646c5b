// SPDX-License-Identifier: Apache-2.0

#include "jq/operators.h"
#include "jq/ops.h"

namespace karta::jq {

namespace {

constexpr int64_t kExact = int64_t{1} << 53;
bool Exact(int64_t i) { return i > -kExact && i < kExact; }

bool Ordered(Operator op, int order) {
  switch (op) {
    case Operator::kLess:
      return order < 0;
    case Operator::kLessEqual:
      return order <= 0;
    case Operator::kGreater:
      return order > 0;
    default:
      return order >= 0;
  }
}

// Small integers, which is what loops count with; everything else takes the general way.
bool FastIntegers(Operator op, int64_t a, int64_t b, Value& out) {
  switch (op) {
    case Operator::kAdd:
      if (a + b == 0 || !Exact(a + b)) return false;
      out = Value::Int(a + b);
      return true;
    case Operator::kSubtract:
      if (a - b == 0 || !Exact(a - b)) return false;
      out = Value::Int(a - b);
      return true;
    case Operator::kEqual:
      out = Value::Bool(a == b);
      return true;
    case Operator::kNotEqual:
      out = Value::Bool(a != b);
      return true;
    case Operator::kLess:
    case Operator::kLessEqual:
    case Operator::kGreater:
    case Operator::kGreaterEqual:
      out = Value::Bool(Ordered(op, a < b ? -1 : a > b ? 1 : 0));
      return true;
    default:
      return false;
  }
}

Signal ApplyCounted(Machine& m, Operator op, Value&& a, Value&& b, Value& out) {
  // Natives keep what they are given, and know nothing of aliases.
  a.MakeCounted();
  b.MakeCounted();
  Value result;
  bool ok = false;
  switch (op) {
    case Operator::kAdd:
      ok = Add(std::move(a), std::move(b), &result, &m.error);
      break;
    case Operator::kSubtract:
      ok = Subtract(std::move(a), std::move(b), &result, &m.error);
      break;
    case Operator::kMultiply:
      ok = Multiply(std::move(a), std::move(b), &result, &m.error);
      break;
    case Operator::kDivide:
      ok = Divide(std::move(a), std::move(b), &result, &m.error);
      break;
    case Operator::kModulo:
      ok = Modulo(std::move(a), std::move(b), &result, &m.error);
      break;
    default:
      break;
  }
  if (!ok) return m.NativeFailed();
  out = std::move(result);
  return Signal::kNext;
}

class Binary final : public Op {
 public:
  Binary(Operator op, OpPtr left, OpPtr right)
      : Op(left->single() && right->single()),
        op_(op),
        left_(std::move(left)),
        right_(std::move(right)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    // The right side first, as in jq; the left one may then consume the input.
    Value b;
    if (const Value* peeked = right_->Peek(m, f)) {
      b = Child(*peeked, *peeked);
    } else {
      const Signal signal = Lend(*right_, m, f, in, b);
      if (signal != Signal::kNext) return signal;
    }
    Value a;
    const Signal signal = left_->One(m, f, std::move(in), a);
    if (signal != Signal::kNext) return signal;
    return ApplyOperator(m, op_, std::move(a), std::move(b), out);
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    if (single()) return Op::Each(m, f, std::move(in), out);
    return ForEach(*right_, m, f, in.Alias(), [&](Value&& b) {
      return ForEach(*left_, m, f, in.Alias(), [&](Value&& a) {
        if (!m.Tick()) return Signal::kError;
        Value result;
        const Signal signal = ApplyOperator(m, op_, std::move(a), b.Alias(), result);
        if (signal != Signal::kNext) return signal;
        return Emit(out, std::move(result));
      });
    });
  }

 private:
  Operator op_;
  OpPtr left_;
  OpPtr right_;
};

class NegateOp final : public Op {
 public:
  explicit NegateOp(OpPtr operand) : Op(operand->single()), operand_(std::move(operand)) {}
  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value value;
    const Signal signal = operand_->One(m, f, std::move(in), value);
    if (signal != Signal::kNext) return signal;
    Value result;
    if (!Negate(std::move(value), &result, &m.error)) return m.NativeFailed();
    out = std::move(result);
    return Signal::kNext;
  }
  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    return ForEach(*operand_, m, f, std::move(in), [&](Value&& value) {
      Value result;
      if (!Negate(std::move(value), &result, &m.error)) return m.NativeFailed();
      return Emit(out, std::move(result));
    });
  }

 private:
  OpPtr operand_;
};

// `and` and `or`: the right side runs only when the left one does not decide.
class Logical final : public Op {
 public:
  Logical(bool decides, OpPtr left, OpPtr right)
      : Op(left->single() && right->single()),
        decides_(decides),
        left_(std::move(left)),
        right_(std::move(right)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value a;
    Signal signal = left_->One(m, f, in.Alias(), a);
    if (signal != Signal::kNext) return signal;
    if (a.truthy() != decides_) {
      signal = right_->One(m, f, std::move(in), a);
      if (signal != Signal::kNext) return signal;
    }
    out = Value::Bool(a.truthy());
    return Signal::kNext;
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    if (single()) return Op::Each(m, f, std::move(in), out);
    return ForEach(*left_, m, f, in.Alias(), [&](Value&& a) {
      if (a.truthy() == decides_) return Emit(out, Value::Bool(decides_));
      return ForEach(*right_, m, f, in.Alias(),
                     [&](Value&& b) { return Emit(out, Value::Bool(b.truthy())); });
    });
  }

 private:
  bool decides_;  // the left value that settles it
  OpPtr left_;
  OpPtr right_;
};

class Alternative final : public Op {
 public:
  Alternative(OpPtr left, OpPtr right)
      : Op(left->single() && right->single()), left_(std::move(left)), right_(std::move(right)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value a;
    const Signal signal = Lend(*left_, m, f, in, a);
    if (signal == Signal::kNext && a.truthy()) {
      out = std::move(a);
      return Signal::kNext;
    }
    if (signal != Signal::kNext && signal != Signal::kEmpty) return signal;
    return right_->One(m, f, std::move(in), out);
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    bool found = false;
    const Signal signal = ForEach(*left_, m, f, in.Alias(), [&](Value&& value) {
      if (!value.truthy()) return Signal::kNext;
      found = true;
      return Emit(out, std::move(value));
    });
    if (signal != Signal::kNext || found) return signal;
    return right_->Each(m, f, std::move(in), out);
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    bool found = false;
    Place first{in.path, in.at.Alias(), in.value.Alias()};
    const Signal signal = ForEachPath(*left_, m, f, std::move(first), [&](Place&& place) {
      if (!place.value.truthy()) return Signal::kNext;
      found = true;
      return Emit(out, std::move(place));
    });
    if (signal != Signal::kNext || found) return signal;
    return right_->Paths(m, f, std::move(in), out);
  }

 private:
  OpPtr left_;
  OpPtr right_;
};

class Not final : public Op {
 public:
  Not() : Op(true) {}
  Signal One(Machine&, Frame&, Value&& in, Value& out) const override {
    out = Value::Bool(!in.truthy());
    return Signal::kNext;
  }
};

}  // namespace

Signal ApplyOperator(Machine& m, Operator op, Value&& a, Value&& b, Value& out) {
  if (a.is_int() && b.is_int() && Exact(a.int_value()) && Exact(b.int_value()) &&
      FastIntegers(op, a.int_value(), b.int_value(), out)) {
    return Signal::kNext;
  }
  switch (op) {
    case Operator::kEqual:
    case Operator::kNotEqual:
      out = Value::Bool((a == b) == (op == Operator::kEqual));
      return m.Checked("Equality check too deep");
    case Operator::kLess:
    case Operator::kLessEqual:
    case Operator::kGreater:
    case Operator::kGreaterEqual:
      out = Value::Bool(Ordered(op, Compare(a, b)));
      break;
    default:
      return ApplyCounted(m, op, std::move(a), std::move(b), out);
  }
  return m.Checked();
}

OpPtr MakeOperator(Operator op, OpPtr left, OpPtr right) {
  return std::make_unique<Binary>(op, std::move(left), std::move(right));
}
OpPtr MakeNegate(OpPtr operand) { return std::make_unique<NegateOp>(std::move(operand)); }
OpPtr MakeAnd(OpPtr left, OpPtr right) {
  return std::make_unique<Logical>(false, std::move(left), std::move(right));
}
OpPtr MakeOr(OpPtr left, OpPtr right) {
  return std::make_unique<Logical>(true, std::move(left), std::move(right));
}
OpPtr MakeAlternative(OpPtr left, OpPtr right) {
  return std::make_unique<Alternative>(std::move(left), std::move(right));
}
OpPtr MakeNot() { return std::make_unique<Not>(); }

}  // namespace karta::jq
