// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "json/owner.h"

namespace karta::json {

// In the order in which jq sorts values of different types.
enum class Type : uint8_t { kNull, kBoolean, kNumber, kString, kArray, kObject };

std::string_view TypeName(Type type);

struct Member;

// One JSON value: immutable as seen by everyone who shares it, 16 bytes, cheap to copy.
//
// Null, booleans, numbers and strings of up to 14 bytes live inside the 16 bytes.  Everything else
// points at a body (text, elements, members) that belongs to an Owner: either one counted heap
// node, or a whole parsed Document that is freed at once.  Copying a Value counts its owner and
// never copies the body.
//
// The changing members (Append, Set, ...) act on this Value alone: they write in place when nobody
// else shares the node and copy that one node otherwise, so a change deep in a document copies the
// path to it and shares the rest.
//
// Reading from many threads is safe.  One Value object must not be changed by one thread while
// another reads that same object; copies of it are independent.
class Value {
 public:
  static constexpr size_t kInlineBytes = 14;

  constexpr Value() = default;
  Value(const Value& other) : w0_(other.w0_ & ~kCountedBit), w1_(other.w1_) { MakeCounted(); }
  Value(Value&& other) noexcept : w0_(other.w0_), w1_(other.w1_) { other.Forget(); }
  Value& operator=(const Value& other) {
    Value copy(other);
    swap(copy);
    return *this;
  }
  Value& operator=(Value&& other) noexcept {
    if (this != &other) {
      Release();
      w0_ = other.w0_;
      w1_ = other.w1_;
      other.Forget();
    }
    return *this;
  }
  ~Value() { Release(); }

  static Value Null() { return Value(); }
  static Value Bool(bool b) { return Value(b ? kTrueRep : kFalseRep, 0); }
  static Value Int(int64_t i) { return Value(kIntRep, static_cast<uint64_t>(i)); }
  static Value Double(double d) {
    uint64_t bits;
    std::memcpy(&bits, &d, sizeof bits);
    return Value(kDoubleRep, bits);
  }
  // A number whose spelling must survive: digits beyond a double, trailing zeros, exponents.
  // `text` must be a valid JSON number; `value` is the nearest double.
  static Value Literal(std::string_view text, double value);
  // Copies `text`, which must be valid UTF-8.
  static Value String(std::string_view text);
  static Value Array(size_t capacity = 0);
  static Value Object(size_t capacity = 0);
  // Builds from a list: Value::ArrayOf({a, b}), Value::ObjectOf({{"k", v}}).
  static Value ArrayOf(std::initializer_list<Value> items);
  static Value ObjectOf(std::initializer_list<std::pair<std::string_view, Value>> members);

  Type type() const {
    constexpr Type kTypes[16] = {Type::kNull,   Type::kBoolean, Type::kBoolean, Type::kNumber,
                                 Type::kNumber, Type::kNumber,  Type::kString,  Type::kString,
                                 Type::kString, Type::kArray,   Type::kObject};
    return kTypes[rep()];
  }
  bool is_null() const { return rep() == kNullRep; }
  bool is_true() const { return rep() == kTrueRep; }
  bool is_false() const { return rep() == kFalseRep; }
  bool is_boolean() const { return rep() == kTrueRep || rep() == kFalseRep; }
  bool is_number() const { return rep() >= kIntRep && rep() <= kLiteralRep; }
  bool is_string() const { return rep() >= kInlineRep && rep() <= kLongRep; }
  bool is_array() const { return rep() == kArrayRep; }
  bool is_object() const { return rep() == kObjectRep; }
  bool is_container() const { return rep() >= kArrayRep; }
  // jq's truth: everything but null and false.
  bool truthy() const { return rep() != kNullRep && rep() != kFalseRep; }

  // Numbers.  `number` is 0 for other types.
  bool is_int() const { return rep() == kIntRep; }
  bool is_double() const { return rep() == kDoubleRep; }
  bool is_literal() const { return rep() == kLiteralRep; }
  int64_t int_value() const { return static_cast<int64_t>(w1_); }
  double double_value() const {
    double d;
    std::memcpy(&d, &w1_, sizeof d);
    return d;
  }
  double number() const;
  // The exact integer, if this is a number with an integral value that fits 64 bits.
  std::optional<int64_t> integer() const;
  // The spelling of a literal as it was read.
  std::string_view literal_text() const;

  // The text of a string, "" for other types.  Valid while this Value object is neither moved nor
  // destroyed: short texts live inside it.
  std::string_view str() const&;
  std::string_view str() const&& = delete;

