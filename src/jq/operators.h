// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <climits>
#include <cstddef>

#include "json/value.h"

namespace karta::jq {

// jq refuses strings of this size and more.
inline constexpr size_t kLongestText = INT_MAX - 8;

// jq's arithmetic operators.  Operands are taken by value: a left operand that nobody shares is
// changed in place, so building a string, array or object by `. + x` costs what is added.
//
// Numbers are doubles to jq; integers below 2^53 stay integers here because nobody can tell.  On
// failure `error` holds jq's message and the result is false.
bool Add(json::Value a, json::Value b, json::Value* result, json::Value* error);
bool Subtract(json::Value a, json::Value b, json::Value* result, json::Value* error);
bool Multiply(json::Value a, json::Value b, json::Value* result, json::Value* error);
bool Divide(json::Value a, json::Value b, json::Value* result, json::Value* error);
bool Modulo(json::Value a, json::Value b, json::Value* result, json::Value* error);
// Keeps the spelling of literals: -(1.10) is -1.10.
bool Negate(json::Value a, json::Value* result, json::Value* error);

// What `/` does with strings and split/1 with its argument; both must be strings.
bool SplitText(const json::Value& text, const json::Value& separator, json::Value* result,
               json::Value* error);

}  // namespace karta::jq
