// SPDX-License-Identifier: Apache-2.0
#include "json/patch.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "json/print.h"

namespace karta::json {
namespace {

using Op = Patch::Op;
using Operation = Patch::Operation;

constexpr std::array<std::string_view, 6> kOpNames = {"add",  "remove", "replace",
                                                      "move", "copy",   "test"};

std::optional<Op> FindOp(std::string_view name) {
  for (size_t i = 0; i < kOpNames.size(); ++i) {
    if (kOpNames[i] == name) return static_cast<Op>(i);
  }
  return std::nullopt;
}

// At most this much of a value is shown in a message.
std::string Shown(const Value& value) {
  if (value.is_container()) {
    return (value.is_array() ? "an array of " : "an object of ") + std::to_string(value.size());
  }
  std::string text = ToText(value);
  if (text.size() <= 60) return text;
  size_t cut = 60;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  return text.substr(0, cut) + "...";
}

Result<Pointer> ParsePlace(const Value& operation, std::string_view member) {
  const Value* text = operation.Find(member);
  if (text == nullptr) return BadRequest("\"" + std::string(member) + "\" is missing");
  if (!text->is_string()) return BadRequest("\"" + std::string(member) + "\" must be a string");
  return Pointer::Parse(text->str());
}

Result<Operation> ParseOperation(const Value& source) {
  if (!source.is_object()) return BadRequest("must be an object");
  const Value& name = source["op"];
  if (!name.is_string()) return BadRequest("\"op\" is missing or not a string");
  const std::optional<Op> op = FindOp(name.str());
  if (!op) {
    return BadRequest("unknown op " + Shown(name) +
                      ": must be add, remove, replace, move, copy or test");
  }
  Operation operation{.op = *op, .path = {}, .from = {}, .value = {}};
  KRT_TRY(operation.path, ParsePlace(source, "path"));
  if (*op == Op::kMove || *op == Op::kCopy) {
    KRT_TRY(operation.from, ParsePlace(source, "from"));
  }
  if (*op == Op::kAdd || *op == Op::kReplace || *op == Op::kTest) {
    const Value* value = source.Find("value");
    if (value == nullptr) return BadRequest("\"value\" is missing");
    operation.value = *value;
  }
  return operation;
}

struct Size {
  size_t nodes = 0;
  size_t depth = 0;
};

// Nodes and levels of a value, counted up to `max_nodes` only.
Size Measure(const Value& value, size_t max_nodes) {
  Size size;
  std::vector<std::pair<const Value*, size_t>> open = {{&value, 1}};
  while (!open.empty() && size.nodes <= max_nodes) {
    const auto [at, depth] = open.back();
    open.pop_back();
    ++size.nodes;
    if (at->is_container() && depth > size.depth) size.depth = depth;
    for (const Value& item : at->items()) open.emplace_back(&item, depth + 1);
    for (const Member& member : at->members()) open.emplace_back(&member.value, depth + 1);
  }
  return size;
}

// One run of a patch over a document of its own.
class Run {
 public:
  Run(Value document, const PatchLimits& limits)
      : document_(std::move(document)), limits_(limits) {}

  Status Do(const Operation& operation);
  Value Take() { return std::move(document_); }

 private:
  Status Add(const Pointer& path, Value value);
  Status Remove(const Pointer& path);
  Status Replace(const Pointer& path, Value value);
  Status Move(const Pointer& from, const Pointer& path);
  Status Copy(const Pointer& from, const Pointer& path);
  Status Test(const Pointer& path, const Value& want) const;
  Status Charge(const Value& value);
  Status CheckDepth(const Value& value, const Pointer& path) const;
  // The container that holds `path`, which must exist and not be the root, made ready for a change.
  Value& ParentForChange(const Pointer& path);

