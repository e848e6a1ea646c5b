// SPDX-License-Identifier: Apache-2.0
#include "jq/lexer.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "jq/lexer_text.h"
#include "jq/utf8.h"

namespace karta::jq {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsNamePart(char c) { return IsNameStart(c) || IsDigit(c); }
bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

struct Word {
  std::string_view text;
  Tok kind;
};

// Sorted, for binary search.
constexpr Word kWords[] = {
    {"and", Tok::kAnd},       {"as", Tok::kAs},         {"break", Tok::kBreak},
    {"catch", Tok::kCatch},   {"def", Tok::kDef},       {"elif", Tok::kElif},
    {"else", Tok::kElse},     {"end", Tok::kEndWord},   {"foreach", Tok::kForeach},
    {"if", Tok::kIf},         {"import", Tok::kImport}, {"include", Tok::kInclude},
    {"label", Tok::kLabel},   {"module", Tok::kModule}, {"or", Tok::kOr},
    {"reduce", Tok::kReduce}, {"then", Tok::kThen},     {"try", Tok::kTry},
};

Tok WordKind(std::string_view text) {
  if (text.size() > 7 || text[0] < 'a' || text[0] > 't') return Tok::kName;
  const Word* word = std::lower_bound(std::begin(kWords), std::end(kWords), text,
                                      [](const Word& w, std::string_view t) { return w.text < t; });
  return word != std::end(kWords) && word->text == text ? word->kind : Tok::kName;
}

}  // namespace

std::string_view TokenName(Tok kind) {
  static constexpr std::string_view kNames[] = {
      "end of file",
      "INVALID_CHARACTER",
      "IDENT",
      "FIELD",
      "BINDING",
      "LITERAL",
      "FORMAT",
      "..",
      "%=",
      "==",
      "!=",
      "//",
      "as",
      "def",
      "module",
      "import",
      "include",
      "if",
      "then",
      "else",
      "elif",
      "reduce",
      "foreach",
      "end",
      "and",
      "or",
      "try",
      "catch",
      "label",
      "break",
      "$__loc__",
      "|=",
      "+=",
      "-=",
      "*=",
      "/=",
      "//=",
      "<=",
      ">=",
      "?//",
      "QQSTRING_START",
      "QQSTRING_TEXT",
      "QQSTRING_INTERP_START",
      "QQSTRING_INTERP_END",
      "QQSTRING_END",
      "'|'",
      "','",
      "'='",
      "'<'",
      "'>'",
      "'+'",
      "'-'",
      "'*'",
      "'/'",
      "'%'",
      "'?'",
      "'.'",
      "'['",
      "';'",
      "':'",
      "'('",
      "')'",
      "']'",
      "'{'",
      "'}'",
      "'$'",
  };
  static_assert(std::size(kNames) == static_cast<size_t>(Tok::kDollar) + 1);
  return kNames[static_cast<size_t>(kind)];
}

bool IsKeyword(Tok kind) { return kind >= Tok::kAs && kind <= Tok::kBreak; }

Token Lexer::Take(Tok kind, uint32_t length) {
  const Token token{kind, position_, position_ + length};
  last_begin_ = position_;
  position_ += length;
  return token;
}

Token Lexer::Open(Tok kind, Mode mode, uint32_t length) {
  modes_.push_back(mode);
  return Take(kind, length);
}

Token Lexer::Close(Tok kind) {
  constexpr std::pair<Mode, Tok> kClosers[] = {{Mode::kParen, Tok::kCloseParen},
                                               {Mode::kBracket, Tok::kCloseBracket},
                                               {Mode::kBrace, Tok::kCloseBrace},
                                               {Mode::kInterpolation, Tok::kCloseParen}};
  for (const auto& [mode, closer] : kClosers) {
    if (modes_.empty() || modes_.back() != mode || closer != kind) continue;
    modes_.pop_back();
    return Take(mode == Mode::kInterpolation ? Tok::kInterpolateEnd : kind, 1);
  }
  return Take(Tok::kInvalid, 1);
}

Token Lexer::Next() {
  if (!modes_.empty() && modes_.back() == Mode::kString) return NextInString();
  while (SkipBlanks()) {
  }
  if (position_ >= source_.size()) {
    return {Tok::kEnd, last_begin_, static_cast<uint32_t>(source_.size())};
  }
  const char c = source_[position_];
  if (IsNameStart(c)) return Word();
  if (IsDigit(c) || (c == '.' && IsDigit(At(position_ + 1)))) return Number();
  switch (c) {
    case '"':
      return Open(Tok::kQuote, Mode::kString, 1);
    case '(':
      return Open(Tok::kOpenParen, Mode::kParen, 1);
    case '[':
      return Open(Tok::kOpenBracket, Mode::kBracket, 1);
    case '{':
      return Open(Tok::kOpenBrace, Mode::kBrace, 1);
    case ')':
      return Close(Tok::kCloseParen);
    case ']':
      return Close(Tok::kCloseBracket);
    case '}':
      return Close(Tok::kCloseBrace);
    case '.':
      if (IsNameStart(At(position_ + 1))) {
        return Take(Tok::kField, NameEnd(position_ + 1) - position_);
      }
      return At(position_ + 1) == '.' ? Take(Tok::kRecurse, 2) : Take(Tok::kDot, 1);
    case '$': {
      if (!IsNameStart(At(position_ + 1))) return Take(Tok::kDollar, 1);
      const uint32_t length = QualifiedEnd(position_ + 1) - position_;
      const bool location = source_.substr(position_, length) == "$__loc__";
      return Take(location ? Tok::kLocation : Tok::kVariable, length);
    }
    case '@': {
      uint32_t end = position_ + 1;
      while (IsNamePart(At(end))) ++end;
      return end == position_ + 1 ? Take(Tok::kInvalid, 1) : Take(Tok::kFormat, end - position_);
    }
    default:
      return Operator();
  }
}

