// SPDX-License-Identifier: Apache-2.0
#pragma once

// The first stage of parsing: where things begin.  Private to json/.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace karta::json {

// What one block of 64 bytes tells the next.
struct BlockCarry {
  uint64_t in_string = 0;       // all ones inside a string
  uint64_t escaped = 0;         // 1 when the first byte is escaped
  uint64_t in_scalar = 0;       // 1 when the last byte belonged to a number or a word
  unsigned char last[32] = {};  // the bytes before, for UTF-8 sequences across blocks
};

// Where a kernel writes to; room for 64 positions a block and 32 more.
struct BlockOutput {
  uint32_t* positions;
  size_t count;
  uint32_t* escapes;  // positions of the blocks that hold a backslash
  size_t escape_count;
};

// Indexes `blocks` blocks at `text`, the first of which has position `position`.  Returns the
// number of good blocks: one with bad UTF-8, or with a bare control character in a string, stops
// it.
using BlockKernel = size_t (*)(const char* text, uint32_t position, size_t blocks,
                               BlockCarry* carry, BlockOutput* output);
size_t IndexBlocksPortably(const char* text, uint32_t position, size_t blocks, BlockCarry* carry,
                           BlockOutput* output);
// The fastest kernel of this machine.
BlockKernel FastestKernel();

// Positions of every structural character, of the opening quote of every string and of the first
// byte of every number and word, in order, found a window at a time while a text grows.  The
// closing quote of a string is the last byte before the next position that is not white space.
class StructuralIndex {
 public:
  static constexpr size_t kWindow = size_t{1} << 16;
  // Positions are 32 bits wide.
  static constexpr size_t kMostText = size_t{0xffff0000};

  explicit StructuralIndex(BlockKernel kernel = FastestKernel()) : kernel_(kernel) {}

  // Begins at `from` in `text`, outside of any string.
  void Start(const char* text, size_t from);

  // Indexes up to a window more of the text, which ends at `end` for now, and for good if `last`.
  // Positions not consumed yet stay first.  False when there was nothing to add.
  bool Extend(size_t end, bool last);

  // Positions that are known and not consumed.
  const uint32_t* begin() const { return positions_.get() + next_; }
  const uint32_t* end() const { return positions_.get() + count_; }
  void ConsumeTo(const uint32_t* position) {
    next_ = static_cast<size_t>(position - positions_.get());
  }

  // Whether a string that ends at `close` may hold a backslash.
  bool MayHoldEscape(uint32_t open, uint32_t close) {
    if (close < next_escape_) [[likely]]
      return false;
    return FindEscape(open, close);
  }
  // The closing quote of the string at `open`, when nothing is known to follow it; `end` if there
  // is none before `end`.
  size_t FindClose(size_t open, size_t end) const;
  const char* text() const { return text_; }
  // The same text has moved.
  void MoveTo(const char* text) { text_ = text; }
  // The text from indexed_end() on cannot be indexed.
  bool broken() const { return broken_; }
  // Bytes before this are indexed.
  size_t indexed_end() const { return seen_; }

 private:
  bool FindEscape(uint32_t open, uint32_t close);
  void Reserve(size_t blocks);
  size_t Run(const char* text, size_t blocks, BlockCarry* carry);
  size_t IndexPart(size_t end, bool last);

  BlockKernel kernel_;
  const char* text_ = nullptr;
  BlockCarry carry_;
  size_t block_ = 0;  // start of the next block
  size_t seen_ = 0;   // positions below were given already, perhaps out of a block not yet full
  bool broken_ = false;

  std::unique_ptr<uint32_t[]> positions_;
  size_t capacity_ = 0;
  size_t next_ = 0;
  size_t count_ = 0;
  std::vector<uint32_t> escapes_;
  size_t escape_ = 0;  // first of escapes_ that a later string may touch
  uint32_t next_escape_ = UINT32_MAX;
};

}  // namespace karta::json
