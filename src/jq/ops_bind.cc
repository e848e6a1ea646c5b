// SPDX-License-Identifier: Apache-2.0

// Variables: `as` with destructuring, reduce and foreach.
//
// A variable is a slot of the frame.  The same binding can be entered again while an earlier entry
// is still giving results (a closure that is called from what runs on its own results), so every
// binding puts back what it found.

#include "jq/access.h"
#include "jq/ops.h"

namespace karta::jq {

namespace {

// Keeps what the slots held and puts it back.
class SlotKeeper {
 public:
  SlotKeeper(Frame& frame, const std::vector<int>& slots) : frame_(frame), slots_(slots) {
    if (slots.size() == 1) {
      one_ = std::move(frame.variables[slots[0]]);
      return;
    }
    many_.reserve(slots.size());
    for (const int slot : slots) many_.push_back(std::exchange(frame.variables[slot], Value()));
  }
  ~SlotKeeper() {
    if (slots_.size() == 1) {
      frame_.variables[slots_[0]] = std::move(one_);
      return;
    }
    for (size_t i = 0; i < slots_.size(); ++i) frame_.variables[slots_[i]] = std::move(many_[i]);
  }
  SlotKeeper(const SlotKeeper&) = delete;
  SlotKeeper& operator=(const SlotKeeper&) = delete;

 private:
  Frame& frame_;
  const std::vector<int>& slots_;
  Value one_;
  std::vector<Value> many_;
};

template <class Then>
Signal BindPattern(Machine& m, Frame& f, const PatternOp& pattern, const Value& in,
                   const Value& value, Then&& then);

// Binds the entries from `i` on, then runs `then`: computed keys can be generators.
template <class Then>
Signal BindEntries(Machine& m, Frame& f, const PatternOp& pattern, const Value& in,
                   const Value& value, size_t i, Then&& then) {
  if (i == pattern.entries.size()) return then();
  const PatternOp::Entry& entry = pattern.entries[i];
  const auto with_key = [&](const Value& key) -> Signal {
    if (!entry.constant.is_number() && !key.is_string()) {
      return m.Fail("Cannot index " + std::string(TypeName(value.type())) + " with " +
                    std::string(TypeName(key.type())) + " (" + Excerpt(key) + ")");
    }
    Value child;
    if (!GetIndex(value, key, &child, &m.error)) return m.NativeFailed();
    if (entry.slot >= 0) f.variables[entry.slot] = child;
    // Type-erased: patterns nest to any depth, templates must not.
    const std::function<Signal()> next = [&] {
      return BindEntries(m, f, pattern, in, value, i + 1, then);
    };
    if (entry.pattern == nullptr) return next();
    return BindPattern(m, f, *entry.pattern, in, child, next);
  };
  if (entry.key == nullptr) return with_key(entry.constant);
  return ForEach(*entry.key, m, f, in.Alias(), [&](Value&& key) { return with_key(key); });
}

template <class Then>
Signal BindPattern(Machine& m, Frame& f, const PatternOp& pattern, const Value& in,
                   const Value& value, Then&& then) {
  if (pattern.slot == PatternOp::kIgnored) return then();
  if (pattern.slot >= 0) {
    // Counted: an element may be taken from something that dies before the variable does.
    f.variables[pattern.slot] = value;
    return then();
  }
  const std::function<Signal()> erased = [&] { return then(); };
  return BindEntries(m, f, pattern, in, value, 0, erased);
}

// Runs `then` under each binding of `value`.  With alternatives (?//), an error moves on to the
// next.
template <class Then>
Signal WithPatterns(Machine& m, Frame& f, const Patterns& patterns, const Value& in, Value&& value,
                    Then&& then) {
  const SlotKeeper keeper(f, patterns.slots);
  const auto& alternatives = patterns.alternatives;
  if (alternatives.size() == 1 && alternatives[0]->slot >= 0) {
    f.variables[alternatives[0]->slot] = std::move(value);
    return then();
  }
  for (size_t i = 0;; ++i) {
    for (const int slot : patterns.slots) f.variables[slot] = Value();
    const Signal signal = BindPattern(m, f, *alternatives[i], in, value, then);
    const bool last = i + 1 == alternatives.size();
    if (signal != Signal::kError || last || !m.limit.empty() || m.halted) return signal;
    m.error = Value();
  }
}

class Bind final : public Op {
 public:
  Bind(OpPtr source, Patterns patterns, OpPtr body, bool single)
      : Op(single),
        source_(std::move(source)),
        patterns_(std::move(patterns)),
        body_(std::move(body)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value value;
    Signal signal = Lend(*source_, m, f, in, value);
    if (signal != Signal::kNext) return signal;
    const int slot = patterns_.alternatives[0]->slot;
    Value saved = std::exchange(f.variables[slot], std::move(value));
    signal = body_->One(m, f, std::move(in), out);
    // The result may look into the variable that is about to go.
    if (f.variables[slot].counted()) out.MakeCounted();
    f.variables[slot] = std::move(saved);
    return signal;
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    if (source_->single() && patterns_.alternatives.size() == 1) {
      Value value;
      const Signal signal = Lend(*source_, m, f, in, value);
      if (signal != Signal::kNext) return signal == Signal::kEmpty ? Signal::kNext : signal;
      if (patterns_.alternatives[0]->slot >= 0) {
        return WithPatterns(m, f, patterns_, in, std::move(value),
                            [&] { return body_->Each(m, f, std::move(in), out); });
      }
      return WithPatterns(m, f, patterns_, in, std::move(value),
                          [&] { return body_->Each(m, f, in.Alias(), out); });
    }
    return ForEach(*source_, m, f, in.Alias(), [&](Value&& value) {
      if (!m.Tick()) return Signal::kError;
      return WithPatterns(m, f, patterns_, in, std::move(value),
                          [&] { return body_->Each(m, f, in.Alias(), out); });
    });
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    return ForEach(*source_, m, f, in.value.Alias(), [&](Value&& value) {
      return WithPatterns(m, f, patterns_, in.value, std::move(value), [&] {
        return body_->Paths(m, f, {in.path, in.at.Alias(), in.value.Alias()}, out);
      });
    });
  }

