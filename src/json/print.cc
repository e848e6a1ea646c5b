// SPDX-License-Identifier: Apache-2.0
#include "json/print.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "json/meter.h"
#include "json/print_text.h"

namespace karta::json {

namespace {

constexpr size_t kMostLevels = 10'000;
constexpr std::string_view kTooDeep = "<skipped: too deep>";

// Prints with a stack of its own, so that depth costs no stack of the thread.
template <bool kColored>
class Printer {
 public:
  Printer(const PrintOptions& options, std::string* out)
      : options_(options), pretty_(options.tab || options.indent >= 0), writer_(out) {}

  void Run(const Value& root);

 private:
  // What is left of an open container.  Members are pairs of Values.
  struct Frame {
    const Value* next;
    const Value* end;
    size_t sorted;  // the next of its members in sorted_
    size_t base;    // the first of them
    bool object;
    bool first;
  };

  // Colours are indexes into Colors::sequences.
  static constexpr size_t kArrayColor = 5;
  static constexpr size_t kObjectColor = 6;
  static constexpr size_t kKeyColor = 7;
  static size_t ColorOf(const Value& value) {
    if (value.is_null()) return 0;
    if (value.is_boolean()) return value.is_true() ? 2 : 1;
    return static_cast<size_t>(value.type()) + 1;
  }

  void PutColor(size_t color) {
    if constexpr (kColored) {
      writer_.Put("\x1b[");
      writer_.Put(options_.colors->sequences[color]);
      writer_.Put('m');
    }
  }
  void EndColor() {
    if constexpr (kColored) writer_.Put("\x1b[0m");
  }
  void NewLine(size_t level) {
    if (!pretty_) return;
    writer_.Put('\n');
    writer_.Repeat(options_.tab ? '\t' : ' ',
                   options_.tab ? level : level * static_cast<size_t>(options_.indent));
  }

  void Begin(const Value& value);
  void Open(const Value& container);
  void Close(const Frame& frame);
  void PutLeaf(const Value& value);
  void PutKey(const Value& key);
  const Value& Next(Frame& frame);
  void Sort(const Value& object);

  const PrintOptions& options_;
  const bool pretty_;
  TextWriter writer_;
  std::vector<Frame> frames_;
  std::vector<const Member*> sorted_;
};

template <bool kColored>
void Printer<kColored>::PutLeaf(const Value& value) {
  if (value.is_string()) {
    writer_.PutQuoted(value, options_.ascii);
  } else if (value.is_int() || value.is_literal()) {
    writer_.PutNumber(value);
  } else if (value.is_double()) {
    if (!std::isnan(value.double_value())) return writer_.PutNumber(value);
    // jq prints a null of its own in place of the number, colours and all.
    PutColor(0);
    writer_.Put("null");
    EndColor();
  } else if (value.is_null()) {
    writer_.Put("null");
  } else {
    writer_.Put(value.is_true() ? "true" : "false");
  }
}

template <bool kColored>
void Printer<kColored>::Sort(const Value& object) {
  const size_t from = sorted_.size();
  for (const Member& member : object.members()) sorted_.push_back(&member);
  std::sort(sorted_.begin() + static_cast<ptrdiff_t>(from), sorted_.end(),
            [](const Member* a, const Member* b) { return a->key.str() < b->key.str(); });
}

template <bool kColored>
void Printer<kColored>::Open(const Value& container) {
  if (container.is_array()) {
    const auto items = container.items();
    if (items.empty()) return writer_.Put("[]");
    writer_.Put('[');
    frames_.push_back(
        {items.data(), items.data() + items.size(), sorted_.size(), sorted_.size(), false, true});
  } else {
    const auto members = container.members();
    if (members.empty()) return writer_.Put("{}");
    writer_.Put('{');
    const Value* const values = &members.data()->key;
    frames_.push_back(
        {values, values + 2 * members.size(), sorted_.size(), sorted_.size(), true, true});
    if (options_.sort_keys) Sort(container);
  }
}

// Prints a leaf, or the beginning of a container.
template <bool kColored>
void Printer<kColored>::Begin(const Value& value) {
  PutColor(ColorOf(value));
  if (frames_.size() > kMostLevels) {
    writer_.Put(kTooDeep);
  } else if (!value.is_container()) {
    PutLeaf(value);
  } else {
    const size_t level = frames_.size();
    Open(value);
    if (frames_.size() > level) return;  // its colour ends with its first element
  }
  EndColor();
}

template <bool kColored>
void Printer<kColored>::Close(const Frame& frame) {
  NewLine(frames_.size() - 1);
  PutColor(frame.object ? kObjectColor : kArrayColor);
  writer_.Put(frame.object ? '}' : ']');
  EndColor();
  sorted_.resize(frame.base);
  frames_.pop_back();
}

// Prints what is before the next element; returns that.
template <bool kColored>
const Value& Printer<kColored>::Next(Frame& frame) {
  if (!frame.first) {
    PutColor(frame.object ? kObjectColor : kArrayColor);
    writer_.Put(',');
  }
  frame.first = false;
  EndColor();
  NewLine(frames_.size());
  if (!frame.object) return *frame.next++;
  const Value* key = frame.next;
  const Value* value = frame.next + 1;
  frame.next += 2;
  if (options_.sort_keys) {
    const Member& member = *sorted_[frame.sorted++];
    key = &member.key;
    value = &member.value;
  }
  PutKey(*key);
  return *value;
}

template <bool kColored>
void Printer<kColored>::PutKey(const Value& key) {
  PutColor(kKeyColor);
  writer_.PutQuoted(key, options_.ascii);
  EndColor();
  PutColor(kObjectColor);
  writer_.Put(':');
  EndColor();
  if (pretty_) writer_.Put(' ');
}

template <bool kColored>
void Printer<kColored>::Run(const Value& root) {
  Begin(root);
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (frame.next == frame.end) {
      Close(frame);
      continue;
    }
    if (!meter.Spend(1)) return;
    Begin(Next(frame));
  }
}

}  // namespace

void Print(const Value& value, const PrintOptions& options, std::string* out) {
  if (options.colors != nullptr) {
    Printer<true>(options, out).Run(value);
  } else {
    Printer<false>(options, out).Run(value);
  }
}

std::string ToText(const Value& value) {
  std::string text;
  Print(value, {}, &text);
  return text;
}

}  // namespace karta::json
