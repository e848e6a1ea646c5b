// SPDX-License-Identifier: Apache-2.0

// Places whose keys are computed: T[e], T[a:b], getpath(p).

#include "jq/access.h"
#include "jq/ops.h"

namespace karta::jq {

namespace {

Signal NotAPlace(Machine& m, const Value& key, const Value& value) {
  return m.Fail("Invalid path expression near attempt to access element " + Excerpt(key) + " of " +
                Excerpt(value));
}

Signal Get(Machine& m, const Value& container, const Value& key, bool optional, Value& out) {
  if (container.is_array() && key.is_int() && key.int_value() >= 0) {
    const auto items = container.items();
    const auto index = static_cast<size_t>(key.int_value());
    out = index < items.size() ? Value(items[index]) : Value();
    return Signal::kNext;
  }
  Value found;
  if (GetIndex(container, key, &found, &m.error)) {
    out = std::move(found);
    return Signal::kNext;
  }
  return optional && !json::meter.exhausted ? Signal::kEmpty : m.NativeFailed();
}

// Keys are evaluated first and loop outside the target, as in jq.
class Index final : public Op {
 public:
  Index(OpPtr target, OpPtr key, bool optional)
      : Op(target->single() && key->single()),
        target_(std::move(target)),
        key_(std::move(key)),
        optional_(optional) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value key;
    const Value* key_at = key_->Peek(m, f);
    if (key_at == nullptr) {
      const Signal signal = Lend(*key_, m, f, in, key);
      if (signal != Signal::kNext) return signal;
      key_at = &key;
    }
    if (const Value* target_at = target_->Peek(m, f))
      return Get(m, *target_at, *key_at, optional_, out);
    Value target;
    const Signal signal = target_->One(m, f, std::move(in), target);
    if (signal != Signal::kNext) return signal;
    return Get(m, target, *key_at, optional_, out);
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    if (single()) return Op::Each(m, f, std::move(in), out);
    return ForEach(*key_, m, f, in.Alias(), [&](Value&& key) {
      return ForEach(*target_, m, f, in.Alias(), [&](Value&& target) {
        if (!m.Tick()) return Signal::kError;
        Value found;
        const Signal signal = Get(m, target, key, optional_, found);
        if (signal == Signal::kNext) return Emit(out, std::move(found));
        return signal == Signal::kEmpty ? Signal::kNext : signal;
      });
    });
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    return ForEach(*key_, m, f, in.value.Alias(), [&](Value&& key) {
      Place start{in.path, in.at.Alias(), in.value.Alias()};
      return ForEachPath(*target_, m, f, std::move(start), [&](Place&& target) {
        if (!m.Enter()) return Signal::kError;
        if (!target.tracked()) return NotAPlace(m, key, target.value);
        Value found;
        const Signal signal = Get(m, target.value, key, optional_, found);
        if (signal != Signal::kNext) return signal == Signal::kEmpty ? Signal::kNext : signal;
        PathLink link{target.path, key.Alias()};
        Value at = found.Alias();
        return Emit(out, {&link, std::move(at), found.Alias()});
      });
    });
  }

  bool can_update() const override { return key_->single() && target_->can_update(); }
  Signal Update(Machine& m, Frame& f, Value&& in, Updater& updater, Value& out) const override {
    struct Inner : Updater {
      const Value* key;
      bool optional;
      Updater* outer;
    } inner;
    inner.apply = [](Updater& self, Machine& machine, Value&& old, Value& changed) {
      auto& me = static_cast<Inner&>(self);
      return UpdateAt(machine, std::move(old), *me.key, me.optional, *me.outer, changed);
    };
    Value key;
    const Signal signal = Lend(*key_, m, f, in, key);
    if (signal == Signal::kEmpty) {
      out = std::move(in);
      return Signal::kNext;
    }
    if (signal != Signal::kNext) return signal;
    inner.key = &key;
    inner.optional = optional_;
    inner.outer = &updater;
    return target_->Update(m, f, std::move(in), inner, out);
  }

 private:
  OpPtr target_;
  OpPtr key_;
  bool optional_;
};

// {"start": a, "end": b}: what a slice looks like as a key.
class SliceKey final : public Op {
 public:
  SliceKey(OpPtr from, OpPtr to)
      : Op((from == nullptr || from->single()) && (to == nullptr || to->single())),
        from_(std::move(from)),
        to_(std::move(to)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value from, to;
    if (from_ != nullptr) {
      const Signal signal = Lend(*from_, m, f, in, from);
      if (signal != Signal::kNext) return signal;
    }
    if (to_ != nullptr) {
      const Signal signal = Lend(*to_, m, f, in, to);
      if (signal != Signal::kNext) return signal;
    }
    out = Key(std::move(from), std::move(to));
    return Signal::kNext;
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    const auto with_from = [&](Value&& from) {
      const auto with_to = [&](Value&& to) { return Emit(out, Key(from, std::move(to))); };
      return to_ == nullptr ? with_to(Value()) : ForEach(*to_, m, f, in.Alias(), with_to);
    };
    return from_ == nullptr ? with_from(Value()) : ForEach(*from_, m, f, in.Alias(), with_from);
  }

 private:
  static Value Key(Value from, Value to) {
    Value key = Value::Object(2);
    key.Set("start", std::move(from));
    key.Set("end", std::move(to));
    return key;
  }

  OpPtr from_;
  OpPtr to_;
};

class GetPathOp final : public Op {
 public:
  explicit GetPathOp(OpPtr path) : Op(path->single()), path_(std::move(path)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value path;
    const Signal signal = Lend(*path_, m, f, in, path);
    if (signal != Signal::kNext) return signal;
    Value found;
    if (!GetPath(in, path, &found, &m.error)) return m.NativeFailed();
    out = std::move(found);
    return Signal::kNext;
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    return ForEach(*path_, m, f, in.Alias(), [&](Value&& path) {
      Value found;
      if (!GetPath(in, path, &found, &m.error)) return m.NativeFailed();
      return Emit(out, std::move(found));
    });
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    return ForEach(*path_, m, f, in.value.Alias(), [&](Value&& path) {
      Value found;
      if (!GetPath(in.value, path, &found, &m.error)) return m.NativeFailed();
      if (!in.tracked()) return Emit(out, {in.path, in.at.Alias(), std::move(found)});
      return Extend(m, in.path, path, found, out);
    });
  }

 private:
  // Links the keys of `path` below `parent`, then emits.
  static Signal Extend(Machine& m, const PathLink* parent, const Value& path, const Value& found,
                       PathSink& out) {
    const auto keys = path.items();
    std::vector<PathLink> links(keys.size());
    for (size_t i = 0; i < keys.size(); ++i) {
      links[i].parent = i == 0 ? parent : &links[i - 1];
      links[i].key = keys[i].Alias();
    }
    if (!m.Tick()) return Signal::kError;
    return Emit(out, {links.empty() ? parent : &links.back(), found.Alias(), found.Alias()});
  }

  OpPtr path_;
};

}  // namespace

OpPtr MakeIndex(OpPtr target, OpPtr key, bool optional) {
  return std::make_unique<Index>(std::move(target), std::move(key), optional);
}

OpPtr MakeSlice(OpPtr target, OpPtr from, OpPtr to, bool optional) {
  auto key = std::make_unique<SliceKey>(std::move(from), std::move(to));
  return std::make_unique<Index>(std::move(target), std::move(key), optional);
}

OpPtr MakeGetPath(OpPtr path) { return std::make_unique<GetPathOp>(std::move(path)); }

}  // namespace karta::jq
