// SPDX-License-Identifier: Apache-2.0
#include "jq/native_convert.h"

#include <cmath>
#include <string_view>
#include <utility>

#include "jq/native.h"
#include "jq/operators.h"
#include "jq/utf8.h"
#include "json/meter.h"
#include "json/number.h"
#include "json/parse.h"
#include "json/print.h"

namespace karta::jq {

using json::Value;
using Arguments = std::span<Value>;

void AppendText(const Value& value, std::string* out) {
  if (value.is_string()) {
    out->append(value.str());
  } else {
    json::Print(value, {}, out);
  }
}

bool Length(Value input, Arguments, Value* result, Value* error) {
  switch (input.type()) {
    case json::Type::kNull:
      *result = MakeNumber(0);
      return true;
    case json::Type::kNumber:
      if (input.is_double()) {
        *result = MakeNumber(std::fabs(input.double_value()));
        return true;
      }
      if (input.is_int() ? input.int_value() < 0 : input.literal_text().starts_with('-')) {
        return Negate(std::move(input), result, error);
      }
      *result = std::move(input);
      return true;
    case json::Type::kString:
      json::meter.Spend(static_cast<int64_t>(input.str().size() / 16));
      *result = MakeCount(CountCharacters(input.str()));
      return true;
    case json::Type::kArray:
    case json::Type::kObject:
      *result = MakeCount(input.size());
      return true;
    case json::Type::kBoolean:
      break;
  }
  return FailOn(error, input, "has no length");
}

bool ToJson(Value input, Arguments, Value* result, Value* error) {
  std::string text;
  json::Print(input, {}, &text);
  if (json::meter.exhausted || !json::meter.Allows(text.size())) return FailExhausted(error);
  *result = Value::String(text);
  return true;
}

bool ToString(Value input, Arguments none, Value* result, Value* error) {
  if (!input.is_string()) return ToJson(std::move(input), none, result, error);
  *result = std::move(input);
  return true;
}

bool FromJson(Value input, Arguments, Value* result, Value* error) {
  if (!input.is_string()) return FailOn(error, input, "only strings can be parsed");
  const std::string_view text = input.str();
  // A tree weighs several times its text; refuse what cannot fit before building it.
  if (!json::meter.Spend(static_cast<int64_t>(text.size() / 8)) ||
      !json::meter.Allows(2 * text.size())) {
    return FailExhausted(error);
  }
  Result<Value> parsed = json::Parse(text);
  if (!parsed.ok()) {
    std::string message(parsed.status().message());
    // jq formats the text as a C string.
    message.append(" (while parsing '").append(text.substr(0, text.find('\0'))).append("')");
    return Fail(error, message);
  }
  *result = std::move(*parsed);
  return true;
}

bool ToNumber(Value input, Arguments, Value* result, Value* error) {
  if (input.is_number()) {
    *result = std::move(input);
    return true;
  }
  bool ok = false;
  if (input.is_string()) *result = json::ParseNumber(input.str(), &ok);
  return ok || FailOn(error, input, "cannot be parsed as a number");
}

bool ToBoolean(Value input, Arguments, Value* result, Value* error) {
  const bool is_true = input.is_true() || input.str() == "true";
  if (!is_true && !input.is_false() && input.str() != "false") {
    return FailOn(error, input, "cannot be parsed as a boolean");
  }
  *result = Value::Bool(is_true);
  return true;
}

}  // namespace karta::jq
