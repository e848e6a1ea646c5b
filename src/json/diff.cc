// SPDX-License-Identifier: Apache-2.0
#include "json/diff.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "json/align.h"
#include "json/pointer.h"
#include "json/print.h"

namespace karta::json {
namespace {

// Deeper than this a difference is one replacement: keeps the recursion below bounded.
constexpr size_t kMaxDepth = 500;

// Walks two documents side by side.  Places are kept as text that grows and shrinks with the walk.
class Walker {
 public:
  void Compare(const Value& from, const Value& to, size_t depth);
  Difference Take() { return std::move(difference_); }

 private:
  // The same place seen from the document half patched, the old one and the new one: they differ in
  // indices once something was put into an array or taken out.
  struct Place {
    std::string patched, before, after;
  };
  // Appends a token to each place and takes it off again.
  class Step {
   public:
    Step(Place& place, std::string_view patched, std::string_view before, std::string_view after)
        : place_(place), sizes_{place.patched.size(), place.before.size(), place.after.size()} {
      AppendPointerToken(patched, &place.patched);
      AppendPointerToken(before, &place.before);
      AppendPointerToken(after, &place.after);
    }
    ~Step() {
      place_.patched.resize(sizes_[0]);
      place_.before.resize(sizes_[1]);
      place_.after.resize(sizes_[2]);
    }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

   private:
    Place& place_;
    size_t sizes_[3];
  };

  void CompareObjects(const Value& from, const Value& to, size_t depth);
  void CompareArrays(const Value& from, const Value& to, size_t depth);
  void Added(const Value& value);
  void Removed(const Value& value);
  void Replaced(const Value& before, const Value& after);
  void Emit(std::string_view op, const Value* value);

  Place place_;
  Difference difference_;
};

void Walker::Compare(const Value& from, const Value& to, size_t depth) {
  if (from.identical(to)) return;
  if (depth < kMaxDepth && from.is_object() && to.is_object()) {
    CompareObjects(from, to, depth);
  } else if (depth < kMaxDepth && from.is_array() && to.is_array()) {
    CompareArrays(from, to, depth);
  } else if (!(from == to)) {
    Replaced(from, to);
  }
}

void Walker::CompareObjects(const Value& from, const Value& to, size_t depth) {
  const std::span<const Member> members = from.members();
  const bool related = std::any_of(members.begin(), members.end(), [&](const Member& member) {
    return to.Find(member.key) != nullptr;
  });
  if (!related && !from.empty() && !to.empty()) return Replaced(from, to);
  for (const Member& member : members) {
    const std::string_view key = member.key.str();
    const Step step(place_, key, key, key);
    const Value* after = to.Find(member.key);
    if (after == nullptr) {
      Removed(member.value);
    } else {
      Compare(member.value, *after, depth + 1);
    }
  }
  for (const Member& member : to.members()) {
    if (from.Find(member.key) != nullptr) continue;
    const std::string_view key = member.key.str();
    const Step step(place_, key, key, key);
    Added(member.value);
  }
}

void Walker::CompareArrays(const Value& from, const Value& to, size_t depth) {
  const std::span<const Value> before = from.items(), after = to.items();
  size_t patched = 0;  // index in the array as the patch has changed it so far
  for (const Pairing& pair : AlignArrays(before, after)) {
    const std::string old_index = pair.before ? std::to_string(*pair.before) : "-";
    const std::string new_index = pair.after ? std::to_string(*pair.after) : "-";
    const Step step(place_, std::to_string(patched), old_index, new_index);
    if (!pair.after) {
      Removed(before[*pair.before]);
      continue;
    }
    if (!pair.before) {
      Added(after[*pair.after]);
    } else if (!pair.equal) {
      Compare(before[*pair.before], after[*pair.after], depth + 1);
    }
    ++patched;
  }
}

void Walker::Added(const Value& value) {
  difference_.changes.push_back(
      {.kind = Change::Kind::kAdded, .path = place_.after, .before = {}, .after = value});
  Emit("add", &value);
}

void Walker::Removed(const Value& value) {
  difference_.changes.push_back(
      {.kind = Change::Kind::kRemoved, .path = place_.before, .before = value, .after = {}});
  Emit("remove", nullptr);
}

void Walker::Replaced(const Value& before, const Value& after) {
  difference_.changes.push_back(
      {.kind = Change::Kind::kReplaced, .path = place_.after, .before = before, .after = after});
  Emit("replace", &after);
}

void Walker::Emit(std::string_view op, const Value* value) {
  Value operation = Value::Object(3);
  operation.Set("op", Value::String(op));
  operation.Set("path", Value::String(place_.patched));
  if (value != nullptr) operation.Set("value", *value);
  difference_.patch.Append(std::move(operation));
}

}  // namespace

Difference Diff(const Value& from, const Value& to) {
  Walker walker;
  walker.Compare(from, to, 0);
  return walker.Take();
}

std::string ToText(const std::vector<Change>& changes) {
  std::string text;
  for (const Change& change : changes) {
    const bool added = change.kind == Change::Kind::kAdded;
    const bool removed = change.kind == Change::Kind::kRemoved;
    text += added ? "+ " : removed ? "- " : "~ ";
    text += change.path.empty() ? "(document)" : change.path;
    text += ": ";
    if (!added) text += ToText(change.before);
    if (!added && !removed) text += " -> ";
    if (!removed) text += ToText(change.after);
    text += '\n';
  }
  return text;
}

}  // namespace karta::json
