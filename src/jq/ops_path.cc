// SPDX-License-Identifier: Apache-2.0

// The path Ops that programs are mostly made of: `.`, `.key`, `.[0]`, `.[]`, fused into chains that
// follow pointers through a document without touching a reference count.

#include "jq/access.h"
#include "jq/native.h"
#include "jq/ops.h"

namespace karta::jq {

namespace {

const Value kNull;

// Objects up to this size are scanned here; larger ones may have an index.
constexpr size_t kScanned = 12;

class Identity final : public Op {
 public:
  Identity() : Op(true) {}
  Signal One(Machine&, Frame&, Value&& in, Value& out) const override {
    out = std::move(in);
    return Signal::kNext;
  }
  Signal Paths(Machine&, Frame&, Place&& in, PathSink& out) const override {
    return Emit(out, std::move(in));
  }
  bool can_update() const override { return true; }
  Signal Update(Machine& m, Frame&, Value&& in, Updater& updater, Value& out) const override {
    return updater.apply(updater, m, std::move(in), out);
  }
};

struct Step {
  Step(Value the_key, bool is_each, bool is_optional)
      : key(std::move(the_key)),
        each(is_each),
        optional(is_optional),
        is_short(key.is_string() && key.str().size() <= Value::kInlineBytes) {}

