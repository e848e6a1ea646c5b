// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <new>

#include "base/status.h"
#include "json/heap.h"
#include "json/node.h"
#include "json/value.h"

namespace karta::json {

namespace {

size_t Grown(size_t needed, size_t capacity) {
  return needed <= capacity ? capacity : std::max({needed, capacity + capacity / 2, size_t{4}});
}

Value Own(Value slot) { return ValueAccess::FromWords(slot.w0() | 0x10, slot.w1()); }

// Bodies may be moved as bytes: a Value does not know its own address.
template <typename T>
void MoveBytes(T* to, const T* from, size_t count) {
  std::memmove(static_cast<void*>(to), static_cast<const void*>(from), count * sizeof(T));
}

// `value` as an array node of its own with room for `capacity` elements.
void OwnArray(Value* value, size_t capacity) {
  auto* body = ValueAccess::body<ArrayBody>(*value);
  const bool in_place =
      value->unique() && ValueAccess::owner(*value)->type() == Owner::Type::kArray;
  if (in_place && capacity <= body->capacity) return;
  ArrayNode* node = MakeArrayNode(in_place ? Grown(capacity, body->capacity)
                                           : std::max<size_t>(capacity, body->size));
  node->body.size = body->size;
  if (in_place) {
    MoveBytes(node->body.items, body->items, body->size);
    body->size = 0;
  } else {
    for (uint32_t i = 0; i < body->size; ++i) new (&node->body.items[i]) Value(body->items[i]);
  }
  *value = Own(ValueAccess::Array(node, &node->body));
}

void OwnObject(Value* value, size_t capacity) {
  auto* body = ValueAccess::body<ObjectBody>(*value);
  const bool in_place =
      value->unique() && ValueAccess::owner(*value)->type() == Owner::Type::kObject;
  if (in_place && capacity <= body->capacity) return;
  ObjectNode* node = MakeObjectNode(in_place ? Grown(capacity, body->capacity)
                                             : std::max<size_t>(capacity, body->size));
  node->body.size = body->size;
  if (in_place) {
    MoveBytes(node->body.members, body->members, body->size);
    node->body.index = std::exchange(body->index, nullptr);
    node->body.mask = body->mask;
    body->size = 0;
  } else {
    for (uint32_t i = 0; i < body->size; ++i) new (&node->body.members[i]) Member(body->members[i]);
    Reindex(node);
  }
  *value = Own(ValueAccess::Object(node, &node->body));
}

ObjectNode* NodeOf(const Value& object) {
  return static_cast<ObjectNode*>(ValueAccess::owner(object));
}

}  // namespace

void Value::Append(Value item) {
  KRT_ASSERT(is_array());
  OwnArray(this, size() + 1);
  auto* array = body<ArrayBody>();
  item.MakeCounted();
  new (&array->items[array->size++]) Value(std::move(item));
}

void Value::SetItem(size_t index, Value item) {
  item.MakeCounted();
  MutableItem(index) = std::move(item);
}

Value& Value::MutableItem(size_t index) {
  KRT_ASSERT(is_array() && index < size());
  OwnArray(this, size());
  return body<ArrayBody>()->items[index];
}

void Value::InsertItem(size_t index, Value item) {
  KRT_ASSERT(is_array() && index <= size());
  OwnArray(this, size() + 1);
  auto* array = body<ArrayBody>();
  MoveBytes(array->items + index + 1, array->items + index, array->size - index);
  item.MakeCounted();
  new (&array->items[index]) Value(std::move(item));
  ++array->size;
}

void Value::EraseItem(size_t index) {
  KRT_ASSERT(is_array() && index < size());
  OwnArray(this, size());
  auto* array = body<ArrayBody>();
  array->items[index].~Value();
  MoveBytes(array->items + index, array->items + index + 1, array->size - index - 1);
  --array->size;
}

void Value::Truncate(size_t size) {
  KRT_ASSERT(is_array() && size <= this->size());
  OwnArray(this, this->size());
  auto* array = body<ArrayBody>();
  while (array->size > size) array->items[--array->size].~Value();
}

void Value::Reserve(size_t capacity) {
  if (is_array()) {
    OwnArray(this, std::max(capacity, size()));
  } else if (is_object()) {
    OwnObject(this, std::max(capacity, size()));
  }
}

void Value::Set(std::string_view key, Value value) { Set(String(key), std::move(value)); }

void Value::Set(const Value& key, Value value) {
  KRT_ASSERT(is_object() && key.is_string());
  value.MakeCounted();
  const int64_t position = FindMember(body<ObjectBody>(), key);
  OwnObject(this, size() + (position < 0 ? 1 : 0));
  auto* object = body<ObjectBody>();
  if (position >= 0) {
    object->members[position].value = std::move(value);
    return;
  }
  const uint32_t at = object->size;
  new (&object->members[at]) Member{key, std::move(value)};
  ++object->size;
  if (object->index == nullptr || object->size * 2 > object->mask) {
    if (object->size >= kIndexedFrom) Reindex(NodeOf(*this));
    return;
  }
  uint32_t slot = static_cast<uint32_t>(HashText(key.str())) & object->mask;
  while (object->index[slot] != 0) slot = (slot + 1) & object->mask;
  object->index[slot] = at + 1;
}

bool Value::Erase(std::string_view key) {
  KRT_ASSERT(is_object());
  const int64_t position = FindMember(body<ObjectBody>(), String(key));
  if (position < 0) return false;
  OwnObject(this, size());
  auto* object = body<ObjectBody>();
  object->members[position].~Member();
  MoveBytes(object->members + position, object->members + position + 1,
            object->size - static_cast<size_t>(position) - 1);
  --object->size;
  Reindex(NodeOf(*this));
  return true;
}

Value Value::TakeItem(size_t index) {
  Value taken = std::exchange(MutableItem(index), Value());
  return taken;
}

Value* Value::MutableFind(const Value& key) {
  KRT_ASSERT(is_object());
  const int64_t position = FindMember(body<ObjectBody>(), key);
  if (position < 0) return nullptr;
  OwnObject(this, size());
  return &body<ObjectBody>()->members[position].value;
}

Value Value::Take(const Value& key) {
  Value* place = MutableFind(key);
  return place == nullptr ? Value() : std::exchange(*place, Value());
}

void Value::AppendText(std::string_view more) {
  KRT_ASSERT(is_string());
  const std::string_view old = str();
  const size_t total = old.size() + more.size();
  if (total <= kInlineBytes) {
    char joined[kInlineBytes];
    std::memcpy(joined, old.data(), old.size());
    std::memcpy(joined + old.size(), more.data(), more.size());
    *this = ValueAccess::Inline(joined, total);
    return;
  }
  if (unique() && owner()->type() == Owner::Type::kText && total <= ValueAccess::kMaxSlice) {
    auto* node = static_cast<TextNode*>(owner());
    const size_t offset = static_cast<size_t>(old.data() - node->text);
    if (offset + total <= node->capacity) {
      std::memmove(node->text + offset + old.size(), more.data(), more.size());
      // Same reference, longer text: replace the words without touching the count.
      const Value grown = ValueAccess::Slice(node, old.data(), total);
      w0_ = grown.w0_ | kCountedBit;
      w1_ = grown.w1_;
      return;
    }
  }
  if (unique() && owner()->type() == Owner::Type::kLongText) {
    auto* node = static_cast<LongNode*>(owner());
    if (total <= node->capacity) {
      std::memmove(node->body.text + old.size(), more.data(), more.size());
      node->body.size = total;
      return;
    }
  }
  const size_t capacity = std::max(total, old.size() + old.size() / 2);
  Value grown;
  char* to;
  if (total <= ValueAccess::kMaxSlice) {
    TextNode* node = MakeTextNode(capacity);
    to = node->text;
    grown = Own(ValueAccess::Slice(node, node->text, total));
  } else {
    LongNode* node = MakeLongNode(capacity);
    node->body.size = total;
    to = node->body.text;
    grown = Own(ValueAccess::Long(node, &node->body));
  }
  std::memcpy(to, old.data(), old.size());
  std::memcpy(to + old.size(), more.data(), more.size());
  *this = std::move(grown);
}

Value Value::Substring(size_t offset, size_t count) const {
  const std::string_view text = str();
  KRT_ASSERT(offset <= text.size() && count <= text.size() - offset);
  const std::string_view part = text.substr(offset, count);
  // A short text is copied, and so is a small part of a much larger one, which it would keep alive.
  if (rep() != kSliceRep || count <= kInlineBytes || count < text.size() / 8) return String(part);
  Value shared = ValueAccess::Slice(owner(), part.data(), count);
  shared.MakeCounted();
  return shared;
}

}  // namespace karta::json
