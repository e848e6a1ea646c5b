// SPDX-License-Identifier: Apache-2.0
#include "json/merge_patch.h"

#include <string>
#include <utility>
#include <vector>

#include "json/pointer.h"

namespace karta::json {
namespace {

// An object being merged; no recursion, since documents may be 10,000 levels deep.
struct MergeFrame {
  Value* target;
  std::span<const Member> patch;
};

// The object at `key` to merge into, made if there is none.
Value* ObjectAt(Value* parent, const Value& key) {
  const Value* found = parent->Find(key);
  if (found == nullptr || !found->is_object()) parent->Set(key, Value::Object());
  return parent->MutableFind(key);
}

struct CreateFrame {
  const Value* from;
  const Value* to;
  Value key;  // in the parent
  Value patch = Value::Object();
  size_t next = 0;  // member of `to`
};

std::string PlaceOf(const std::vector<CreateFrame>& stack, std::string_view last) {
  std::string place;
  for (size_t i = 1; i < stack.size(); ++i) AppendPointerToken(stack[i].key.str(), &place);
  AppendPointerToken(last, &place);
  return place;
}

// The place of a null member of `value` or of an object directly below objects, or "".
std::string FindNullMember(const Value& value) {
  struct Frame {
    std::span<const Member> members;
    size_t next = 0;
  };
  std::vector<Frame> stack = {{value.members()}};
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (frame.next == frame.members.size()) {
      stack.pop_back();
      continue;
    }
    const Value& child = frame.members[frame.next++].value;
    if (child.is_null()) {
      std::string place;
      for (const Frame& open : stack) {
        AppendPointerToken(open.members[open.next - 1].key.str(), &place);
      }
      return place;
    }
    if (child.is_object()) stack.push_back({child.members()});
  }
  return "";
}

Status NullMember(const std::string& place) {
  return Unsupported("a merge patch cannot set \"" + place + "\" to null");
}

}  // namespace

Value ApplyMergePatch(const Value& target, const Value& patch) {
  if (!patch.is_object()) return patch;
  Value result = target.is_object() ? target : Value::Object();
  std::vector<MergeFrame> stack = {{&result, patch.members()}};
  while (!stack.empty()) {
    MergeFrame& frame = stack.back();
    if (frame.patch.empty()) {
      stack.pop_back();
      continue;
    }
    const Member& member = frame.patch.front();
    frame.patch = frame.patch.subspan(1);
    if (member.value.is_null()) {
      if (frame.target->Find(member.key) != nullptr) frame.target->Erase(member.key.str());
    } else if (member.value.is_object()) {
      // The place stays valid: until the child is done nothing else changes its parent.
      stack.push_back({ObjectAt(frame.target, member.key), member.value.members()});
    } else {
      frame.target->Set(member.key, member.value);
    }
  }
  return result;
}

Result<Value> CreateMergePatch(const Value& from, const Value& to) {
  if (!to.is_object() || !from.is_object()) {
    const std::string null = FindNullMember(to);
    if (!null.empty()) return NullMember(null);
    return to;
  }
  std::vector<CreateFrame> stack;
  stack.push_back({.from = &from, .to = &to, .key = {}});
  while (true) {
    CreateFrame& frame = stack.back();
    if (frame.next == frame.to->size()) {
      for (const Member& member : frame.from->members()) {
        if (frame.to->Find(member.key) == nullptr) frame.patch.Set(member.key, Value::Null());
      }
      CreateFrame done = std::move(frame);
      stack.pop_back();
      if (stack.empty()) return std::move(done.patch);
      if (!done.patch.empty()) stack.back().patch.Set(done.key, std::move(done.patch));
      continue;
    }
    const Member& member = frame.to->members()[frame.next++];
    const Value* old = frame.from->Find(member.key);
    if (old != nullptr && old->identical(member.value)) continue;
    if (old != nullptr && old->is_object() && member.value.is_object()) {
      stack.push_back({.from = old, .to = &member.value, .key = member.key});
      continue;
    }
    if (old != nullptr && *old == member.value) continue;
    if (member.value.is_null()) return NullMember(PlaceOf(stack, member.key.str()));
    const std::string null = FindNullMember(member.value);
    if (!null.empty()) return NullMember(PlaceOf(stack, member.key.str()) + null);
    frame.patch.Set(member.key, member.value);
  }
}

}  // namespace karta::json
