// SPDX-License-Identifier: Apache-2.0
#include "json/document.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "json/meter.h"

namespace karta::json {

namespace {

// Memory kept for the next document of a stream; a single huge one must not pin its size for ever.
constexpr size_t kMostReused = size_t{16} << 20;

void* Take(size_t bytes) {
  void* memory = std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  meter.live_bytes += static_cast<int64_t>(bytes);
  return memory;
}

void Give(void* memory, size_t bytes) {
  meter.live_bytes -= static_cast<int64_t>(bytes);
  std::free(memory);
}

}  // namespace

Buffer* Buffer::Create(size_t capacity) {
  void* memory = Take(sizeof(Buffer) + capacity + 2 * kPadding);
  auto* buffer = new (memory) Buffer(capacity);
  std::memset(buffer->data() - kPadding, ' ', kPadding);
  return buffer;
}

Document::Document(size_t bytes)
    : Owner(Type::kDocument), next_(own_begin()), end_(own_begin() + bytes), own_bytes_(bytes) {}

Document* Document::Create(size_t bytes) {
  bytes = (bytes + 7) & ~size_t{7};
  return new (Take(sizeof(Document) + bytes)) Document(bytes);
}

void Document::AddChunk(size_t bytes) {
  const size_t last = chunks_ != nullptr ? chunks_->bytes : own_bytes_;
  const size_t wanted =
      std::max({sizeof(Chunk) + bytes, std::min(last * 2, kMostReused), size_t{4096}});
  auto* chunk = static_cast<Chunk*>(Take(wanted));
  chunk->older = chunks_;
  chunk->bytes = wanted;
  chunks_ = chunk;
  next_ = reinterpret_cast<char*>(chunk + 1);
  end_ = reinterpret_cast<char*>(chunk) + wanted;
}

void Document::Keep(Buffer* buffer) {
  if (buffer == buffer_) return;
  if (buffer != nullptr) buffer->Ref();
  if (buffer_ != nullptr) buffer_->Unref();
  buffer_ = buffer;
}

size_t Document::used() const {
  if (chunks_ == nullptr) return own_bytes_ - static_cast<size_t>(end_ - next_);
  size_t bytes = own_bytes_;
  for (const Chunk* chunk = chunks_; chunk != nullptr; chunk = chunk->older) bytes += chunk->bytes;
  return bytes - static_cast<size_t>(end_ - next_);
}

void Document::Reset() {
  // Once a document needed a chunk, the newest one (the largest, usually) serves the next ones.
  Chunk* kept = chunks_ != nullptr && chunks_->bytes <= kMostReused ? chunks_ : nullptr;
  Chunk* chunk = kept != nullptr ? kept->older : chunks_;
  while (chunk != nullptr) {
    Chunk* older = chunk->older;
    Give(chunk, chunk->bytes);
    chunk = older;
  }
  chunks_ = kept;
  if (kept != nullptr) {
    kept->older = nullptr;
    next_ = reinterpret_cast<char*>(kept + 1);
    end_ = reinterpret_cast<char*>(kept) + kept->bytes;
  } else {
    next_ = own_begin();
    end_ = own_begin() + own_bytes_;
  }
}

void Document::Destroy(Owner* owner) {
  if (owner->type() == Type::kBuffer) {
    auto* buffer = static_cast<Buffer*>(owner);
    Give(buffer, sizeof(Buffer) + buffer->capacity_ + 2 * Buffer::kPadding);
    return;
  }
  auto* document = static_cast<Document*>(owner);
  document->Keep(nullptr);
  while (Chunk* chunk = document->chunks_) {
    document->chunks_ = chunk->older;
    Give(chunk, chunk->bytes);
  }
  Give(document, sizeof(Document) + document->own_bytes_);
}

}  // namespace karta::json
