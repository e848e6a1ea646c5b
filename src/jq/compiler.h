// SPDX-License-Identifier: Apache-2.0
#pragma once

// From syntax tree to Ops: names are resolved, builtins become Ops of their own, and each Op learns
// whether it gives at most one result.

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "jq/ast.h"
#include "jq/code.h"
#include "jq/ops.h"

namespace karta::jq {

// An Op, and whether it can stand left of `=`.
struct Compiled {
  OpPtr op;
  bool is_path = false;
};

class Compiler {
 public:
  explicit Compiler(const CompileOptions& options) : options_(options) {}

  // The program, or the text of every error found.
  Result<std::shared_ptr<Program::Code>> Compile(std::string_view source);

 private:
  friend struct BuiltinTable;
  using Arguments = std::vector<const Node*>;

  struct Binding {
    enum class Kind : uint8_t { kFunction, kClosure, kVariable, kLabel, kGlobal, kConstant } kind;
    int level = 0;  // nesting of functions where it was made
    int index = 0;  // slot, closure index, or position among the run's variables
    bool is_path = false;
    Function* function = nullptr;
    Value constant = {};
  };
  // Names that are visible, newest last; keys are "name/arity", "$name" and "*label".
  using Names = std::unordered_map<std::string, std::vector<Binding>>;

  // The function whose body is being compiled.
  struct Context {
    Function* function = nullptr;
    int level = 0;
    int next_slot = 0;
  };

  struct SourceText {
    std::string name;
    std::string_view text;
  };

  // --- compiler.cc ---
  Compiled Expression(const Node& node, bool tail = false);
  Compiled Step(const Node& node, bool optional);
  Compiled Pipe(const Node& node, bool tail);
  Compiled Binary(const Node& node, bool tail);
  Compiled Update(const Node& node);
  Compiled Object(const Node& node);
  Compiled Interpolated(const Node& node);
  Compiled Format(const Node& node);
  Compiled Bind(const Node& node, bool tail);
  Compiled Fold(const Node& node);
  Compiled Label(const Node& node);
  Compiled Variable(const Node& node);
  Compiled Fail(const Node& node, std::string message);
  void CollectErrors(const Function& root);

  // --- compiler_names.cc ---
  Patterns BindPatterns(const Node& node);
  std::unique_ptr<PatternOp> MakePattern(const Pattern& pattern, std::set<std::string>* bound);
  void DeclarePattern(const Pattern& pattern, std::map<std::string, int>* slots);
  int NewSlot();
  void Declare(const std::string& key, Binding binding);
  // Forgets everything declared since `mark`.
  size_t Mark() const { return declared_.size(); }
  void Forget(size_t mark);
  const Binding* Find(const std::string& key) const;

  // --- compiler_calls.cc ---
  Compiled Call(const Node& node, bool tail);
  Compiled CallFunction(const Node& node, const Binding& binding, bool tail);
  bool CanTail(const Binding& binding, const std::vector<OpPtr>& arguments) const;
  void Define(const Definition& definition);
  Function* CompileFunction(const Definition& definition, const std::string& key,
                            bool assume_single, bool* is_path);
  bool Prelude(const std::string& key);

  // --- builtins.cc ---
  bool Builtin(const Node& node, const std::string& key, Compiled* out);

  // --- modules.cc ---
  struct LoadedModule {
    std::vector<std::pair<std::string, Binding>> definitions;  // "name/arity"
    bool loading = true;
  };
  bool Imports(const Module& module, const std::string& origin);
  bool ImportData(const Import& import, const ModuleLoader::Source& source);
  const LoadedModule* LoadModule(ModuleLoader::Source source);
  bool Refuse(std::string message);
  Compiled ModuleMeta();

  void Report(std::string message, uint32_t begin, uint32_t end);

  static constexpr int kParseDepth = 2'000;
  static constexpr int kMaxDepth = 4'000;       // of the tree of Ops
  static constexpr int kOptimisticNesting = 4;  // of functions compiled twice at most

  const CompileOptions& options_;
  Names names_;
  std::vector<std::string> declared_;
  Context* context_ = nullptr;
  const SourceText* source_ = nullptr;
  std::vector<std::unique_ptr<Function>> functions_;
  std::vector<std::string> errors_;
  std::map<std::string, LoadedModule> modules_;
  std::map<std::string, Binding, std::less<>> prelude_;
  std::set<std::string> builtins_used_;
  Traits traits_;
  int depth_ = 0;
  int deepest_ = 0;
  int definition_nesting_ = 0;
};

}  // namespace karta::jq
