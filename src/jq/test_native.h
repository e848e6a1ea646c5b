// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests of natives: call one by name on JSON texts and look at the answer as text.

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "jq/native.h"
#include "json/parse.h"
#include "json/print.h"

namespace karta::jq {

inline json::Value ParseOrDie(std::string_view text) {
  Result<json::Value> parsed = json::Parse(text);
  EXPECT_TRUE(parsed.ok()) << text;
  return parsed.ok() ? *parsed : json::Value();
}

inline const NativeBuiltin* LookUpNative(std::string_view name, size_t arity) {
  for (const auto table : {StringNatives(), MathNatives(), DateNatives(), ListNatives(),
                           FormatNatives(), RegexNatives()}) {
    for (const NativeBuiltin& native : table) {
      if (native.name == name && native.arity == static_cast<int>(arity)) return &native;
    }
  }
  return nullptr;
}

// The compact text of the result, or "error: " and the message.
inline std::string Answer(bool ok, const json::Value& result, const json::Value& error) {
  if (ok) return json::ToText(result);
  return "error: " + (error.is_string() ? std::string(error.str()) : json::ToText(error));
}

inline std::string CallNative(std::string_view name, std::string_view input,
                              const std::vector<std::string>& arguments) {
  const NativeBuiltin* native = LookUpNative(name, arguments.size());
  if (native == nullptr) return "no such native";
  std::vector<json::Value> values;
  for (const std::string& argument : arguments) values.push_back(ParseOrDie(argument));
  json::Value result, error;
  const bool ok = native->call(ParseOrDie(input), values, &result, &error);
  return Answer(ok, result, error);
}

struct NativeCase {
  std::string name;
  std::string input;
  std::vector<std::string> arguments;
  std::string want;
};

inline void CheckNatives(std::initializer_list<NativeCase> cases) {
  for (const NativeCase& c : cases) {
    std::string call = c.name;
    for (const std::string& argument : c.arguments) call += " " + argument;
    EXPECT_EQ(CallNative(c.name, c.input, c.arguments), c.want) << call << " of " << c.input;
  }
}

}  // namespace karta::jq
