// SPDX-License-Identifier: Apache-2.0

// path(f), assignments and updates.
//
// Most left sides are chains of steps and selects, which change the document on the way down
// (Op::Update).  The others collect their paths first and set them one by one, as jq defines it.

#include "jq/access.h"
#include "jq/ops.h"

namespace karta::jq {

namespace {

Signal NotAPath(Machine& m, const Value& result) {
  return m.Fail("Invalid path expression with result " + Excerpt(result));
}

// fn(path array, place) for each place that `op` finds in `in`.
template <class F>
Signal ForEachPathArray(const Op& op, Machine& m, Frame& f, const Value& in, F&& fn) {
  return ForEachPath(op, m, f, {nullptr, in.Alias(), in.Alias()}, [&](Place&& place) {
    if (!m.Tick()) return Signal::kError;
    if (!place.tracked()) return NotAPath(m, place.value);
    return fn(PathArray(place.path), place);
  });
}

class PathOp final : public Op {
 public:
  explicit PathOp(OpPtr f) : Op(false), f_(std::move(f)) {}
  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    return ForEachPathArray(*f_, m, f, in,
                            [&](Value&& path, Place&) { return Emit(out, std::move(path)); });
  }

 private:
  OpPtr f_;
};

// Sets each place to what `updater` makes of it; places it makes nothing of are deleted at the end.
Signal UpdatePaths(const Op& path, Machine& m, Frame& f, Value&& in, Updater& updater, Value& out) {
  const Value original = in;
  Value state = std::move(in);
  state.MakeCounted();
  Value gone = Value::Array();
  const Signal signal = ForEachPathArray(path, m, f, original, [&](Value&& at, Place&) {
    Value old;
    if (!GetPath(state, at, &old, &m.error)) return m.NativeFailed();
    Value changed;
    const Signal applied = updater.apply(updater, m, std::move(old), changed);
    if (applied == Signal::kEmpty) {
      gone.Append(std::move(at));
      return Signal::kNext;
    }
    if (applied != Signal::kNext) return applied;
    changed.MakeCounted();
    Value next;
    if (!SetPath(std::move(state), at, std::move(changed), &next, &m.error))
      return m.NativeFailed();
    state = std::move(next);
    return Signal::kNext;
  });
  if (signal != Signal::kNext) return signal;
  if (!gone.empty()) {
    Value next;
    if (!DeletePaths(std::move(state), gone, &next, &m.error)) return m.NativeFailed();
    state = std::move(next);
  }
  out = std::move(state);
  return Signal::kNext;
}

Signal Apply(const Op& path, Machine& m, Frame& f, Value&& in, Updater& updater, Value& out) {
  if (!path.can_update()) return UpdatePaths(path, m, f, std::move(in), updater, out);
  const Signal signal = path.Update(m, f, std::move(in), updater, out);
  if (signal == Signal::kEmpty) {  // `. |= empty`: the whole document is deleted
    out = Value();
    return Signal::kNext;
  }
  out.MakeCounted();
  return signal;
}

// `path |= update`.
class Modify final : public Op {
 public:
  Modify(OpPtr path, OpPtr update)
      : Op(true), path_(std::move(path)), update_(MakeFirst(std::move(update))) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    struct ByOp : Updater {
      const Op* op;
      Frame* frame;
    } updater;
    updater.apply = [](Updater& self, Machine& machine, Value&& old, Value& changed) {
      auto& me = static_cast<ByOp&>(self);
      const uint64_t before = machine.places_set;
      const uint64_t gone = machine.places_gone;
      const Signal signal = me.op->One(machine, *me.frame, std::move(old), changed);
      // Updates inside the right side are its own affair.
      machine.places_set = before + (signal == Signal::kNext ? 1 : 0);
      machine.places_gone = gone;
      return signal;
    };
    updater.op = update_.get();
    updater.frame = &f;
    return Apply(*path_, m, f, std::move(in), updater, out);
  }

 private:
  OpPtr path_;
  OpPtr update_;
};

