// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jq/compiler.h"

namespace karta::jq {

int Compiler::NewSlot() {
  const int slot = context_->next_slot++;
  context_->function->variables = std::max(context_->function->variables, context_->next_slot);
  return slot;
}

void Compiler::Declare(const std::string& key, Binding binding) {
  names_[key].push_back(std::move(binding));
  declared_.push_back(key);
}

void Compiler::Forget(size_t mark) {
  while (declared_.size() > mark) {
    names_[declared_.back()].pop_back();
    declared_.pop_back();
  }
}

const Compiler::Binding* Compiler::Find(const std::string& key) const {
  const auto found = names_.find(key);
  return found == names_.end() || found->second.empty() ? nullptr : &found->second.back();
}

void Compiler::DeclarePattern(const Pattern& pattern, std::map<std::string, int>* slots) {
  const auto declare = [&](const std::string& name) {
    if (slots->contains(name)) return;
    const int slot = NewSlot();
    slots->emplace(name, slot);
    Declare("$" + name,
            {.kind = Binding::Kind::kVariable, .level = context_->level, .index = slot});
  };
  if (pattern.kind == Pattern::Kind::kVariable) {
    declare(pattern.name);
    return;
  }
  for (const Pattern::Entry& entry : pattern.entries) {
    if (!entry.variable.empty()) declare(entry.variable);
    if (entry.pattern != nullptr) DeclarePattern(*entry.pattern, slots);
  }
}

// Elements are bound last to first, members first to last; of two places for one name the one that
// is bound first counts.
std::unique_ptr<PatternOp> Compiler::MakePattern(const Pattern& pattern,
                                                 std::set<std::string>* bound) {
  const auto slot_of = [&](const std::string& name) {
    return bound->insert(name).second ? Find("$" + name)->index : PatternOp::kIgnored;
  };
  auto result = std::make_unique<PatternOp>();
  if (pattern.kind == Pattern::Kind::kVariable) {
    result->slot = slot_of(pattern.name);
    return result;
  }
  const bool is_array = pattern.kind == Pattern::Kind::kArray;
  for (size_t i = 0; i < pattern.entries.size(); ++i) {
    const size_t at = is_array ? pattern.entries.size() - 1 - i : i;
    const Pattern::Entry& entry = pattern.entries[at];
    PatternOp::Entry made;
    if (is_array) {
      made.constant = Value::Int(static_cast<int64_t>(at));
    } else if (entry.key == nullptr) {
      made.constant = Value::String(entry.variable);
      made.slot = slot_of(entry.variable);
    } else if (entry.key->syntax == Syntax::kLiteral && entry.key->value.is_string()) {
      made.constant = entry.key->value;
    } else {
      made.key = Expression(*entry.key).op;
    }
    if (entry.pattern != nullptr) made.pattern = MakePattern(*entry.pattern, bound);
    result->entries.push_back(std::move(made));
  }
  return result;
}

// Every variable of every alternative is visible in the body; key expressions see those as well.
Patterns Compiler::BindPatterns(const Node& node) {
  std::map<std::string, int> slots;
  for (const auto& pattern : node.patterns) DeclarePattern(*pattern, &slots);
  Patterns patterns;
  for (const auto& pattern : node.patterns) {
    std::set<std::string> bound;
    patterns.alternatives.push_back(MakePattern(*pattern, &bound));
  }
  for (const auto& [name, slot] : slots) patterns.slots.push_back(slot);
  return patterns;
}

}  // namespace karta::jq
