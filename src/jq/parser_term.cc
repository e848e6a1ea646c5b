// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "jq/parser.h"

namespace karta::jq {
namespace {

// Tokens that may stand behind a complete term somewhere in a program.  A `.` before any other
// token was meant as the start of an unusual field.
bool MayFollowTerm(Tok kind) {
  switch (kind) {
    case Tok::kInvalid:
    case Tok::kName:
    case Tok::kVariable:
    case Tok::kNumber:
    case Tok::kFormat:
    case Tok::kRecurse:
    case Tok::kDef:
    case Tok::kModule:
    case Tok::kImport:
    case Tok::kInclude:
    case Tok::kIf:
    case Tok::kReduce:
    case Tok::kForeach:
    case Tok::kTry:
    case Tok::kLabel:
    case Tok::kBreak:
    case Tok::kLocation:
    case Tok::kAlternation:
    case Tok::kQuote:
    case Tok::kText:
    case Tok::kInterpolate:
    case Tok::kUnquote:
    case Tok::kOpenParen:
    case Tok::kOpenBrace:
    case Tok::kDollar:
      return false;
    default:
      return true;
  }
}

}  // namespace

NodePtr Parser::ParseTerm() {
  const Level level(this);
  if (!level.ok()) return nullptr;
  bool is_step = false;
  NodePtr head = ParseHead(&is_step);
  return head ? ParsePostfixes(std::move(head), is_step) : nullptr;
}

NodePtr Parser::ParseHead(bool* is_step) {
  const uint32_t begin = token_.begin;
  switch (token_.kind) {
    case Tok::kDot:
      return ParseDot(is_step);
    case Tok::kField:
      *is_step = true;
      return ParsePostfixes(Make(Syntax::kIdentity, begin), false);
    case Tok::kRecurse:
      Shift();
      return Make(Syntax::kRecurse, begin);
    case Tok::kNumber:
      return ParseNumber();
    case Tok::kFormat:
      return ParseFormat();
    case Tok::kVariable:
    case Tok::kLocation:
      return ParseVariable();
    case Tok::kQuote:
      return ParseQuoted("", begin);
    case Tok::kName:
      return ParseName();
    case Tok::kMinus:
      return ParseNegation();
    case Tok::kOpenParen:
      return ParseParenthesised();
    case Tok::kOpenBracket:
      return ParseArray();
    case Tok::kOpenBrace:
      return ParseObject();
    case Tok::kReduce:
      return ParseReduce(Syntax::kReduce);
    case Tok::kForeach:
      return ParseReduce(Syntax::kForeach);
    case Tok::kIf:
      return ParseIf();
    case Tok::kTry:
      return ParseTry();
    case Tok::kBreak:
      return ParseBreak();
    case Tok::kDollar:
      return ParseDollars();
    default:
      return SyntaxError();
  }
}

NodePtr Parser::ParseNumber() {
  NodePtr node = Make(Syntax::kLiteral, token_.begin);
  node->value = NumberValue(Spelling());
  Shift();
  node->end = previous_end_;
  return node;
}

NodePtr Parser::ParseFormat() {
  NodePtr node = Make(Syntax::kFormat, token_.begin);
  node->text = Spelling();
  Shift();
  if (Is(Tok::kQuote)) return ParseQuoted(std::move(node->text), node->begin);
  node->end = previous_end_;
  return node;
}

NodePtr Parser::ParseVariable() {
  NodePtr node = Make(Syntax::kVariable, token_.begin);
  node->text = Spelling().substr(1);
  if (Is(Tok::kLocation)) node->value = Location();
  Shift();
  node->end = previous_end_;
  return node;
}

// `.` alone, or `."name"`.  A plain name behind the dot was glued to it by the lexer, so one that
// stands apart is a mistake.
NodePtr Parser::ParseDot(bool* is_step) {
  const uint32_t begin = token_.begin;
  Shift();
  NodePtr identity = Make(Syntax::kIdentity, begin);
  if (Is(Tok::kFormat) || Is(Tok::kQuote)) {
    if (NodePtr name = ParseString()) {
      *is_step = true;
      return Make(Syntax::kField, begin, std::move(identity), std::move(name));
    }
  } else if (Accept(Tok::kName) || !MayFollowTerm(token_.kind)) {
    SyntaxError();
  } else {
    return identity;
  }
  if (!Resume()) return nullptr;
  Report("try .[\"field\"] instead of .field for unusually named fields", begin, error_end_);
  return identity;
}

// `is_step`: the term ends with a path step already, so that a `?` right behind it belongs to that.
NodePtr Parser::ParsePostfixes(NodePtr term, bool is_step) {
  const uint32_t begin = term->begin;
  while (term) {
    switch (token_.kind) {
      case Tok::kField: {
        const uint32_t name_begin = token_.begin + 1;
        const std::string_view name = Spelling().substr(1);
        Shift();
        NodePtr key = MakeString(name, name_begin);
        term = Make(Syntax::kField, begin, std::move(term), std::move(key));
        is_step = true;
        break;
      }
      case Tok::kDot:
        term = ParseDotSuffix(std::move(term));
        is_step = true;
        break;
      case Tok::kOpenBracket:
        term = ParseSubscript(std::move(term));
        is_step = true;
        break;
      case Tok::kQuestion:
        Shift();
        term = Make(Syntax::kTry, begin, std::move(term), nullptr);
        term->shallow = is_step;
        is_step = false;
        break;
      default:
        return term;
    }
  }
  return nullptr;
}

NodePtr Parser::ParseDotSuffix(NodePtr term) {
  const uint32_t begin = term->begin;
  Shift();
  if (Is(Tok::kOpenBracket)) return ParseBrackets(std::move(term), false);
  if (!Is(Tok::kFormat) && !Is(Tok::kQuote)) {
    return SyntaxError({Tok::kFormat, Tok::kQuote, Tok::kOpenBracket});
  }
  NodePtr name = ParseString();
  if (!name) return nullptr;
  return Make(Syntax::kField, begin, std::move(term), std::move(name));
}

NodePtr Parser::ParseSubscript(NodePtr term) {
  const uint32_t begin = term->begin;
  if (NodePtr node = ParseBrackets(std::move(term), true)) return node;
  if (!Recover({Tok::kCloseBracket})) return nullptr;
  Shift();
  return Make(Syntax::kIdentity, begin);
}

// T[], T[e] and, where `may_slice`, T[from:to].
NodePtr Parser::ParseBrackets(NodePtr term, bool may_slice) {
  const uint32_t begin = term->begin;
  Shift();
  if (Accept(Tok::kCloseBracket)) return Make(Syntax::kIterate, begin, std::move(term));
  NodePtr from;
  NodePtr to;
  if (may_slice && Accept(Tok::kColon)) {
    to = ParseQuery();
    if (!to) return nullptr;
  } else {
    from = ParseQuery();
    if (!from) return nullptr;
    if (Accept(Tok::kCloseBracket)) {
      return Make(Syntax::kIndex, begin, std::move(term), std::move(from));
    }
    if (!may_slice) return SyntaxError({Tok::kPipe, Tok::kComma, Tok::kCloseBracket});
    if (!Expect(Tok::kColon, {Tok::kPipe, Tok::kComma, Tok::kColon, Tok::kCloseBracket})) {
      return nullptr;
    }
    if (!Is(Tok::kCloseBracket)) {
      to = ParseQuery();
      if (!to) return nullptr;
    }
  }
  if (!Expect(Tok::kCloseBracket, {Tok::kPipe, Tok::kComma, Tok::kCloseBracket})) return nullptr;
  return Make(Syntax::kSlice, begin, std::move(term), std::move(from), std::move(to));
}

NodePtr Parser::ParseName() {
  const std::string_view name = Spelling();
  const uint32_t begin = token_.begin;
  Shift();
  if (!Is(Tok::kOpenParen)) {
    NodePtr literal = Make(Syntax::kLiteral, begin);
    if (name == "null") return literal;
    if (name == "true" || name == "false") {
      literal->value = json::Value::Bool(name == "true");
      return literal;
    }
  }
  NodePtr call = Make(Syntax::kCall, begin);
  call->text = name;
  if (!Is(Tok::kOpenParen)) return call;
  do {
    Shift();  // ( or ;
    NodePtr argument = ParseQuery();
    if (!argument) return nullptr;
    call->kids.push_back(std::move(argument));
  } while (Is(Tok::kSemicolon));
  if (!Expect(Tok::kCloseParen, {Tok::kSemicolon, Tok::kCloseParen})) return nullptr;
  return call;
}

// `- - x` is a loop, each sign one level of depth.
NodePtr Parser::ParseNegation() {
  std::vector<uint32_t> signs;
  while (Is(Tok::kMinus)) {
    if (depth_ + static_cast<int>(signs.size()) >= max_depth_) {
      Fatal(std::string(kTooDeep));
      return nullptr;
    }
    signs.push_back(token_.begin);
    Shift();
  }
  NodePtr node = ParseTerm();
  if (!node) return nullptr;
  for (auto sign = signs.rbegin(); sign != signs.rend(); ++sign) {
    node = Make(Syntax::kNegate, *sign, std::move(node));
  }
  return node;
}

NodePtr Parser::ParseParenthesised() {
  const uint32_t begin = token_.begin;
  Shift();
  NodePtr query = ParseQuery();
  if (query && Expect(Tok::kCloseParen, {Tok::kPipe, Tok::kComma, Tok::kCloseParen})) return query;
  if (!Recover({Tok::kCloseParen})) return nullptr;
  Shift();
  return Make(Syntax::kIdentity, begin);
}

NodePtr Parser::ParseArray() {
  const uint32_t begin = token_.begin;
  Shift();
  if (Accept(Tok::kCloseBracket)) return Make(Syntax::kArray, begin);
  NodePtr query = ParseQuery();
  if (query && Expect(Tok::kCloseBracket, {Tok::kPipe, Tok::kComma, Tok::kCloseBracket})) {
    return Make(Syntax::kArray, begin, std::move(query));
  }
  if (!Recover({Tok::kCloseBracket})) return nullptr;
  Shift();
  return Make(Syntax::kIdentity, begin);
}

}  // namespace karta::jq