  // Elements of an array or members of an object; 0 for other types.
  size_t size() const;
  bool empty() const { return size() == 0; }
  // Elements; empty for other types.  Valid until this Value changes or dies.
  std::span<const Value> items() const;
  // Members in document order, keys distinct; empty for other types.
  std::span<const Member> members() const;
  // The member called `key`, or nullptr; also nullptr when this is no object.
  const Value* Find(std::string_view key) const;
  const Value* Find(const Value& key) const;
  // Find, with null for what is missing; chains: v["metadata"]["name"].
  const Value& operator[](std::string_view key) const;
  const Value& operator[](size_t index) const;

  // Changes of this Value.  The type must fit (asserted): callers check first.
  void Append(Value item);
  void SetItem(size_t index, Value item);  // index < size()
  void InsertItem(size_t index, Value item);
  void EraseItem(size_t index);
  void Truncate(size_t size);
  void Set(std::string_view key, Value value);
  void Set(const Value& key, Value value);
  bool Erase(std::string_view key);
  void Reserve(size_t capacity);
  // Appends to a string; amortised O(more) while nobody shares it.
  void AppendText(std::string_view more);
  // Bytes [offset, offset + count) of a string, sharing its body where that pays.  The caller cuts
  // at character borders.
  Value Substring(size_t offset, size_t count) const;
  // Takes a child out for changing, leaving null in its place, so that a sole owner stays the sole
  // owner all the way down.  Put it back with SetItem or Set.
  Value TakeItem(size_t index);
  Value Take(const Value& key);
  // A place for writing the element or the member that exists already; this node is made unshared.
  Value& MutableItem(size_t index);
  Value* MutableFind(const Value& key);

  // An alias that counts nothing: valid only while some counted Value that reaches the same body
  // lives.  Copying an alias gives a counted Value.  For interpreters; other code copies.
  Value Alias() const { return Value(w0_ & ~kCountedBit, w1_); }
  bool counted() const { return (w0_ & kCountedBit) != 0; }
  // Turns an alias into a counted value, in place.
  void MakeCounted() {
    if (has_owner() && !counted()) {
      w0_ |= kCountedBit;
      owner()->Ref();
    }
  }
  // True when nobody else can see the node, so changes happen in place.
  bool unique() const;

  void swap(Value& other) noexcept {
    std::swap(w0_, other.w0_);
    std::swap(w1_, other.w1_);
  }

  // Same bits: same immediate or same node.  Never true for different values; may be false for
  // equal ones.
  bool identical(const Value& other) const {
    return ((w0_ ^ other.w0_) & ~kCountedBit) == 0 && w1_ == other.w1_;
  }

  // The words, for parsers, hashing and lookup loops.
  uint64_t w0() const { return w0_; }
  uint64_t w1() const { return w1_; }

 private:
  friend class Builder;
  friend struct ValueAccess;

  enum Rep : uint8_t {
    kNullRep,
    kFalseRep,
    kTrueRep,
    kIntRep,
    kDoubleRep,
    kLiteralRep,
    kInlineRep,
    kSliceRep,  // text of 15 bytes to 16 MB inside some owner
    kLongRep,   // longer text, in a node of its own
    kArrayRep,
    kObjectRep,
  };
  static constexpr uint64_t kRepMask = 0x0f;
  static constexpr uint64_t kCountedBit = 0x10;
  static constexpr uint64_t kPointerMask = (uint64_t{1} << 48) - 1;

  constexpr Value(uint64_t w0, uint64_t w1) : w0_(w0), w1_(w1) {}

  Rep rep() const { return static_cast<Rep>(w0_ & kRepMask); }
  bool has_owner() const { return rep() >= kLiteralRep && rep() != kInlineRep; }
  Owner* owner() const { return reinterpret_cast<Owner*>(w0_ >> 16); }
  template <typename T>
  T* body() const {
    return reinterpret_cast<T*>(w1_ & kPointerMask);
  }
  void Forget() { w0_ = w1_ = 0; }
  void Release() {
    if (counted()) owner()->Unref();
  }

  // w0: rep (4 bits), counted (1), unused (3), low 8 bits of the length, owner pointer (48).
  // w1: the number, or body pointer (48) and the high 16 bits of the length.  Inline text fills
  // bytes 2 to 15 and is padded with zeros, so equal short strings have equal words.
  uint64_t w0_ = 0;
  uint64_t w1_ = 0;
};

struct Member {
  Value key;
  Value value;
};

// jq's total order: null < false < true < numbers < strings (by bytes) < arrays < objects.
// Numbers spelled with more digits than a double holds compare by their digits.  Past 10,000 levels
// the answer means nothing and the thread's Meter says so (too_deep).
int Compare(const Value& a, const Value& b);
bool operator==(const Value& a, const Value& b);

}  // namespace karta::json
