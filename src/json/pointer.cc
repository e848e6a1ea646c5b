// SPDX-License-Identifier: Apache-2.0
#include "json/pointer.h"

#include <algorithm>
#include <charconv>

namespace karta::json {
namespace {

const Value* Child(const Value& parent, const std::string& token) {
  if (parent.is_object()) return parent.Find(token);
  if (!parent.is_array()) return nullptr;
  const std::optional<size_t> index = ArrayIndex(token);
  return index && *index < parent.size() ? &parent.items()[*index] : nullptr;
}

std::string WhyNoChild(const Value& parent, const std::string& token) {
  if (parent.is_object()) return "the object has no member \"" + token + "\"";
  if (!parent.is_array()) return "a " + std::string(TypeName(parent.type())) + " has no members";
  if (token == "-" || ArrayIndex(token)) {
    return "the array of " + std::to_string(parent.size()) + " has no element " + token;
  }
  return "\"" + token + "\" is no index of an array";
}

}  // namespace

Result<Pointer> Pointer::Parse(std::string_view text) {
  const std::string whole(text);
  if (!text.empty() && text[0] != '/') {
    return BadRequest("pointer \"" + whole + "\" does not start with \"/\"");
  }
  Pointer pointer;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '/') {
      pointer.tokens_.emplace_back();
    } else if (text[at] != '~') {
      pointer.tokens_.back() += text[at];
    } else {
      const char code = at + 1 < text.size() ? text[++at] : '\0';
      if (code != '0' && code != '1') {
        return BadRequest("pointer \"" + whole + "\" has a ~ without 0 or 1 after it");
      }
      pointer.tokens_.back() += code == '0' ? '~' : '/';
    }
  }
  return pointer;
}

std::string Pointer::ToString() const {
  std::string text;
  for (const std::string& token : tokens_) AppendPointerToken(token, &text);
  return text;
}

Pointer Pointer::Prefix(size_t count) const {
  return Pointer({tokens_.begin(), tokens_.begin() + static_cast<ptrdiff_t>(count)});
}

bool Pointer::IsPrefixOf(const Pointer& other) const {
  return tokens_.size() <= other.tokens_.size() &&
         std::equal(tokens_.begin(), tokens_.end(), other.tokens_.begin());
}

const Value* Pointer::Find(const Value& document) const {
  const Value* at = &document;
  for (const std::string& token : tokens_) {
    at = Child(*at, token);
    if (at == nullptr) return nullptr;
  }
  return at;
}

Result<const Value*> Pointer::Resolve(const Value& document) const {
  const Value* at = &document;
  for (size_t i = 0; i < tokens_.size(); ++i) {
    const Value* child = Child(*at, tokens_[i]);
    if (child == nullptr) {
      std::string why = WhyNoChild(*at, tokens_[i]);
      if (i > 0) why += " (at \"" + Prefix(i).ToString() + "\")";
      return NotFound(std::move(why));
    }
    at = child;
  }
  return at;
}

void AppendPointerToken(std::string_view token, std::string* out) {
  *out += '/';
  for (const char c : token) {
    if (c == '~') {
      *out += "~0";
    } else if (c == '/') {
      *out += "~1";
    } else {
      *out += c;
    }
  }
}

std::optional<size_t> ArrayIndex(std::string_view token) {
  if (token.empty() || (token[0] == '0' && token.size() > 1)) return std::nullopt;
  size_t index = 0;
  const char* end = token.data() + token.size();
  const auto [stop, error] = std::from_chars(token.data(), end, index);
  if (error != std::errc() || stop != end) return std::nullopt;
  return index;
}

}  // namespace karta::json
