// SPDX-License-Identifier: Apache-2.0
#include "jq/parser.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace karta::jq {

Parser::Parser(std::string_view source, int max_depth, std::string_view name)
    : source_(source),
      name_(name),
      max_depth_(max_depth),
      stack_top_(reinterpret_cast<uintptr_t>(__builtin_frame_address(0))),
      lexer_(source, &errors_) {}

ParseOutcome Parser::Run() {
  ParseOutcome outcome;
  token_ = lexer_.Next();
  auto module = std::make_unique<Module>();
  ParseModule(module.get());
  if (errors_.empty()) outcome.module = std::move(module);
  outcome.errors = std::move(errors_);
  return outcome;
}

void Parser::Shift() {
  previous_end_ = token_.end;
  if (held_ > 0) --held_;
  token_ = lexer_.Next();
}

bool Parser::Accept(Tok kind) {
  if (!Is(kind)) return false;
  Shift();
  return true;
}

bool Parser::Expect(Tok kind, Tokens expected) {
  if (Accept(kind)) return true;
  if (expected.size == 0) {
    SyntaxError({kind});
  } else {
    SyntaxError(expected);
  }
  return false;
}

std::nullptr_t Parser::SyntaxError(Tokens expected) {
  failed_ = true;
  error_end_ = token_.end;
  if (held_ == 0) {
    std::string message = "syntax error, unexpected ";
    message += TokenName(token_.kind);
    // std::sort on so short an array makes gcc 12 warn of reads it never does.
    for (size_t i = 1; i < expected.size; ++i) {
      for (size_t j = i; j > 0 && expected.kinds[j] < expected.kinds[j - 1]; --j) {
        std::swap(expected.kinds[j], expected.kinds[j - 1]);
      }
    }
    for (size_t i = 0; i < expected.size; ++i) {
      message += i == 0 ? ", expecting " : " or ";
      message += TokenName(expected.kinds[i]);
    }
    Report(std::move(message), token_.begin, token_.end);
  } else if (held_ == 3) {
    // Nothing was taken since the last error: this token cannot be placed, so leave it out.
    if (Is(Tok::kEnd)) {
      hopeless_ = true;
    } else {
      token_ = lexer_.Next();
    }
  }
  held_ = 3;
  return nullptr;
}

bool Parser::Recover(Tokens stops) {
  if (hopeless_) return false;
  while (!stops.Has(token_.kind)) {
    if (Is(Tok::kEnd)) {
      hopeless_ = true;
      return false;
    }
    error_end_ = token_.end;
    token_ = lexer_.Next();
  }
  return Resume();
}

bool Parser::Resume() {
  if (hopeless_) return false;
  failed_ = false;
  return true;
}

void Parser::Report(std::string message, uint32_t begin, uint32_t end) {
  if (errors_.size() < kMostErrors) {
    errors_.push_back({std::move(message), begin, end});
  } else {
    hopeless_ = true;
  }
}

void Parser::Fatal(std::string message) {
  if (!hopeless_) Report(std::move(message), token_.begin, token_.end);
  failed_ = hopeless_ = true;
}

NodePtr Parser::Make(Syntax syntax, uint32_t begin) const {
  auto node = std::make_unique<Node>(syntax);
  node->begin = begin;
  node->end = previous_end_;
  return node;
}

NodePtr Parser::MakeString(std::string_view text, uint32_t begin) const {
  NodePtr node = Make(Syntax::kLiteral, begin);
  node->value = json::Value::String(text);
  return node;
}

ParseOutcome ParseSource(std::string_view source, int max_depth, std::string_view name) {
  if (source.size() > static_cast<size_t>(std::numeric_limits<int32_t>::max())) {
    ParseOutcome outcome;
    outcome.errors.push_back({"program is larger than 2 GB", 0, 0});
    return outcome;
  }
  return Parser(source, max_depth, name).Run();
}

}  // namespace karta::jq
