// SPDX-License-Identifier: Apache-2.0
#pragma once

// The bodies that Values point at.  Private to json/: everything else goes through Value.

#include <cstdint>

#include "json/value.h"

namespace karta::json {

// Objects with more members than this carry a hash index; below it a scan is faster.
inline constexpr uint32_t kIndexedFrom = 13;

struct LiteralBody {
  double value;
  uint32_t size;
  char text[];  // as it was read
};

struct ArrayBody {
  uint32_t size;
  uint32_t capacity;
  Value items[0];  // not []: clang refuses that for types with a destructor
};

struct ObjectBody {
  uint32_t size;
  uint32_t capacity;
  // Open addressing, `mask + 1` slots holding member position + 1, 0 for free; null while
  // size < kIndexedFrom.
  uint32_t* index;
  uint32_t mask;
  Member members[0];
};

struct LongBody {
  uint64_t size;
  char text[];
};

// Hash of a key, seeded once a process so that inputs cannot be made to collide on purpose.
uint64_t HashText(std::string_view text);

// Slots for `members` members in an index: a power of two, at most half full.
inline uint32_t IndexSlots(uint32_t members) {
  uint32_t slots = 32;
  while (slots < members * 2) slots *= 2;
  return slots;
}
// Fills `body->index` (already pointing at mask + 1 zeroed slots) from the members.  Keys must be
// distinct.
void FillIndex(ObjectBody* body);
// Position of `key` in the body, or -1.
int64_t FindMember(const ObjectBody* body, const Value& key);

// The one door to Value's words for the parts of json/ that build bodies of their own.
struct ValueAccess {
  // An uncounted slot inside a Document: text (15 bytes to 16 MB) that `owner` keeps alive.
  static Value Slice(Owner* owner, const char* text, size_t size) {
    return Make(Value::kSliceRep, owner, text, size);
  }
  static Value Array(Owner* owner, ArrayBody* body) {
    return Make(Value::kArrayRep, owner, body, 0);
  }
  static Value Object(Owner* owner, ObjectBody* body) {
    return Make(Value::kObjectRep, owner, body, 0);
  }
  static Value Literal(Owner* owner, LiteralBody* body) {
    return Make(Value::kLiteralRep, owner, body, 0);
  }
  static Value Long(Owner* owner, LongBody* body) { return Make(Value::kLongRep, owner, body, 0); }
  // Text of at most 14 bytes.
  static Value Inline(const char* text, size_t size) {
    unsigned char bytes[16] = {Value::kInlineRep, static_cast<unsigned char>(size)};
    std::memcpy(bytes + 2, text, size);
    uint64_t words[2];
    std::memcpy(words, bytes, sizeof words);
    return Value(words[0], words[1]);
  }
  static Value FromWords(uint64_t w0, uint64_t w1) { return Value(w0, w1); }
  static Owner* owner(const Value& v) { return v.owner(); }
  static bool has_owner(const Value& v) { return v.has_owner(); }
  template <typename T>
  static T* body(const Value& v) {
    return v.body<T>();
  }
  static constexpr size_t kMaxSlice = (size_t{1} << 24) - 1;

 private:
  static Value Make(uint64_t rep, Owner* owner, const void* body, size_t size) {
    return Value(rep | (size & 0xff) << 8 | reinterpret_cast<uint64_t>(owner) << 16,
                 reinterpret_cast<uint64_t>(body) | static_cast<uint64_t>(size) >> 8 << 48);
  }
};

}  // namespace karta::json