 private:
  OpPtr source_;
  Patterns patterns_;
  OpPtr body_;
};

// Gives the last result of `update` on `state`; null when there is none.
Signal Advance(const Op& update, Machine& m, Frame& f, Value& state) {
  Value next;
  Signal signal;
  if (update.single()) {
    signal = update.One(m, f, std::move(state), next);
    if (signal == Signal::kEmpty) {
      next = Value();
      signal = Signal::kNext;
    }
    next.MakeCounted();
  } else {
    signal = ForEach(update, m, f, std::move(state), [&](Value&& value) {
      value.MakeCounted();
      next = std::move(value);
      return Signal::kNext;
    });
  }
  state = std::move(next);
  return signal;
}

class Reduce final : public Op {
 public:
  Reduce(OpPtr source, Patterns patterns, OpPtr init, OpPtr update)
      : Op(init->single()),
        source_(std::move(source)),
        patterns_(std::move(patterns)),
        init_(std::move(init)),
        update_(std::move(update)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value state;
    Signal signal = Lend(*init_, m, f, in, state);
    if (signal != Signal::kNext) return signal;
    state.MakeCounted();
    signal = Run(m, f, in, state);
    out = std::move(state);
    return signal;
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    if (single()) return Op::Each(m, f, std::move(in), out);
    return ForEach(*init_, m, f, in.Alias(), [&](Value&& init) {
      Value state = std::move(init);
      state.MakeCounted();
      const Signal signal = Run(m, f, in, state);
      return signal == Signal::kNext ? Emit(out, std::move(state)) : signal;
    });
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    return ForEachPath(*init_, m, f, {in.path, in.at.Alias(), in.value.Alias()}, [&](Place&& init) {
      Value state = init.value;
      const Signal signal = Run(m, f, in.value, state);
      if (signal != Signal::kNext) return signal;
      return Emit(out, {init.path, init.at.Alias(), std::move(state)});
    });
  }

