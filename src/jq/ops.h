// SPDX-License-Identifier: Apache-2.0
#pragma once

// Makers of the machine's Ops, one group a file.

#include <memory>
#include <string>
#include <vector>

#include "jq/machine.h"
#include "jq/native.h"

namespace karta::jq {

// --- ops_path.cc: places ---
OpPtr MakeIdentity();
// `target` then one step.  Chains of constant steps fuse into one Op.  `optional`: a value of the
// wrong type gives no result instead of an error.
OpPtr MakeKeyStep(OpPtr target, Value key, bool optional);
OpPtr MakeIterate(OpPtr target, bool optional);
// Updates the one place `key` of `in`; kEmpty from the updater deletes it.  A missing place is made
// only if something at or below it is set.
Signal UpdateAt(Machine& m, Value&& in, const Value& key, bool optional, Updater& updater,
                Value& out);
bool IsIdentity(const Op& op);
// A chain of constant steps that starts at its input.
bool IsOpenChain(const Op& op);
// The steps of `right`, which must be an open chain, appended to `left`.
OpPtr AppendChain(OpPtr left, OpPtr right);
// ops_index.cc: T[e] and T[a:b] with computed keys; `from` and `to` may be null.
OpPtr MakeIndex(OpPtr target, OpPtr key, bool optional);
OpPtr MakeSlice(OpPtr target, OpPtr from, OpPtr to, bool optional);
OpPtr MakeGetPath(OpPtr path);
// ops_recurse.cc: `..` and recurse(f); `f` null means .[]?.
OpPtr MakeRecurse(OpPtr f);

// --- ops_basic.cc ---
OpPtr MakeConstant(Value value);
OpPtr MakePipe(OpPtr left, OpPtr right);
OpPtr MakeComma(OpPtr left, OpPtr right);
OpPtr MakeEmpty();
OpPtr MakeVariable(int hops, int slot);
OpPtr MakeGlobal(int index);
OpPtr MakeEnvironment();

// --- ops_operators.cc ---
enum class Operator : uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kModulo,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
};
// kError with Machine::error set, or the result of a OP b.
Signal ApplyOperator(Machine& m, Operator op, Value&& a, Value&& b, Value& out);
OpPtr MakeOperator(Operator op, OpPtr left, OpPtr right);
OpPtr MakeNegate(OpPtr operand);
OpPtr MakeAnd(OpPtr left, OpPtr right);
OpPtr MakeOr(OpPtr left, OpPtr right);
OpPtr MakeAlternative(OpPtr left, OpPtr right);
OpPtr MakeNot();

// --- ops_construct.cc ---
OpPtr MakeCollect(OpPtr body);  // [body]; null: []
struct ObjectEntry {
  OpPtr key;  // null when `constant` is set
  Value constant;
  OpPtr value;  // null: the input's member of that name
};
OpPtr MakeObject(std::vector<ObjectEntry> entries);
// Pieces joined in order; each non-literal piece goes through `format` first (null: tostring).
OpPtr MakeInterpolation(std::vector<OpPtr> pieces, Native format);
// The native called `name`, or nullptr.
Native FindNative(std::string_view name, int arity);
OpPtr MakeNativeCall(const NativeBuiltin& native, std::vector<OpPtr> arguments);
OpPtr MakeMap(OpPtr f);  // [.[] | f]

// --- ops_control.cc ---
OpPtr MakeIf(OpPtr condition, OpPtr then, OpPtr otherwise);
OpPtr MakeSelect(OpPtr condition);
OpPtr MakeTry(OpPtr body, OpPtr handler);
OpPtr MakeLabel(int slot, OpPtr body);
OpPtr MakeBreak(int hops, int slot);
OpPtr MakeError(OpPtr message);  // null: the input
OpPtr MakeFirst(OpPtr f);
OpPtr MakeLast(OpPtr f);
OpPtr MakeLimit(OpPtr count, OpPtr f);
OpPtr MakeSkip(OpPtr count, OpPtr f);
OpPtr MakeNth(OpPtr count, OpPtr f);
OpPtr MakeIsEmpty(OpPtr f);
// any(source; condition) or all(...).
OpPtr MakeAnyAll(bool any, OpPtr source, OpPtr condition);

// --- ops_loop.cc ---
OpPtr MakeRange(OpPtr from, OpPtr upto, OpPtr by);  // from and by may be null: 0 and 1
OpPtr MakeUntil(OpPtr condition, OpPtr update);
OpPtr MakeWhile(OpPtr condition, OpPtr update);
OpPtr MakeRepeat(OpPtr f);
OpPtr MakeAdd(OpPtr f);

// --- ops_bind.cc ---
// A destructuring pattern with its variables resolved to slots of the frame.
struct PatternOp {
  static constexpr int kIgnored = -2;  // the name is bound elsewhere in the pattern
  int slot = -1;                       // a variable; or
  struct Entry {
    OpPtr key;                           // computed key; null when `constant` is set
    Value constant;                      // an index or a key
    int slot = -1;                       // `$name: pattern` binds the value as well
    std::unique_ptr<PatternOp> pattern;  // may be null when slot is set
  };
  std::vector<Entry> entries;
};
struct Patterns {
  std::vector<std::unique_ptr<PatternOp>> alternatives;
  std::vector<int> slots;  // every variable of every alternative
};
OpPtr MakeBind(OpPtr source, Patterns patterns, OpPtr body);
OpPtr MakeReduce(OpPtr source, Patterns patterns, OpPtr init, OpPtr update);
OpPtr MakeForeach(OpPtr source, Patterns patterns, OpPtr init, OpPtr update, OpPtr extract);

// --- ops_call.cc ---
OpPtr MakeCall(const Function* function, int hops, std::vector<OpPtr> arguments, bool single,
               bool tail);
OpPtr MakeClosureCall(int hops, int index);
// Where a closure argument merely passes on a parameter of the caller: its hops and index.
bool IsClosurePass(const Op& op, int* hops, int* index);

// --- ops_update.cc ---
OpPtr MakePath(OpPtr f);
OpPtr MakeAssign(OpPtr path, OpPtr value);
OpPtr MakeModify(OpPtr path, OpPtr update);
OpPtr MakeOperatorUpdate(Operator op, OpPtr path, OpPtr value);
OpPtr MakeAlternativeUpdate(OpPtr path, OpPtr value);
OpPtr MakeDelete(OpPtr path);
OpPtr MakePick(OpPtr path);

// --- ops_world.cc ---
OpPtr MakeInput();
OpPtr MakeDebug();
OpPtr MakeStderr();
OpPtr MakeInputFilename();
OpPtr MakeInputLineNumber();
OpPtr MakeNow();
OpPtr MakeHalt();
OpPtr MakeHaltError(OpPtr code);
OpPtr MakeSearchList();
OpPtr MakeProgramArguments();

// --- ops_by.cc: functions of an array and one key per element ---
// `native` takes the array of keys, one an element, as its argument.
OpPtr MakeByKey(Native native, OpPtr key);

}  // namespace karta::jq
