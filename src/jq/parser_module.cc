// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "jq/parser.h"

namespace karta::jq {
namespace {

// True for tokens that a query can start with.
bool StartsQuery(Tok kind) {
  switch (kind) {
    case Tok::kName:
    case Tok::kField:
    case Tok::kVariable:
    case Tok::kNumber:
    case Tok::kFormat:
    case Tok::kRecurse:
    case Tok::kDef:
    case Tok::kIf:
    case Tok::kReduce:
    case Tok::kForeach:
    case Tok::kTry:
    case Tok::kLabel:
    case Tok::kBreak:
    case Tok::kLocation:
    case Tok::kQuote:
    case Tok::kMinus:
    case Tok::kDot:
    case Tok::kOpenBracket:
    case Tok::kOpenParen:
    case Tok::kOpenBrace:
    case Tok::kDollar:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool Parser::ParseModule(Module* module) {
  if (Accept(Tok::kModule)) {
    std::optional<json::Value> metadata = ParseMetadata();
    if (!metadata) return false;
    module->metadata = std::move(*metadata);
    module->has_metadata = true;
  }
  while (Is(Tok::kImport) || Is(Tok::kInclude)) {
    if (!ParseImport(module)) return false;
  }
  while (Is(Tok::kDef)) {
    std::unique_ptr<Definition> definition = ParseDefinition();
    if (!definition) return false;
    module->definitions.push_back(std::move(definition));
  }
  if (StartsQuery(token_.kind)) {
    module->main = ParseQuery();
    if (!module->main) return false;
  }
  if (!Is(Tok::kEnd)) SyntaxError({Tok::kEnd});
  return !failed_;
}

// Reads a query and its `;`.  Null only after a syntax error: a value that will not do is reported,
// and parsing goes on with an empty object.
std::optional<json::Value> Parser::ParseMetadata() {
  const uint32_t begin = token_.begin;
  const NodePtr query = ParseQuery();
  if (!query) return std::nullopt;
  const uint32_t end = previous_end_;
  if (!Expect(Tok::kSemicolon, {Tok::kPipe, Tok::kComma, Tok::kSemicolon})) return std::nullopt;
  std::optional<json::Value> value = ConstantOf(*query);
  if (value && value->is_object()) return value;
  Report(value ? "Module metadata must be an object" : "Module metadata must be constant", begin,
         end);
  return json::Value::Object();
}

bool Parser::ParseImport(Module* module) {
  Import import;
  import.begin = token_.begin;
  import.is_include = Is(Tok::kInclude);
  Shift();
  const uint32_t path_begin = token_.begin;
  if (!Is(Tok::kFormat) && !Is(Tok::kQuote)) return SyntaxError({Tok::kFormat, Tok::kQuote}), false;
  const NodePtr path = ParseString();
  if (!path) return false;
  if (path->syntax == Syntax::kLiteral) {
    import.path = path->value.str();
  } else {
    Report("Import path must be constant", path_begin, previous_end_);
  }
  if (!import.is_include) {
    if (!Expect(Tok::kAs)) return false;
    import.is_data = Is(Tok::kVariable);
    if (!import.is_data && !Is(Tok::kName)) return SyntaxError({Tok::kName, Tok::kVariable}), false;
    import.alias = Spelling().substr(import.is_data ? 1 : 0);
    Shift();
  }
  if (!Accept(Tok::kSemicolon)) {
    std::optional<json::Value> metadata = ParseMetadata();
    if (!metadata) return false;
    import.metadata = std::move(*metadata);
  }
  import.end = previous_end_;
  module->imports.push_back(std::move(import));
  return true;
}

std::unique_ptr<Definition> Parser::ParseDefinition() {
  const Level level(this);
  if (!level.ok()) return nullptr;
  auto definition = std::make_unique<Definition>();
  definition->begin = token_.begin;
  Shift();
  if (!Is(Tok::kName)) return SyntaxError({Tok::kName});
  definition->name = Spelling();
  Shift();
  if (Is(Tok::kOpenParen)) {
    if (!ParseParameters(definition.get()) || !Expect(Tok::kColon)) return nullptr;
  } else if (!Expect(Tok::kColon, {Tok::kColon, Tok::kOpenParen})) {
    return nullptr;
  }
  definition->body = ParseQuery();
  if (!definition->body) return nullptr;
  if (!Expect(Tok::kSemicolon, {Tok::kPipe, Tok::kComma, Tok::kSemicolon})) return nullptr;
  definition->end = previous_end_;
  return definition;
}

bool Parser::ParseParameters(Definition* definition) {
  do {
    Shift();  // ( or ;
    const bool is_value = Is(Tok::kVariable);
    if (!is_value && !Is(Tok::kName)) return SyntaxError({Tok::kName, Tok::kVariable}), false;
    definition->parameters.push_back({std::string(Spelling().substr(is_value ? 1 : 0)), is_value});
    Shift();
  } while (Is(Tok::kSemicolon));
  return Expect(Tok::kCloseParen, {Tok::kSemicolon, Tok::kCloseParen});
}

}  // namespace karta::jq
