// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where parsed values live.  Private to json/.

#include <cstddef>
#include <cstdint>

#include "json/owner.h"

namespace karta::json {

// Raw input shared by the documents that were read from it: strings without escapes point here.
// Readable, though not meaningful, for kPadding bytes before and after the text, so that vector
// loads need no end check.
class Buffer : public Owner {
 public:
  static constexpr size_t kPadding = 64;

  static Buffer* Create(size_t capacity);

  char* data() { return reinterpret_cast<char*>(this + 1) + kPadding; }
  size_t capacity() const { return capacity_; }

 private:
  friend class Document;
  explicit Buffer(size_t capacity) : Owner(Type::kBuffer), capacity_(capacity) {}

  size_t capacity_;
};

// A bump arena holding the bodies of one parsed document, freed as a whole.  Slots inside it that
// point at it are not counted; a Value copied out of it counts the Document.
class Document : public Owner {
 public:
  // `bytes` is the room to begin with: one allocation covers a document that fits.
  static Document* Create(size_t bytes);
  // For Owner::Destroy: frees a Document, or a Buffer.
  static void Destroy(Owner* owner);

  // Memory for `bytes` bytes, aligned to 8.
  char* Allocate(size_t bytes) {
    bytes = (bytes + 7) & ~size_t{7};
    if (bytes > static_cast<size_t>(end_ - next_)) [[unlikely]]
      AddChunk(bytes);
    char* place = next_;
    next_ += bytes;
    return place;
  }

  // Keeps `buffer` alive as long as this document, instead of the one kept before.
  void Keep(Buffer* buffer);

  // Bytes taken so far, or a little more: what another document like this one will need.
  size_t used() const;

  // Forgets all bodies but keeps the memory, in one chunk from now on.  Only for the sole owner.
  void Reset();

 private:
  struct Chunk {
    Chunk* older;
    size_t bytes;  // with this header
  };

  explicit Document(size_t bytes);
  void AddChunk(size_t bytes);
  char* own_begin() { return reinterpret_cast<char*>(this + 1); }

  char* next_;
  char* end_;
  size_t own_bytes_;         // of the room right behind this object
  Chunk* chunks_ = nullptr;  // newest first
  Buffer* buffer_ = nullptr;
};

}  // namespace karta::json
