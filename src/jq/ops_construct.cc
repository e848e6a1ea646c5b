// SPDX-License-Identifier: Apache-2.0

// Ops that make new values: arrays, objects, strings, and calls of native functions.

#include <algorithm>

#include "jq/access.h"
#include "jq/ops.h"
#include "json/print.h"

namespace karta::jq {

namespace {

class Collect final : public Op {
 public:
  explicit Collect(OpPtr body) : Op(true), body_(std::move(body)) {}
  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value array = Value::Array();
    if (body_ != nullptr) {
      const Signal signal = ForEach(*body_, m, f, std::move(in), [&](Value&& value) {
        if (!m.Tick()) return Signal::kError;
        array.Append(std::move(value));
        return Signal::kNext;
      });
      if (signal != Signal::kNext) return signal;
    }
    out = std::move(array);
    return Signal::kNext;
  }

 private:
  OpPtr body_;
};

// [.[] | f], keeping the array when it may be changed in place.
class Map final : public Op {
 public:
  explicit Map(OpPtr f) : Op(true), f_(std::move(f)) {}
  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    if (in.is_array() && f_->single()) return InPlace(m, f, std::move(in), out);
    Value array = Value::Array(in.size());
    const auto collect = [&](Value&& value) {
      array.Append(std::move(value));
      return Signal::kNext;
    };
    if (in.is_array()) {
      for (const Value& item : in.items()) {
        if (!m.Tick()) return Signal::kError;
        const Signal signal = ForEach(*f_, m, f, item.Alias(), collect);
        if (signal != Signal::kNext) return signal;
      }
    } else if (in.is_object()) {
      std::vector<const json::Member*> sorted;
      if (m.sorted_keys) sorted = SortedMembers(in);
      for (size_t i = 0; i < in.size(); ++i) {
        if (!m.Tick()) return Signal::kError;
        const json::Member& member = m.sorted_keys ? *sorted[i] : in.members()[i];
        const Signal signal = ForEach(*f_, m, f, member.value.Alias(), collect);
        if (signal != Signal::kNext) return signal;
      }
    } else {
      return m.Fail("Cannot iterate over " + TypeAndExcerpt(in));
    }
    out = std::move(array);
    return Signal::kNext;
  }

 private:
  Signal InPlace(Machine& m, Frame& f, Value&& in, Value& out) const {
    if (!in.unique()) {
      Value array = Value::Array(in.size());
      for (const Value& item : in.items()) {
        if (!m.Tick()) return Signal::kError;
        Value result;
        const Signal signal = f_->One(m, f, item.Alias(), result);
        if (signal == Signal::kNext) {
          array.Append(std::move(result));
        } else if (signal != Signal::kEmpty) {
          return signal;
        }
      }
      out = std::move(array);
      return Signal::kNext;
    }
    const size_t size = in.size();
    size_t kept = 0;
    for (size_t i = 0; i < size; ++i) {
      if (!m.Tick()) return Signal::kError;
      Value result;
      const Signal signal = f_->One(m, f, in.TakeItem(i), result);
      if (signal == Signal::kNext) {
        in.SetItem(kept++, std::move(result));
      } else if (signal != Signal::kEmpty) {
        return signal;
      }
    }
    in.Truncate(kept);
    out = std::move(in);
    return Signal::kNext;
  }

  OpPtr f_;
};

class ObjectOp final : public Op {
 public:
  ObjectOp(std::vector<ObjectEntry> entries, bool single)
      : Op(single), entries_(std::move(entries)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value object = Value::Object(entries_.size());
    for (const ObjectEntry& entry : entries_) {
      Value key;
      if (entry.key != nullptr) {
        const Signal signal = entry.key->One(m, f, in.Alias(), key);
        if (signal != Signal::kNext) return signal;
      }
      Value value;
      const Signal signal = entry.value != nullptr ? entry.value->One(m, f, in.Alias(), value)
                                                   : Same(m, in, key, value);
      if (signal != Signal::kNext) return signal;
      if (entry.key != nullptr && !key.is_string()) return BadKey(m, key);
      object.Set(entry.key == nullptr ? entry.constant : key, std::move(value));
    }
    out = std::move(object);
    return Signal::kNext;
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    if (single()) return Op::Each(m, f, std::move(in), out);
    return From(m, f, in, 0, Value::Object(entries_.size()), out);
  }

