// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "jq/parser.h"

namespace karta::jq {

bool Parser::ParsePatterns(std::vector<std::unique_ptr<Pattern>>* patterns) {
  do {
    std::unique_ptr<Pattern> pattern = ParsePattern();
    if (!pattern) return false;
    patterns->push_back(std::move(pattern));
  } while (Accept(Tok::kAlternation));
  return true;
}

std::unique_ptr<Pattern> Parser::ParsePattern() {
  const Level level(this);
  if (!level.ok()) return nullptr;
  auto pattern = std::make_unique<Pattern>();
  pattern->begin = token_.begin;
  switch (token_.kind) {
    case Tok::kVariable:
      pattern->name = Spelling().substr(1);
      Shift();
      return pattern;
    case Tok::kOpenBracket:
      pattern->kind = Pattern::Kind::kArray;
      if (!ParseArrayPattern(pattern.get())) return nullptr;
      return pattern;
    case Tok::kOpenBrace:
      pattern->kind = Pattern::Kind::kObject;
      if (!ParseObjectPattern(pattern.get())) return nullptr;
      return pattern;
    default:
      return SyntaxError({Tok::kVariable, Tok::kOpenBracket, Tok::kOpenBrace});
  }
}

bool Parser::ParseArrayPattern(Pattern* pattern) {
  do {
    Shift();  // [ or ,
    std::unique_ptr<Pattern> element = ParsePattern();
    if (!element) return false;
    pattern->entries.push_back({nullptr, "", std::move(element)});
  } while (Is(Tok::kComma));
  return Expect(Tok::kCloseBracket, {Tok::kComma, Tok::kCloseBracket});
}

bool Parser::ParseObjectPattern(Pattern* pattern) {
  Shift();
  const uint32_t first_begin = token_.begin;
  while (true) {
    uint32_t begin = token_.begin;
    Pattern::Entry entry;
    bool good = ParsePatternEntry(&entry);
    while (true) {
      if (good && Accept(Tok::kCloseBrace)) {
        pattern->entries.push_back(std::move(entry));
        return true;
      }
      if (good && Accept(Tok::kComma)) break;
      if (good) {
        SyntaxError({Tok::kComma, Tok::kCloseBrace});
        begin = first_begin;
      }
      // What stands before the next colon was meant as a key.
      if (!Recover({Tok::kColon})) return false;
      Shift();
      good = ParsePattern() != nullptr;
      if (good) Report("May need parentheses around object key expression", begin, previous_end_);
    }
    pattern->entries.push_back(std::move(entry));
  }
}

bool Parser::ParsePatternEntry(Pattern::Entry* entry) {
  const uint32_t begin = token_.begin;
  Range computed;
  if (Is(Tok::kVariable)) {
    entry->variable = Spelling().substr(1);
    Shift();
    if (!Is(Tok::kColon)) return true;
  } else if (Is(Tok::kName) || IsKeyword(token_.kind)) {
    const std::string_view name = Spelling();
    Shift();
    entry->key = MakeString(name, begin);
  } else if (Is(Tok::kFormat) || Is(Tok::kQuote)) {
    entry->key = ParseString();
    if (!entry->key) return false;
  } else if (Is(Tok::kOpenParen)) {
    entry->key = ParseKeyExpression(&computed);
    if (!entry->key) return false;
  } else {
    return SyntaxError(), false;
  }
  if (!Expect(Tok::kColon)) return false;
  entry->pattern = ParsePattern();
  if (!entry->pattern) return false;
  if (computed.end > 0) CheckKey(*entry->key, computed);
  return true;
}

}  // namespace karta::jq
