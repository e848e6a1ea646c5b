// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/value.h"

namespace karta::jq {

// jq's `contains`: every part of `b` is found in `a`, strings as substrings.
bool Contains(const json::Value& a, const json::Value& b, json::Value* result, json::Value* error);

}  // namespace karta::jq
