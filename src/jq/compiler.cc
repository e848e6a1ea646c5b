// SPDX-License-Identifier: Apache-2.0
#include "jq/compiler.h"

#include <algorithm>

#include "jq/native.h"

namespace karta::jq {

namespace {

// Counts levels of nesting while an expression is compiled.
struct Nesting {
  Nesting(int* depth, int* deepest) : depth(depth) { *deepest = std::max(*deepest, ++*depth); }
  ~Nesting() { --*depth; }
  int* depth;
};

Operator OperatorOf(std::string_view text) {
  constexpr std::pair<std::string_view, Operator> kOperators[] = {
      {"+", Operator::kAdd},       {"-", Operator::kSubtract},      {"*", Operator::kMultiply},
      {"/", Operator::kDivide},    {"%", Operator::kModulo},        {"==", Operator::kEqual},
      {"!=", Operator::kNotEqual}, {"<", Operator::kLess},          {"<=", Operator::kLessEqual},
      {">", Operator::kGreater},   {">=", Operator::kGreaterEqual},
  };
  for (const auto& [spelling, op] : kOperators) {
    if (spelling == text) return op;
  }
  return Operator::kAdd;
}

OpPtr Commas(std::vector<OpPtr>& parts, size_t begin, size_t end) {
  if (end - begin == 1) return std::move(parts[begin]);
  // Halves, so that a list of any length stays shallow.
  const size_t middle = begin + (end - begin) / 2;
  OpPtr left = Commas(parts, begin, middle);
  return MakeComma(std::move(left), Commas(parts, middle, end));
}

}  // namespace

void Compiler::Report(std::string message, uint32_t begin, uint32_t end) {
  context_->function->errors.emplace_back(
      begin, Describe({std::move(message), begin, end}, source_->text, source_->name));
}

// The errors of everything that `root` reaches, in the order of the text.  Functions that nobody
// calls may be wrong, as in jq.
void Compiler::CollectErrors(const Function& root) {
  std::vector<std::pair<uint32_t, std::string>> found = root.errors;
  std::set<const Function*> seen;
  std::vector<const Function*> waiting;
  const auto follow = [&](const Function& from) {
    for (const Function* called : from.calls) {
      if (seen.insert(called).second) waiting.push_back(called);
    }
  };
  follow(root);
  while (!waiting.empty()) {
    const Function* function = waiting.back();
    waiting.pop_back();
    found.insert(found.end(), function->errors.begin(), function->errors.end());
    follow(*function);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [place, text] : found) errors_.push_back(std::move(text));
}

Compiled Compiler::Fail(const Node& node, std::string message) {
  Report(std::move(message), node.begin, node.end);
  return {MakeEmpty(), true};
}

Compiled Compiler::Expression(const Node& node, bool tail) {
  const Nesting nesting(&depth_, &deepest_);
  if (depth_ > kMaxDepth) {
    if (depth_ == kMaxDepth + 1) return Fail(node, "program is nested too deeply");
    return {MakeEmpty(), true};
  }
  switch (node.syntax) {
    case Syntax::kIdentity:
      return {MakeIdentity(), true};
    case Syntax::kRecurse:
      return {MakeRecurse(nullptr), true};
    case Syntax::kField:
    case Syntax::kIndex:
    case Syntax::kSlice:
    case Syntax::kIterate:
      return Step(node, false);
    case Syntax::kLiteral:
      return {MakeConstant(node.value), false};
    case Syntax::kString:
      return Interpolated(node);
    case Syntax::kFormat:
      return Format(node);
    case Syntax::kArray:
      return {MakeCollect(node.kids.empty() ? nullptr : Expression(*node.kids[0]).op), false};
    case Syntax::kObject:
      return Object(node);
    case Syntax::kNegate:
      return {MakeNegate(Expression(*node.kids[0]).op), false};
    case Syntax::kPipe:
      return Pipe(node, tail);
    case Syntax::kComma: {
      std::vector<const Node*> nodes;
      const Node* at = &node;
      for (; at->syntax == Syntax::kComma; at = at->kids[0].get())
        nodes.push_back(at->kids[1].get());
      nodes.push_back(at);
      std::reverse(nodes.begin(), nodes.end());
      std::vector<OpPtr> parts;
      bool is_path = true;
      for (size_t i = 0; i < nodes.size(); ++i) {
        Compiled part = Expression(*nodes[i], tail && i + 1 == nodes.size());
        is_path = is_path && part.is_path;
        parts.push_back(std::move(part.op));
      }
      return {Commas(parts, 0, parts.size()), is_path};
    }
    case Syntax::kBinary:
      return Binary(node, tail);
    case Syntax::kUpdate:
      return Update(node);
    case Syntax::kIf: {
      OpPtr condition = Expression(*node.kids[0]).op;
      const bool branch_tail = tail && condition->single();
      Compiled then = Expression(*node.kids[1], branch_tail);
      Compiled otherwise = node.kids[2] != nullptr ? Expression(*node.kids[2], branch_tail)
                                                   : Compiled{MakeIdentity(), true};
      const bool is_path = then.is_path && otherwise.is_path;
      return {MakeIf(std::move(condition), std::move(then.op), std::move(otherwise.op)), is_path};
    }
    case Syntax::kTry: {
      if (node.shallow) return Step(*node.kids[0], true);
      Compiled body = Expression(*node.kids[0]);
      if (node.kids[1] == nullptr) return {MakeTry(std::move(body.op), nullptr), body.is_path};
      Compiled handler = Expression(*node.kids[1]);
      return {MakeTry(std::move(body.op), std::move(handler.op)), body.is_path && handler.is_path};
    }
    case Syntax::kReduce:
    case Syntax::kForeach:
      return Fold(node);
    case Syntax::kBind:
      return Bind(node, tail);
    case Syntax::kLabel:
      return Label(node);
    case Syntax::kBreak: {
      const Binding* label = Find("*" + node.text);
      if (label == nullptr) return Fail(node, "$*label-" + node.text + " is not defined");
      return {MakeBreak(context_->level - label->level, label->index), true};
    }
    case Syntax::kCall:
      return Call(node, tail);
    case Syntax::kVariable:
      return Variable(node);
    case Syntax::kDefine: {
      const size_t mark = Mark();
      Define(*node.definition);
      Compiled rest = Expression(*node.kids[0], tail);
      Forget(mark);
      return rest;
    }
  }
  return Fail(node, "internal: unknown syntax");
}

Compiled Compiler::Step(const Node& node, bool optional) {
  Compiled target = Expression(*node.kids[0]);
  switch (node.syntax) {
    case Syntax::kIterate:
      return {MakeIterate(std::move(target.op), optional), target.is_path};
    case Syntax::kSlice: {
      OpPtr from = node.kids[1] != nullptr ? Expression(*node.kids[1]).op : nullptr;
      OpPtr to = node.kids[2] != nullptr ? Expression(*node.kids[2]).op : nullptr;
      return {MakeSlice(std::move(target.op), std::move(from), std::move(to), optional),
              target.is_path};
    }
    case Syntax::kField:
    case Syntax::kIndex: {
      const Node& key = *node.kids[1];
      const bool negative = key.syntax == Syntax::kNegate &&
                            key.kids[0]->syntax == Syntax::kLiteral && key.kids[0]->value.is_int();
      if (negative) {
        return {MakeKeyStep(std::move(target.op), Value::Int(-key.kids[0]->value.int_value()),
                            optional),
                target.is_path};
      }
      if (key.syntax == Syntax::kLiteral && (key.value.is_string() || key.value.is_int())) {
        return {MakeKeyStep(std::move(target.op), key.value, optional), target.is_path};
      }
      return {MakeIndex(std::move(target.op), Expression(key).op, optional), target.is_path};
    }
    default:
      return Expression(node);
  }
}

Compiled Compiler::Pipe(const Node& node, bool tail) {
  std::vector<const Node*> nodes;
  const Node* at = &node;
  for (; at->syntax == Syntax::kPipe; at = at->kids[1].get()) nodes.push_back(at->kids[0].get());
  nodes.push_back(at);

  std::vector<OpPtr> parts;
  bool is_path = true;
  bool single = true;
  for (size_t i = 0; i < nodes.size(); ++i) {
    Compiled part = Expression(*nodes[i], tail && single && i + 1 == nodes.size());
    single = single && part.op->single();
    is_path = is_path && part.is_path;
    parts.push_back(std::move(part.op));
  }
  deepest_ = std::max(deepest_, depth_ + static_cast<int>(parts.size()));
  if (static_cast<int>(parts.size()) + depth_ > kMaxDepth) {
    return Fail(node, "program is nested too deeply");
  }
  OpPtr result = std::move(parts.back());
  for (size_t i = parts.size() - 1; i-- > 0;)
    result = MakePipe(std::move(parts[i]), std::move(result));
  return {std::move(result), is_path};
}

Compiled Compiler::Binary(const Node& node, bool tail) {
  Compiled left = Expression(*node.kids[0]);
  if (node.text == "//") {
    Compiled right = Expression(*node.kids[1], tail);
    const bool is_path = left.is_path && right.is_path;
    return {MakeAlternative(std::move(left.op), std::move(right.op)), is_path};
  }
  OpPtr right = Expression(*node.kids[1]).op;
  if (node.text == "and") return {MakeAnd(std::move(left.op), std::move(right)), false};
  if (node.text == "or") return {MakeOr(std::move(left.op), std::move(right)), false};
  return {MakeOperator(OperatorOf(node.text), std::move(left.op), std::move(right)), false};
}

Compiled Compiler::Update(const Node& node) {
  OpPtr path = Expression(*node.kids[0]).op;
  OpPtr value = Expression(*node.kids[1]).op;
  if (node.text == "=") return {MakeAssign(std::move(path), std::move(value)), false};
  if (node.text == "|=") return {MakeModify(std::move(path), std::move(value)), false};
  if (node.text == "//=") return {MakeAlternativeUpdate(std::move(path), std::move(value)), false};
  const Operator op = OperatorOf(std::string_view(node.text).substr(0, node.text.size() - 1));
  return {MakeOperatorUpdate(op, std::move(path), std::move(value)), false};
}

Compiled Compiler::Object(const Node& node) {
  std::vector<ObjectEntry> entries;
  for (size_t i = 0; i + 1 < node.kids.size(); i += 2) {
    const Node& key = *node.kids[i];
    const Node* value = node.kids[i + 1].get();
    ObjectEntry entry;
    if (key.syntax == Syntax::kVariable && value == nullptr) {
      // {$x}: named by the variable; {$x: v} is named by its value.
      entry.constant = Value::String(key.text);
      entry.value = Expression(key).op;
    } else if (key.syntax == Syntax::kLiteral) {
      if (!key.value.is_string()) {
        return Fail(key, "Cannot use " + TypeAndExcerpt(key.value) + " as object key");
      }
      entry.constant = key.value;
      entry.value =
          value != nullptr ? Expression(*value).op : MakeKeyStep(MakeIdentity(), key.value, false);
    } else {
      entry.key = Expression(key).op;
      if (value != nullptr) entry.value = Expression(*value).op;
    }
    entries.push_back(std::move(entry));
  }
  return {MakeObject(std::move(entries)), false};
}

Compiled Compiler::Interpolated(const Node& node) {
  const Native format = node.text.empty() ? nullptr : FindNative(node.text, 0);
  if (!node.text.empty() && format == nullptr) {
    return {MakeError(MakeConstant(Value::String(node.text.substr(1) + " is not a valid format"))),
            false};
  }
  std::vector<OpPtr> pieces;  // literal pieces at even positions
  for (const NodePtr& kid : node.kids) {
    const bool is_text =
        kid->syntax == Syntax::kLiteral && kid->value.is_string() && pieces.size() % 2 == 0;
    if (!is_text && pieces.size() % 2 == 0) pieces.push_back(MakeConstant(Value::String("")));
    pieces.push_back(Expression(*kid).op);
  }
  return {MakeInterpolation(std::move(pieces), format), false};
}

Compiled Compiler::Format(const Node& node) {
  if (const Native format = FindNative(node.text, 0)) {
    return {MakeNativeCall({node.text, 0, format}, {}), false};
  }
  return {MakeError(MakeConstant(Value::String(node.text.substr(1) + " is not a valid format"))),
          false};
}

Compiled Compiler::Bind(const Node& node, bool tail) {
  OpPtr source = Expression(*node.kids[0]).op;
  const size_t mark = Mark();
  const int slots = context_->next_slot;
  Patterns patterns = BindPatterns(node);
  const bool plain = patterns.alternatives.size() == 1 && patterns.alternatives[0]->slot >= 0;
  Compiled body = Expression(*node.kids[1], tail && plain && source->single());
  Forget(mark);
  context_->next_slot = slots;
  return {MakeBind(std::move(source), std::move(patterns), std::move(body.op)), body.is_path};
}

Compiled Compiler::Fold(const Node& node) {
  Compiled source = Expression(*node.kids[0]);
  Compiled init = Expression(*node.kids[1]);
  const size_t mark = Mark();
  const int slots = context_->next_slot;
  Patterns patterns = BindPatterns(node);
  Compiled update = Expression(*node.kids[2]);
  Compiled result;
  if (node.syntax == Syntax::kReduce) {
    result = {MakeReduce(std::move(source.op), std::move(patterns), std::move(init.op),
                         std::move(update.op)),
              init.is_path && update.is_path};
  } else {
    Compiled extract =
        node.kids[3] != nullptr ? Expression(*node.kids[3]) : Compiled{nullptr, true};
    result = {MakeForeach(std::move(source.op), std::move(patterns), std::move(init.op),
                          std::move(update.op), std::move(extract.op)),
              init.is_path && update.is_path && extract.is_path};
  }
  Forget(mark);
  context_->next_slot = slots;
  return result;
}

Compiled Compiler::Label(const Node& node) {
  const size_t mark = Mark();
  const int slot = NewSlot();
  Declare("*" + node.text,
          {.kind = Binding::Kind::kLabel, .level = context_->level, .index = slot});
  Compiled body = Expression(*node.kids[0]);
  Forget(mark);
  context_->next_slot = slot;
  return {MakeLabel(slot, std::move(body.op)), body.is_path};
}

Compiled Compiler::Variable(const Node& node) {
  if (node.text == "__loc__") return {MakeConstant(node.value), false};
  if (const Binding* binding = Find("$" + node.text)) {
    switch (binding->kind) {
      case Binding::Kind::kGlobal:
        return {MakeGlobal(binding->index), false};
      case Binding::Kind::kConstant:
        return {MakeConstant(binding->constant), false};
      default:
        return {MakeVariable(context_->level - binding->level, binding->index), false};
    }
  }
  if (node.text == "ENV") {
    traits_.reads_world = true;
    return {MakeEnvironment(), false};
  }
  if (node.text == "__prog_args") {
    traits_.reads_world = true;
    return {MakeProgramArguments(), false};
  }
  return Fail(node, "$" + node.text + " is not defined");
}

Result<std::shared_ptr<Program::Code>> Compiler::Compile(std::string_view source) {
  const SourceText text{options_.name, source};
  source_ = &text;
  const auto failure = [&]() -> Status {
    std::string all;
    for (const std::string& error : errors_) all += (all.empty() ? "" : "\n") + error;
    return BadRequest(std::move(all)).WithReason("JqCompileError");
  };
  ParseOutcome parsed = ParseSource(source, kParseDepth, options_.name);
  if (parsed.module == nullptr) {
    for (const SourceError& error : parsed.errors)
      errors_.push_back(Describe(error, source, options_.name));
    return failure();
  }

  Function root;
  Context context{&root, 0, 0};
  context_ = &context;
  for (size_t i = 0; i < options_.variables.size(); ++i) {
    Declare("$" + options_.variables[i],
            {.kind = Binding::Kind::kGlobal, .index = static_cast<int>(i)});
  }
  if (!options_.prelude.name.empty()) {
    const LoadedModule* home = LoadModule(options_.prelude);
    if (home == nullptr) return failure();
    for (const auto& [key, binding] : home->definitions) Declare(key, binding);
  }
  if (!Imports(*parsed.module, "")) return failure();
  for (const auto& definition : parsed.module->definitions) Define(*definition);
  if (parsed.module->main == nullptr) {
    Refuse("Top-level program not given (try \".\")");
  }
  Compiled main = parsed.module->main != nullptr ? Expression(*parsed.module->main)
                                                 : Compiled{MakeIdentity(), true};
  CollectErrors(root);
  if (!errors_.empty()) return failure();

  auto code = std::make_shared<Program::Code>();
  code->main = std::move(main.op);
  code->functions = std::move(functions_);
  code->variables = root.variables;
  code->depth = deepest_;
  traits_.is_path = main.is_path;
  traits_.builtins.assign(builtins_used_.begin(), builtins_used_.end());
  code->traits = std::move(traits_);
  code->library_paths = options_.library_paths;
  code->loader = options_.loader;
  code->run_variables = options_.variables.size();
  return code;
}

}  // namespace karta::jq
