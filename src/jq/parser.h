// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "jq/ast.h"
#include "jq/lexer.h"

namespace karta::jq {

// Recursive descent over jq's grammar; ParseSource is the way in.
//
// Recursion follows nesting only: chains of operators, pipes, definitions and postfixes are loops.
//
// Errors.  A rule that cannot go on calls SyntaxError and returns null (or false); everything above
// it returns at once, up to the nearest rule that knows how to go on behind the mistake (Recover).
// Those rules, what they skip, and when further messages are held back follow jq's generated
// parser, so that the same program gets the same list of errors.
class Parser {
 public:
  Parser(std::string_view source, int max_depth, std::string_view name);

  ParseOutcome Run();

 private:
  // Up to four tokens, in a register: lists of them would cost stack on every level of nesting.
  struct Tokens {
    std::array<Tok, 4> kinds{};
    uint8_t size = 0;
    template <typename... T>
    constexpr Tokens(T... list) : kinds{list...}, size(sizeof...(list)) {}  // NOLINT: implicit
    bool Has(Tok kind) const {
      return std::find(kinds.begin(), kinds.begin() + size, kind) != kinds.begin() + size;
    }
  };
  class Level;
  static constexpr std::string_view kTooDeep = "program is nested too deeply";

  // parser.cc: tokens and errors.
  bool Is(Tok kind) const { return token_.kind == kind; }
  void Shift();
  bool Accept(Tok kind);
  // Takes `kind`, or fails naming `expected` (just `kind` if empty).
  bool Expect(Tok kind, Tokens expected = {});
  // Fails at the current token.  jq names what it expected only when there are at most four
  // choices.
  std::nullptr_t SyntaxError(Tokens expected = {});
  // Skips to one of `stops` after a failure below; false when there is none, or after a fatal
  // error.
  bool Recover(Tokens stops);
  // Forgets a failure below where jq goes on with the offending token.
  bool Resume();
  void Report(std::string message, uint32_t begin, uint32_t end);
  void Fatal(std::string message);
  std::string_view Spelling() const { return lexer_.Spelling(token_); }
  NodePtr Make(Syntax syntax, uint32_t begin) const;
  // Not inlined, like others below: the temporaries would grow the frames that recursion is made
  // of.
  template <typename... Kids>
  [[gnu::noinline]] NodePtr Make(Syntax syntax, uint32_t begin, Kids&&... kids) const {
    NodePtr node = Make(syntax, begin);
    node->kids.reserve(sizeof...(kids));
    (node->kids.push_back(std::forward<Kids>(kids)), ...);
    return node;
  }
  NodePtr MakeString(std::string_view text, uint32_t begin) const;

  // parser_module.cc
  bool ParseModule(Module* module);
  bool ParseImport(Module* module);
  std::optional<json::Value> ParseMetadata();
  std::unique_ptr<Definition> ParseDefinition();
  bool ParseParameters(Definition* definition);

  // parser_query.cc
  struct Pending;
  struct Waiting;
  NodePtr ParseQuery();
  [[gnu::noinline]] void CloseLast(std::vector<Pending>* pending, NodePtr* right);
  [[gnu::noinline]] bool ParseBinding(std::vector<Pending>* pending, NodePtr source);
  [[gnu::noinline]] bool ParsePrefix(std::vector<Pending>* pending);
  NodePtr ParseDefine();
  NodePtr ParseLabel();
  NodePtr ParseExpression();
  [[gnu::noinline]] bool CloseStronger(std::vector<Waiting>* waiting, NodePtr* right);
  [[gnu::noinline]] void Await(std::vector<Waiting>* waiting, NodePtr left);

  // parser_pattern.cc
  bool ParsePatterns(std::vector<std::unique_ptr<Pattern>>* patterns);
  std::unique_ptr<Pattern> ParsePattern();
  bool ParseArrayPattern(Pattern* pattern);
  bool ParseObjectPattern(Pattern* pattern);
  bool ParsePatternEntry(Pattern::Entry* entry);

  // parser_term.cc
  NodePtr ParseTerm();
  NodePtr ParseHead(bool* is_step);
  [[gnu::noinline]] NodePtr ParseNumber();
  [[gnu::noinline]] NodePtr ParseFormat();
  [[gnu::noinline]] NodePtr ParseVariable();
  NodePtr ParseDot(bool* is_step);
  NodePtr ParsePostfixes(NodePtr term, bool is_step);
  NodePtr ParseDotSuffix(NodePtr term);
  NodePtr ParseBrackets(NodePtr term, bool may_slice);
  NodePtr ParseSubscript(NodePtr term);
  NodePtr ParseName();
  NodePtr ParseString();
  NodePtr ParseQuoted(std::string format, uint32_t begin);
  NodePtr ParseParenthesised();
  NodePtr ParseArray();
  NodePtr ParseNegation();

  // parser_forms.cc
  NodePtr ParseReduce(Syntax syntax);
  NodePtr ParseIf();
  NodePtr ParseBranches(uint32_t begin, NodePtr condition);
  NodePtr ParseTry();
  NodePtr ParseBreak();
  NodePtr ParseDollars();

  // parser_object.cc
  NodePtr ParseObject();
  bool ParsePair(Node* object);
  NodePtr ParseObjectValue();
  // `(query)` as a key; `range` receives the place of the query.
  struct Range {
    uint32_t begin = 0, end = 0;
  };
  NodePtr ParseKeyExpression(Range* range);
  // Reports a key that is known not to be a string.
  void CheckKey(const Node& key, Range range);

  // What $__loc__ at the current token answers.
  json::Value Location();

  std::string_view source_;
  std::string_view name_;
  int max_depth_;
  int depth_ = 0;
  uintptr_t stack_top_;
  std::vector<SourceError> errors_;
  Lexer lexer_;
  Token token_;
  uint32_t previous_end_ = 0;  // of the token taken last
  int64_t line_ = 1;           // at the place up to which Location has counted
  uint32_t line_counted_ = 0;
  // After an error messages are held back until three tokens have been taken.
  int held_ = 0;
  bool failed_ = false;     // SyntaxError was called and nothing has recovered yet
  bool hopeless_ = false;   // nothing may recover any more
  uint32_t error_end_ = 0;  // of the token last found wrong or skipped
};

// One level of nesting; not ok() past the limit, with the error reported.
class Parser::Level {
 public:
  explicit Level(Parser* parser) : parser_(parser) {
    const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    ok_ = ++parser_->depth_ <= parser_->max_depth_ && parser_->stack_top_ - here < kStackBytes;
    if (!ok_) parser_->Fatal(std::string(kTooDeep));
  }
  ~Level() { --parser_->depth_; }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;
  bool ok() const { return ok_; }

 private:
  // A level takes about 800 bytes; with sanitizers some take four times as much, and a common stack
  // has 8 MB.
  static constexpr uintptr_t kStackBytes = 5 << 20;

  Parser* parser_;
  bool ok_;
};

// The value of an expression that jq's parser knows to be constant: literals, arrays and objects of
// constants, arithmetic and comparisons of constants.
std::optional<json::Value> ConstantOf(const Node& node);

// The value of a number token: `.5`, `1.` and `007` are numbers in programs, not in JSON.
json::Value NumberValue(std::string_view spelling);

}  // namespace karta::jq
