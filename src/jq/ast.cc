// SPDX-License-Identifier: Apache-2.0
#include "jq/ast.h"

#include <utility>

namespace karta::jq {
namespace {

// Moves what would be freed by recursion onto the heap-allocated list.
void TakeChildren(Node& node, std::vector<NodePtr>* list) {
  for (NodePtr& kid : node.kids) {
    if (kid) list->push_back(std::move(kid));
  }
  if (node.definition && node.definition->body) list->push_back(std::move(node.definition->body));
}

}  // namespace

Node::~Node() {
  if (kids.empty() && !definition) return;
  std::vector<NodePtr> list;
  TakeChildren(*this, &list);
  while (!list.empty()) {
    NodePtr node = std::move(list.back());
    list.pop_back();
    TakeChildren(*node, &list);
    node->kids.clear();
  }
}

}  // namespace karta::jq