  Value key;  // unused by `each`
  bool each;
  bool optional;
  bool is_short;  // a key that lies inside its Value: equal exactly when both words are
};

Signal CannotIterate(Machine& m, const Value& value) {
  return m.Fail("Cannot iterate over " + TypeAndExcerpt(value));
}

// A run of steps known at compile time.
class Chain final : public Op {
 public:
  Chain(OpPtr target, std::vector<Step> steps, bool single)
      : Op(single), target_(std::move(target)), steps_(std::move(steps)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override;
  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override;
  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override;
  bool can_update() const override { return target_ == nullptr || target_->can_update(); }
  Signal Update(Machine& m, Frame& f, Value&& in, Updater& updater, Value& out) const override;

  OpPtr target_;  // null: the input
  std::vector<Step> steps_;

 private:
  // Follows key steps from `at` until a `[]` or the end.  kEmpty: an optional step did not fit.
  Signal Follow(Machine& m, size_t* step, const Value** at, Value* held) const;
  Signal EachFrom(Machine& m, size_t step, const Value& from, Sink& out) const;
  Signal PathsFrom(Machine& m, size_t step, Place&& in, PathSink& out) const;
  Signal UpdateFrom(Machine& m, size_t step, Value&& in, Updater& updater, Value& out) const;
  Signal UpdateKey(Machine& m, size_t step, Value&& in, Updater& updater, Value& out) const;
  Signal UpdateEach(Machine& m, size_t step, Value&& in, Updater& updater, Value& out) const;
};

inline const Value* FindField(const Value& object, const Step& step) {
  if (step.is_short) {
    const auto members = object.members();
    if (members.size() <= kScanned) {
      const uint64_t w0 = step.key.w0();
      const uint64_t w1 = step.key.w1();
      for (const json::Member& member : members) {
        if (member.key.w0() == w0 && member.key.w1() == w1) return &member.value;
      }
      return &kNull;
    }
  }
  const Value* found = object.Find(step.key);
  return found == nullptr ? &kNull : found;
}

Signal Chain::Follow(Machine& m, size_t* step, const Value** at, Value* held) const {
  const Value* value = *at;
  size_t i = *step;
  for (; i < steps_.size() && !steps_[i].each; ++i) {
    const Step& s = steps_[i];
    if (value->is_object() && s.key.is_string()) {
      value = FindField(*value, s);
    } else if (value->is_array() && s.key.is_int()) {
      const auto items = value->items();
      int64_t index = s.key.int_value();
      if (index < 0) index += static_cast<int64_t>(items.size());
      value = index < 0 || index >= static_cast<int64_t>(items.size()) ? &kNull : &items[index];
    } else if (value->is_null() && (s.key.is_string() || s.key.is_number())) {
      value = &kNull;
    } else {
      Value found;
      if (!GetIndex(*value, s.key, &found, &m.error)) {
        return s.optional && !json::meter.exhausted ? Signal::kEmpty : m.NativeFailed();
      }
      *held = std::move(found);
      value = held;
    }
  }
  *step = i;
  *at = value;
  return Signal::kNext;
}

Signal Chain::One(Machine& m, Frame& f, Value&& in, Value& out) const {
  Value start;
  const Value* at = &in;
  if (target_ != nullptr) {
    if (const Value* peeked = target_->Peek(m, f)) {
      at = peeked;
    } else {
      const Signal signal = target_->One(m, f, std::move(in), start);
      if (signal != Signal::kNext) return signal;
      at = &start;
    }
  }
  const bool counted = at->counted();
  Value held;
  size_t step = 0;
  const Signal signal = Follow(m, &step, &at, &held);
  if (signal != Signal::kNext) return signal;
  if (at == &held) {
    out = std::move(held);
  } else {
    Value result = counted || held.counted() ? Value(*at) : at->Alias();
    out = std::move(result);
  }
  return Signal::kNext;
}

Signal Chain::EachFrom(Machine& m, size_t step, const Value& from, Sink& out) const {
  const Value* at = &from;
  Value held;
  const Signal signal = Follow(m, &step, &at, &held);
  if (signal != Signal::kNext) return signal == Signal::kEmpty ? Signal::kNext : signal;
  if (step == steps_.size()) return Emit(out, at->Alias());

  const bool last = step + 1 == steps_.size();
  if (at->is_array()) {
    // Aliased, so that the array outlives whatever the program does to the places it came from.
    for (const Value& item : at->items()) {
      if (!m.Tick()) return Signal::kError;
      const Signal s = last ? Emit(out, item.Alias()) : EachFrom(m, step + 1, item, out);
      if (s != Signal::kNext) return s;
    }
    return Signal::kNext;
  }
  if (at->is_object()) {
    if (m.sorted_keys) {
      for (const json::Member* member : SortedMembers(*at)) {
        if (!m.Tick()) return Signal::kError;
        const Signal s = EachFrom(m, step + 1, member->value, out);
        if (s != Signal::kNext) return s;
      }
      return Signal::kNext;
    }
    for (const json::Member& member : at->members()) {
      if (!m.Tick()) return Signal::kError;
      const Signal s =
          last ? Emit(out, member.value.Alias()) : EachFrom(m, step + 1, member.value, out);
      if (s != Signal::kNext) return s;
    }
    return Signal::kNext;
  }
  return steps_[step].optional ? Signal::kNext : CannotIterate(m, *at);
}

Signal Chain::Each(Machine& m, Frame& f, Value&& in, Sink& out) const {
  if (target_ == nullptr) return EachFrom(m, 0, in, out);
  return ForEach(*target_, m, f, std::move(in),
                 [&](Value&& value) { return EachFrom(m, 0, value, out); });
}

Signal NotAPlace(Machine& m, const Place& place, const Step& step) {
  if (step.each) {
    return m.Fail("Invalid path expression near attempt to iterate through " +
                  Excerpt(place.value));
  }
  return m.Fail("Invalid path expression near attempt to access element " + Excerpt(step.key) +
                " of " + Excerpt(place.value));
}

Signal Chain::PathsFrom(Machine& m, size_t step, Place&& in, PathSink& out) const {
  if (step == steps_.size()) return Emit(out, std::move(in));
  if (!m.Enter()) return Signal::kError;
  const Step& s = steps_[step];
  if (!in.tracked()) return NotAPlace(m, in, s);
  if (!s.each) {
    PathLink link{in.path, s.key.Alias()};
    Value found;
    if (!GetIndex(in.value, s.key, &found, &m.error)) {
      return s.optional && !json::meter.exhausted ? Signal::kNext : m.NativeFailed();
    }
    Value at = found.Alias();
    return PathsFrom(m, step + 1, {&link, std::move(at), found.Alias()}, out);
  }
  const auto visit = [&](Value key, const Value& child) {
    if (!m.Tick()) return Signal::kError;
    PathLink link{in.path, std::move(key)};
    return PathsFrom(m, step + 1, {&link, child.Alias(), child.Alias()}, out);
  };
  if (in.value.is_array()) {
    int64_t index = 0;
    for (const Value& item : in.value.items()) {
      if (const Signal signal = visit(Value::Int(index++), item); signal != Signal::kNext)
        return signal;
    }
    return Signal::kNext;
  }
  if (in.value.is_object()) {
    if (m.sorted_keys) {
      for (const json::Member* member : SortedMembers(in.value)) {
        const Signal signal = visit(member->key.Alias(), member->value);
        if (signal != Signal::kNext) return signal;
      }
      return Signal::kNext;
    }
    for (const json::Member& member : in.value.members()) {
      const Signal signal = visit(member.key.Alias(), member.value);
      if (signal != Signal::kNext) return signal;
    }
    return Signal::kNext;
  }
  return s.optional ? Signal::kNext : CannotIterate(m, in.value);
}

Signal Chain::Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const {
  if (target_ == nullptr) return PathsFrom(m, 0, std::move(in), out);
  return ForEachPath(*target_, m, f, std::move(in),
                     [&](Place&& place) { return PathsFrom(m, 0, std::move(place), out); });
}

Signal Chain::UpdateKey(Machine& m, size_t step, Value&& in, Updater& updater, Value& out) const {
  struct Inner : Updater {
    const Chain* chain;
    size_t step;
    Updater* outer;
  } inner;
  inner.apply = [](Updater& self, Machine& machine, Value&& old, Value& changed) {
    auto& me = static_cast<Inner&>(self);
    return me.chain->UpdateFrom(machine, me.step, std::move(old), *me.outer, changed);
  };
  inner.chain = this;
  inner.step = step + 1;
  inner.outer = &updater;
  return UpdateAt(m, std::move(in), steps_[step].key, steps_[step].optional, inner, out);
}

Signal Chain::UpdateEach(Machine& m, size_t step, Value&& in, Updater& updater, Value& out) const {
  if (in.is_array()) {
    std::vector<size_t> gone;
    const size_t size = in.size();
    for (size_t i = 0; i < size; ++i) {
      if (!m.Tick()) return Signal::kError;
      Value changed;
      const Signal signal = UpdateFrom(m, step + 1, in.TakeItem(i), updater, changed);
      if (signal == Signal::kEmpty) {
        ++m.places_gone;
        gone.push_back(i);
        continue;
      }
      if (signal != Signal::kNext) return signal;
      in.SetItem(i, std::move(changed));
    }
    if (!gone.empty()) {
      Value kept = Value::Array(size - gone.size());
      size_t next = 0;
      for (size_t i = 0; i < size; ++i) {
        if (next < gone.size() && gone[next] == i) {
          ++next;
        } else {
          kept.Append(in.TakeItem(i));
        }
      }
      in = std::move(kept);
    }
    out = std::move(in);
    return Signal::kNext;
  }
  if (in.is_object()) {
    std::vector<Value> keys;
    keys.reserve(in.size());
    if (m.sorted_keys) {
      for (const json::Member* member : SortedMembers(in)) keys.push_back(member->key);
    } else {
      for (const json::Member& member : in.members()) keys.push_back(member.key);
    }
    std::vector<const Value*> gone;
    for (const Value& key : keys) {
      if (!m.Tick()) return Signal::kError;
      Value changed;
      const Signal signal = UpdateFrom(m, step + 1, in.Take(key), updater, changed);
      if (signal == Signal::kEmpty) {
        ++m.places_gone;
        gone.push_back(&key);
        continue;
      }
      if (signal != Signal::kNext) return signal;
      in.Set(key, std::move(changed));
    }
    for (const Value* key : gone) in.Erase(key->str());
    out = std::move(in);
    return Signal::kNext;
  }
  if (!steps_[step].optional) return CannotIterate(m, in);
  out = std::move(in);
  return Signal::kNext;
}

Signal Chain::UpdateFrom(Machine& m, size_t step, Value&& in, Updater& updater, Value& out) const {
  if (step == steps_.size()) return updater.apply(updater, m, std::move(in), out);
  if (!m.Enter()) return Signal::kError;
  return steps_[step].each ? UpdateEach(m, step, std::move(in), updater, out)
                           : UpdateKey(m, step, std::move(in), updater, out);
}

Signal Chain::Update(Machine& m, Frame& f, Value&& in, Updater& updater, Value& out) const {
  if (target_ == nullptr) return UpdateFrom(m, 0, std::move(in), updater, out);
  struct Inner : Updater {
    const Chain* chain;
    Updater* outer;
  } inner;
  inner.apply = [](Updater& self, Machine& machine, Value&& old, Value& changed) {
    auto& me = static_cast<Inner&>(self);
    return me.chain->UpdateFrom(machine, 0, std::move(old), *me.outer, changed);
  };
  inner.chain = this;
  inner.outer = &updater;
  return target_->Update(m, f, std::move(in), inner, out);
}

OpPtr MakeStep(OpPtr target, Step step) {
  const bool single = (target == nullptr || target->single()) && !step.each;
  if (auto* chain = dynamic_cast<Chain*>(target.get())) {
    std::vector<Step> steps = std::move(chain->steps_);
    steps.push_back(std::move(step));
    return std::make_unique<Chain>(std::move(chain->target_), std::move(steps), single);
  }
  if (dynamic_cast<Identity*>(target.get()) != nullptr) target = nullptr;
  std::vector<Step> steps;
  steps.push_back(std::move(step));
  return std::make_unique<Chain>(std::move(target), std::move(steps), single);
}

}  // namespace

Signal UpdateAt(Machine& m, Value&& in, const Value& key, bool optional, Updater& updater,
                Value& out) {
  // Where it is easy, the old value is taken out while it changes, so that it can change in place.
  Value* place = nullptr;
  Value old;
  if (in.is_object() && key.is_string()) {
    place = in.MutableFind(key);
  } else if (!GetIndex(in, key, &old, &m.error)) {
    if (!optional || json::meter.exhausted) return m.NativeFailed();
    out = std::move(in);
    return Signal::kNext;
  } else if (in.is_array() && key.is_int()) {
    const auto size = static_cast<int64_t>(in.size());
    const int64_t index = key.int_value() < 0 ? key.int_value() + size : key.int_value();
    if (index >= 0 && index < size) place = &in.MutableItem(static_cast<size_t>(index));
  }
  if (place != nullptr) old = std::exchange(*place, Value());
  old.MakeCounted();
  const bool missing = place == nullptr && (in.is_null() || !key.is_object());
  const uint64_t set = m.places_set;
  const uint64_t gone = m.places_gone;
  Value changed;
  const Signal signal = updater.apply(updater, m, std::move(old), changed);
  if (signal == Signal::kEmpty) {
    ++m.places_gone;
    const Value paths = Value::ArrayOf({Value::ArrayOf({key})});
    in.MakeCounted();
    Value result;
    if (!DeletePaths(std::move(in), paths, &result, &m.error)) return m.NativeFailed();
    out = std::move(result);
    return Signal::kNext;
  }
  if (signal != Signal::kNext) return signal;
  changed.MakeCounted();
  if (place != nullptr) {
    *place = std::move(changed);
  } else if (m.places_set != set || (!missing && m.places_gone != gone)) {
    in.MakeCounted();
    Value result;
    if (!SetIndex(std::move(in), key, std::move(changed), &result, &m.error)) {
      return m.NativeFailed();
    }
    in = std::move(result);
  }
  out = std::move(in);
  return Signal::kNext;
}

OpPtr MakeIdentity() { return std::make_unique<Identity>(); }

OpPtr MakeKeyStep(OpPtr target, Value key, bool optional) {
  return MakeStep(std::move(target), Step(std::move(key), false, optional));
}

OpPtr MakeIterate(OpPtr target, bool optional) {
  return MakeStep(std::move(target), Step(Value(), true, optional));
}

bool IsIdentity(const Op& op) { return dynamic_cast<const Identity*>(&op) != nullptr; }

OpPtr AppendChain(OpPtr left, OpPtr right) {
  auto* tail = dynamic_cast<Chain*>(right.get());
  if (tail == nullptr || tail->target_ != nullptr) return nullptr;
  OpPtr joined = std::move(left);
  for (Step& step : tail->steps_) joined = MakeStep(std::move(joined), std::move(step));
  return joined;
}

bool IsOpenChain(const Op& op) {
  const auto* chain = dynamic_cast<const Chain*>(&op);
  return chain != nullptr && chain->target_ == nullptr;
}

}  // namespace karta::jq
