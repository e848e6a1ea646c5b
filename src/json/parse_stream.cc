// SPDX-License-Identifier: Apache-2.0

// Events instead of documents: [path, leaf], and [path] when a container that is not empty ends.

#include <utility>

#include "json/parse_text.h"

namespace karta::json {

bool TextParser::TakeEvent(std::optional<Value>* out) {
  if (path_.empty() && next_) {
    *out = Value::ArrayOf({path_, *std::exchange(next_, std::nullopt)});
    return true;
  }
  if (!output_) return false;
  if (output_->size() > 2) {
    Value closing = Value::ArrayOf({output_->items()[0]});
    output_->Truncate(2);
    *out = std::exchange(output_, std::move(closing));
  } else {
    *out = std::exchange(output_, std::nullopt);
  }
  return true;
}

TextParser::Problem TextParser::StreamOpen(char c) {
  const bool array = c == '[';
  if (array ? next_.has_value() : seen_ == Seen::kValue)
    return "Expected a separator between values";
  if (seen_ == Seen::kOpenObject) {
    return array ? "Expected string key after '{', not '['"
                 : "Expected string key after '{', not '{'";
  }
  if (seen_ == Seen::kComma && !path_.items().back().is_number()) {
    return array ? "Expected string key after ',' in object, not '['"
                 : "Expected string key after ',' in object, not '{'";
  }
  // The key is not known yet: null.
  path_.Append(array ? Value::Int(0) : Value::Null());
  seen_ = array ? Seen::kOpenArray : Seen::kOpenObject;
  return nullptr;
}

TextParser::Problem TextParser::StreamColon() {
  if (path_.empty() || path_.items().back().is_number()) return "':' not as part of an object";
  if (!next_ || seen_ == Seen::kNone) return "Expected string key before ':'";
  if (!next_->is_string()) return "Object keys must be strings";
  if (seen_ != Seen::kValue) return "':' should follow a key";
  seen_ = Seen::kColon;
  path_.SetItem(path_.size() - 1, *std::exchange(next_, std::nullopt));
  return nullptr;
}

TextParser::Problem TextParser::StreamComma() {
  if (seen_ != Seen::kValue) return "Expected value before ','";
  if (path_.empty()) return "',' not as part of an object or array";
  const Value last = path_.items().back();
  if (last.is_null()) return "Objects must consist of key:value pairs";
  if (next_) output_ = Value::ArrayOf({path_, *std::exchange(next_, std::nullopt)});
  path_.SetItem(path_.size() - 1,
                last.is_number() ? Value::Int(last.int_value() + 1) : Value::Null());
  seen_ = Seen::kComma;
  return nullptr;
}

TextParser::Problem TextParser::StreamClose(char c) {
  const bool array = c == ']';
  if (path_.empty())
    return array ? "Unmatched ']' at the top-level" : "Unmatched '}' at the top-level";
  if (seen_ == Seen::kComma)
    return array ? "Expected another array element" : "Expected another key:value pair";
  const Value last = path_.items().back();
  if (array && !last.is_number()) return "Unmatched ']' in the middle of an object";
  if (!array && last.is_number()) return "Unmatched '}' in the middle of an array";
  const bool empty = seen_ == (array ? Seen::kOpenArray : Seen::kOpenObject);
  if (next_) {
    if (!array && !last.is_string()) return "Objects must consist of key:value pairs";
    output_ = Value::ArrayOf({path_, *std::exchange(next_, std::nullopt), Value::Bool(true)});
  } else {
    if (!array && seen_ == Seen::kColon) return "Missing value in key:value pair";
    if (!array && seen_ != Seen::kValue && !empty) return "Unmatched '}'";
    if (!empty) output_ = Value::ArrayOf({path_});
  }
  path_.Truncate(path_.size() - 1);
  // What is empty is a leaf.
  if (empty) output_ = Value::ArrayOf({path_, array ? Value::Array() : Value::Object()});
  seen_ = path_.empty() ? Seen::kNone : Seen::kValue;
  return nullptr;
}

TextParser::Problem TextParser::StreamStructure(char c) {
  switch (c) {
    case '[':
    case '{':
      return StreamOpen(c);
    case ':':
      return StreamColon();
    case ',':
      return StreamComma();
    default:
      return StreamClose(c);
  }
}

}  // namespace karta::json
