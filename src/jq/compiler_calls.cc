// SPDX-License-Identifier: Apache-2.0
#include "jq/compiler.h"
#include "jq/native.h"
#include "jq/prelude.h"

namespace karta::jq {

Compiled Compiler::Call(const Node& node, bool tail) {
  const std::string key = node.text + "/" + std::to_string(node.kids.size());
  if (const Binding* binding = Find(key)) return CallFunction(node, Binding(*binding), tail);

  Compiled result;
  if (Builtin(node, key, &result)) {
    builtins_used_.insert(key);
    return result;
  }
  if (const Native native = FindNative(node.text, static_cast<int>(node.kids.size()))) {
    builtins_used_.insert(key);
    std::vector<OpPtr> arguments;
    for (const NodePtr& kid : node.kids) arguments.push_back(Expression(*kid).op);
    return {MakeNativeCall({node.text, static_cast<int>(node.kids.size()), native},
                           std::move(arguments)),
            false};
  }
  if (Prelude(key)) {
    builtins_used_.insert(key);
    return CallFunction(node, prelude_.find(key)->second, tail);
  }
  Report(key + " is not defined", node.begin, node.begin + static_cast<uint32_t>(node.text.size()));
  return {MakeEmpty(), true};
}

Compiled Compiler::CallFunction(const Node& node, const Binding& binding, bool tail) {
  const int hops = context_->level - binding.level;
  if (binding.kind == Binding::Kind::kClosure) return {MakeClosureCall(hops, binding.index), true};
  if (binding.kind == Binding::Kind::kVariable) return {MakeVariable(hops, binding.index), false};

  Function& function = *binding.function;
  if (&function != context_->function) context_->function->calls.push_back(binding.function);
  if (function.open) {
    function.recursive = true;
    traits_.may_not_end = true;
  }
  std::vector<OpPtr> arguments;
  bool is_path = binding.is_path;
  for (size_t i = 0; i < node.kids.size(); ++i) {
    Compiled argument = Expression(*node.kids[i]);
    if (function.value_slots[i] < 0) is_path = is_path && argument.is_path;
    arguments.push_back(std::move(argument.op));
  }
  bool single = function.single;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (function.value_slots[i] >= 0) single = single && arguments[i]->single();
  }
  const bool tail_call = tail && CanTail(binding, arguments);
  return {MakeCall(binding.function, hops, std::move(arguments), single, tail_call), is_path};
}

// A tail call drops the frame it is made from, so nothing it passes on may live there.
bool Compiler::CanTail(const Binding& binding, const std::vector<OpPtr>& arguments) const {
  if (context_->level == 0 || binding.level >= context_->level) return false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    int hops, index;
    if (binding.function->value_slots[i] >= 0 ? !arguments[i]->single()
                                              : !IsClosurePass(*arguments[i], &hops, &index)) {
      return false;
    }
  }
  return true;
}

Function* Compiler::CompileFunction(const Definition& definition, const std::string& key,
                                    bool assume_single, bool* is_path) {
  Function* function = functions_.emplace_back(std::make_unique<Function>()).get();
  function->name = definition.name;
  function->single = assume_single;
  function->open = true;

  const size_t mark = Mark();
  Declare(key, {.kind = Binding::Kind::kFunction,
                .level = context_->level,
                .is_path = true,
                .function = function});
  Context inner{function, context_->level + 1, 0};
  Context* outer = std::exchange(context_, &inner);
  int index = 0;
  for (const Parameter& parameter : definition.parameters) {
    Binding binding{.kind = Binding::Kind::kClosure, .level = inner.level, .index = index++};
    int slot = -1;
    if (parameter.is_value) {
      slot = NewSlot();
      binding.kind = Binding::Kind::kVariable;
      binding.index = slot;
      Declare("$" + parameter.name, binding);
    }
    function->value_slots.push_back(slot);
    Declare(parameter.name + "/0", binding);
  }
  Compiled body = Expression(*definition.body, true);
  context_ = outer;
  Forget(mark);

  function->body = std::move(body.op);
  function->open = false;
  *is_path = body.is_path;
  return function;
}

// A function that calls itself is first taken to give at most one result; when its body turns out
// not to, it is compiled again without that hope.
void Compiler::Define(const Definition& definition) {
  const std::string key = definition.name + "/" + std::to_string(definition.parameters.size());
  ++definition_nesting_;
  bool is_path = false;
  const bool hope = definition_nesting_ <= kOptimisticNesting;
  Function* function = CompileFunction(definition, key, hope, &is_path);
  if (function->recursive && hope && !function->body->single() && function->errors.empty()) {
    function = CompileFunction(definition, key, false, &is_path);
  }
  if (!function->recursive) function->single = function->body->single();
  --definition_nesting_;
  Declare(key, {.kind = Binding::Kind::kFunction,
                .level = context_->level,
                .is_path = is_path,
                .function = function});
}

// Compiles a builtin that is written in jq, with only builtins in sight.
bool Compiler::Prelude(const std::string& key) {
  if (prelude_.contains(key)) return true;
  const std::string_view text = PreludeSource(key);
  if (text.empty()) return false;

  Names names = std::exchange(names_, {});
  std::vector<std::string> declared = std::exchange(declared_, {});
  const SourceText here{"<builtin>", text};
  const SourceText* source = std::exchange(source_, &here);
  std::set<std::string> used = builtins_used_;
  const bool may_not_end = traits_.may_not_end;
  Function root;
  Context outermost{&root, 0, 0};
  Context* context = std::exchange(context_, &outermost);
  const int nesting = std::exchange(definition_nesting_, 0);

  ParseOutcome parsed = ParseSource(text);
  KRT_ASSERT(parsed.module != nullptr);
  Define(*parsed.module->definitions.front());
  prelude_.emplace(key, *Find(key));

  definition_nesting_ = nesting;
  context_ = context;
  builtins_used_ = std::move(used);
  traits_.may_not_end = may_not_end;
  source_ = source;
  declared_ = std::move(declared);
  names_ = std::move(names);
  return true;
}

}  // namespace karta::jq
