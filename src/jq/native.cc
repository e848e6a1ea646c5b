// SPDX-License-Identifier: Apache-2.0
#include "jq/native.h"

#include "jq/utf8.h"
#include "json/print.h"

namespace karta::jq {

namespace {

using json::Value;

// Room in jq's error buffers, the closing NUL not counted.
constexpr size_t kExcerptBytes = 29;
// Text beyond this cannot show in an excerpt any more.
constexpr size_t kEnough = kExcerptBytes + 1;

void AppendStringStart(const Value& text, std::string* out) {
  const std::string_view whole = text.str();
  // As many characters as jq keeps before quoting: enough bytes for any excerpt.
  const size_t cut = whole.size() > kEnough ? OffsetOfCharacter(whole, kEnough) : whole.size();
  json::AppendQuoted(whole.substr(0, cut), false, out);
}

// The start of the compact text of `value`, at least kEnough bytes of it if there are so many. Each
// level writes a byte before it descends, so a deep value costs no more than a long one.
void AppendStart(const Value& value, std::string* out) {
  switch (value.type()) {
    case json::Type::kNull:
      out->append("null");
      return;
    case json::Type::kBoolean:
      out->append(value.is_true() ? "true" : "false");
      return;
    case json::Type::kNumber:
      json::AppendNumber(value, out);
      return;
    case json::Type::kString:
      AppendStringStart(value, out);
      return;
    case json::Type::kArray: {
      char mark = '[';
      for (const Value& item : value.items()) {
        out->push_back(mark);
        mark = ',';
        if (out->size() > kEnough) return;
        AppendStart(item, out);
      }
      out->append(mark == '[' ? "[]" : "]");
      return;
    }
    case json::Type::kObject: {
      char mark = '{';
      for (const json::Member& member : value.members()) {
        out->push_back(mark);
        mark = ',';
        if (out->size() > kEnough) return;
        AppendStringStart(member.key, out);
        out->push_back(':');
        AppendStart(member.value, out);
      }
      out->append(mark == '{' ? "{}" : "}");
      return;
    }
  }
}

}  // namespace

bool Fail(Value* error, std::string_view text) {
  *error = Value::String(text);
  return false;
}

std::string Excerpt(const Value& value) {
  std::string text;
  AppendStart(value, &text);
  if (text.size() <= kExcerptBytes) return text;
  std::string_view close;
  if (value.is_string()) close = "\"";
  if (value.is_array()) close = "]";
  if (value.is_object()) close = "}";
  size_t keep = kExcerptBytes - 3 - close.size();
  while (keep > 0 && IsContinuation(text[keep])) --keep;
  text.resize(keep);
  text.append("...").append(close);
  return text;
}

std::string TypeAndExcerpt(const Value& value) {
  std::string text(json::TypeName(value.type()));
  text.append(" (").append(Excerpt(value)).append(")");
  return text;
}

bool FailOn(Value* error, const Value& bad, std::string_view what) {
  return Fail(error, TypeAndExcerpt(bad).append(" ").append(what));
}

bool FailOnBoth(Value* error, const Value& a, const Value& b, std::string_view what) {
  return Fail(error,
              TypeAndExcerpt(a).append(" and ").append(TypeAndExcerpt(b)).append(" ").append(what));
}

bool FailToIterate(Value* error, const Value& bad) {
  return Fail(error, "Cannot iterate over " + TypeAndExcerpt(bad));
}

bool FailExhausted(Value* error) { return Fail(error, "limit of work or memory reached"); }

}  // namespace karta::jq
