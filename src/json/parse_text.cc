// SPDX-License-Identifier: Apache-2.0
#include "json/parse_text.h"

#include <utility>

#include "json/number.h"
#include "json/parse_escape.h"
#include "json/parse_utf8.h"

namespace karta::json {

namespace {

constexpr char kRecordSeparator = '\x1e';

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool IsStructure(char c) {
  return c == '[' || c == ']' || c == '{' || c == '}' || c == ':' || c == ',';
}

}  // namespace

TextParser::TextParser(const ReaderOptions& options)
    : options_(options),
      streaming_(options.stream || options.stream_errors),
      state_(options.seq ? State::kWaitForSeparator : State::kNormal),
      path_(Value::Array()) {}

void TextParser::Feed(std::string_view bytes, bool last) {
  bytes_ = bytes;
  position_ = 0;
  last_ = last;
}

bool TextParser::idle() const {
  return state_ == State::kNormal && token_.empty() && !next_ && open_count() == 0 && !output_;
}

void TextParser::Reset() {
  path_ = Value::Array();
  seen_ = Seen::kNone;
  output_.reset();
  next_.reset();
  stack_.clear();
  depth_ = 0;
  token_.clear();
  state_ = State::kNormal;
}

TextParser::Problem TextParser::AddValue(Value value) {
  if (next_ || (streaming_ && seen_ == Seen::kValue)) return "Expected separator between values";
  if (streaming_) seen_ = open_count() > 0 ? Seen::kValue : Seen::kNone;
  next_ = std::move(value);
  return nullptr;
}

TextParser::Problem TextParser::FinishString() {
  std::string text(token_.size(), '\0');
  const Unescaped unescaped = Unescape(token_, text.data());
  if (unescaped.error != nullptr) return unescaped.error;
  text.resize(static_cast<size_t>(unescaped.end - text.data()));
  if (!IsUtf8(text)) text = RepairUtf8(text);
  if (const Problem problem = AddValue(Value::String(text))) return problem;
  token_.clear();
  return nullptr;
}

TextParser::Problem TextParser::FinishLiteral() {
  if (token_.empty()) return nullptr;
  std::string_view word;
  Value value;
  if (token_[0] == 't') {
    word = "true";
    value = Value::Bool(true);
  } else if (token_[0] == 'f') {
    word = "false";
    value = Value::Bool(false);
  } else if (token_[0] == '\'') {
    return "Invalid string literal; expected \", but got '";
  } else if (token_.starts_with("nu")) {
    word = "null";
  }
  if (!word.empty()) {
    if (token_ != word) return "Invalid literal";
  } else {
    bool ok = options_.parse.jq_numbers || IsJsonNumber(token_);
    if (ok) value = ParseNumber(token_, &ok);
    if (!ok) return "Invalid numeric literal";
  }
  if (const Problem problem = AddValue(std::move(value))) return problem;
  token_.clear();
  return nullptr;
}

TextParser::Problem TextParser::OpenContainer(Value container) {
  if (depth_ >= options_.parse.max_depth) return "Exceeds depth limit for parsing";
  if (next_) return "Expected separator between values";
  stack_.push_back({std::move(container), std::nullopt});
  ++depth_;
  return nullptr;
}

TextParser::Problem TextParser::CloseArray() {
  if (stack_.empty() || !stack_.back().container.is_array()) return "Unmatched ']'";
  Value array = std::move(stack_.back().container);
  if (next_) {
    array.Append(*std::exchange(next_, std::nullopt));
  } else if (!array.empty()) {
    stack_.back().container = std::move(array);
    return "Expected another array element";
  }
  stack_.pop_back();
  --depth_;
  next_ = std::move(array);
  return nullptr;
}

TextParser::Problem TextParser::CloseObject() {
  if (stack_.empty()) return "Unmatched '}'";
  Open& open = stack_.back();
  if (next_) {
    if (!open.key) return "Objects must consist of key:value pairs";
    open.container.Set(*open.key, *std::exchange(next_, std::nullopt));
    --depth_;
  } else {
    if (!open.container.is_object() || open.key) return "Unmatched '}'";
    if (!open.container.empty()) return "Expected another key-value pair";
  }
  next_ = std::move(open.container);
  stack_.pop_back();
  --depth_;
  return nullptr;
}

TextParser::Problem TextParser::TreeStructure(char c) {
  Open* const open = stack_.empty() ? nullptr : &stack_.back();
  switch (c) {
    case '[':
      return OpenContainer(Value::Array());
    case '{':
      return OpenContainer(Value::Object());
    case ']':
      return CloseArray();
    case '}':
      return CloseObject();
    case ':':
      if (!next_) return "Expected string key before ':'";
      if (open == nullptr || !open->container.is_object() || open->key)
        return "':' not as part of an object";
      if (!next_->is_string()) return "Object keys must be strings";
      open->key = std::exchange(next_, std::nullopt);
      ++depth_;
      return nullptr;
    default:
      if (!next_) return "Expected value before ','";
      if (open == nullptr) return "',' not as part of an object or array";
      if (open->container.is_array()) {
        open->container.Append(*std::exchange(next_, std::nullopt));
      } else if (open->key) {
        open->container.Set(*open->key, *std::exchange(next_, std::nullopt));
        open->key.reset();
        --depth_;
      } else {
        return "Objects must consist of key:value pairs";
      }
      return nullptr;
  }
}

bool TextParser::TakeOutput(std::optional<Value>* out) {
  if (streaming_) return TakeEvent(out);
  if (!stack_.empty() || !next_) return false;
  *out = std::exchange(next_, std::nullopt);
  return true;
}

// Whether a record was cut off before a separator.
bool TextParser::Truncated() const {
  if (streaming_)
    return open_count() > 0 ||
           (next_ && (next_->is_number() || next_->is_boolean() || next_->is_null()));
  return !after_space_ && (!stack_.empty() || !token_.empty() || (next_ && next_->is_number()));
}

bool TextParser::TopLevelNumber() const { return open_count() == 0 && next_ && next_->is_number(); }

TextParser::Problem TextParser::ScanSeparator(std::optional<Value>* out) {
  if (Truncated()) {
    if (FinishLiteral() == nullptr && TopLevelNumber())
      return "Potentially truncated top-level numeric value";
    return "Truncated value";
  }
  if (const Problem problem = FinishLiteral()) return problem;
  if (state_ == State::kNormal && TakeOutput(out)) return nullptr;
  Reset();
  return nullptr;
}

TextParser::Problem TextParser::Scan(char c, std::optional<Value>* out) {
  ++column_;
  if (c == '\n') {
    ++line_;
    column_ = 0;
  }
  if (options_.seq && c == kRecordSeparator) return ScanSeparator(out);
  after_space_ = false;
  if (state_ == State::kNormal) {
    after_space_ = IsSpace(c);
    const bool structure = IsStructure(c);
    if (!after_space_ && !structure && c != '"') {
      token_.push_back(c);
      return nullptr;
    }
    if (const Problem problem = FinishLiteral()) return problem;
    // The value before `c` counts only if `c` itself is right.
    TakeOutput(out);
    if (structure) {
      if (const Problem problem = Structure(c)) return problem;
      TakeOutput(out);
    } else if (c == '"') {
      state_ = State::kString;
    }
    return nullptr;
  }
  if (c == '"' && state_ == State::kString) {
    if (const Problem problem = FinishString()) return problem;
    state_ = State::kNormal;
    TakeOutput(out);
    return nullptr;
  }
  token_.push_back(c);
  state_ = c == '\\' && state_ == State::kString ? State::kEscape : State::kString;
  return nullptr;
}

// Moves the plain part of a string in one go.
void TextParser::TakeStringSpan() {
  const size_t start = position_;
  while (position_ < bytes_.size()) {
    const char c = bytes_[position_];
    if (c == '"' || c == '\\' || c == '\n' || c == kRecordSeparator) break;
    ++position_;
  }
  token_.append(bytes_, start, position_ - start);
  column_ += position_ - start;
}

std::string TextParser::Place(const char* problem, const char* where) const {
  return std::string(problem) + where + " at line " + std::to_string(line_) + ", column " +
         std::to_string(column_);
}

TextParser::Outcome TextParser::Fail(std::string message, Value* value, std::string* error) {
  failed_ = true;
  if (!options_.stream_errors) {
    *error = std::move(message);
    return Outcome::kError;
  }
  *value = Value::ArrayOf({Value::String(message), path_});
  return Outcome::kValue;
}

TextParser::Outcome TextParser::Next(Value* value, std::string* error) {
  failed_ = false;
  if (ended_) return Outcome::kEnd;
  std::optional<Value> out;
  if (streaming_ && TakeEvent(&out)) {
    *value = *std::move(out);
    return Outcome::kValue;
  }
  while (position_ < bytes_.size()) {
    if (state_ == State::kString) TakeStringSpan();
    if (position_ == bytes_.size()) break;
    const char c = bytes_[position_++];
    if (state_ == State::kWaitForSeparator) {
      ++column_;
      if (c == '\n') {
        ++line_;
        column_ = 0;
      }
      if (c == kRecordSeparator) state_ = State::kNormal;
      continue;
    }
    if (const Problem problem = Scan(c, &out)) {
      const bool skip = options_.seq && c != kRecordSeparator;
      const Outcome outcome =
          Fail(Place(problem, "") + (skip ? " (need RS to resync)" : ""), value, error);
      // The message promises to wait for a separator; jq, and so this, goes on right behind the
      // error.
      Reset();
      return outcome;
    }
    if (out) {
      *value = *std::move(out);
      return Outcome::kValue;
    }
  }
  return last_ ? Finish(value, error) : Outcome::kMore;
}

TextParser::Outcome TextParser::Finish(Value* value, std::string* error) {
  ended_ = true;
  if (state_ == State::kWaitForSeparator) {
    return Fail(Place("Unfinished abandoned text", " at EOF"), value, error);
  }
  Problem problem = nullptr;
  if (state_ != State::kNormal) {
    problem = "Unfinished string";
  } else if (!(problem = FinishLiteral()) && open_count() > 0) {
    problem = "Unfinished JSON term";
  }
  if (problem != nullptr) {
    const Outcome outcome = Fail(Place(problem, " at EOF"), value, error);
    Reset();
    return outcome;
  }
  if (!next_) return Outcome::kEnd;
  Value whole = *std::exchange(next_, std::nullopt);
  if (options_.seq && !streaming_ && !after_space_ && whole.is_number()) {
    return Fail(Place("Potentially truncated top-level numeric value", " at EOF"), value, error);
  }
  *value = streaming_ ? Value::ArrayOf({path_, std::move(whole)}) : std::move(whole);
  return Outcome::kValue;
}

}  // namespace karta::json
