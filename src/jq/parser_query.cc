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

// An operator that waits for its right side.
struct Waiting {
  NodePtr left;
  OperatorRule rule;
  std::string_view spelling;
};

}  // namespace

// The left part of a query that waits for what stands to its right: `a |`, `a ,`, or a node that
// lacks its body (`e as $x |`, `label $x |`, `def f: b;`).
struct Parser::Pending {
  Syntax syntax;
  NodePtr node;
};

// Bodies of bindings, labels and definitions reach as far right as they can; `,` is stronger than `|`
// and leans left, `|` leans right.
NodePtr Parser::ParseQuery() {
  std::vector<Pending> pending;
  NodePtr right;
  while (true) {
    if (!ParsePrefix(&pending)) return nullptr;
    right = ParseExpression();
    if (!right) return nullptr;
    if (Is(Tok::kAs)) {
      const uint32_t begin = right->begin;
      NodePtr bind = Make(Syntax::kBind, begin, std::move(right), nullptr);
      Shift();
      if (!ParsePatterns(&bind->patterns) || !Expect(Tok::kPipe)) return nullptr;
      pending.push_back({Syntax::kBind, std::move(bind)});
      continue;
    }
    if (!pending.empty() && pending.back().syntax == Syntax::kComma) {
      NodePtr left = std::move(pending.back().node);
      pending.pop_back();
      const uint32_t begin = left->begin;
      right = Make(Syntax::kComma, begin, std::move(left), std::move(right));
    }
    if (!Is(Tok::kPipe) && !Is(Tok::kComma)) break;
    pending.push_back({Is(Tok::kPipe) ? Syntax::kPipe : Syntax::kComma, std::move(right)});
    Shift();
  }
  while (!pending.empty()) {
    auto [syntax, node] = std::move(pending.back());
    pending.pop_back();
    if (syntax == Syntax::kPipe || syntax == Syntax::kComma) {
      const uint32_t begin = node->begin;
      right = Make(syntax, begin, std::move(node), std::move(right));
    } else {
      node->kids.back() = std::move(right);
      node->end = previous_end_;
      right = std::move(node);
    }
  }
  return right;
}

bool Parser::ParsePrefix(std::vector<Pending>* pending) {
  while (true) {
    const uint32_t begin = token_.begin;
    if (Is(Tok::kDef)) {
      std::unique_ptr<Definition> definition = ParseDefinition();
      if (!definition) return false;
      NodePtr node = Make(Syntax::kDefine, begin, nullptr);
      node->definition = std::move(definition);
      pending->push_back({Syntax::kDefine, std::move(node)});
    } else if (Accept(Tok::kLabel)) {
      if (!Is(Tok::kVariable)) return SyntaxError({Tok::kVariable}), false;
      std::string name(Spelling().substr(1));
      Shift();
      if (!Expect(Tok::kPipe)) return false;
      NodePtr node = Make(Syntax::kLabel, begin, nullptr);
      node->text = std::move(name);
      pending->push_back({Syntax::kLabel, std::move(node)});
    } else {
      return true;
    }
  }
}

NodePtr Parser::ParseExpression() {
  std::vector<Waiting> waiting;
  while (true) {
    NodePtr right = ParseTerm();
    if (!right) return nullptr;
    const OperatorRule next = RuleOf(token_.kind);
    while (!waiting.empty()) {
      Waiting& top = waiting.back();
      if (top.rule.strength < next.strength) break;
      if (top.rule.strength == next.strength) {
        if (next.side == Side::kNone) return SyntaxError();
        if (next.side == Side::kRight) break;
      }
      const uint32_t begin = top.left->begin;
      NodePtr node = Make(top.rule.syntax, begin, std::move(top.left), std::move(right));
      node->text = top.spelling;
      right = std::move(node);
      waiting.pop_back();
    }
    if (next.strength == 0) return right;
    waiting.push_back({std::move(right), next, Spelling()});
    Shift();
  }
}

}  // namespace karta::jq
