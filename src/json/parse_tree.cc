// SPDX-License-Identifier: Apache-2.0
#include "json/parse_tree.h"

#include <algorithm>
#include <cstring>

#include "json/parse_scalar.h"

namespace karta::json {

namespace {

Slot WordsOf(const Value& value) { return {value.w0(), value.w1()}; }

}  // namespace

void TreeBuilder::Start(Document* document, const ParseOptions& options) {
  options_ = options;
  document_ = document;
  owner_word_ = reinterpret_cast<uint64_t>(document) << 16;
  frames_.clear();
  top_ = 0;
  depth_ = 0;
  state_ = State::kRoot;
}

void TreeBuilder::ReserveSlots(size_t count) {
  if (top_ + count <= slot_capacity_) return;
  slot_capacity_ = std::max(top_ + count, slot_capacity_ * 2);
  auto slots = std::make_unique_for_overwrite<Slot[]>(slot_capacity_);
  if (top_ > 0) std::memcpy(slots.get(), slots_.get(), top_ * sizeof(Slot));
  slots_ = std::move(slots);
}

// A number, true, false or null.  The byte behind it is readable.
inline bool TreeBuilder::MakeScalar(const char* text, Slot* slot) {
  uint32_t word;
  std::memcpy(&word, text, 4);
  switch (*text) {
    case 't':
      *slot = WordsOf(Value::Bool(true));
      return word == kTrueWord && EndsScalar(text[4]);
    case 'f':
      std::memcpy(&word, text + 1, 4);
      *slot = WordsOf(Value::Bool(false));
      return word == kFalseTail && EndsScalar(text[5]);
    case 'n':
      if (word == kNullWord && EndsScalar(text[4])) {
        *slot = WordsOf(Value::Null());
        return true;
      }
      return MakeOddNumber(text, slot);
    default:
      return MakeNumber(text, slot);
  }
}

// The string that begins at `open`; `next` is the position behind it.
inline bool TreeBuilder::MakeString(StructuralIndex* index, uint32_t open, uint32_t next,
                                    Slot* slot) {
  const char* const text = index->text() + open + 1;
  uint32_t close = next - 1;
  while (index->text()[close] != '"') [[unlikely]]
    --close;
  const size_t size = close - open - 1;
  if (index->MayHoldEscape(open, close) && std::memchr(text, '\\', size) != nullptr) [[unlikely]] {
    return MakeEscaped(text, size, slot);
  }
  if (size <= Value::kInlineBytes) {
    *slot = InlineSlot(text, size);
  } else if (size <= ValueAccess::kMaxSlice) [[likely]] {
    slot->w0 = kSliceWord | (size & 0xff) << 8 | owner_word_;
    slot->w1 = reinterpret_cast<uint64_t>(text) | static_cast<uint64_t>(size) >> 8 << 48;
  } else {
    *slot = MakeLong(text, size);
  }
  return true;
}

TreeBuilder::Outcome TreeBuilder::Run(StructuralIndex* index, size_t end, bool last) {
  if (state_ == State::kRoot) {
    const Outcome begun = RunRoot(index, end, last);
    if (begun != Outcome::kMore || state_ == State::kRoot) return begun;
  }
  const char* const text = index->text();
  const uint32_t* p = index->begin();
  const uint32_t* const stop = index->end();
  ReserveSlots(static_cast<size_t>(stop - p) + 1);
  Slot* const slots = slots_.get();
  Slot* top = slots + top_;
  State state = state_;
  Outcome outcome = Outcome::kMore;

  // Each step below leaves with kMore before it takes anything, unless all it needs is there: a
  // step of a whole document always has at least these positions ahead.
#define KARTA_NEED(count, here) \
  if (stop - p < (count)) {     \
    state = State::here;        \
    goto leave;                 \
  }

  switch (state) {
    case State::kFirstKey:
      goto first_key;
    case State::kKey:
      goto key;
    case State::kFirstItem:
      goto first_item;
    case State::kItem:
      goto item;
    case State::kAfterMember:
      goto after_member;
    case State::kAfterItem:
      goto after_item;
    case State::kRoot:
      goto give_up;
  }

open_object:
  if (depth_ >= options_.max_depth) goto give_up;
  depth_ += 2;
  frames_.push_back({static_cast<uint32_t>(top - slots), true});
first_key:
  KARTA_NEED(1, kFirstKey);
  if (text[*p] == '}') goto close;
key:
  KARTA_NEED(4, kKey);
  if (text[p[0]] != '"' || text[p[1]] != ':' || !MakeString(index, p[0], p[1], top)) {
    goto give_up;
  }
  ++top;
  p += 2;
  switch (text[*p]) {
    case '"':
      if (!MakeString(index, p[0], p[1], top)) goto give_up;
      ++top;
      ++p;
      break;
    case '{':
      ++p;
      goto open_object;
    case '[':
      ++p;
      goto open_array;
    default:
      if (!MakeScalar(text + *p, top)) goto give_up;
      ++top;
      ++p;
      break;
  }
after_member:
  KARTA_NEED(1, kAfterMember);
  switch (text[*p]) {
    case ',':
      ++p;
      goto key;
    case '}':
      goto close;
    default:
      goto give_up;
  }

open_array:
  if (depth_ >= options_.max_depth) goto give_up;
  depth_ += 1;
  frames_.push_back({static_cast<uint32_t>(top - slots), false});
first_item:
  KARTA_NEED(1, kFirstItem);
  if (text[*p] == ']') goto close;
item:
  KARTA_NEED(2, kItem);
  switch (text[*p]) {
    case '"':
      if (!MakeString(index, p[0], p[1], top)) goto give_up;
      ++top;
      ++p;
      break;
    case '{':
      ++p;
      goto open_object;
    case '[':
      ++p;
      goto open_array;
    default:
      if (!MakeScalar(text + *p, top)) goto give_up;
      ++top;
      ++p;
      break;
  }
after_item:
  KARTA_NEED(1, kAfterItem);
  switch (text[*p]) {
    case ',':
      ++p;
      goto item;
    case ']':
      goto close;
    default:
      goto give_up;
  }
#undef KARTA_NEED

close : {
  const Frame frame = frames_.back();
  frames_.pop_back();
  Slot* const first = slots + frame.start;
  const auto count = static_cast<size_t>(top - first);
  const Slot closed = frame.object ? CloseObject(first, count / 2) : CloseArray(first, count);
  depth_ -= frame.object ? 2 : 1;
  *first = closed;
  top = first + 1;
  ++p;
  if (frames_.empty()) {
    root_ = closed;
    end_ = p[-1] + 1;
    outcome = Outcome::kDone;
    goto leave;
  }
  if (frames_.back().object) goto after_member;
  goto after_item;
}

give_up:
  outcome = Outcome::kGiveUp;
leave:
  // The only way out: were these stored in many places, the loop would keep them in memory.
  index->ConsumeTo(p);
  top_ = static_cast<size_t>(top - slots);
  state_ = state;
  return outcome;
}

// The first byte of a document.  kMore with another state than kRoot: a container was opened.
TreeBuilder::Outcome TreeBuilder::RunRoot(StructuralIndex* index, size_t end, bool last) {
  const uint32_t* const p = index->begin();
  const auto known = index->end() - p;
  if (known < 1) return Outcome::kMore;
  const char* const text = index->text();
  switch (text[*p]) {
    case '{':
    case '[':
      if (options_.max_depth == 0) return Outcome::kGiveUp;
      state_ = text[*p] == '{' ? State::kFirstKey : State::kFirstItem;
      depth_ = text[*p] == '{' ? 2 : 1;
      frames_.push_back({0, text[*p] == '{'});
      index->ConsumeTo(p + 1);
      return Outcome::kMore;
    case '"': {
      // Behind its closing quote, or a little further.  Text that is not indexed may be bad.
      const size_t checked = std::min(end, index->indexed_end());
      end_ = known > 1 ? p[1] : index->FindClose(*p, checked) + 1;
      if (end_ > checked) return Outcome::kMore;
      if (!MakeString(index, *p, static_cast<uint32_t>(end_), &root_)) return Outcome::kGiveUp;
      index->ConsumeTo(p + 1);
      return Outcome::kDone;
    }
    default:
      break;
  }
  size_t stop = *p;
  while (stop < end && !EndsScalar(text[stop])) ++stop;
  // What stands alone ends where something else begins, or the text ends.  Structure right behind
  // it is an error that must hide it.
  if (stop == end) {
    if (!last) return Outcome::kMore;
  } else if (stop == *p || !MayFollowRoot(text[stop])) {
    return Outcome::kGiveUp;
  }
  if (!MakeScalar(text + *p, &root_)) return Outcome::kGiveUp;
  end_ = stop;
  index->ConsumeTo(p + 1);
  return Outcome::kDone;
}

}  // namespace karta::json