 private:
  static Signal BadKey(Machine& m, const Value& key) {
    return m.Fail("Cannot use " + TypeAndExcerpt(key) + " as object key");
  }

  // {"a\(e)"}: the member of the input that has the computed name.
  static Signal Same(Machine& m, const Value& in, const Value& key, Value& out) {
    Value found;
    if (!GetIndex(in, key, &found, &m.error)) return m.NativeFailed();
    out = std::move(found);
    return Signal::kNext;
  }

  Signal From(Machine& m, Frame& f, const Value& in, size_t i, Value&& object, Sink& out) const {
    if (i == entries_.size()) return Emit(out, std::move(object));
    const ObjectEntry& entry = entries_[i];
    const auto with_key = [&](Value&& key) {
      const auto with_value = [&](Value&& value) {
        if (!m.Tick()) return Signal::kError;
        if (!key.is_string()) return BadKey(m, key);
        Value next = object;
        next.Set(key, std::move(value));
        return From(m, f, in, i + 1, std::move(next), out);
      };
      if (entry.value != nullptr) return ForEach(*entry.value, m, f, in.Alias(), with_value);
      Value value;
      const Signal signal = Same(m, in, key, value);
      return signal == Signal::kNext ? with_value(std::move(value)) : signal;
    };
    if (entry.key == nullptr) return with_key(entry.constant.Alias());
    return ForEach(*entry.key, m, f, in.Alias(), with_key);
  }

  std::vector<ObjectEntry> entries_;
};

