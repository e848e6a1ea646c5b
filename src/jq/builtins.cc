// SPDX-License-Identifier: Apache-2.0

// Builtins that are Ops: they take closures, generate, or deal with places.

#include <algorithm>
#include <set>

#include "jq/compiler.h"
#include "jq/native.h"
#include "jq/prelude.h"

namespace karta::jq {

namespace {

constexpr std::span<const NativeBuiltin> (*kNativeTables[])() = {
    StringNatives, MathNatives, DateNatives, ListNatives, FormatNatives, RegexNatives,
};

}  // namespace

Native FindNative(std::string_view name, int arity) {
  for (const auto table : kNativeTables) {
    for (const NativeBuiltin& native : table()) {
      if (native.arity == arity && native.name == name) return native.call;
    }
  }
  return nullptr;
}

struct BuiltinTable {
  struct Entry {
    std::string_view key;
    Compiled (*make)(Compiler& c, const Node& node);
  };

  static Compiled Arg(Compiler& c, const Node& node, size_t i) {
    return c.Expression(*node.kids[i]);
  }
  static OpPtr Each(bool optional = false) { return MakeIterate(MakeIdentity(), optional); }
  static Compiled Loops(Compiler& c, Compiled result) {
    c.traits_.may_not_end = true;
    return result;
  }
  static Compiled World(Compiler& c, OpPtr op, bool is_path = false) {
    c.traits_.reads_world = true;
    return {std::move(op), is_path};
  }
  static Compiled ByKey(Compiler& c, const Node& node, std::string_view native) {
    return {MakeByKey(FindNative(native, 1), Arg(c, node, 0).op), false};
  }
  static OpPtr NativeOp(std::string_view name) {
    return MakeNativeCall({name, 0, FindNative(name, 0)}, {});
  }
  static Value Names();

