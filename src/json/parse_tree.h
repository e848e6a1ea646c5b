// SPDX-License-Identifier: Apache-2.0
#pragma once

// The second stage of parsing: from positions to a tree.  Private to json/.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "json/document.h"
#include "json/node.h"
#include "json/parse.h"
#include "json/structural.h"

namespace karta::json {

// Two words laid out as a Value, without its counting.
struct Slot {
  uint64_t w0;
  uint64_t w1;
};

// Builds one document after another out of an index.  It takes what is plainly right; anything else
// is given up, to be read again by the TextParser, which knows jq's rules and words.
//
// Elements wait on a stack until their container closes and its size is known; then they move into
// the Document.  Nothing recurses, so a builder can stop at the end of the index and go on later.
class TreeBuilder {
 public:
  enum class Outcome : uint8_t {
    kDone,    // root() is a whole document, which ends before end()
    kMore,    // the index ends before the document
    kGiveUp,  // not plain JSON
  };

  // Begins a document whose bodies go to `document`.
  void Start(Document* document, const ParseOptions& options);
  // Goes on as far as `index` reaches.  `end` is where the text ends for now, for good if `last`.
  Outcome Run(StructuralIndex* index, size_t end, bool last);

  // The document, counted.
  Value root() const {
    Value root = ValueAccess::FromWords(root_.w0, root_.w1);
    root.MakeCounted();
    return root;
  }
  // Behind the document's last byte.
  size_t end() const { return end_; }
  // Memory that the next document may use again.
  size_t kept_bytes() const {
    return slot_capacity_ * sizeof(Slot) + frames_.capacity() * sizeof(Frame);
  }
  // Whether a document has begun.
  bool started() const { return state_ != State::kRoot; }

 private:
  // What is expected next.
  enum class State : uint8_t {
    kRoot,
    kFirstKey,
    kKey,
    kFirstItem,
    kItem,
    kAfterMember,
    kAfterItem
  };
  struct Frame {
    uint32_t start;  // of its elements on the stack
    bool object;
  };

  Outcome RunRoot(StructuralIndex* index, size_t end, bool last);
  bool MakeString(StructuralIndex* index, uint32_t open, uint32_t next, Slot* slot);
  bool MakeEscaped(const char* text, size_t size, Slot* slot);
  Slot MakeLong(const char* text, size_t size);
  bool MakeNumber(const char* text, Slot* slot);
  bool MakeOddNumber(const char* text, Slot* slot);
  bool MakeScalar(const char* text, Slot* slot);
  Slot CloseArray(const Slot* first, size_t count);
  Slot CloseObject(const Slot* first, size_t members);
  void DropDuplicates(ObjectBody* body);
  void IndexMembers(ObjectBody* body);
  void ReserveSlots(size_t count);

  ParseOptions options_;
  Document* document_ = nullptr;
  uint64_t owner_word_ = 0;  // the document's address, as Values hold it
  std::vector<Frame> frames_;
  std::unique_ptr<Slot[]> slots_;
  size_t slot_capacity_ = 0;
  size_t top_ = 0;
  size_t depth_ = 0;  // as jq counts: an array is one level, an object with a key two
  State state_ = State::kRoot;
  Slot root_{};
  size_t end_ = 0;
};

}  // namespace karta::json
