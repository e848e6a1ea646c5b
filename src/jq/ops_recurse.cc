// SPDX-License-Identifier: Apache-2.0

// `..` and recurse(f): the value itself, then everything that f finds below it, depth first.

#include "jq/ops.h"

namespace karta::jq {

namespace {

// `..`: needs no program for its children.
class RecurseDefault final : public Op {
 public:
  RecurseDefault() : Op(false) {}

  Signal Each(Machine& m, Frame&, Value&& in, Sink& out) const override { return Walk(m, in, out); }

  Signal Paths(Machine& m, Frame&, Place&& in, PathSink& out) const override {
    return WalkPaths(m, in, out);
  }

 private:
  static Signal Walk(Machine& m, const Value& value, Sink& out) {
    if (!m.Enter()) return Signal::kError;
    if (const Signal signal = Emit(out, value.Alias()); signal != Signal::kNext) return signal;
    for (const Value& item : value.items()) {
      if (const Signal signal = Walk(m, item, out); signal != Signal::kNext) return signal;
    }
    if (m.sorted_keys) {
      for (const json::Member* member : SortedMembers(value)) {
        if (const Signal signal = Walk(m, member->value, out); signal != Signal::kNext)
          return signal;
      }
      return Signal::kNext;
    }
    for (const json::Member& member : value.members()) {
      if (const Signal signal = Walk(m, member.value, out); signal != Signal::kNext) return signal;
    }
    return Signal::kNext;
  }

  static Signal WalkPaths(Machine& m, const Place& place, PathSink& out) {
    if (!m.Enter()) return Signal::kError;
    Place here{place.path, place.at.Alias(), place.value.Alias()};
    if (const Signal signal = Emit(out, std::move(here)); signal != Signal::kNext) return signal;
    if (!place.value.is_container()) return Signal::kNext;
    if (!place.tracked()) {
      return m.Fail("Invalid path expression near attempt to iterate through " +
                    Excerpt(place.value));
    }
    const auto visit = [&](Value key, const Value& child) {
      PathLink link{place.path, std::move(key)};
      return WalkPaths(m, {&link, child.Alias(), child.Alias()}, out);
    };
    int64_t index = 0;
    for (const Value& item : place.value.items()) {
      if (const Signal signal = visit(Value::Int(index++), item); signal != Signal::kNext)
        return signal;
    }
    if (m.sorted_keys) {
      for (const json::Member* member : SortedMembers(place.value)) {
        const Signal signal = visit(member->key.Alias(), member->value);
        if (signal != Signal::kNext) return signal;
      }
      return Signal::kNext;
    }
    for (const json::Member& member : place.value.members()) {
      const Signal signal = visit(member.key.Alias(), member.value);
      if (signal != Signal::kNext) return signal;
    }
    return Signal::kNext;
  }
};

class Recurse final : public Op {
 public:
  explicit Recurse(OpPtr f) : Op(false), f_(std::move(f)) {}

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    return Walk(m, f, std::move(in), out);
  }

  Signal Paths(Machine& m, Frame& f, Place&& in, PathSink& out) const override {
    if (!m.Enter()) return Signal::kError;
    Place here{in.path, in.at.Alias(), in.value.Alias()};
    if (const Signal signal = Emit(out, std::move(here)); signal != Signal::kNext) return signal;
    return ForEachPath(*f_, m, f, std::move(in),
                       [&](Place&& place) { return Paths(m, f, std::move(place), out); });
  }

 private:
  Signal Walk(Machine& m, Frame& f, Value&& in, Sink& out) const {
    Value value = std::move(in);
    if (!f_->single()) {
      if (!m.Enter()) return Signal::kError;
      if (const Signal signal = Emit(out, value.Alias()); signal != Signal::kNext) return signal;
      return ForEach(*f_, m, f, std::move(value),
                     [&](Value&& child) { return Walk(m, f, std::move(child), out); });
    }
    // One child at most: a loop, however long.
    while (true) {
      if (!m.Tick()) return Signal::kError;
      if (const Signal signal = Emit(out, value.Alias()); signal != Signal::kNext) return signal;
      Value next;
      const Signal signal = f_->One(m, f, std::move(value), next);
      if (signal != Signal::kNext) return signal == Signal::kEmpty ? Signal::kNext : signal;
      value = std::move(next);
    }
  }

  OpPtr f_;
};

}  // namespace

OpPtr MakeRecurse(OpPtr f) {
  if (f == nullptr) return std::make_unique<RecurseDefault>();
  return std::make_unique<Recurse>(std::move(f));
}

}  // namespace karta::jq