  static std::span<const Entry> Entries();
};

std::span<const BuiltinTable::Entry> BuiltinTable::Entries() {
  static constexpr Entry kEntries[] = {
      {"empty/0",
       [](Compiler&, const Node&) -> Compiled {
         return {MakeEmpty(), true};
       }},
      {"not/0",
       [](Compiler&, const Node&) -> Compiled {
         return {MakeNot(), false};
       }},
      {"error/0",
       [](Compiler&, const Node&) -> Compiled {
         return {MakeError(nullptr), true};
       }},
      {"error/1",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakeError(Arg(c, n, 0).op), true};
       }},
      {"path/1",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakePath(Arg(c, n, 0).op), false};
       }},
      {"map/1",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakeMap(Arg(c, n, 0).op), false};
       }},
      {"map_values/1",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakeModify(Each(), Arg(c, n, 0).op), false};
       }},
      {"with_entries/1",
       [](Compiler& c, const Node& n) -> Compiled {
         OpPtr mapped = MakePipe(NativeOp("to_entries"), MakeMap(Arg(c, n, 0).op));
         return {MakePipe(std::move(mapped), NativeOp("from_entries")), false};
       }},
      {"select/1",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakeSelect(Arg(c, n, 0).op), true};
       }},
      {"recurse/0",
       [](Compiler&, const Node&) -> Compiled {
         return {MakeRecurse(nullptr), true};
       }},
      {"recurse/1",
       [](Compiler& c, const Node& n) -> Compiled {
         Compiled f = Arg(c, n, 0);
         return Loops(c, {MakeRecurse(std::move(f.op)), f.is_path});
       }},
      {"recurse/2",
       [](Compiler& c, const Node& n) -> Compiled {
         Compiled f = Arg(c, n, 0);
         OpPtr step = MakePipe(std::move(f.op), MakeSelect(Arg(c, n, 1).op));
         return Loops(c, {MakeRecurse(std::move(step)), f.is_path});
       }},
      {"first/0",
       [](Compiler&, const Node&) -> Compiled {
         return {MakeKeyStep(MakeIdentity(), Value::Int(0), false), true};
       }},
      {"last/0",
       [](Compiler&, const Node&) -> Compiled {
         return {MakeKeyStep(MakeIdentity(), Value::Int(-1), false), true};
       }},
      {"nth/1",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakeIndex(MakeIdentity(), Arg(c, n, 0).op, false), true};
       }},
      {"first/1",
       [](Compiler& c, const Node& n) -> Compiled {
         Compiled f = Arg(c, n, 0);
         return {MakeFirst(std::move(f.op)), f.is_path};
       }},
      {"last/1",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakeLast(Arg(c, n, 0).op), false};
       }},
      {"limit/2",
       [](Compiler& c, const Node& n) -> Compiled {
         Compiled f = Arg(c, n, 1);
         return {MakeLimit(Arg(c, n, 0).op, std::move(f.op)), f.is_path};
       }},
      {"skip/2",
       [](Compiler& c, const Node& n) -> Compiled {
         Compiled f = Arg(c, n, 1);
         return {MakeSkip(Arg(c, n, 0).op, std::move(f.op)), f.is_path};
       }},
      {"nth/2",
       [](Compiler& c, const Node& n) -> Compiled {
         Compiled f = Arg(c, n, 1);
         return {MakeNth(Arg(c, n, 0).op, std::move(f.op)), f.is_path};
       }},
      {"isempty/1",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakeIsEmpty(Arg(c, n, 0).op), false};
       }},
      {"any/0",
       [](Compiler&, const Node&) -> Compiled {
         return {MakeAnyAll(true, Each(), nullptr), false};
       }},
      {"all/0",
       [](Compiler&, const Node&) -> Compiled {
         return {MakeAnyAll(false, Each(), nullptr), false};
       }},
      {"any/1",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakeAnyAll(true, Each(), Arg(c, n, 0).op), false};
       }},
      {"all/1",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakeAnyAll(false, Each(), Arg(c, n, 0).op), false};
       }},
      {"any/2",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakeAnyAll(true, Arg(c, n, 0).op, Arg(c, n, 1).op), false};
       }},
      {"all/2",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakeAnyAll(false, Arg(c, n, 0).op, Arg(c, n, 1).op), false};
       }},
      {"range/1",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakeRange(nullptr, Arg(c, n, 0).op, nullptr), false};
       }},
      {"range/2",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakeRange(Arg(c, n, 0).op, Arg(c, n, 1).op, nullptr), false};
       }},
      {"range/3",
       [](Compiler& c, const Node& n) -> Compiled {
         return Loops(c, {MakeRange(Arg(c, n, 0).op, Arg(c, n, 1).op, Arg(c, n, 2).op), false});
       }},
      {"until/2",
       [](Compiler& c, const Node& n) -> Compiled {
         Compiled update = Arg(c, n, 1);
         return Loops(c, {MakeUntil(Arg(c, n, 0).op, std::move(update.op)), update.is_path});
       }},
      {"while/2",
       [](Compiler& c, const Node& n) -> Compiled {
         Compiled update = Arg(c, n, 1);
         return Loops(c, {MakeWhile(Arg(c, n, 0).op, std::move(update.op)), update.is_path});
       }},
      {"repeat/1",
       [](Compiler& c, const Node& n) -> Compiled {
         Compiled f = Arg(c, n, 0);
         return Loops(c, {MakeRepeat(std::move(f.op)), f.is_path});
       }},
      {"add/1",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakeAdd(Arg(c, n, 0).op), false};
       }},
      {"del/1",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakeDelete(Arg(c, n, 0).op), false};
       }},
      {"pick/1",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakePick(Arg(c, n, 0).op), false};
       }},
      {"getpath/1",
       [](Compiler& c, const Node& n) -> Compiled {
         return {MakeGetPath(Arg(c, n, 0).op), true};
       }},
      {"sort_by/1", [](Compiler& c, const Node& n) { return ByKey(c, n, "_sort_by_impl"); }},
      {"group_by/1", [](Compiler& c, const Node& n) { return ByKey(c, n, "_group_by_impl"); }},
      {"unique_by/1", [](Compiler& c, const Node& n) { return ByKey(c, n, "_unique_by_impl"); }},
      {"min_by/1", [](Compiler& c, const Node& n) { return ByKey(c, n, "_min_by_impl"); }},
      {"max_by/1", [](Compiler& c, const Node& n) { return ByKey(c, n, "_max_by_impl"); }},
      {"input/0", [](Compiler& c, const Node&) { return World(c, MakeInput()); }},
      {"debug/0", [](Compiler& c, const Node&) { return World(c, MakeDebug(), true); }},
      {"stderr/0", [](Compiler& c, const Node&) { return World(c, MakeStderr(), true); }},
      {"input_filename/0", [](Compiler& c, const Node&) { return World(c, MakeInputFilename()); }},
      {"input_line_number/0",
       [](Compiler& c, const Node&) { return World(c, MakeInputLineNumber()); }},
      {"now/0", [](Compiler& c, const Node&) { return World(c, MakeNow()); }},
      {"env/0", [](Compiler& c, const Node&) { return World(c, MakeEnvironment()); }},
      {"halt/0", [](Compiler& c, const Node&) { return World(c, MakeHalt()); }},
      {"halt_error/1",
       [](Compiler& c, const Node& n) { return World(c, MakeHaltError(Arg(c, n, 0).op)); }},
      {"get_search_list/0", [](Compiler& c, const Node&) { return World(c, MakeSearchList()); }},
      {"builtins/0",
       [](Compiler&, const Node&) -> Compiled {
         return {MakeConstant(Names()), false};
       }},
  };
  return kEntries;
}

// Every builtin as "name/arity", as the `builtins` builtin lists them.
Value BuiltinTable::Names() {
  std::set<std::string> names;
  for (const Entry& entry : Entries()) names.emplace(entry.key);
  for (const PreludeEntry& entry : PreludeEntries()) names.emplace(entry.key);
  for (const auto table : kNativeTables) {
    for (const NativeBuiltin& native : table()) {
      if (native.name[0] == '@') continue;
      names.insert(std::string(native.name) + "/" + std::to_string(native.arity));
    }
  }
  names.insert("modulemeta/0");
  Value list = Value::Array(names.size());
  for (const std::string& name : names) {
    if (name[0] != '_') list.Append(Value::String(name));
  }
  return list;
}

bool Compiler::Builtin(const Node& node, const std::string& key, Compiled* out) {
  for (const BuiltinTable::Entry& entry : BuiltinTable::Entries()) {
    if (entry.key == key) {
      *out = entry.make(*this, node);
      return true;
    }
  }
  if (key == "modulemeta/0") {
    *out = ModuleMeta();
    return true;
  }
  return false;
}

}  // namespace karta::jq
