// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "json/value.h"

namespace karta::json {

// A JSON Pointer (RFC 6901): "" is the whole document, "/spec/containers/0" a place in it.
class Pointer {
 public:
  Pointer() = default;
  explicit Pointer(std::vector<std::string> tokens) : tokens_(std::move(tokens)) {}

  // kBadRequest: text that is neither empty nor starts with "/", or a `~` without 0 or 1 after it.
  static Result<Pointer> Parse(std::string_view text);

  // The tokens, unescaped.
  const std::vector<std::string>& tokens() const { return tokens_; }
  bool is_root() const { return tokens_.empty(); }
  // The text that Parse reads.
  std::string ToString() const;
  // The first `count` tokens.
  Pointer Prefix(size_t count) const;
  bool IsPrefixOf(const Pointer& other) const;

  // The value at this place; nullptr when there is none ("-" is never there).  Valid as long as
  // `document` is neither changed nor destroyed.
  const Value* Find(const Value& document) const;
  // Find, with an error that says which token was the first without a value: kNotFound.
  Result<const Value*> Resolve(const Value& document) const;

 private:
  std::vector<std::string> tokens_;
};

// Appends "/" and the token with `~` and `/` escaped.
void AppendPointerToken(std::string_view token, std::string* out);

// A token as the index of an element: digits without leading zeros.
std::optional<size_t> ArrayIndex(std::string_view token);

}  // namespace karta::json