  Value document_;
  const PatchLimits& limits_;
  size_t charged_ = 0;
};

Status Run::Do(const Operation& operation) {
  switch (operation.op) {
    case Op::kAdd:
      KRT_DO(CheckDepth(operation.value, operation.path));
      return Add(operation.path, operation.value);
    case Op::kRemove:
      return Remove(operation.path);
    case Op::kReplace:
      KRT_DO(CheckDepth(operation.value, operation.path));
      return Replace(operation.path, operation.value);
    case Op::kMove:
      return Move(operation.from, operation.path);
    case Op::kCopy:
      return Copy(operation.from, operation.path);
    case Op::kTest:
      return Test(operation.path, operation.value);
  }
  return Internal("unknown op");
}

Value& Run::ParentForChange(const Pointer& path) {
  Value* at = &document_;
  for (size_t i = 0; i + 1 < path.tokens().size(); ++i) {
    const std::string& token = path.tokens()[i];
    at = at->is_object() ? at->MutableFind(Value::String(token))
                         : &at->MutableItem(*ArrayIndex(token));
  }
  return *at;
}

Status Run::Add(const Pointer& path, Value value) {
  if (path.is_root()) {
    document_ = std::move(value);
    return Status();
  }
  const std::string& last = path.tokens().back();
  const Pointer parent_path = path.Prefix(path.tokens().size() - 1);
  KRT_TRY(const Value* parent, parent_path.Resolve(document_));
  const std::string where = parent_path.is_root() ? "" : " (at \"" + parent_path.ToString() + "\")";
  if (parent->is_object()) {
    ParentForChange(path).Set(last, std::move(value));
    return Status();
  }
  if (!parent->is_array()) {
    return NotFound("a " + std::string(TypeName(parent->type())) + " can have no members" + where);
  }
  const std::optional<size_t> index = last == "-" ? parent->size() : ArrayIndex(last);
  if (!index) return NotFound("\"" + last + "\" is no index of an array" + where);
  if (*index > parent->size()) {
    return NotFound("index " + last + " is past the end of the array of " +
                    std::to_string(parent->size()) + where);
  }
  ParentForChange(path).InsertItem(*index, std::move(value));
  return Status();
}

Status Run::Remove(const Pointer& path) {
  KRT_DO(path.Resolve(document_).status());
  if (path.is_root()) {
    document_ = Value::Null();
    return Status();
  }
  Value& parent = ParentForChange(path);
  const std::string& last = path.tokens().back();
  if (parent.is_object()) {
    parent.Erase(last);
  } else {
    parent.EraseItem(*ArrayIndex(last));
  }
  return Status();
}

Status Run::Replace(const Pointer& path, Value value) {
  KRT_DO(path.Resolve(document_).status());
  if (path.is_root()) {
    document_ = std::move(value);
    return Status();
  }
  Value& parent = ParentForChange(path);
  const std::string& last = path.tokens().back();
  if (parent.is_object()) {
    parent.Set(last, std::move(value));
  } else {
    parent.SetItem(*ArrayIndex(last), std::move(value));
  }
  return Status();
}

Status Run::Move(const Pointer& from, const Pointer& path) {
  const Result<const Value*> found = from.Resolve(document_);
  if (!found.ok()) return found.status();
  if (from.IsPrefixOf(path)) {
    if (from.tokens().size() == path.tokens().size()) return Status();
    return Invalid("cannot move \"" + from.ToString() + "\" into itself");
  }
  Value value = **found;
  if (path.tokens().size() > from.tokens().size()) {
    KRT_DO(Charge(value));
    KRT_DO(CheckDepth(value, path));
  }
  KRT_DO(Remove(from));
  return Add(path, std::move(value));
}

Status Run::Copy(const Pointer& from, const Pointer& path) {
  KRT_TRY(const Value* found, from.Resolve(document_));
  Value value = *found;
  KRT_DO(Charge(value));
  KRT_DO(CheckDepth(value, path));
  return Add(path, std::move(value));
}

Status Run::Test(const Pointer& path, const Value& want) const {
  KRT_TRY(const Value* found, path.Resolve(document_));
  if (*found == want) return Status();
  return Invalid("the value is " + Shown(*found) + ", not " + Shown(want));
}

Status Run::Charge(const Value& value) {
  charged_ += Measure(value, limits_.max_copied_nodes).nodes;
  if (charged_ <= limits_.max_copied_nodes) return Status();
  return Exhausted("the patch copies more than " + std::to_string(limits_.max_copied_nodes) +
                   " values")
      .WithReason("CopyLimit");
}

Status Run::CheckDepth(const Value& value, const Pointer& path) const {
  const size_t depth = Measure(value, static_cast<size_t>(-1)).depth;
  if (depth + path.tokens().size() <= limits_.max_depth) return Status();
  return Exhausted("the document would be nested deeper than " + std::to_string(limits_.max_depth) +
                   " levels")
      .WithReason("DepthLimit");
}

std::string Describe(size_t index, const Operation& operation) {
  return "operation " + std::to_string(index) + " (" + std::string(OpName(operation.op)) + " \"" +
         operation.path.ToString() + "\")";
}

}  // namespace

std::string_view OpName(Patch::Op op) { return kOpNames[static_cast<size_t>(op)]; }

Result<Patch> Patch::Parse(const Value& patch, const PatchLimits& limits) {
  if (!patch.is_array()) {
    return BadRequest("a JSON patch is an array of operations, not " + Shown(patch));
  }
  if (patch.size() > limits.max_operations) {
    return Exhausted("the patch has " + std::to_string(patch.size()) + " operations, more than " +
                     std::to_string(limits.max_operations))
        .WithReason("OperationLimit");
  }
  Patch parsed;
  parsed.limits_ = limits;
  parsed.operations_.reserve(patch.size());
  for (const Value& item : patch.items()) {
    Result<Operation> operation = ParseOperation(item);
    if (!operation.ok()) {
      const size_t index = parsed.operations_.size();
      return std::move(operation).status().Wrap("operation " + std::to_string(index));
    }
    parsed.operations_.push_back(*std::move(operation));
  }
  return parsed;
}

Result<Value> Patch::Apply(const Value& document) const {
  Run run(document, limits_);
  for (size_t i = 0; i < operations_.size(); ++i) {
    Status done = run.Do(operations_[i]);
    if (done.ok()) continue;
    const std::string where = Describe(i, operations_[i]);
    if (done.code() == Code::kExhausted) return std::move(done).Wrap(where);
    // Whatever is missing, it is the patch that does not fit.
    const bool test = operations_[i].op == Op::kTest;
    Status misfit = Invalid(where + ": " + done.message());
    return test ? std::move(misfit).WithReason("TestFailed") : misfit;
  }
  return run.Take();
}

Result<Value> ApplyPatch(const Value& document, const Value& patch, const PatchLimits& limits) {
  KRT_TRY(const Patch parsed, Patch::Parse(patch, limits));
  return parsed.Apply(document);
}

}  // namespace karta::json