// `path OP= value`: for each value, every place becomes (place OP value).
class ValueUpdate final : public Op {
 public:
  enum class What : uint8_t { kAssign, kOperator, kAlternative };
  ValueUpdate(What what, Operator op, OpPtr path, OpPtr value)
      : Op(value->single()),
        what_(what),
        op_(op),
        path_(std::move(path)),
        value_(std::move(value)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value value;
    const Signal signal = Lend(*value_, m, f, in, value);
    if (signal != Signal::kNext) return signal;
    return Set(m, f, std::move(in), value, out);
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    return ForEach(*value_, m, f, in.Alias(), [&](Value&& value) {
      Value result;
      const Signal signal = Set(m, f, in.Alias(), value, result);
      return signal == Signal::kNext ? Emit(out, std::move(result)) : signal;
    });
  }

 private:
  struct ByValue : Updater {
    const ValueUpdate* update;
    const Value* value;
  };

  Signal Set(Machine& m, Frame& f, Value&& in, const Value& value, Value& out) const {
    ByValue updater;
    updater.apply = [](Updater& self, Machine& machine, Value&& old, Value& changed) {
      auto& me = static_cast<ByValue&>(self);
      ++machine.places_set;
      return me.update->Change(machine, std::move(old), *me.value, changed);
    };
    updater.update = this;
    updater.value = &value;
    return Apply(*path_, m, f, std::move(in), updater, out);
  }

  Signal Change(Machine& m, Value&& old, const Value& value, Value& changed) const {
    if (what_ == What::kOperator) {
      return ApplyOperator(m, op_, std::move(old), value.Alias(), changed);
    }
    changed = what_ == What::kAlternative && old.truthy() ? std::move(old) : value;
    return Signal::kNext;
  }

  What what_;
  Operator op_;
  OpPtr path_;
  OpPtr value_;
};

class Delete final : public Op {
 public:
  explicit Delete(OpPtr path) : Op(true), path_(std::move(path)) {}
  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value paths = Value::Array();
    const Signal signal = ForEachPathArray(*path_, m, f, in, [&](Value&& at, Place&) {
      paths.Append(std::move(at));
      return Signal::kNext;
    });
    if (signal != Signal::kNext) return signal;
    in.MakeCounted();
    Value result;
    if (!DeletePaths(std::move(in), paths, &result, &m.error)) return m.NativeFailed();
    out = std::move(result);
    return Signal::kNext;
  }

 private:
  OpPtr path_;
};

class Pick final : public Op {
 public:
  explicit Pick(OpPtr path) : Op(true), path_(std::move(path)) {}
  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value picked;
    const Signal signal = ForEachPathArray(*path_, m, f, in, [&](Value&& at, Place&) {
      Value found;
      if (!GetPath(in, at, &found, &m.error)) return m.NativeFailed();
      Value next;
      if (!SetPath(std::move(picked), at, std::move(found), &next, &m.error)) {
        return m.NativeFailed();
      }
      picked = std::move(next);
      return Signal::kNext;
    });
    if (signal != Signal::kNext) return signal;
    out = std::move(picked);
    return Signal::kNext;
  }

 private:
  OpPtr path_;
};

}  // namespace

OpPtr MakePath(OpPtr f) { return std::make_unique<PathOp>(std::move(f)); }
OpPtr MakeModify(OpPtr path, OpPtr update) {
  return std::make_unique<Modify>(std::move(path), std::move(update));
}
OpPtr MakeAssign(OpPtr path, OpPtr value) {
  return std::make_unique<ValueUpdate>(ValueUpdate::What::kAssign, Operator::kAdd, std::move(path),
                                       std::move(value));
}
OpPtr MakeOperatorUpdate(Operator op, OpPtr path, OpPtr value) {
  return std::make_unique<ValueUpdate>(ValueUpdate::What::kOperator, op, std::move(path),
                                       std::move(value));
}
OpPtr MakeAlternativeUpdate(OpPtr path, OpPtr value) {
  return std::make_unique<ValueUpdate>(ValueUpdate::What::kAlternative, Operator::kAdd,
                                       std::move(path), std::move(value));
}
OpPtr MakeDelete(OpPtr path) { return std::make_unique<Delete>(std::move(path)); }
OpPtr MakePick(OpPtr path) { return std::make_unique<Pick>(std::move(path)); }

}  // namespace karta::jq