// Natives that show the order of an object's members.
bool ShowsOrder(std::string_view name) {
  constexpr std::string_view kNames[] = {"keys_unsorted", "to_entries", "add",   "tojson",
                                         "tostring",      "@json",      "@text", "join"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

// The value with the members of every object sorted; what is nested deeper than jq prints stays.
Value Sorted(const Value& value, int depth = 0) {
  if (depth > 10'000 || !value.is_container()) return value;
  if (value.is_array()) {
    Value array = Value::Array(value.size());
    for (const Value& item : value.items()) array.Append(Sorted(item, depth + 1));
    return array;
  }
  Value object = Value::Object(value.size());
  for (const json::Member* member : SortedMembers(value)) {
    object.Set(member->key, Sorted(member->value, depth + 1));
  }
  return object;
}

// Pieces are evaluated and formatted from the right; the first one loops innermost, as in jq.
class Interpolation final : public Op {
 public:
  Interpolation(std::vector<OpPtr> pieces, Native format, bool single)
      : Op(single), pieces_(std::move(pieces)), format_(format) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    std::vector<Value> texts(pieces_.size());
    for (size_t i = pieces_.size(); i-- > 0;) {
      Value value;
      Signal signal = pieces_[i]->One(m, f, in.Alias(), value);
      if (signal == Signal::kNext) signal = ToText(m, i, value, texts[i]);
      if (signal != Signal::kNext) return signal;
    }
    return Join(m, texts, out);
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    if (single()) return Op::Each(m, f, std::move(in), out);
    std::vector<Value> texts(pieces_.size());
    return From(m, f, in, pieces_.size(), texts, out);
  }

 private:
  Signal From(Machine& m, Frame& f, const Value& in, size_t left, std::vector<Value>& texts,
              Sink& out) const {
    if (left == 0) {
      Value text;
      const Signal signal = Join(m, texts, text);
      return signal == Signal::kNext ? Emit(out, std::move(text)) : signal;
    }
    return ForEach(*pieces_[left - 1], m, f, in.Alias(), [&](Value&& value) {
      const Signal signal = ToText(m, left - 1, value, texts[left - 1]);
      return signal == Signal::kNext ? From(m, f, in, left - 1, texts, out) : signal;
    });
  }

  // Literal pieces, which stand at even positions, and strings without a format are texts already.
  Signal ToText(Machine& m, size_t i, const Value& value, Value& text) const {
    if (i % 2 == 0 || (format_ == nullptr && value.is_string())) {
      text = value;
      return Signal::kNext;
    }
    if (format_ == nullptr) {
      std::string printed;
      json::Print(value, {.sort_keys = m.sorted_keys}, &printed);
      text = Value::String(printed);
      return m.Checked();
    }
    Value formatted;
    if (!format_(m.sorted_keys ? Sorted(value) : value, {}, &formatted, &m.error)) {
      return m.NativeFailed();
    }
    text = std::move(formatted);
    return Signal::kNext;
  }

  static Signal Join(Machine& m, const std::vector<Value>& texts, Value& out) {
    size_t size = 0;
    for (const Value& text : texts) size += text.str().size();
    if (!json::meter.Allows(size)) return m.NativeFailed();
    std::string joined;
    joined.reserve(size);
    for (const Value& text : texts) joined += text.str();
    out = Value::String(joined);
    return m.Tick() ? Signal::kNext : Signal::kError;
  }

  std::vector<OpPtr> pieces_;
  Native format_;
};

class NativeCall final : public Op {
 public:
  NativeCall(const NativeBuiltin& native, std::vector<OpPtr> arguments, bool single)
      : Op(single),
        call_(native.call),
        shows_order_(ShowsOrder(native.name)),
        arguments_(std::move(arguments)) {}

  Signal One(Machine& m, Frame& f, Value&& in, Value& out) const override {
    Value few[3];
    std::vector<Value> many;
    std::span<Value> arguments(few, arguments_.size());
    if (arguments_.size() > 3) {
      many.resize(arguments_.size());
      arguments = many;
    }
    for (size_t i = arguments_.size(); i-- > 0;) {
      const Signal signal = arguments_[i]->One(m, f, in.Alias(), arguments[i]);
      if (signal != Signal::kNext) return signal;
      arguments[i].MakeCounted();
    }
    return Call(m, std::move(in), arguments, out);
  }

  Signal Each(Machine& m, Frame& f, Value&& in, Sink& out) const override {
    if (single()) return Op::Each(m, f, std::move(in), out);
    std::vector<Value> arguments(arguments_.size());
    return From(m, f, in, arguments_.size(), arguments, out);
  }

 private:
  // The last argument loops outermost, as in jq.
  Signal From(Machine& m, Frame& f, const Value& in, size_t left, std::vector<Value>& arguments,
              Sink& out) const {
    if (left == 0) {
      std::vector<Value> copy = arguments;
      Value result;
      const Signal signal = Call(m, in.Alias(), copy, result);
      return signal == Signal::kNext ? Emit(out, std::move(result)) : signal;
    }
    return ForEach(*arguments_[left - 1], m, f, in.Alias(), [&](Value&& value) {
      value.MakeCounted();
      arguments[left - 1] = std::move(value);
      return From(m, f, in, left - 1, arguments, out);
    });
  }

  Signal Call(Machine& m, Value&& in, std::span<Value> arguments, Value& out) const {
    if (!m.Tick()) return Signal::kError;
    if (m.sorted_keys && shows_order_) {
      in = Sorted(in);
    } else {
      in.MakeCounted();
    }
    Value result;
    if (!call_(std::move(in), arguments, &result, &m.error)) return m.NativeFailed();
    out = std::move(result);
    return m.Checked();
  }

  Native call_;
  bool shows_order_;
  std::vector<OpPtr> arguments_;
};

bool AllSingle(const std::vector<OpPtr>& ops) {
  for (const OpPtr& op : ops) {
    if (!op->single()) return false;
  }
  return true;
}

}  // namespace

OpPtr MakeCollect(OpPtr body) { return std::make_unique<Collect>(std::move(body)); }
OpPtr MakeMap(OpPtr f) { return std::make_unique<Map>(std::move(f)); }

OpPtr MakeObject(std::vector<ObjectEntry> entries) {
  bool single = true;
  for (const ObjectEntry& entry : entries) {
    single = single && (entry.value == nullptr || entry.value->single()) &&
             (entry.key == nullptr || entry.key->single());
  }
  return std::make_unique<ObjectOp>(std::move(entries), single);
}

OpPtr MakeInterpolation(std::vector<OpPtr> pieces, Native format) {
  const bool single = AllSingle(pieces);
  return std::make_unique<Interpolation>(std::move(pieces), format, single);
}

OpPtr MakeNativeCall(const NativeBuiltin& native, std::vector<OpPtr> arguments) {
  const bool single = AllSingle(arguments);
  return std::make_unique<NativeCall>(native, std::move(arguments), single);
}

}  // namespace karta::jq
