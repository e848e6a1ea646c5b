// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "json/value.h"

namespace karta::jq {

// What `.[key]`, `.[key] = v`, `has`, `getpath`, `setpath` and `delpaths` mean, with jq's messages.
//
// Containers that are changed are taken by value: one that nobody shares is changed in place, and
// so is everything inside it on the way that nobody shares.  On failure `error` holds jq's message
// and the result is false.

// A slice {"start": .., "end": ..} of something `length` long, resolved to [begin, end).  False,
// with the error set, when an end is neither a number nor null.
struct Range {
  size_t begin = 0;
  size_t end = 0;
};
bool ResolveSlice(const json::Value& slice, size_t length, Range* range, json::Value* error);

// Objects by string, arrays by number or slice, strings by slice, arrays by array (where does that
// run of elements occur?), null by any of these.
bool GetIndex(const json::Value& container, const json::Value& key, json::Value* out,
              json::Value* error);
// Null turns into what the key needs; arrays grow up to the index.
bool SetIndex(json::Value container, const json::Value& key, json::Value value, json::Value* out,
              json::Value* error);
bool Has(const json::Value& container, const json::Value& key, bool* out, json::Value* error);
// Removes the keys, which must be sorted as `sort` would, from one container.
bool DeleteKeys(json::Value container, const json::Value& keys, json::Value* out,
                json::Value* error);

bool GetPath(const json::Value& root, const json::Value& path, json::Value* out,
             json::Value* error);
bool SetPath(json::Value root, const json::Value& path, json::Value value, json::Value* out,
             json::Value* error);
// Deletes the longest paths first, so that earlier deletions do not move later ones.
bool DeletePaths(json::Value root, const json::Value& paths, json::Value* out, json::Value* error);

// Elements of `whole` from `begin` to `end`.
json::Value SliceArray(const json::Value& whole, size_t begin, size_t end);
// Where `part` starts in `whole` (both arrays), as an array of numbers.
bool FindRuns(const json::Value& whole, const json::Value& part, json::Value* out,
              json::Value* error);

}  // namespace karta::jq
