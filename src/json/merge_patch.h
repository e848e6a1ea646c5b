// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/status.h"
#include "json/value.h"

namespace karta::json {

// JSON Merge Patch (RFC 7386): members of `patch` are set in `target`, those that are null are
// removed, everything that is not an object is replaced whole.
Value ApplyMergePatch(const Value& target, const Value& patch);

// The patch that turns `from` into `to`, with nothing in it that is equal already.
// kUnsupported, with the pointer, when `to` sets a member to null: a merge patch cannot say that.
Result<Value> CreateMergePatch(const Value& from, const Value& to);

}  // namespace karta::json