bool Lexer::SkipBlanks() {
  if (position_ >= source_.size()) return false;
  if (source_[position_] == '#') {
    SkipComment();
    return true;
  }
  const uint32_t begin = position_;
  while (position_ < source_.size() && IsBlank(source_[position_])) ++position_;
  if (position_ == begin) return false;
  last_begin_ = begin;
  return true;
}

// A backslash before a line end or another backslash hides it, so that a comment goes on in the
// next line after an odd number of them.  Carriage returns count only as part of a line end.
void Lexer::SkipComment() {
  const auto line_end = [this](uint32_t at) -> uint32_t {
    if (At(at) == '\n') return 1;
    return At(at) == '\r' && At(at + 1) == '\n' ? 2 : 0;
  };
  while (position_ < source_.size()) {
    last_begin_ = position_;
    if (const uint32_t length = line_end(position_)) {
      position_ += length;
      return;
    }
    if (source_[position_++] != '\\') continue;
    position_ += At(position_) == '\\' ? 1 : line_end(position_);
  }
}

uint32_t Lexer::NameEnd(uint32_t from) const {
  while (IsNamePart(At(from))) ++from;
  return from;
}

uint32_t Lexer::QualifiedEnd(uint32_t from) const {
  uint32_t end = NameEnd(from);
  while (At(end) == ':' && At(end + 1) == ':' && IsNameStart(At(end + 2))) end = NameEnd(end + 2);
  return end;
}

uint32_t Lexer::DigitsEnd(uint32_t from) const {
  while (IsDigit(At(from))) ++from;
  return from;
}

Token Lexer::Word() {
  const uint32_t length = QualifiedEnd(position_) - position_;
  return Take(WordKind(source_.substr(position_, length)), length);
}

Token Lexer::Number() {
  uint32_t end = DigitsEnd(position_);
  if (At(end) == '.') end = DigitsEnd(end + 1);
  if (At(end) == 'e' || At(end) == 'E') {
    const uint32_t digits = end + 1 + (At(end + 1) == '+' || At(end + 1) == '-' ? 1 : 0);
    if (IsDigit(At(digits))) end = DigitsEnd(digits);
  }
  return Take(Tok::kNumber, end - position_);
}

Token Lexer::Operator() {
  const char next = At(position_ + 1);
  const auto with_equals = [&](Tok plain, Tok assigning) {
    return next == '=' ? Take(assigning, 2) : Take(plain, 1);
  };
  switch (source_[position_]) {
    case '?':
      return next == '/' && At(position_ + 2) == '/' ? Take(Tok::kAlternation, 3)
                                                     : Take(Tok::kQuestion, 1);
    case '/':
      if (next != '/') return with_equals(Tok::kDivide, Tok::kDivideEq);
      return At(position_ + 2) == '=' ? Take(Tok::kAlternativeEq, 3) : Take(Tok::kAlternative, 2);
    case '!':
      return next == '=' ? Take(Tok::kNotEqual, 2) : Take(Tok::kInvalid, 1);
    case '=':
      return with_equals(Tok::kAssign, Tok::kEqual);
    case '|':
      return with_equals(Tok::kPipe, Tok::kPipeEq);
    case '+':
      return with_equals(Tok::kPlus, Tok::kPlusEq);
    case '-':
      return with_equals(Tok::kMinus, Tok::kMinusEq);
    case '*':
      return with_equals(Tok::kTimes, Tok::kTimesEq);
    case '%':
      return with_equals(Tok::kModulo, Tok::kModEq);
    case '<':
      return with_equals(Tok::kLess, Tok::kLessEqual);
    case '>':
      return with_equals(Tok::kGreater, Tok::kGreaterEqual);
    case ',':
      return Take(Tok::kComma, 1);
    case ';':
      return Take(Tok::kSemicolon, 1);
    case ':':
      return Take(Tok::kColon, 1);
    default:
      return Take(Tok::kInvalid, 1);
  }
}

Token Lexer::NextInString() {
  if (position_ >= source_.size()) {
    return {Tok::kEnd, last_begin_, static_cast<uint32_t>(source_.size())};
  }
  if (source_[position_] == '"') {
    modes_.pop_back();
    return Take(Tok::kUnquote, 1);
  }
  if (source_[position_] == '\\') return Escapes();
  const size_t end = std::min(source_.find_first_of("\"\\", position_), source_.size());
  const std::string_view raw = source_.substr(position_, end - position_);
  text_.clear();
  AppendRepaired(raw, &text_);
  return Take(Tok::kText, static_cast<uint32_t>(raw.size()));
}

// Takes a run of escapes as one token: a surrogate pair must not be cut in two, and jq's messages
// quote the whole run.
Token Lexer::Escapes() {
  if (At(position_ + 1) == '(' && position_ + 1 < source_.size()) {
    return Open(Tok::kInterpolate, Mode::kInterpolation, 2);
  }
  uint32_t end = position_;
  while (At(end) == '\\' && end + 1 < source_.size() && source_[end + 1] != '(') {
    const bool unicode = source_[end + 1] == 'u';
    end += 2;
    if (!unicode) continue;
    const uint32_t limit = end + 4;
    while (end < limit && IsNamePart(At(end)) && At(end) != '_') ++end;
  }
  if (end == position_) return Take(Tok::kInvalid, 1);
  const std::string_view run = source_.substr(position_, end - position_);
  text_.clear();
  const std::string problem = AppendUnescaped(run, &text_);
  if (!problem.empty() && errors_->size() < kMostErrors)
    errors_->push_back({problem, position_, end});
  return Take(Tok::kText, end - position_);
}

}  // namespace karta::jq
