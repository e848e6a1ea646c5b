// SPDX-License-Identifier: Apache-2.0
#include "json/value.h"

#include <sys/auxv.h>

#include <cmath>
#include <new>

#include "json/heap.h"
#include "json/node.h"

namespace karta::json {

namespace {

const Value kMissing;

Value Counted(Value slot) {
  // The node was just made with one reference: mark it as ours without counting again.
  return ValueAccess::FromWords(slot.w0() | 0x10, slot.w1());
}

uint64_t Mix(uint64_t a, uint64_t b) {
  const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

uint64_t ReadSeed() {
  uint64_t seed = 0x9e3779b97f4a7c15;
  if (const auto* random = reinterpret_cast<const char*>(getauxval(AT_RANDOM))) {
    std::memcpy(&seed, random, sizeof seed);
  }
  return seed | 1;
}

uint64_t Load(const char* p, size_t n) {
  uint64_t word = 0;
  std::memcpy(&word, p, n);
  return word;
}

}  // namespace

std::string_view TypeName(Type type) {
  constexpr std::string_view kNames[] = {"null", "boolean", "number", "string", "array", "object"};
  return kNames[static_cast<size_t>(type)];
}

uint64_t HashText(std::string_view text) {
  static const uint64_t seed = ReadSeed();
  uint64_t hash = seed ^ text.size();
  const char* p = text.data();
  size_t left = text.size();
  for (; left > 8; left -= 8, p += 8) hash = Mix(hash ^ Load(p, 8), 0xa0761d6478bd642f);
  return Mix(hash ^ Load(p, left), 0xe7037ed1a0b428db);
}

void FillIndex(ObjectBody* body) {
  for (uint32_t i = 0; i < body->size; ++i) {
    uint32_t slot = static_cast<uint32_t>(HashText(body->members[i].key.str())) & body->mask;
    while (body->index[slot] != 0) slot = (slot + 1) & body->mask;
    body->index[slot] = i + 1;
  }
}

int64_t FindMember(const ObjectBody* body, const Value& key) {
  const uint64_t k0 = key.Alias().w0();
  const uint64_t k1 = key.w1();
  const bool is_inline = (k0 & 0x0f) == (ValueAccess::Inline("", 0).w0() & 0x0f);
  if (body->index != nullptr) {
    const std::string_view text = key.str();
    uint32_t slot = static_cast<uint32_t>(HashText(text)) & body->mask;
    while (const uint32_t position = body->index[slot]) {
      const Value& candidate = body->members[position - 1].key;
      if (is_inline ? candidate.w0() == k0 && candidate.w1() == k1 : candidate.str() == text) {
        return position - 1;
      }
      slot = (slot + 1) & body->mask;
    }
    return -1;
  }
  if (is_inline) {
    for (uint32_t i = 0; i < body->size; ++i) {
      const Value& candidate = body->members[i].key;
      if (candidate.w0() == k0 && candidate.w1() == k1) return i;
    }
    return -1;
  }
  const std::string_view text = key.str();
  for (uint32_t i = 0; i < body->size; ++i) {
    const Value& candidate = body->members[i].key;
    // Lengths sit in the same bits of both words, so most strangers differ here already.
    if (((candidate.w0() ^ k0) & 0xff0f) != 0 || (candidate.w1() ^ k1) >> 48 != 0) continue;
    if (candidate.str() == text) return i;
  }
  return -1;
}

Value Value::Literal(std::string_view text, double value) {
  auto* node = static_cast<LiteralNode*>(AllocateNode(sizeof(LiteralNode) + text.size()));
  new (static_cast<Owner*>(node)) Owner(Owner::Type::kLiteral);
  node->body.value = value;
  node->body.size = static_cast<uint32_t>(text.size());
  std::memcpy(node->body.text, text.data(), text.size());
  return Counted(ValueAccess::Literal(node, &node->body));
}

Value Value::String(std::string_view text) {
  if (text.size() <= kInlineBytes) return ValueAccess::Inline(text.data(), text.size());
  if (text.size() <= ValueAccess::kMaxSlice) {
    TextNode* node = MakeTextNode(text.size());
    std::memcpy(node->text, text.data(), text.size());
    return Counted(ValueAccess::Slice(node, node->text, text.size()));
  }
  LongNode* node = MakeLongNode(text.size());
  node->body.size = text.size();
  std::memcpy(node->body.text, text.data(), text.size());
  return Counted(ValueAccess::Long(node, &node->body));
}

Value Value::Array(size_t capacity) {
  ArrayNode* node = MakeArrayNode(capacity);
  return Counted(ValueAccess::Array(node, &node->body));
}

Value Value::Object(size_t capacity) {
  ObjectNode* node = MakeObjectNode(capacity);
  return Counted(ValueAccess::Object(node, &node->body));
}

Value Value::ArrayOf(std::initializer_list<Value> items) {
  Value array = Array(items.size());
  for (const Value& item : items) array.Append(item);
  return array;
}

Value Value::ObjectOf(std::initializer_list<std::pair<std::string_view, Value>> members) {
  Value object = Object(members.size());
  for (const auto& [key, value] : members) object.Set(key, value);
  return object;
}

double Value::number() const {
  switch (rep()) {
    case kIntRep:
      return static_cast<double>(int_value());
    case kDoubleRep:
      return double_value();
    case kLiteralRep:
      return body<LiteralBody>()->value;
    default:
      return 0;
  }
}

std::optional<int64_t> Value::integer() const {
  if (is_int()) return int_value();
  if (!is_number()) return std::nullopt;
  const double d = number();
  // 2^63 itself does not fit; every double below it that is integral does.
  if (!(d >= -0x1p63 && d < 0x1p63) || std::trunc(d) != d) return std::nullopt;
  return static_cast<int64_t>(d);
}

std::string_view Value::literal_text() const {
  if (!is_literal()) return {};
  const auto* literal = body<LiteralBody>();
  return {literal->text, literal->size};
}

std::string_view Value::str() const& {
  switch (rep()) {
    case kInlineRep:
      return {reinterpret_cast<const char*>(this) + 2, static_cast<size_t>(w0_ >> 8 & 0xff)};
    case kSliceRep:
      return {body<const char>(), static_cast<size_t>(w1_ >> 48 << 8 | (w0_ >> 8 & 0xff))};
    case kLongRep:
      return {body<LongBody>()->text, body<LongBody>()->size};
    default:
      return {};
  }
}

size_t Value::size() const {
  if (is_array()) return body<ArrayBody>()->size;
  if (is_object()) return body<ObjectBody>()->size;
  return 0;
}

std::span<const Value> Value::items() const {
  if (!is_array()) return {};
  const auto* array = body<ArrayBody>();
  return {array->items, array->size};
}

std::span<const Member> Value::members() const {
  if (!is_object()) return {};
  const auto* object = body<ObjectBody>();
  return {object->members, object->size};
}

const Value* Value::Find(const Value& key) const {
  if (!is_object()) return nullptr;
  const auto* object = body<ObjectBody>();
  const int64_t position = FindMember(object, key);
  return position < 0 ? nullptr : &object->members[position].value;
}

const Value* Value::Find(std::string_view key) const {
  if (!is_object()) return nullptr;
  if (key.size() <= kInlineBytes) return Find(ValueAccess::Inline(key.data(), key.size()));
  if (key.size() <= ValueAccess::kMaxSlice) {
    return Find(ValueAccess::Slice(nullptr, key.data(), key.size()));
  }
  return Find(String(key));
}

const Value& Value::operator[](std::string_view key) const {
  const Value* found = Find(key);
  return found == nullptr ? kMissing : *found;
}

const Value& Value::operator[](size_t index) const {
  const auto all = items();
  return index < all.size() ? all[index] : kMissing;
}

bool Value::unique() const { return counted() && owner()->sole(); }

}  // namespace karta::json
