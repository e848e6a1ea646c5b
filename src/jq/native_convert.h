// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "json/value.h"

namespace karta::jq {

// Conversions that more than one file of natives needs.

// Appends what tostring gives: a string as it is, anything else as compact JSON.
void AppendText(const json::Value& value, std::string* out);

bool Length(json::Value input, std::span<json::Value> none, json::Value* result,
            json::Value* error);
bool ToJson(json::Value input, std::span<json::Value> none, json::Value* result,
            json::Value* error);
bool ToString(json::Value input, std::span<json::Value> none, json::Value* result,
              json::Value* error);
bool FromJson(json::Value input, std::span<json::Value> none, json::Value* result,
              json::Value* error);
bool ToNumber(json::Value input, std::span<json::Value> none, json::Value* result,
              json::Value* error);
bool ToBoolean(json::Value input, std::span<json::Value> none, json::Value* result,
               json::Value* error);

}  // namespace karta::jq
