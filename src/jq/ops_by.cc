// SPDX-License-Identifier: Apache-2.0

// sort_by, group_by, unique_by, min_by and max_by: keys first, then one native call.

#include "jq/ops.h"

namespace karta::jq {

namespace {

class ByKey final : public Op {
 public:
  ByKey(Native native, OpPtr key) : Op(true), native_(native), key_(std::move(key)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value keys = Value::Array(in.size());
    const Signal signal = Keys(m, f, in, keys);
    if (signal != Signal::kNext) return signal;
    in.MakeCounted();
    Value result;
    if (!native_(std::move(in), {&keys, 1}, &result, &m.error)) return m.NativeFailed();
    out = std::move(result);
    return m.Checked();
  }

 private:
  // One key an element.  jq compares arrays of all results; when every element has exactly one
  // result the results themselves sort the same way and cost nothing to make.
  Signal Keys(Machine& m, Frame& f, const Value& in, Value& keys) const {
    bool plain = key_->single() && in.is_array();
    const auto add = [&](const Value& element) {
      if (!m.Tick()) return Signal::kError;
      if (plain) {
        Value key;
        const Signal signal = key_->One(m, f, element.Alias(), key);
        if (signal == Signal::kNext) {
          keys.Append(std::move(key));
          return Signal::kNext;
        }
        if (signal != Signal::kEmpty) return signal;
        plain = false;
        for (size_t i = 0; i < keys.size(); ++i) keys.SetItem(i, Value::ArrayOf({keys.items()[i]}));
        keys.Append(Value::Array());
        return Signal::kNext;
      }
      Value all = Value::Array(1);
      const Signal signal = ForEach(*key_, m, f, element.Alias(), [&](Value&& value) {
        all.Append(std::move(value));
        return m.Tick() ? Signal::kNext : Signal::kError;
      });
      if (signal == Signal::kNext) keys.Append(std::move(all));
      return signal;
    };
    if (in.is_array()) {
      for (const Value& item : in.items()) {
        if (const Signal signal = add(item); signal != Signal::kNext) return signal;
      }
      return Signal::kNext;
    }
    if (in.is_object()) {
      for (const json::Member& member : in.members()) {
        if (const Signal signal = add(member.value); signal != Signal::kNext) return signal;
      }
      return Signal::kNext;
    }
    return m.Fail("Cannot iterate over " + TypeAndExcerpt(in));
  }

  Native native_;
  OpPtr key_;
};

}  // namespace

OpPtr MakeByKey(Native native, OpPtr key) {
  return std::make_unique<ByKey>(native, std::move(key));
}

}  // namespace karta::jq
