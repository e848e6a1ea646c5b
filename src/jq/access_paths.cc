// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "jq/access.h"
#include "jq/native.h"
#include "jq/sort.h"
#include "json/meter.h"

namespace karta::jq {

namespace {

using json::Value;

constexpr size_t kLongestPath = 10'000;

bool CheckPath(const Value& path, Value* error) {
  if (!path.is_array()) return Fail(error, "Path must be specified as an array");
  if (path.size() > kLongestPath) return Fail(error, "Path too deep");
  return true;
}

// The place of `key` inside `*container`, made if need be, for a container that holds it or can.
// Null when the general way must be taken: slices and errors.
Value* PlaceOf(Value* container, const Value& key) {
  if (key.is_string() && container->is_object()) {
    if (Value* place = container->MutableFind(key)) return place;
    container->Set(key, Value());
    return container->MutableFind(key);
  }
  if (key.is_number() && container->is_array()) {
    const auto size = static_cast<double>(container->size());
    double index = std::trunc(NumberOf(key));
    if (index < 0) index += size;
    if (index >= 0 && index < size) return &container->MutableItem(static_cast<size_t>(index));
  }
  return nullptr;
}

// The walk down one path.  `Steps` keeps a place inside `root`; a slice is a value of its own, so
// the rest of the walk goes on inside a copy that Finish() puts back.
class Steps {
 public:
  explicit Steps(Value root) : root_(std::move(root)), place_(&root_) {}

  bool Down(const Value& key, Value* error) {
    if (Value* place = PlaceOf(place_, key)) {
      place_ = place;
      return true;
    }
    // jq reads before it writes, so reading decides which error is seen.
    Value child;
    if (!GetIndex(*place_, key, &child, error)) return false;
    if (key.is_object()) {
      // Moving the root leaves places inside its nodes where they are.
      const bool at_root = place_ == &root_;
      pending_.push_back({std::move(root_), &key, at_root ? nullptr : place_});
      root_ = std::move(child);
      place_ = &root_;
      return true;
    }
    Value changed;
    if (!SetIndex(std::move(*place_), key, Value(), &changed, error)) return false;
    *place_ = std::move(changed);
    Value* place = PlaceOf(place_, key);
    KRT_ASSERT(place != nullptr);
    *place = std::move(child);
    place_ = place;
    return true;
  }

  void Put(Value value) {
    value.MakeCounted();
    *place_ = std::move(value);
  }

  bool Finish(Value* out, Value* error) {
    while (!pending_.empty()) {
      Pending top = std::move(pending_.back());
      pending_.pop_back();
      Value* place = top.place == nullptr ? &top.container : top.place;
      Value changed;
      if (!SetIndex(std::move(*place), *top.key, std::move(root_), &changed, error)) return false;
      *place = std::move(changed);
      root_ = std::move(top.container);
    }
    *out = std::move(root_);
    return true;
  }

 private:
  // A container whose slice is being changed apart, to be put back afterwards.
  struct Pending {
    Value container;
    const Value* key;
    Value* place;  // where in `container`; null for the container itself
  };

  Value root_;
  Value* place_;
  std::vector<Pending> pending_;
};

bool DeleteItems(const Value& array, std::span<const Value> keys, Value* out, Value* error) {
  const size_t size = array.size();
  std::vector<bool> deleted(size);
  for (const Value& key : keys) {
    if (key.is_number()) {
      const double number = NumberOf(key);
      if (std::isnan(number)) continue;
      const double index = std::trunc(number) + (number < 0 ? static_cast<double>(size) : 0);
      if (index >= 0 && index < static_cast<double>(size))
        deleted[static_cast<size_t>(index)] = true;
    } else if (key.is_object()) {
      Range range;
      if (!ResolveSlice(key, size, &range, error)) return false;
      json::meter.Spend(static_cast<int64_t>(range.end - range.begin));
      for (size_t i = range.begin; i < range.end; ++i) deleted[i] = true;
    } else {
      std::string text = "Cannot delete ";
      text.append(json::TypeName(key.type())).append(" element of array");
      return Fail(error, text);
    }
  }
  if (!json::meter.Spend(static_cast<int64_t>(size)) || !json::meter.Allows(size * sizeof(Value))) {
    return FailExhausted(error);
  }
  Value kept = Value::Array(size);
  const auto items = array.items();
  for (size_t i = 0; i < size; ++i) {
    if (!deleted[i]) kept.Append(items[i]);
  }
  *out = std::move(kept);
  return true;
}

bool DeleteMembers(Value object, std::span<const Value> keys, Value* out, Value* error) {
  for (const Value& key : keys) {
    if (key.is_string()) continue;
    std::string text = "Cannot delete ";
    text.append(json::TypeName(key.type())).append(" field of object");
    return Fail(error, text);
  }
  if (!json::meter.Spend(static_cast<int64_t>(object.size() + keys.size()))) {
    return FailExhausted(error);
  }
  // Each erasure moves what follows it: past a few keys it is cheaper to build the rest anew.
  if (keys.size() <= 2) {
    for (const Value& key : keys) object.Erase(key.str());
    *out = std::move(object);
    return true;
  }
  Value kept = Value::Object(object.size());
  for (const json::Member& member : object.members()) {
    const std::string_view name = member.key.str();
    const auto at =
        std::lower_bound(keys.begin(), keys.end(), name,
                         [](const Value& k, std::string_view n) { return k.str() < n; });
    if (at == keys.end() || at->str() != name) kept.Set(member.key, member.value);
  }
  *out = std::move(kept);
  return true;
}

bool DeleteFrom(Value container, std::span<const Value> keys, Value* out, Value* error) {
  if (container.is_null() || keys.empty()) {
    *out = std::move(container);
    return true;
  }
  if (container.is_array()) return DeleteItems(container, keys, out, error);
  if (container.is_object()) return DeleteMembers(std::move(container), keys, out, error);
  std::string text = "Cannot delete fields from ";
  return Fail(error, text.append(json::TypeName(container.type())));
}

// One container on the way down, with the sorted paths that agree so far and lead into it.
struct Deletion {
  Value container;
  std::span<const Value* const> paths;
  size_t group = 0;  // paths[group, group_end) share the key being looked at
  size_t group_end = 0;
  std::vector<Value> whole;  // keys that go entirely
};

// Walks all paths at once, depth first, with a stack on the heap: paths can be long.
class Deleter {
 public:
  Deleter(Value root, std::span<const Value* const> paths) {
    stack_.push_back({std::move(root), paths, 0, 0, {}});
  }

