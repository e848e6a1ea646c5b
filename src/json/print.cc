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
class Printer {
 public:
  Printer(const PrintOptions& options, std::string* out)
      : options_(options), pretty_(options.tab || options.indent >= 0), writer_(out) {}

  void Run(const Value& root);

 private:
  struct Frame {
    const Value* container;
    size_t next;
    size_t size;
    size_t sorted;  // where its members begin in sorted_
  };

  // Colours are indexes into Colors::sequences.
  static constexpr size_t kNumberColor = 3;
  static constexpr size_t kKeyColor = 7;
  static size_t ColorOf(const Value& value) {
    switch (value.type()) {
      case Type::kNull:
        return 0;
      case Type::kBoolean:
        return value.is_true() ? 2 : 1;
      default:
        return static_cast<size_t>(value.type()) + 1;
    }
  }

  void PutColor(size_t color) {
    if (options_.colors == nullptr) return;
    writer_.Put("\x1b[");
    writer_.Put(options_.colors->sequences[color]);
    writer_.Put('m');
  }
  void EndColor() {
    if (options_.colors != nullptr) writer_.Put("\x1b[0m");
  }
  void NewLine(size_t level) {
    if (!pretty_) return;
    writer_.Put('\n');
    writer_.Repeat(options_.tab ? '\t' : ' ',
                   options_.tab ? level : level * static_cast<size_t>(options_.indent));
  }

  void Begin(const Value& value);
  void PutLeaf(const Value& value);
  void PutKey(const Value& key, size_t object_color);
  const Member& MemberAt(const Frame& frame) const;
  void Sort(const Value& object);

  const PrintOptions& options_;
  const bool pretty_;
  TextWriter writer_;
  std::vector<Frame> frames_;
  std::vector<const Member*> sorted_;
};

void Printer::PutLeaf(const Value& value) {
  switch (value.type()) {
    case Type::kNull:
      writer_.Put("null");
      break;
    case Type::kBoolean:
      writer_.Put(value.is_true() ? "true" : "false");
      break;
    case Type::kNumber:
      if (value.is_double() && std::isnan(value.double_value())) {
        // jq prints a null of its own in place of the number, colours and all.
        PutColor(0);
        writer_.Put("null");
        EndColor();
      } else {
        writer_.PutNumber(value);
      }
      break;
    case Type::kString:
      writer_.PutQuoted(value, options_.ascii);
      break;
    case Type::kArray:
      writer_.Put("[]");
      break;
    case Type::kObject:
      writer_.Put("{}");
      break;
  }
}

void Printer::Sort(const Value& object) {
  const size_t from = sorted_.size();
  for (const Member& member : object.members()) sorted_.push_back(&member);
  std::sort(sorted_.begin() + static_cast<ptrdiff_t>(from), sorted_.end(),
            [](const Member* a, const Member* b) { return a->key.str() < b->key.str(); });
}

// Prints a leaf, or the beginning of a container.
void Printer::Begin(const Value& value) {
  PutColor(ColorOf(value));
  if (frames_.size() > kMostLevels) {
    writer_.Put(kTooDeep);
    EndColor();
    return;
  }
  const size_t size = value.size();
  if (size == 0) {
    PutLeaf(value);
    EndColor();
    return;
  }
  writer_.Put(value.is_array() ? '[' : '{');
  frames_.push_back({&value, 0, size, sorted_.size()});
  if (options_.sort_keys && value.is_object()) Sort(value);
}

const Member& Printer::MemberAt(const Frame& frame) const {
  if (options_.sort_keys) return *sorted_[frame.sorted + frame.next];
  return frame.container->members()[frame.next];
}

void Printer::PutKey(const Value& key, size_t object_color) {
  PutColor(kKeyColor);
  writer_.PutQuoted(key, options_.ascii);
  EndColor();
  PutColor(object_color);
  writer_.Put(':');
  EndColor();
  if (pretty_) writer_.Put(' ');
}

void Printer::Run(const Value& root) {
  Begin(root);
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    const bool array = frame.container->is_array();
    const size_t color = ColorOf(*frame.container);
    if (frame.next == frame.size) {
      NewLine(frames_.size() - 1);
      PutColor(color);
      writer_.Put(array ? ']' : '}');
      EndColor();
      sorted_.resize(frame.sorted);
      frames_.pop_back();
      continue;
    }
    if (frame.next > 0) {
      PutColor(color);
      writer_.Put(',');
    }
    EndColor();
    NewLine(frames_.size());
    const Value* child;
    if (array) {
      child = &frame.container->items()[frame.next];
    } else {
      const Member& member = MemberAt(frame);
      PutKey(member.key, color);
      child = &member.value;
    }
    ++frame.next;
    if (!meter.Spend(1)) return;
    Begin(*child);
  }
}

}  // namespace

void Print(const Value& value, const PrintOptions& options, std::string* out) {
  Printer(options, out).Run(value);
}

std::string ToText(const Value& value) {
  std::string text;
  Print(value, {}, &text);
  return text;
}

}  // namespace karta::json
