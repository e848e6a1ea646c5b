// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <utility>

#include "jq/parser.h"
#include "json/number.h"

namespace karta::jq {
namespace {

json::Value FromDouble(double number) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (std::abs(number) <= kExact && number == std::trunc(number)) {
    return json::Value::Int(static_cast<int64_t>(number));
  }
  return json::Value::Double(number);
}

std::optional<json::Value> Arithmetic(std::string_view op, const json::Value& a,
                                      const json::Value& b) {
  if (op == "+" && a.is_null()) return b;
  if (op == "+" && b.is_null()) return a;
  if (op == "+" && a.is_string() && b.is_string()) {
    return json::Value::String(std::string(a.str()) + std::string(b.str()));
  }
  if (!a.is_number() || !b.is_number()) return std::nullopt;
  const double x = a.number();
  const double y = b.number();
  if (op == "+") return FromDouble(x + y);
  if (op == "-") return FromDouble(x - y);
  if (op == "*") return FromDouble(x * y);
  if (op == "/" && y != 0) return FromDouble(x / y);
  return std::nullopt;
}

std::optional<json::Value> Fold(std::string_view op, const json::Value& a, const json::Value& b) {
  using json::Value;
  if (op == "==") return Value::Bool(a == b);
  if (op == "!=") return Value::Bool(!(a == b));
  if (op == "<") return Value::Bool(json::Compare(a, b) < 0);
  if (op == "<=") return Value::Bool(json::Compare(a, b) <= 0);
  if (op == ">") return Value::Bool(json::Compare(a, b) > 0);
  if (op == ">=") return Value::Bool(json::Compare(a, b) >= 0);
  return Arithmetic(op, a, b);
}

std::optional<json::Value> ArrayOf(const Node& node) {
  // A chain of commas leans left: collect it from its right end.
  std::vector<json::Value> reversed;
  const Node* rest = node.kids.empty() ? nullptr : node.kids[0].get();
  while (rest != nullptr) {
    const bool more = rest->syntax == Syntax::kComma;
    std::optional<json::Value> item = ConstantOf(more ? *rest->kids[1] : *rest);
    if (!item) return std::nullopt;
    reversed.push_back(std::move(*item));
    rest = more ? rest->kids[0].get() : nullptr;
  }
  json::Value array = json::Value::Array(reversed.size());
  for (; !reversed.empty(); reversed.pop_back()) array.Append(std::move(reversed.back()));
  return array;
}

std::optional<json::Value> ObjectOf(const Node& node) {
  json::Value object = json::Value::Object(node.kids.size() / 2);
  for (size_t i = 0; i < node.kids.size(); i += 2) {
    const Node& key_node = *node.kids[i];
    if (!node.kids[i + 1]) {
      if (key_node.syntax != Syntax::kVariable || key_node.text != "__loc__") return std::nullopt;
      object.Set("__loc__", key_node.value);
      continue;
    }
    const std::optional<json::Value> key = ConstantOf(key_node);
    if (!key || !key->is_string()) return std::nullopt;
    std::optional<json::Value> value = ConstantOf(*node.kids[i + 1]);
    if (!value) return std::nullopt;
    object.Set(*key, std::move(*value));
  }
  return object;
}

// Operators that lean left nest as deep as the chain is long, so this walks down first.
std::optional<json::Value> BinaryOf(const Node& node) {
  std::vector<const Node*> chain;
  const Node* rest = &node;
  for (; rest->syntax == Syntax::kBinary; rest = rest->kids[0].get()) chain.push_back(rest);
  std::optional<json::Value> value = ConstantOf(*rest);
  for (; value && !chain.empty(); chain.pop_back()) {
    const std::optional<json::Value> right = ConstantOf(*chain.back()->kids[1]);
    if (!right) return std::nullopt;
    value = Fold(chain.back()->text, *value, *right);
  }
  return value;
}

}  // namespace

std::optional<json::Value> ConstantOf(const Node& node) {
  switch (node.syntax) {
    case Syntax::kLiteral:
      return node.value;
    case Syntax::kVariable:
      if (node.text == "__loc__") return node.value;
      return std::nullopt;
    case Syntax::kArray:
      return ArrayOf(node);
    case Syntax::kObject:
      return ObjectOf(node);
    case Syntax::kBinary:
      return BinaryOf(node);
    default:
      return std::nullopt;
  }
}

json::Value NumberValue(std::string_view spelling) {
  bool ok = false;
  return json::ParseNumber(spelling, &ok);
}

}  // namespace karta::jq
