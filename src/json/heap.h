// SPDX-License-Identifier: Apache-2.0
#pragma once

// Heap nodes: the owners of bodies that were made by a program rather than read from a document.

#include <cstddef>
#include <cstdint>

#include "json/node.h"

namespace karta::json {

struct TextNode : Owner {
  uint32_t capacity;
  char text[];
};

struct LongNode : Owner {
  uint64_t capacity;
  LongBody body;
};

struct LiteralNode : Owner {
  LiteralBody body;
};

struct ArrayNode : Owner {
  ArrayBody body;
};

struct ObjectNode : Owner {
  ObjectBody body;
};

// Memory for one node, counted in the thread's Meter.  Small sizes come from per-thread free lists:
// an interpreter makes and drops millions of nodes a second.
void* AllocateNode(size_t bytes);
void FreeNode(void* node, size_t bytes);

ArrayNode* MakeArrayNode(size_t capacity);
ObjectNode* MakeObjectNode(size_t capacity);
TextNode* MakeTextNode(size_t capacity);
LongNode* MakeLongNode(size_t capacity);

inline size_t ArrayBytes(size_t capacity) { return sizeof(ArrayNode) + capacity * sizeof(Value); }
inline size_t ObjectBytes(size_t capacity) {
  return sizeof(ObjectNode) + capacity * sizeof(Member);
}

// Makes or grows the index to fit `members`; call after the members are in place.
void Reindex(ObjectNode* node);
void DropIndex(ObjectNode* node);

}  // namespace karta::json
