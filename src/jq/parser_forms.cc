// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "jq/parser.h"

namespace karta::jq {

// A string with or without a format in front; the current token is one of them.
NodePtr Parser::ParseString() {
  const uint32_t begin = token_.begin;
  std::string format;
  if (Is(Tok::kFormat)) {
    format = Spelling();
    Shift();
    if (!Is(Tok::kQuote)) return SyntaxError({Tok::kQuote});
  }
  return ParseQuoted(std::move(format), begin);
}

NodePtr Parser::ParseQuoted(std::string format, uint32_t begin) {
  Shift();
  NodePtr string;
  std::string piece;
  uint32_t piece_begin = token_.begin;
  while (!Is(Tok::kUnquote)) {
    if (Is(Tok::kText)) {
      piece += lexer_.text();
      Shift();
      continue;
    }
    if (!Is(Tok::kInterpolate)) {
      return SyntaxError({Tok::kText, Tok::kInterpolate, Tok::kUnquote});
    }
    if (!string) string = Make(Syntax::kString, begin);
    string->kids.push_back(MakeString(piece, piece_begin));
    piece.clear();
    Shift();
    NodePtr query = ParseQuery();
    if (!query) return nullptr;
    string->kids.push_back(std::move(query));
    if (!Expect(Tok::kInterpolateEnd, {Tok::kInterpolateEnd, Tok::kPipe, Tok::kComma})) {
      return nullptr;
    }
    piece_begin = token_.begin;
  }
  if (string) string->kids.push_back(MakeString(piece, piece_begin));
  Shift();
  if (!string) return MakeString(piece, begin);  // without interpolation a format has no effect
  string->text = std::move(format);
  string->end = previous_end_;
  return string;
}

// reduce/foreach SOURCE as PATTERNS (init; update) or, for foreach, (init; update; extract).
NodePtr Parser::ParseReduce(Syntax syntax) {
  const uint32_t begin = token_.begin;
  const bool is_foreach = syntax == Syntax::kForeach;
  Shift();
  NodePtr source = ParseExpression();
  if (!source) return nullptr;
  if (!Is(Tok::kAs)) return SyntaxError();
  Shift();
  NodePtr node = Make(syntax, begin, std::move(source));
  if (!ParsePatterns(&node->patterns) || !Expect(Tok::kOpenParen)) return nullptr;
  NodePtr init = ParseQuery();
  if (!init || !Expect(Tok::kSemicolon, {Tok::kPipe, Tok::kComma, Tok::kSemicolon})) return nullptr;
  NodePtr update = ParseQuery();
  if (!update) return nullptr;
  node->kids.push_back(std::move(init));
  node->kids.push_back(std::move(update));
  if (is_foreach) {
    NodePtr extract;
    if (Accept(Tok::kSemicolon)) {
      extract = ParseQuery();
      if (!extract) return nullptr;
    } else if (!Is(Tok::kCloseParen)) {
      return SyntaxError({Tok::kPipe, Tok::kComma, Tok::kSemicolon, Tok::kCloseParen});
    }
    node->kids.push_back(std::move(extract));
  }
  if (!Expect(Tok::kCloseParen, {Tok::kPipe, Tok::kComma, Tok::kCloseParen})) return nullptr;
  node->end = previous_end_;
  return node;
}

NodePtr Parser::ParseIf() {
  const uint32_t begin = token_.begin;
  Shift();
  NodePtr condition = ParseQuery();
  if (!condition || !Expect(Tok::kThen, {Tok::kThen, Tok::kPipe, Tok::kComma})) return nullptr;
  if (NodePtr node = ParseBranches(begin, std::move(condition))) return node;
  if (!Resume()) return nullptr;
  Report("Possibly unterminated 'if' statement", begin, error_end_);
  return Make(Syntax::kIdentity, begin);
}

// Everything behind the first `then`.  Each `elif` becomes a kIf in the else place of the one
// before.
NodePtr Parser::ParseBranches(uint32_t begin, NodePtr condition) {
  std::vector<NodePtr> chain;
  NodePtr last;
  while (true) {
    NodePtr body = ParseQuery();
    if (!body) return nullptr;
    chain.push_back(Make(Syntax::kIf, begin, std::move(condition), std::move(body), nullptr));
    begin = token_.begin;
    if (!Accept(Tok::kElif)) break;
    condition = ParseQuery();
    if (!condition || !Expect(Tok::kThen, {Tok::kThen, Tok::kPipe, Tok::kComma})) return nullptr;
  }
  if (Accept(Tok::kElse)) {
    last = ParseQuery();
    if (!last || !Expect(Tok::kEndWord, {Tok::kEndWord, Tok::kPipe, Tok::kComma})) return nullptr;
  } else if (!Accept(Tok::kEndWord)) {
    return SyntaxError();
  }
  for (; !chain.empty(); chain.pop_back()) {
    chain.back()->kids[2] = std::move(last);
    last = std::move(chain.back());
    last->end = previous_end_;
  }
  return last;
}

// Both parts are single terms with their postfixes: `try .a + 1` is `(try .a) + 1`.
NodePtr Parser::ParseTry() {
  const uint32_t begin = token_.begin;
  Shift();
  NodePtr body = ParseTerm();
  if (!body) return nullptr;
  if (!Accept(Tok::kCatch)) return Make(Syntax::kTry, begin, std::move(body), nullptr);
  if (NodePtr handler = ParseTerm()) {
    return Make(Syntax::kTry, begin, std::move(body), std::move(handler));
  }
  if (!Resume()) return nullptr;
  Report("Possibly unterminated 'try' statement", begin, error_end_);
  return body;
}

NodePtr Parser::ParseBreak() {
  const uint32_t begin = token_.begin;
  Shift();
  if (Is(Tok::kVariable)) {
    std::string name(Spelling().substr(1));
    Shift();
    NodePtr node = Make(Syntax::kBreak, begin);
    node->text = std::move(name);
    return node;
  }
  SyntaxError({Tok::kVariable});
  if (!Resume()) return nullptr;
  Report("break requires a label to break to", begin, error_end_);
  return Make(Syntax::kIdentity, begin);
}

// jq's library spells a last use of $x as `$$$$x`; here it is an ordinary use.
NodePtr Parser::ParseDollars() {
  const uint32_t begin = token_.begin;
  Shift();
  if (!Expect(Tok::kDollar) || !Expect(Tok::kDollar)) return nullptr;
  if (!Is(Tok::kVariable)) return SyntaxError({Tok::kVariable});
  std::string name(Spelling().substr(1));
  Shift();
  NodePtr node = Make(Syntax::kVariable, begin);
  node->text = std::move(name);
  return node;
}

json::Value Parser::Location() {
  // Called in the order of the text, so each line end is counted once.
  const auto start = source_.begin();
  line_ += std::count(start + line_counted_, start + token_.begin, '\n');
  line_counted_ = token_.begin;
  return json::Value::ObjectOf(
      {{"file", json::Value::String(name_)}, {"line", json::Value::Int(line_)}});
}

}  // namespace karta::jq
