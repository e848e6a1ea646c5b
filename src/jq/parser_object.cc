// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "jq/parser.h"
#include "json/print.h"

namespace karta::jq {
namespace {

// The text of a value within 29 bytes, as jq cuts it in messages about keys.
std::string ShortText(const json::Value& value) {
  constexpr size_t kLimit = 29;
  std::string text = json::ToText(value);
  if (text.size() <= kLimit) return text;
  const bool closes = text[0] == '"' || text[0] == '[' || text[0] == '{';
  size_t length = kLimit - (closes ? 4 : 3);
  while (length > 0 && (static_cast<uint8_t>(text[length]) & 0xC0) == 0x80) --length;
  std::string cut = text.substr(0, length) + "...";
  if (closes) cut += text[0] == '"' ? '"' : static_cast<char>(text[0] + 2);  // [ ] and { }
  return cut;
}

}  // namespace

NodePtr Parser::ParseObject() {
  const uint32_t begin = token_.begin;
  Shift();
  NodePtr object = Make(Syntax::kObject, begin);
  const uint32_t first_begin = token_.begin;
  bool first = true;
  while (!Is(Tok::kCloseBrace)) {
    uint32_t pair_begin = token_.begin;
    bool good = ParsePair(object.get());
    while (!good || (!Is(Tok::kComma) && !Is(Tok::kCloseBrace))) {
      if (good) {
        SyntaxError({Tok::kCloseBrace});
        first = true;
        pair_begin = first_begin;
      }
      // What stands before the next colon was meant as a key; or the whole object is left out.
      if (!(first ? Recover({Tok::kColon, Tok::kCloseBrace}) : Recover({Tok::kColon})))
        return nullptr;
      if (Accept(Tok::kCloseBrace)) return Make(Syntax::kIdentity, begin);
      const uint32_t key_end = error_end_;
      Shift();
      good = ParseObjectValue() != nullptr;
      if (good) Report("May need parentheses around object key expression", pair_begin, key_end);
    }
    if (Accept(Tok::kComma)) first = false;
  }
  Shift();
  object->end = previous_end_;
  return object;
}

bool Parser::ParsePair(Node* object) {
  const uint32_t begin = token_.begin;
  Range computed;
  NodePtr key;
  bool may_stand_alone = true;
  bool may_have_value = true;
  if (Is(Tok::kName) || IsKeyword(token_.kind)) {
    const std::string_view name = Spelling();
    Shift();
    key = MakeString(name, begin);
  } else if (Is(Tok::kVariable) || Is(Tok::kLocation)) {
    may_have_value = Is(Tok::kVariable);
    key = ParseVariable();
  } else if (Is(Tok::kFormat) || Is(Tok::kQuote)) {
    key = ParseString();
  } else if (Is(Tok::kOpenParen)) {
    key = ParseKeyExpression(&computed);
    may_stand_alone = false;
  } else {
    return SyntaxError(), false;
  }
  if (!key) return false;
  NodePtr value;
  if (may_have_value && Accept(Tok::kColon)) {
    value = ParseObjectValue();
    if (!value) return false;
    if (!may_stand_alone) CheckKey(*key, computed);
  } else if (!may_stand_alone) {
    return SyntaxError({Tok::kColon}), false;
  }
  object->kids.push_back(std::move(key));
  object->kids.push_back(std::move(value));
  return true;
}

NodePtr Parser::ParseKeyExpression(Range* range) {
  Shift();
  range->begin = token_.begin;
  NodePtr key = ParseQuery();
  range->end = previous_end_;
  if (!key || !Expect(Tok::kCloseParen, {Tok::kPipe, Tok::kComma, Tok::kCloseParen}))
    return nullptr;
  return key;
}

void Parser::CheckKey(const Node& key, Range range) {
  const std::optional<json::Value> value = ConstantOf(key);
  if (!value || value->is_string()) return;
  Report("Cannot use " + std::string(json::TypeName(value->type())) + " (" + ShortText(*value) +
             ") as object key",
         range.begin, range.end);
}

// Values are expressions joined by `|`; a comma would end the pair.
NodePtr Parser::ParseObjectValue() {
  std::vector<NodePtr> parts;
  do {
    NodePtr part = ParseExpression();
    if (!part) return nullptr;
    parts.push_back(std::move(part));
  } while (Accept(Tok::kPipe));
  NodePtr value = std::move(parts.back());
  for (parts.pop_back(); !parts.empty(); parts.pop_back()) {
    const uint32_t begin = parts.back()->begin;
    value = Make(Syntax::kPipe, begin, std::move(parts.back()), std::move(value));
  }
  return value;
}

}  // namespace karta::jq
