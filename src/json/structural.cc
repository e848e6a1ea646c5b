// SPDX-License-Identifier: Apache-2.0
#include "json/structural.h"

#include <algorithm>
#include <cstring>

#include "json/parse_utf8.h"
#include "json/structural_block.h"

namespace karta::json {

namespace {

constexpr size_t kBlock = 64;

// Whether the bytes of a block, seen behind the three before it, can be part of valid UTF-8.  A
// sequence that the block cuts off is left to the next one.
bool ValidUtf8(const char* block, const unsigned char* last) {
  unsigned char bytes[3 + kBlock];
  std::memcpy(bytes, last, 3);
  std::memcpy(bytes + 3, block, kBlock);
  const unsigned char* p = bytes + 3;
  const unsigned char* const end = bytes + sizeof bytes;
  for (int back = 1; back <= 3; ++back) {
    if (Utf8Length(bytes[3 - back]) > back) p = bytes + 3 - back;
  }
  while (p < end) {
    const int length = Utf8Length(*p);
    if (length == 0) return false;
    if (length > end - p) return true;
    if (!ValidSequence(p, length)) return false;
    p += length;
  }
  return true;
}

BlockClasses Classify(const char* block, bool* ascii) {
  BlockClasses classes{};
  unsigned char all = 0;
  for (size_t i = 0; i < kBlock; ++i) {
    const auto c = static_cast<unsigned char>(block[i]);
    const uint64_t bit = uint64_t{1} << i;
    all |= c;
    if (c < 0x20) classes.control |= bit;
    switch (c) {
      case '\\':
        classes.backslash |= bit;
        break;
      case '"':
        classes.quote |= bit;
        break;
      case ' ':
      case '\t':
      case '\n':
      case '\r':
        classes.space |= bit;
        break;
      case '{':
      case '}':
      case '[':
      case ']':
      case ':':
      case ',':
        classes.structure |= bit;
        break;
      default:
        break;
    }
  }
  *ascii = all < 0x80;
  return classes;
}

uint64_t PrefixXor(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

}  // namespace

size_t IndexBlocksPortably(const char* text, uint32_t position, size_t blocks, BlockCarry* carry,
                           BlockOutput* output) {
  for (size_t done = 0; done < blocks; ++done, text += kBlock, position += kBlock) {
    bool ascii;
    const BlockClasses classes = Classify(text, &ascii);
    const bool after_ascii = (carry->last[29] | carry->last[30] | carry->last[31]) < 0x80;
    if ((!ascii || !after_ascii) && !ValidUtf8(text, carry->last + 29)) return done;
    std::memcpy(carry->last, text + 32, 32);
    const uint64_t quote = FindQuotes(classes, position, carry, output);
    bool plain;
    uint64_t bits = FindStarts(classes, quote, PrefixXor(quote), carry, &plain);
    if (!plain) return done;
    for (; bits != 0; bits &= bits - 1) {
      output->positions[output->count++] = position + static_cast<uint32_t>(__builtin_ctzll(bits));
    }
  }
  return blocks;
}

void StructuralIndex::Start(const char* text, size_t from) {
  text_ = text;
  block_ = seen_ = from;
  carry_ = {};
  broken_ = false;
  next_ = count_ = escape_ = 0;
  escapes_.clear();
  next_escape_ = UINT32_MAX;
}

// Moves what is kept to the front, with room for `blocks` blocks behind it.
void StructuralIndex::Reserve(size_t blocks) {
  const size_t kept = count_ - next_;
  const size_t needed = kept + blocks * kBlock + 32;
  if (needed > capacity_) {
    capacity_ = std::max(needed, capacity_ * 2);
    auto positions = std::make_unique_for_overwrite<uint32_t[]>(capacity_);
    if (kept > 0) std::memcpy(positions.get(), begin(), kept * sizeof(uint32_t));
    positions_ = std::move(positions);
  } else {
    std::memmove(positions_.get(), begin(), kept * sizeof(uint32_t));
  }
  next_ = 0;
  count_ = kept;

  const size_t from = kept > 0 ? positions_[0] : seen_;
  size_t done = escape_;
  while (done < escapes_.size() && escapes_[done] + kBlock <= from) ++done;
  escapes_.erase(escapes_.begin(), escapes_.begin() + static_cast<ptrdiff_t>(done));
  escape_ = 0;
}

size_t StructuralIndex::Run(const char* text, size_t blocks, BlockCarry* carry) {
  const size_t escapes = escapes_.size();
  escapes_.resize(escapes + blocks);
  BlockOutput output{positions_.get(), count_, escapes_.data(), escapes};
  const size_t good = kernel_(text, static_cast<uint32_t>(block_), blocks, carry, &output);
  count_ = output.count;
  escapes_.resize(output.escape_count);
  return good;
}

// The block that the text ends in.  It is done again once there is more.
size_t StructuralIndex::IndexPart(size_t end, bool last) {
  char block[kBlock];
  std::memset(block, ' ', sizeof block);
  std::memcpy(block, text_ + block_, end - block_);
  BlockCarry carry = carry_;
  const size_t good = Run(block, 1, &carry);
  if (last && good == 1) {
    block_ = end;
    carry_ = carry;
  }
  return good;
}

bool StructuralIndex::Extend(size_t end, bool last) {
  if (broken_) return false;
  // A character that is cut off would look wrong with nothing behind it.
  if (!last) end -= CutUtf8Bytes(text_ + seen_, end - seen_);
  if (end <= seen_) return false;
  const size_t full = std::min((end - block_) / kBlock, kWindow / kBlock);
  Reserve(std::max<size_t>(full, 1));
  const size_t first_new = count_;
  size_t good;
  size_t new_seen;
  if (full > 0) {
    good = Run(text_ + block_, full, &carry_);
    broken_ = good < full;
    block_ += good * kBlock;
    new_seen = std::max(seen_, block_);
  } else {
    good = IndexPart(end, last);
    broken_ = good == 0;
    new_seen = broken_ ? seen_ : end;
  }
  // What an earlier, partial look at the first block gave must not be given twice.
  size_t known = first_new;
  while (known < count_ && positions_[known] < seen_) ++known;
  if (known > first_new) {
    std::memmove(&positions_[first_new], &positions_[known], (count_ - known) * sizeof(uint32_t));
    count_ -= known - first_new;
  }
  next_escape_ = escape_ < escapes_.size() ? escapes_[escape_] : UINT32_MAX;
  seen_ = new_seen;
  return true;
}

size_t StructuralIndex::FindClose(size_t open, size_t end) const {
  size_t at = open + 1;
  bool escaped = false;
  // Most of a long string that arrives in pieces need not be looked at again.
  if (block_ > open && carry_.in_string != 0) {
    at = block_;
    escaped = carry_.escaped != 0;
  }
  for (; at < end; ++at) {
    if (escaped) {
      escaped = false;
    } else if (text_[at] == '"') {
      return at;
    } else {
      escaped = text_[at] == '\\';
    }
  }
  return end;
}

bool StructuralIndex::FindEscape(uint32_t open, uint32_t close) {
  while (escape_ < escapes_.size() && escapes_[escape_] + kBlock <= open) ++escape_;
  next_escape_ = escape_ < escapes_.size() ? escapes_[escape_] : UINT32_MAX;
  return next_escape_ <= close;
}

}  // namespace karta::json