  bool Run(Value* out, Value* error) {
    for (;;) {
      Deletion& top = stack_.back();
      if (top.group < top.paths.size()) {
        if (!Enter(&top, error)) return false;
        continue;
      }
      Value changed;
      if (!DeleteFrom(std::move(top.container), top.whole, &changed, error)) return false;
      stack_.pop_back();
      if (stack_.empty()) {
        *out = std::move(changed);
        return true;
      }
      if (!PutBack(std::move(changed), error)) return false;
    }
  }

 private:
  bool Enter(Deletion* top, Value* error) {
    const size_t depth = stack_.size() - 1;
    const auto first = top->paths[top->group]->items();
    const Value& key = first[depth];
    size_t end = top->group + 1;
    while (end < top->paths.size() && top->paths[end]->size() > depth &&
           top->paths[end]->items()[depth] == key) {
      ++end;
    }
    top->group_end = end;
    if (!json::meter.Spend(static_cast<int64_t>(end - top->group))) return FailExhausted(error);
    if (first.size() == depth + 1) {
      top->whole.push_back(key);  // and whatever is deleted inside it
      top->group = end;
      return true;
    }
    Value child;
    if (!GetIndex(top->container, key, &child, error)) return false;
    if (child.is_null()) {
      top->group = end;
      return true;
    }
    // Drop the parent's reference, so that the child can be changed in place.
    if (key.is_string() || key.is_number()) {
      Value without;
      if (!SetIndex(std::move(top->container), key, Value(), &without, error)) return false;
      top->container = std::move(without);
    }
    const auto inside = top->paths.subspan(top->group, end - top->group);
    stack_.push_back({std::move(child), inside, 0, 0, {}});
    return true;
  }

  bool PutBack(Value changed, Value* error) {
    Deletion& top = stack_.back();
    const Value& key = top.paths[top.group]->items()[stack_.size() - 1];
    Value with;
    if (!SetIndex(std::move(top.container), key, std::move(changed), &with, error)) return false;
    top.container = std::move(with);
    top.group = top.group_end;
    return true;
  }

  std::vector<Deletion> stack_;
};

}  // namespace

bool GetPath(const Value& root, const Value& path, Value* out, Value* error) {
  if (!CheckPath(path, error)) return false;
  const Value* at = &root;
  Value made;  // holds what is not part of the root itself: slices
  for (const Value& key : path.items()) {
    if (at->is_object() && key.is_string()) {
      const Value* found = at->Find(key);
      if (found == nullptr) {
        made = Value();
        at = &made;
      } else {
        at = found;
      }
      continue;
    }
    Value next;
    if (!GetIndex(*at, key, &next, error)) return false;
    made = std::move(next);
    at = &made;
  }
  *out = *at;
  return true;
}

bool SetPath(Value root, const Value& path, Value value, Value* out, Value* error) {
  if (!CheckPath(path, error)) return false;
  root.MakeCounted();
  Steps steps(std::move(root));
  for (const Value& key : path.items()) {
    if (!steps.Down(key, error)) return false;
  }
  steps.Put(std::move(value));
  return steps.Finish(out, error);
}

bool DeleteKeys(Value container, const Value& keys, Value* out, Value* error) {
  return DeleteFrom(std::move(container), keys.items(), out, error);
}

bool DeletePaths(Value root, const Value& paths, Value* out, Value* error) {
  if (!paths.is_array()) return Fail(error, "Paths must be specified as an array");
  root.MakeCounted();
  const auto all = paths.items();
  std::vector<const Value*> sorted;
  sorted.reserve(all.size());
  for (const uint32_t i : SortedOrder(all)) sorted.push_back(&all[i]);
  for (const Value* path : sorted) {
    if (!path->is_array()) {
      std::string text = "Path must be specified as array, not ";
      return Fail(error, text.append(json::TypeName(path->type())));
    }
    if (path->size() > kLongestPath) return Fail(error, "Path too deep");
  }
  if (sorted.empty()) {
    *out = std::move(root);
    return true;
  }
  if (sorted.front()->empty()) {
    *out = Value();
    return true;
  }
  return Deleter(std::move(root), sorted).Run(out, error);
}

}  // namespace karta::jq
