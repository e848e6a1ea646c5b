// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "jq/parser.h"

namespace karta::jq {
namespace {

enum class Side : uint8_t { kLeft, kRight, kNone };

struct OperatorRule {
  int strength = 0;  // 0: no operator between expressions
  Side side = Side::kLeft;
  Syntax syntax = Syntax::kBinary;
};

OperatorRule RuleOf(Tok kind) {
  switch (kind) {
    case Tok::kAlternative:
      return {1, Side::kRight};
    case Tok::kAssign:
    case Tok::kPipeEq:
    case Tok::kPlusEq:
    case Tok::kMinusEq:
    case Tok::kTimesEq:
    case Tok::kDivideEq:
    case Tok::kModEq:
    case Tok::kAlternativeEq:
      return {2, Side::kNone, Syntax::kUpdate};
    case Tok::kOr:
      return {3};
    case Tok::kAnd:
      return {4};
    case Tok::kEqual:
    case Tok::kNotEqual:
    case Tok::kLess:
    case Tok::kGreater:
    case Tok::kLessEqual:
    case Tok::kGreaterEqual:
      return {5, Side::kNone};
    case Tok::kPlus:
    case Tok::kMinus:
      return {6};
    case Tok::kTimes:
    case Tok::kDivide:
    case Tok::kModulo:
      return {7};
    default:
      return {};
  }
}

}  // namespace

// An operator that waits for its right side.
struct Parser::Waiting {
  NodePtr left;
  OperatorRule rule;
  std::string_view spelling;
};

// The left part of a query that waits for what stands to its right: `a |`, `a ,`, or a node that
// lacks its body (`e as $x |`, `label $x |`, `def f: b;`).
struct Parser::Pending {
  Syntax syntax;
  NodePtr node;
};

// Bodies of bindings, labels and definitions reach as far right as they can; `,` is stronger than
// `|` and leans left, `|` leans right.
NodePtr Parser::ParseQuery() {
  std::vector<Pending> pending;
  while (true) {
    if (!ParsePrefix(&pending)) return nullptr;
    NodePtr right = ParseExpression();
    if (!right) return nullptr;
    if (Is(Tok::kAs)) {
      if (!ParseBinding(&pending, std::move(right))) return nullptr;
      continue;
    }
    if (!pending.empty() && pending.back().syntax == Syntax::kComma) CloseLast(&pending, &right);
    const bool pipe = Is(Tok::kPipe);
    if (!pipe && !Is(Tok::kComma)) {
      while (!pending.empty()) CloseLast(&pending, &right);
      return right;
    }
    Shift();
    pending.push_back({pipe ? Syntax::kPipe : Syntax::kComma, std::move(right)});
  }
}

// Gives the last of `pending` its right side; the whole becomes the new `*right`.
void Parser::CloseLast(std::vector<Pending>* pending, NodePtr* right) {
  Pending last = std::move(pending->back());
  pending->pop_back();
  if (last.syntax == Syntax::kPipe || last.syntax == Syntax::kComma) {
    const uint32_t begin = last.node->begin;
    *right = Make(last.syntax, begin, std::move(last.node), std::move(*right));
  } else {
    last.node->kids.back() = std::move(*right);
    last.node->end = previous_end_;
    *right = std::move(last.node);
  }
}

bool Parser::ParseBinding(std::vector<Pending>* pending, NodePtr source) {
  const uint32_t begin = source->begin;
  NodePtr bind = Make(Syntax::kBind, begin, std::move(source), nullptr);
  Shift();
  if (!ParsePatterns(&bind->patterns) || !Expect(Tok::kPipe)) return false;
  pending->push_back({Syntax::kBind, std::move(bind)});
  return true;
}

bool Parser::ParsePrefix(std::vector<Pending>* pending) {
  while (Is(Tok::kDef) || Is(Tok::kLabel)) {
    NodePtr node = Is(Tok::kDef) ? ParseDefine() : ParseLabel();
    if (!node) return false;
    pending->push_back({node->syntax, std::move(node)});
  }
  return true;
}

NodePtr Parser::ParseDefine() {
  const uint32_t begin = token_.begin;
  std::unique_ptr<Definition> definition = ParseDefinition();
  if (!definition) return nullptr;
  NodePtr node = Make(Syntax::kDefine, begin, nullptr);
  node->definition = std::move(definition);
  return node;
}

NodePtr Parser::ParseLabel() {
  NodePtr node = Make(Syntax::kLabel, token_.begin, nullptr);
  Shift();
  if (!Is(Tok::kVariable)) return SyntaxError({Tok::kVariable});
  node->text = Spelling().substr(1);
  Shift();
  return Expect(Tok::kPipe) ? std::move(node) : nullptr;
}

NodePtr Parser::ParseExpression() {
  std::vector<Waiting> waiting;
  while (true) {
    NodePtr right = ParseTerm();
    if (!right || !CloseStronger(&waiting, &right)) return nullptr;
    if (RuleOf(token_.kind).strength == 0) return right;
    Await(&waiting, std::move(right));
  }
}

// Finishes the operators that bind tighter than the one at hand.
bool Parser::CloseStronger(std::vector<Waiting>* waiting, NodePtr* right) {
  const OperatorRule next = RuleOf(token_.kind);
  for (; !waiting->empty(); waiting->pop_back()) {
    Waiting& top = waiting->back();
    if (top.rule.strength < next.strength) break;
    if (top.rule.strength == next.strength) {
      if (next.side == Side::kNone) return SyntaxError(), false;
      if (next.side == Side::kRight) break;
    }
    const uint32_t begin = top.left->begin;
    *right = Make(top.rule.syntax, begin, std::move(top.left), std::move(*right));
    (*right)->text = top.spelling;
  }
  return true;
}

void Parser::Await(std::vector<Waiting>* waiting, NodePtr left) {
  waiting->push_back({std::move(left), RuleOf(token_.kind), Spelling()});
  Shift();
}

}  // namespace karta::jq
