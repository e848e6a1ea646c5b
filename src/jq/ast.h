// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace karta::jq {

// The syntax tree, close to the source text: the parser desugars nothing that the compiler would
// want to recognise.
//
// How deep a tree can be: what nests in the source (parentheses, brackets, arguments, bodies) is
// bounded by ParseSource's `max_depth`.  Chains are not, since programs written by programs have
// very long ones: walk the right side of kPipe, kBind, kLabel, kDefine, of kBinary "//", and of kIf
// (elif), and the left side of kComma, of the other kBinary and of the postfix forms (kField,
// kIndex, kSlice, kIterate, kTry), in a loop.
enum class Syntax : uint8_t {
  kIdentity,  // .
  kRecurse,   // ..
  kField,     // T.name, T."text": kids = {T, name expression (kLiteral or kString)}
  kIndex,     // T[e]: kids = {T, e}
  kSlice,     // T[from:to]: kids = {T, from or null, to or null}
  kIterate,   // T[]: kids = {T}
  kLiteral,   // number, null, true, false, or string without interpolation: value
  kString,    // "..\(e)..": kids = kLiteral, e, kLiteral, ..., kLiteral; text = "@csv" or ""
  kFormat,    // @csv alone: text
  kArray,     // [e]: kids = {e} or {}
  kObject,    // {..}: kids = key, value, key, value...; value nullptr: {$x}, {a}, {"a"}, {@f "a"}
  kNegate,    // -T
  kPipe,      // a | b
  kComma,     // a , b
  kBinary,    // a OP b: text = + - * / % == != < <= > >= and or //
  kUpdate,    // a OP b: text = = |= += -= *= /= %= //=
  kIf,        // kids = {cond, then, else or nullptr}; elif nests
  kTry,       // kids = {body, handler or nullptr}; T? has no handler, see `shallow`
  kReduce,    // kids = {source, init, update}, patterns
  kForeach,   // kids = {source, init, update, extract or nullptr}, patterns
  kBind,      // source as p1 ?// p2 | body: kids = {source, body}, patterns
  kLabel,     // label $name | body: text, kids = {body}
  kBreak,     // break $name: text
  kCall,      // name(args...): text = name, possibly with a module prefix "m::f"
  kVariable,  // $name or $m::name: text without the $; "__loc__" carries value {file, line}
  kDefine,    // def f(..): b; rest: definition, kids = {rest}
};

struct Node;
using NodePtr = std::unique_ptr<Node>;

// One destructuring pattern: a variable, an array of patterns, or an object of patterns.
struct Pattern {
  enum class Kind : uint8_t { kVariable, kArray, kObject } kind = Kind::kVariable;
  std::string name;  // kVariable, without the $
  struct Entry {
    // kObject: the key.  `$name` alone: key null, variable set.  `$name: p`: variable and pattern.
    NodePtr key;
    std::string variable;
    std::unique_ptr<Pattern> pattern;  // may be null for kObject entries of the form $name
  };
  std::vector<Entry> entries;  // kArray uses only `pattern`
  uint32_t begin = 0;
};

struct Parameter {
  std::string name;       // without the $
  bool is_value = false;  // def f($x)
};

struct Definition {
  std::string name;
  std::vector<Parameter> parameters;
  NodePtr body;
  uint32_t begin = 0, end = 0;
};

struct Node {
  explicit Node(Syntax what = Syntax::kIdentity) : syntax(what) {}
  ~Node();  // flat: a chain of any length is freed without recursion

  Syntax syntax;
  // kTry written as a postfix of one path step: T.a?, T[e]?, T[from:to]?, T[]?.  Only the error of
  // taking that step is caught; those of T, e, from and to go on.  (T.a)? catches all of them.
  bool shallow = false;
  uint32_t begin = 0, end = 0;  // byte range in the source; of a kCall the name's
  std::string text;
  json::Value value;
  std::vector<NodePtr> kids;
  std::vector<std::unique_ptr<Pattern>> patterns;
  std::unique_ptr<Definition> definition;
};

struct Import {
  std::string path;
  std::string alias;     // without the $; "" for include
  bool is_data = false;  // import "f" as $name;
  bool is_include = false;
  json::Value metadata;  // the constant object, or null
  uint32_t begin = 0, end = 0;
};

// A whole source text: a program, or a module (definitions only).
struct Module {
  json::Value metadata;  // of `module {...};`, or null when there is none
  bool has_metadata = false;
  std::vector<Import> imports;
  std::vector<std::unique_ptr<Definition>> definitions;
  NodePtr main;  // null when the text holds only definitions
};

// What is wrong with a program, and where.
struct SourceError {
  std::string message;  // worded as jq words it where jq has a wording
  // Byte range of the offending token; at the end of the text, of what was read last.
  uint32_t begin = 0, end = 0;
};

struct ParseOutcome {
  std::unique_ptr<Module> module;  // null when there are errors
  std::vector<SourceError> errors;
};

// Parses jq 1.8 source.  Nesting beyond `max_depth` levels is an error, not a crash; 2,000 levels
// take up to 2 MB of stack.  `name` is what $__loc__ answers as its file.
ParseOutcome ParseSource(std::string_view source, int max_depth = 2'000,
                         std::string_view name = "<top-level>");

// "error: <message> at <name>, line 3, column 7:\n    <source line>\n    ^^^" with one caret a byte
// of the token (at least one), tabs kept so that the caret lines up.
std::string Describe(const SourceError& error, std::string_view source, std::string_view name);

}  // namespace karta::jq