 private:
  Signal Run(Machine& m, Frame& f, const Value& in, Value& state) const {
    return ForEach(*source_, m, f, in.Alias(), [&](Value&& value) {
      if (!m.Tick()) return Signal::kError;
      return WithPatterns(m, f, patterns_, in, std::move(value),
                          [&] { return Advance(*update_, m, f, state); });
    });
  }

  OpPtr source_;
  Patterns patterns_;
  OpPtr init_;
  OpPtr update_;
};

class Foreach final : public Op {
 public:
  Foreach(OpPtr source, Patterns patterns, OpPtr init, OpPtr update, OpPtr extract)
      : Op(false),
        source_(std::move(source)),
        patterns_(std::move(patterns)),
        init_(std::move(init)),
        update_(std::move(update)),
        extract_(std::move(extract)) {}

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    return ForEach(*init_, m, f, in.Alias(), [&](Value&& init) {
      Value state = std::move(init);
      state.MakeCounted();
      return ForEach(*source_, m, f, in.Alias(), [&](Value&& value) {
        if (!m.Tick()) return Signal::kError;
        return WithPatterns(m, f, patterns_, in, std::move(value),
                            [&] { return Step(m, f, state, out); });
      });
    });
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    return ForEachPath(*init_, m, f, {in.path, in.at.Alias(), in.value.Alias()}, [&](Place&& init) {
      Value state = init.value;
      Place start{init.path, init.at.Alias(), in.value.Alias()};
      return ForEachPath(*source_, m, f, std::move(start), [&](Place&& source) {
        if (!m.Tick()) return Signal::kError;
        return WithPatterns(m, f, patterns_, in.value, source.value.Alias(), [&] {
          Value held = std::exchange(state, Value());
          Place from{source.path, source.at.Alias(), held.Alias()};
          return ForEachPath(*update_, m, f, std::move(from), [&](Place&& next) {
            state = next.value;
            if (extract_ == nullptr) return Emit(out, std::move(next));
            return extract_->Paths(m, f, std::move(next), out);
          });
        });
      });
    });
  }

 private:
  Signal Step(Machine& m, Frame& f, Value& state, Sink& out) const {
    if (update_->single()) {
      Value next;
      const Signal signal = update_->One(m, f, std::move(state), next);
      next.MakeCounted();
      state = std::move(next);
      if (signal != Signal::kNext) return signal == Signal::kEmpty ? Signal::kNext : signal;
      return Give(m, f, state, out);
    }
    Value held = std::exchange(state, Value());
    return ForEach(*update_, m, f, std::move(held), [&](Value&& next) {
      next.MakeCounted();
      state = std::move(next);
      return Give(m, f, state, out);
    });
  }

  Signal Give(Machine& m, Frame& f, const Value& state, Sink& out) const {
    if (extract_ == nullptr) return Emit(out, state.Alias());
    return extract_->Each(m, f, state.Alias(), out);
  }

  OpPtr source_;
  Patterns patterns_;
  OpPtr init_;
  OpPtr update_;
  OpPtr extract_;
};

}  // namespace

OpPtr MakeBind(OpPtr source, Patterns patterns, OpPtr body) {
  const bool plain = patterns.alternatives.size() == 1 && patterns.alternatives[0]->slot >= 0;
  const bool single = plain && source->single() && body->single();
  return std::make_unique<Bind>(std::move(source), std::move(patterns), std::move(body), single);
}
OpPtr MakeReduce(OpPtr source, Patterns patterns, OpPtr init, OpPtr update) {
  return std::make_unique<Reduce>(std::move(source), std::move(patterns), std::move(init),
                                  std::move(update));
}
OpPtr MakeForeach(OpPtr source, Patterns patterns, OpPtr init, OpPtr update, OpPtr extract) {
  return std::make_unique<Foreach>(std::move(source), std::move(patterns), std::move(init),
                                   std::move(update), std::move(extract));
}

}  // namespace karta::jq
