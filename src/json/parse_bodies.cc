// SPDX-License-Identifier: Apache-2.0

// What the TreeBuilder puts into the Document: closed containers, unescaped strings, odd numbers.

#include <cstring>

#include "json/number.h"
#include "json/parse_escape.h"
#include "json/parse_scalar.h"
#include "json/parse_tree.h"

namespace karta::json {

namespace {

// One of 64 buckets for a key, as a bit: equal keys share one.
inline uint64_t BucketOf(const Slot& key) {
  uint64_t word = key.w0 ^ key.w1;
  if ((key.w0 & 0x0f) != kInlineTag) {
    // Longer than 14 bytes: all keys of one length whose ends are the same share a bucket.
    const Value value = ValueAccess::FromWords(key.w0, key.w1);
    const auto* text = ValueAccess::body<const char>(value);
    size_t size = key.w1 >> 48 << 8 | (key.w0 >> 8 & 0xff);
    if ((key.w0 & 0x0f) != kSliceWord) {
      text = ValueAccess::body<LongBody>(value)->text;
      size = ValueAccess::body<LongBody>(value)->size;
    }
    uint64_t head;
    uint64_t tail;
    std::memcpy(&head, text, 8);
    std::memcpy(&tail, text + size - 8, 8);
    word = head ^ tail << 1 ^ size;
  }
  return uint64_t{1} << (word * 0x9e3779b97f4a7c15 >> 58);
}

void CopySlots(void* to, const Slot* from, size_t count) {
  auto* out = static_cast<char*>(to);
  for (size_t i = 0; i < count; ++i) std::memcpy(out + i * sizeof(Slot), from + i, sizeof(Slot));
}

}  // namespace

Slot TreeBuilder::CloseArray(const Slot* first, size_t count) {
  auto* body =
      reinterpret_cast<ArrayBody*>(document_->Allocate(sizeof(ArrayBody) + count * sizeof(Slot)));
  body->size = body->capacity = static_cast<uint32_t>(count);
  CopySlots(body->items, first, count);
  const Value array = ValueAccess::Array(document_, body);
  return {array.w0(), array.w1()};
}

Slot TreeBuilder::CloseObject(const Slot* first, size_t members) {
  auto* body = reinterpret_cast<ObjectBody*>(
      document_->Allocate(sizeof(ObjectBody) + 2 * members * sizeof(Slot)));
  body->size = body->capacity = static_cast<uint32_t>(members);
  body->index = nullptr;
  body->mask = 0;
  if (members < kIndexedFrom) {
    uint64_t buckets = 0;
    uint64_t shared = 0;
    for (size_t i = 0; i < members; ++i) {
      const uint64_t bucket = BucketOf(first[2 * i]);
      shared |= buckets & bucket;
      buckets |= bucket;
    }
    CopySlots(body->members, first, 2 * members);
    if (shared != 0) DropDuplicates(body);
  } else {
    CopySlots(body->members, first, 2 * members);
    IndexMembers(body);
  }
  const Value object = ValueAccess::Object(document_, body);
  return {object.w0(), object.w1()};
}

// The last value of a key wins, at the place of the first.
void TreeBuilder::DropDuplicates(ObjectBody* body) {
  const auto members = body->size;
  body->size = 0;
  for (uint32_t i = 0; i < members; ++i) {
    Member& member = body->members[i];
    const int64_t earlier = FindMember(body, member.key);
    void* place = earlier >= 0 ? static_cast<void*>(&body->members[earlier].value)
                               : static_cast<void*>(&body->members[body->size++]);
    const void* from = earlier >= 0 ? static_cast<const void*>(&member.value) : &member;
    std::memmove(place, from, earlier >= 0 ? sizeof(Value) : sizeof(Member));
  }
}

void TreeBuilder::IndexMembers(ObjectBody* body) {
  const uint32_t members = body->size;
  const uint32_t slots = IndexSlots(members);
  body->index = reinterpret_cast<uint32_t*>(document_->Allocate(slots * sizeof(uint32_t)));
  body->mask = slots - 1;
  std::memset(body->index, 0, slots * sizeof(uint32_t));
  body->size = 0;
  for (uint32_t i = 0; i < members; ++i) {
    Member& member = body->members[i];
    const std::string_view key = member.key.str();
    uint32_t slot = static_cast<uint32_t>(HashText(key)) & body->mask;
    while (body->index[slot] != 0 && body->members[body->index[slot] - 1].key.str() != key) {
      slot = (slot + 1) & body->mask;
    }
    if (const uint32_t position = body->index[slot]) {
      std::memcpy(static_cast<void*>(&body->members[position - 1].value), &member.value,
                  sizeof(Value));
      continue;
    }
    std::memmove(static_cast<void*>(&body->members[body->size]), &member, sizeof(Member));
    body->index[slot] = ++body->size;
  }
  if (body->size < kIndexedFrom) body->index = nullptr;  // so many were duplicates
}

Slot TreeBuilder::MakeLong(const char* text, size_t size) {
  auto* body = reinterpret_cast<LongBody*>(document_->Allocate(sizeof(LongBody) + size));
  body->size = size;
  std::memcpy(body->text, text, size);
  const Value value = ValueAccess::Long(document_, body);
  return {value.w0(), value.w1()};
}

bool TreeBuilder::MakeEscaped(const char* text, size_t size, Slot* slot) {
  // The text gets shorter, never longer.  Room for a Long's head, in case it stays one.
  char* const room = document_->Allocate(sizeof(LongBody) + size + 16);
  char* const start = room + sizeof(LongBody);
  const Unescaped unescaped = Unescape({text, size}, start);
  if (unescaped.error != nullptr || unescaped.has_surrogate) return false;
  const auto length = static_cast<size_t>(unescaped.end - start);
  if (length <= Value::kInlineBytes) {
    *slot = InlineSlot(start, length);
  } else if (length <= ValueAccess::kMaxSlice) {
    const Value value = ValueAccess::Slice(document_, start, length);
    *slot = {value.w0(), value.w1()};
  } else {
    auto* body = reinterpret_cast<LongBody*>(room);
    body->size = length;
    const Value value = ValueAccess::Long(document_, body);
    *slot = {value.w0(), value.w1()};
  }
  return true;
}

bool TreeBuilder::MakeNumber(const char* text, Slot* slot) {
  const char* p = text;
  const bool negative = *p == '-';
  p += negative;
  const char* const digits = p;
  uint64_t value = 0;
  while (*p >= '0' && *p <= '9') value = value * 10 + static_cast<uint64_t>(*p++ - '0');
  // 18 digits cannot wrap.  A leading zero, or none, is for the careful reader.
  const auto whole = p - digits;
  if (whole == 0 || whole > 18 || (*digits == '0' && (whole > 1 || negative) && *p != '.')) {
    return MakeOddNumber(text, slot);
  }
  if (EndsScalar(*p)) [[likely]] {
    const Value number = Value::Int(static_cast<int64_t>(negative ? 0 - value : value));
    *slot = {number.w0(), number.w1()};
    return true;
  }
  if (*p != '.' || (*digits == '0' && whole > 1)) return MakeOddNumber(text, slot);
  // A fraction of up to 15 digits in all, not ending in zero, from 0.0001 up: the quotient of two
  // exact doubles is the nearest one, and prints with these very digits.
  static constexpr double kPowers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const char* const fraction = ++p;
  while (*p >= '0' && *p <= '9' && p - fraction < 16)
    value = value * 10 + static_cast<uint64_t>(*p++ - '0');
  const auto places = p - fraction;
  if (places == 0 || whole + places > 15 || p[-1] == '0' || !EndsScalar(*p))
    return MakeOddNumber(text, slot);
  const double number = static_cast<double>(value) / kPowers[places];
  if (number < 1e-4) return MakeOddNumber(text, slot);
  const Value made = Value::Double(negative ? -number : number);
  *slot = {made.w0(), made.w1()};
  return true;
}

bool TreeBuilder::MakeOddNumber(const char* text, Slot* slot) {
  size_t size = 0;
  while (!EndsScalar(text[size])) ++size;
  const std::string_view spelling(text, size);
  // jq takes the first letter of these as the sign of a word of JSON that went wrong.
  if (size == 0 || spelling[0] == 't' || spelling[0] == 'f' || spelling[0] == '\'' ||
      spelling.starts_with("nu")) {
    return false;
  }
  if (!options_.jq_numbers && !IsJsonNumber(spelling)) return false;
  NumberReading reading;
  if (!ReadNumber(spelling, &reading)) return false;
  if (reading.canonical.empty()) {
    *slot = {reading.number.w0(), reading.number.w1()};
    return true;
  }
  const size_t length = reading.canonical.size();
  auto* body = reinterpret_cast<LiteralBody*>(document_->Allocate(sizeof(LiteralBody) + length));
  body->value = reading.value;
  body->size = static_cast<uint32_t>(length);
  std::memcpy(body->text, reading.canonical.data(), length);
  const Value literal = ValueAccess::Literal(document_, body);
  *slot = {literal.w0(), literal.w1()};
  return true;
}

}  // namespace karta::json
