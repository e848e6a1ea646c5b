// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jq/ast.h"
#include "json/print.h"

namespace karta::jq {

// Syntax trees as text for tests: (+ 1 (* 2 (call f))).  Every level has its parentheses, so that
// precedence shows; positions are left out.
class TreeText {
 public:
  static std::string Of(const Module& module) {
    TreeText text;
    text.AppendModule(module);
    return std::move(text.out_);
  }

 private:
  void AppendModule(const Module& module) {
    if (module.has_metadata) out_ += "(module " + json::ToText(module.metadata) + ") ";
    for (const Import& import : module.imports) {
      out_ += import.is_include ? "(include " : import.is_data ? "(import-data " : "(import ";
      out_ += "\"" + import.path + "\"";
      if (!import.is_include) out_ += " " + import.alias;
      if (!import.metadata.is_null()) out_ += " " + json::ToText(import.metadata);
      out_ += ") ";
    }
    for (const auto& definition : module.definitions) {
      Append(*definition);
      out_ += " ";
    }
    if (module.main) {
      Append(module.main.get());
    } else if (!out_.empty()) {
      out_.pop_back();
    }
  }

  void Append(const Definition& definition) {
    out_ += "(def " + definition.name;
    for (const Parameter& parameter : definition.parameters) {
      out_ += parameter.is_value ? " $" : " ";
      out_ += parameter.name;
    }
    out_ += " ";
    Append(definition.body.get());
    out_ += ")";
  }

  void Append(const Pattern& pattern) {
    if (pattern.kind == Pattern::Kind::kVariable) {
      out_ += "$" + pattern.name;
      return;
    }
    const bool is_array = pattern.kind == Pattern::Kind::kArray;
    out_ += is_array ? "[" : "{";
    for (const Pattern::Entry& entry : pattern.entries) {
      if (&entry != &pattern.entries.front()) out_ += ", ";
      if (!entry.variable.empty()) out_ += "$" + entry.variable;
      if (entry.key) Append(entry.key.get());
      if (!is_array && entry.pattern) out_ += ": ";
      if (entry.pattern) Append(*entry.pattern);
    }
    out_ += is_array ? "]" : "}";
  }

  void AppendKids(const Node& node) {
    for (const auto& pattern : node.patterns) {
      out_ += pattern == node.patterns.front() ? " " : " ?// ";
      Append(*pattern);
    }
    for (const NodePtr& kid : node.kids) {
      out_ += " ";
      Append(kid.get());
    }
    out_ += ")";
  }

  void Append(const Node* node) {
    if (node == nullptr) {
      out_ += "_";
      return;
    }
    const bool optional = node->syntax == Syntax::kTry && node->shallow;
    switch (node->syntax) {
      case Syntax::kIdentity:
        out_ += ".";
        return;
      case Syntax::kRecurse:
        out_ += "..";
        return;
      case Syntax::kLiteral:
        out_ += json::ToText(node->value);
        return;
      case Syntax::kVariable:
        out_ += "$" + node->text;
        if (!node->value.is_null()) out_ += json::ToText(node->value);
        return;
      case Syntax::kFormat:
        out_ += node->text;
        return;
      case Syntax::kBreak:
        out_ += "(break $" + node->text + ")";
        return;
      case Syntax::kDefine:
        out_ += "(";
        Append(*node->definition);
        AppendKids(*node);
        return;
      default:
        out_ += "(" + (optional ? "?" : Head(*node));
        AppendKids(*node);
    }
  }

  static std::string Head(const Node& node) {
    switch (node.syntax) {
      case Syntax::kField:
        return "field";
      case Syntax::kIndex:
        return "index";
      case Syntax::kSlice:
        return "slice";
      case Syntax::kIterate:
        return "each";
      case Syntax::kString:
        return node.text.empty() ? "string" : node.text;
      case Syntax::kArray:
        return "array";
      case Syntax::kObject:
        return "object";
      case Syntax::kNegate:
        return "negate";
      case Syntax::kPipe:
        return "|";
      case Syntax::kComma:
        return ",";
      case Syntax::kIf:
        return "if";
      case Syntax::kTry:
        return "try";
      case Syntax::kReduce:
        return "reduce";
      case Syntax::kForeach:
        return "foreach";
      case Syntax::kBind:
        return "as";
      case Syntax::kLabel:
        return "label $" + node.text;
      case Syntax::kCall:
        return "call " + node.text;
      default:
        return node.text;
    }
  }

  std::string out_;
};

}  // namespace karta::jq
