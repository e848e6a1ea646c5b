// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "jq/ast.h"

namespace karta::jq {

// One text gets at most this many errors: each is told with a line of the source.
inline constexpr size_t kMostErrors = 100;

// The order matters: lists of expected tokens name them in this order, as jq does.
enum class Tok : uint8_t {
  kEnd,       // end of the text
  kInvalid,   // a character that starts no token, or a closing bracket that closes nothing
  kName,      // abc, m::abc
  kField,     // .abc
  kVariable,  // $abc, $m::abc
  kNumber,
  kFormat,   // @csv
  kRecurse,  // ..
  kModEq,
  kEqual,
  kNotEqual,
  kAlternative,
  kAs,
  kDef,
  kModule,
  kImport,
  kInclude,
  kIf,
  kThen,
  kElse,
  kElif,
  kReduce,
  kForeach,
  kEndWord,
  kAnd,
  kOr,
  kTry,
  kCatch,
  kLabel,
  kBreak,
  kLocation,  // $__loc__
  kPipeEq,
  kPlusEq,
  kMinusEq,
  kTimesEq,
  kDivideEq,
  kAlternativeEq,
  kLessEqual,
  kGreaterEqual,
  kAlternation,  // ?//
  kQuote,        // opens a string
  kText,         // a piece of a string, decoded
  kInterpolate,  // \( inside a string
  kInterpolateEnd,
  kUnquote,  // closes a string
  kPipe,
  kComma,
  kAssign,
  kLess,
  kGreater,
  kPlus,
  kMinus,
  kTimes,
  kDivide,
  kModulo,
  kQuestion,
  kDot,
  kOpenBracket,
  kSemicolon,
  kColon,
  kOpenParen,
  kCloseParen,
  kCloseBracket,
  kOpenBrace,
  kCloseBrace,
  kDollar,
};

// What messages call a token: "IDENT", "'|'", "end of file".
std::string_view TokenName(Tok kind);
// True for words such as `if`, which may also name fields and object keys.
bool IsKeyword(Tok kind);

struct Token {
  Tok kind = Tok::kEnd;
  uint32_t begin = 0,
           end = 0;  // byte range; of kEnd: the range read last, blanks and comments included
};

// Cuts jq source into tokens.  It keeps track of open brackets by itself, since only they tell
// whether `)` goes back into a string.
class Lexer {
 public:
  // `source` must outlive the lexer; its size must fit 31 bits.  Malformed escapes are appended to
  // `errors`, and reading goes on.
  Lexer(std::string_view source, std::vector<SourceError>* errors)
      : source_(source), errors_(errors) {}

  Token Next();

  // The characters of a token.
  std::string_view Spelling(const Token& token) const {
    return source_.substr(token.begin, token.end - token.begin);
  }
  // The decoded text of the kText token that Next returned last.
  const std::string& text() const { return text_; }

 private:
  enum class Mode : uint8_t { kParen, kBracket, kBrace, kInterpolation, kString };

  char At(uint32_t offset) const { return offset < source_.size() ? source_[offset] : '\0'; }
  bool SkipBlanks();
  void SkipComment();
  Token Take(Tok kind, uint32_t length);
  Token Open(Tok kind, Mode mode, uint32_t length);
  Token Close(Tok kind);
  Token NextInString();
  Token Escapes();
  Token Word();
  Token Number();
  Token Operator();
  uint32_t NameEnd(uint32_t from) const;
  uint32_t QualifiedEnd(uint32_t from) const;
  uint32_t DigitsEnd(uint32_t from) const;

  std::string_view source_;
  std::vector<SourceError>* errors_;
  uint32_t position_ = 0;
  uint32_t last_begin_ = 0;  // what was read last, for the place of kEnd
  std::vector<Mode> modes_;
  std::string text_;
};

}  // namespace karta::jq
