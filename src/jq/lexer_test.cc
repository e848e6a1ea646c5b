// SPDX-License-Identifier: Apache-2.0
#include "jq/lexer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace karta::jq {
namespace {

// "IDENT:abc '(' LITERAL:1 ')'": names, and spellings where the name does not tell.
std::string Tokens(std::string_view source) {
  std::vector<SourceError> errors;
  Lexer lexer(source, &errors);
  std::string text;
  for (Token token = lexer.Next(); token.kind != Tok::kEnd; token = lexer.Next()) {
    if (!text.empty()) text += ' ';
    text += TokenName(token.kind);
    if (token.kind == Tok::kText) {
      text += ":" + lexer.text();
    } else if (token.kind >= Tok::kName && token.kind <= Tok::kFormat) {
      text += ":" + std::string(lexer.Spelling(token));
    }
  }
  return text;
}

TEST(Lexer, TakesTheLongestToken) {
  EXPECT_EQ(Tokens("?//=?/"), "?// '=' '?' '/'");
  EXPECT_EQ(Tokens("//=//==|=||"), "//= //= '=' |= '|' '|'");
  EXPECT_EQ(Tokens("<=<>=!=="), "<= '<' >= != '='");
  EXPECT_EQ(Tokens("+=+-=-*=*/=/%=%"), "+= '+' -= '-' *= '*' /= '/' %= '%'");
  EXPECT_EQ(Tokens("....a"), ".. .. IDENT:a");
  EXPECT_EQ(Tokens("...a"), ".. FIELD:.a");
}

TEST(Lexer, TellsNumbersFromDotsAndNames) {
  EXPECT_EQ(Tokens("1 1. .5 1.5 1e3 1E-3 1.e+3"),
            "LITERAL:1 LITERAL:1. LITERAL:.5 LITERAL:1.5 LITERAL:1e3 LITERAL:1E-3 LITERAL:1.e+3");
  EXPECT_EQ(Tokens("1..2"), "LITERAL:1. LITERAL:.2");
  EXPECT_EQ(Tokens("1e"), "LITERAL:1 IDENT:e");
  EXPECT_EQ(Tokens("1e+"), "LITERAL:1 IDENT:e '+'");
  EXPECT_EQ(Tokens(".e3"), "FIELD:.e3");
  EXPECT_EQ(Tokens("1.a"), "LITERAL:1. IDENT:a");
  EXPECT_EQ(Tokens("-1"), "'-' LITERAL:1");
}

TEST(Lexer, JoinsModulePrefixesToNames) {
  EXPECT_EQ(Tokens("a::b::c $a::b"), "IDENT:a::b::c BINDING:$a::b");
  EXPECT_EQ(Tokens("a:: b"), "IDENT:a ':' ':' IDENT:b");
  EXPECT_EQ(Tokens("a::1"), "IDENT:a ':' ':' LITERAL:1");
  EXPECT_EQ(Tokens(".a::b"), "FIELD:.a ':' ':' IDENT:b");
}

TEST(Lexer, KnowsKeywordsOnlyAsWholeWords) {
  EXPECT_EQ(Tokens("if iff _if if::x .if $if"),
            "if IDENT:iff IDENT:_if IDENT:if::x FIELD:.if BINDING:$if");
  EXPECT_EQ(Tokens("$__loc__ $__loc__x __loc__"), "$__loc__ BINDING:$__loc__x IDENT:__loc__");
  EXPECT_EQ(Tokens("and or as def end elif else then try catch label break reduce foreach import "
                   "include module"),
            "and or as def end elif else then try catch label break reduce foreach import include "
            "module");
}

TEST(Lexer, ReadsStringsInPieces) {
  EXPECT_EQ(Tokens(R"~("")~"), "QQSTRING_START QQSTRING_END");
  EXPECT_EQ(Tokens(R"~("a\tb")~"),
            "QQSTRING_START QQSTRING_TEXT:a QQSTRING_TEXT:\t QQSTRING_TEXT:b QQSTRING_END");
  EXPECT_EQ(Tokens(R"~("\u0041\u00e9\n")~"), "QQSTRING_START QQSTRING_TEXT:A\u00e9\n QQSTRING_END");
  EXPECT_EQ(Tokens(R"~("a\(")")b")~"),
            "QQSTRING_START QQSTRING_TEXT:a QQSTRING_INTERP_START QQSTRING_START QQSTRING_TEXT:) "
            "QQSTRING_END "
            "QQSTRING_INTERP_END QQSTRING_TEXT:b QQSTRING_END");
  EXPECT_EQ(
      Tokens(R"~("\((1))")~"),
      "QQSTRING_START QQSTRING_INTERP_START '(' LITERAL:1 ')' QQSTRING_INTERP_END QQSTRING_END");
}

TEST(Lexer, RefusesClosingBracketsThatCloseNothing) {
  EXPECT_EQ(Tokens("]"), "INVALID_CHARACTER");
  EXPECT_EQ(Tokens("(]"), "'(' INVALID_CHARACTER");
  EXPECT_EQ(Tokens("[)}]"), "'[' INVALID_CHARACTER INVALID_CHARACTER ']'");
  EXPECT_EQ(
      Tokens(R"~("\(])")~"),
      "QQSTRING_START QQSTRING_INTERP_START INVALID_CHARACTER QQSTRING_INTERP_END QQSTRING_END");
}

TEST(Lexer, RefusesStrayCharacters) {
  EXPECT_EQ(
      Tokens("! & ~ ` ^ \\ @ ' \x01 \xc3\xa9"),
      "INVALID_CHARACTER INVALID_CHARACTER INVALID_CHARACTER INVALID_CHARACTER INVALID_CHARACTER "
      "INVALID_CHARACTER INVALID_CHARACTER INVALID_CHARACTER INVALID_CHARACTER INVALID_CHARACTER "
      "INVALID_CHARACTER");
  EXPECT_EQ(Tokens("\"\\"), "QQSTRING_START INVALID_CHARACTER");
}

TEST(Lexer, SaysWhereTheTextEnded) {
  const auto end_of = [](std::string_view source) {
    std::vector<SourceError> errors;
    Lexer lexer(source, &errors);
    Token token = lexer.Next();
    while (token.kind != Tok::kEnd) token = lexer.Next();
    return std::string(lexer.Spelling(token));
  };
  EXPECT_EQ(end_of("abc def"), "def");
  EXPECT_EQ(end_of("abc  "), "  ");
  EXPECT_EQ(end_of("abc #xyz"), "z");
  EXPECT_EQ(end_of("\"xyz"), "xyz");
  EXPECT_EQ(end_of(""), "");
}

TEST(Lexer, ReportsMalformedEscapesAndGoesOn) {
  std::vector<SourceError> errors;
  Lexer lexer(R"~("a\q" "\ud800")~", &errors);
  while (lexer.Next().kind != Tok::kEnd) {
  }
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_EQ(errors[0].message, R"~(Invalid escape at line 1, column 4 (while parsing '"\q"'))~");
  EXPECT_EQ(errors[0].begin, 2u);
  EXPECT_EQ(errors[0].end, 4u);
  EXPECT_EQ(
      errors[1].message,
      R"~(Invalid \uXXXX\uXXXX surrogate pair escape at line 1, column 8 (while parsing '"\ud800"'))~");
}

}  // namespace
}  // namespace karta::jq
