// SPDX-License-Identifier: Apache-2.0

// import and include.  A module's definitions see its own imports and nothing of the program's.

#include <algorithm>
#include <set>

#include "jq/compiler.h"
#include "json/parse.h"

namespace karta::jq {

namespace {

// What modulemeta tells about an import.
Value DependencyOf(const Import& import) {
  Value dependency = import.metadata.is_object() ? import.metadata : Value::Object();
  if (!import.alias.empty()) dependency.Set("as", Value::String(import.alias));
  dependency.Set("is_data", Value::Bool(import.is_data));
  dependency.Set("relpath", Value::String(import.path));
  return dependency;
}

class ModuleMetaOp final : public Op {
 public:
  ModuleMetaOp() : Op(true) {}
  Signal One(Machine& m, Frame&, Value&& in, Value& out) const override {
    if (!in.is_string()) return m.Fail("modulemeta input module name must be a string");
    if (m.code.loader == nullptr) return m.Fail("module not found: " + std::string(in.str()));
    const Result<ModuleLoader::Source> source =
        m.code.loader->Load(std::string(in.str()), Value(), "", false);
    if (!source.ok()) return m.Fail(source.status().message());
    const ParseOutcome parsed = ParseSource(source->text);
    if (parsed.module == nullptr) {
      out = Value();
      return Signal::kNext;
    }
    Value meta = parsed.module->metadata.is_object() ? parsed.module->metadata : Value::Object();
    Value dependencies = Value::Array();
    for (const Import& import : parsed.module->imports) dependencies.Append(DependencyOf(import));
    Value definitions = Value::Array();
    std::set<std::string> seen;
    for (const auto& definition : parsed.module->definitions) {
      std::string name = definition->name + "/" + std::to_string(definition->parameters.size());
      if (seen.insert(name).second) definitions.Append(Value::String(name));
    }
    meta.Set("deps", std::move(dependencies));
    meta.Set("defs", std::move(definitions));
    out = std::move(meta);
    return Signal::kNext;
  }
};

}  // namespace

Compiled Compiler::ModuleMeta() {
  traits_.reads_world = true;
  return {std::make_unique<ModuleMetaOp>(), false};
}

bool Compiler::Refuse(std::string message) {
  errors_.push_back("error: " + std::move(message));
  return false;
}

bool Compiler::ImportData(const Import& import, const ModuleLoader::Source& source) {
  Value data = Value::Array();
  if (import.metadata["raw"].is_true()) {
    data = Value::String(source.text);
  } else {
    std::string_view left = source.text;
    json::Reader reader([&left](char* buffer, size_t size) -> Result<size_t> {
      const size_t count = std::min(size, left.size());
      std::copy_n(left.data(), count, buffer);
      left.remove_prefix(count);
      return count;
    });
    while (true) {
      Result<std::optional<Value>> next = reader.Next();
      if (!next.ok()) {
        return Refuse("loading data file " + source.name + ": " + next.status().message());
      }
      if (!next->has_value()) break;
      data.Append(std::move(**next));
    }
  }
  const Binding binding{.kind = Binding::Kind::kConstant, .constant = std::move(data)};
  Declare("$" + import.alias, binding);
  Declare("$" + import.alias + "::" + import.alias, binding);
  return true;
}

bool Compiler::Imports(const Module& module, const std::string& origin) {
  for (const Import& import : module.imports) {
    if (options_.loader == nullptr) {
      return Refuse("module not found: " + import.path + " (this program may not import)");
    }
    Result<ModuleLoader::Source> source =
        options_.loader->Load(import.path, import.metadata["search"], origin, import.is_data);
    if (!source.ok()) {
      if (import.metadata["optional"].is_true()) continue;
      return Refuse(source.status().message());
    }
    if (import.is_data) {
      if (!ImportData(import, *source)) return false;
      continue;
    }
    const LoadedModule* loaded = LoadModule(*std::move(source));
    if (loaded == nullptr) return false;
    const std::string prefix = import.is_include ? "" : import.alias + "::";
    for (const auto& [key, binding] : loaded->definitions) Declare(prefix + key, binding);
  }
  return true;
}

const Compiler::LoadedModule* Compiler::LoadModule(ModuleLoader::Source source) {
  const auto [entry, is_new] = modules_.try_emplace(source.name);
  LoadedModule& loaded = entry->second;
  if (!is_new) {
    if (!loaded.loading) return &loaded;
    Refuse("circular import of " + source.name);
    return nullptr;
  }
  const SourceText here{source.name, source.text};
  const SourceText* outer_source = std::exchange(source_, &here);
  ParseOutcome parsed = ParseSource(source.text, kParseDepth, source.name);
  if (parsed.module != nullptr && parsed.module->main != nullptr) {
    parsed.errors.push_back({"library should only have function definitions, not a main expression",
                             parsed.module->main->begin, parsed.module->main->end});
  }
  for (const SourceError& error : parsed.errors) {
    errors_.push_back(Describe(error, source.text, source.name));
  }
  bool ok = parsed.module != nullptr && parsed.errors.empty();

  if (ok) {
    Names names = std::exchange(names_, {});
    std::vector<std::string> declared = std::exchange(declared_, {});
    Function root;
    Context outermost{&root, 0, 0};
    Context* context = std::exchange(context_, &outermost);
    ok = Imports(*parsed.module, source.origin);
    for (const auto& definition : parsed.module->definitions) {
      Define(*definition);
      const std::string key =
          definition->name + "/" + std::to_string(definition->parameters.size());
      loaded.definitions.emplace_back(key, *Find(key));
    }
    context_ = context;
    declared_ = std::move(declared);
    names_ = std::move(names);
  }
  source_ = outer_source;
  loaded.loading = false;
  return ok ? &loaded : nullptr;
}

}  // namespace karta::jq
