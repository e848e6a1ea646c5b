// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "json/pointer.h"
#include "json/value.h"

namespace karta::json {

// Bounds on what a patch may do, since a few `copy` operations can double a document again and
// again.
struct PatchLimits {
  size_t max_operations = 10'000;
  size_t max_copied_nodes = 1'000'000;  // by `copy`, and by `move` to a deeper place
  size_t max_depth = 10'000;            // of what an operation puts in
};

// A JSON Patch (RFC 6902), checked and ready to be applied to any number of documents.
class Patch {
 public:
  enum class Op { kAdd, kRemove, kReplace, kMove, kCopy, kTest };

  struct Operation {
    Op op;
    Pointer path;
    Pointer from;  // of kMove and kCopy
    Value value;   // of kAdd, kReplace and kTest
  };

  // kBadRequest: not an array of operations, with the index of the bad one.  kExhausted: too many.
  static Result<Patch> Parse(const Value& patch, const PatchLimits& limits = {});

  // The changed document; all operations or none.  kInvalid when one does not fit the document (its
  // reason is "TestFailed" for a test): `operation 2 (replace "/spec/size"): the object has no
  // member "size" (at "/spec")`.  kExhausted: a limit.
  Result<Value> Apply(const Value& document) const;

  const std::vector<Operation>& operations() const { return operations_; }

 private:
  std::vector<Operation> operations_;
  PatchLimits limits_;
};

std::string_view OpName(Patch::Op op);

// Parse and Apply in one.
Result<Value> ApplyPatch(const Value& document, const Value& patch, const PatchLimits& limits = {});

}  // namespace karta::json
