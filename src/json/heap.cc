// SPDX-License-Identifier: Apache-2.0
#include "json/heap.h"

#include <cstdlib>
#include <new>
#include <vector>

#include "json/document.h"
#include "json/meter.h"

namespace karta::json {

thread_local constinit Meter meter;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr size_t kLargestPooled = 0;  // let the sanitizer see every node
#else
constexpr size_t kLargestPooled = 512;
#endif
constexpr size_t kStep = 16;
constexpr uint32_t kMostKept = 1024;  // nodes kept per size: at most 4 MB a thread over all sizes

struct FreeNodeLink {
  FreeNodeLink* next;
};

struct Pool {
  FreeNodeLink* free[kLargestPooled / kStep + 1] = {};
  uint32_t kept[kLargestPooled / kStep + 1] = {};
};

thread_local constinit Pool pool;

// Gives a thread's kept nodes back when it ends.
struct PoolCleaner {
  ~PoolCleaner() {
    for (size_t i = 0; i <= kLargestPooled / kStep; ++i) {
      while (FreeNodeLink* node = pool.free[i]) {
        pool.free[i] = node->next;
        std::free(node);
      }
      pool.kept[i] = kMostKept;  // nodes freed after this point go straight back
    }
  }
};

void* AllocateSlow(size_t bytes) {
  static thread_local PoolCleaner cleaner;
  (void)cleaner;
  void* memory = std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// Deeply nested values are freed with bounded recursion: below this depth the rest waits in a list.
constexpr int kMostNested = 200;
thread_local constinit int destroy_depth = 0;
thread_local std::vector<Owner*> waiting;

void DestroyArray(ArrayNode* node) {
  for (uint32_t i = 0; i < node->body.size; ++i) node->body.items[i].~Value();
  FreeNode(node, ArrayBytes(node->body.capacity));
}

void DestroyObject(ObjectNode* node) {
  for (uint32_t i = 0; i < node->body.size; ++i) node->body.members[i].~Member();
  DropIndex(node);
  FreeNode(node, ObjectBytes(node->body.capacity));
}

void DestroyContainer(Owner* owner) {
  if (owner->type() == Owner::Type::kArray) {
    DestroyArray(static_cast<ArrayNode*>(owner));
  } else {
    DestroyObject(static_cast<ObjectNode*>(owner));
  }
}

}  // namespace

void* AllocateNode(size_t bytes) {
  bytes = (bytes + kStep - 1) / kStep * kStep;
  meter.live_bytes += static_cast<int64_t>(bytes);
  if (bytes <= kLargestPooled) {
    const size_t slot = bytes / kStep;
    if (FreeNodeLink* node = pool.free[slot]) {
      pool.free[slot] = node->next;
      --pool.kept[slot];
      return node;
    }
  }
  return AllocateSlow(bytes);
}

void FreeNode(void* node, size_t bytes) {
  bytes = (bytes + kStep - 1) / kStep * kStep;
  meter.live_bytes -= static_cast<int64_t>(bytes);
  if (bytes <= kLargestPooled) {
    const size_t slot = bytes / kStep;
    if (pool.kept[slot] < kMostKept) {
      auto* link = static_cast<FreeNodeLink*>(node);
      link->next = pool.free[slot];
      pool.free[slot] = link;
      ++pool.kept[slot];
      return;
    }
  }
  std::free(node);
}

ArrayNode* MakeArrayNode(size_t capacity) {
  auto* node = static_cast<ArrayNode*>(AllocateNode(ArrayBytes(capacity)));
  new (static_cast<Owner*>(node)) Owner(Owner::Type::kArray);
  node->body.size = 0;
  node->body.capacity = static_cast<uint32_t>(capacity);
  return node;
}

ObjectNode* MakeObjectNode(size_t capacity) {
  auto* node = static_cast<ObjectNode*>(AllocateNode(ObjectBytes(capacity)));
  new (static_cast<Owner*>(node)) Owner(Owner::Type::kObject);
  node->body.size = 0;
  node->body.capacity = static_cast<uint32_t>(capacity);
  node->body.index = nullptr;
  node->body.mask = 0;
  return node;
}

TextNode* MakeTextNode(size_t capacity) {
  auto* node = static_cast<TextNode*>(AllocateNode(sizeof(TextNode) + capacity));
  new (static_cast<Owner*>(node)) Owner(Owner::Type::kText);
  node->capacity = static_cast<uint32_t>(capacity);
  return node;
}

LongNode* MakeLongNode(size_t capacity) {
  auto* node = static_cast<LongNode*>(AllocateNode(sizeof(LongNode) + capacity));
  new (static_cast<Owner*>(node)) Owner(Owner::Type::kLongText);
  node->capacity = capacity;
  node->body.size = 0;
  return node;
}

void DropIndex(ObjectNode* node) {
  if (node->body.index == nullptr) return;
  FreeNode(node->body.index, (size_t{node->body.mask} + 1) * sizeof(uint32_t));
  node->body.index = nullptr;
}

void Reindex(ObjectNode* node) {
  DropIndex(node);
  if (node->body.size < kIndexedFrom) return;
  const uint32_t slots = IndexSlots(node->body.size);
  node->body.index = static_cast<uint32_t*>(AllocateNode(slots * sizeof(uint32_t)));
  std::memset(node->body.index, 0, slots * sizeof(uint32_t));
  node->body.mask = slots - 1;
  FillIndex(&node->body);
}

void Owner::Destroy() {
  switch (type_) {
    case Type::kText:
      FreeNode(this, sizeof(TextNode) + static_cast<TextNode*>(this)->capacity);
      return;
    case Type::kLongText:
      FreeNode(this, sizeof(LongNode) + static_cast<LongNode*>(this)->capacity);
      return;
    case Type::kLiteral:
      FreeNode(this, sizeof(LiteralNode) + static_cast<LiteralNode*>(this)->body.size);
      return;
    case Type::kDocument:
    case Type::kBuffer:
      Document::Destroy(this);
      return;
    case Type::kArray:
    case Type::kObject:
      break;
  }
  if (destroy_depth >= kMostNested) {
    waiting.push_back(this);
    return;
  }
  ++destroy_depth;
  DestroyContainer(this);
  if (--destroy_depth > 0) return;
  ++destroy_depth;
  while (!waiting.empty()) {
    Owner* next = waiting.back();
    waiting.pop_back();
    DestroyContainer(next);
  }
  --destroy_depth;
}

}  // namespace karta::json
