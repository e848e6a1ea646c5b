// SPDX-License-Identifier: Apache-2.0
#include "cli/jq_blocks.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "cli/text_files.h"
#include "json/meter.h"

namespace karta::cli {

namespace {

void Grow(Block* block, size_t capacity) {
  if (block->capacity >= capacity) return;
  std::unique_ptr<char[]> larger(new char[capacity]);  // not filled with zeros, unlike make_unique
  if (block->size > 0) std::memcpy(larger.get(), block->bytes.get(), block->size);
  // Only the reading thread comes here, and blocks live as long as the command.
  json::meter.live_bytes += static_cast<int64_t>(capacity - block->capacity);
  block->bytes = std::move(larger);
  block->capacity = capacity;
}

}  // namespace

// Keeps the first `size` bytes in the block and carries the others over.
void BlockReader::Finish(Block* block, size_t size) {
  carry_.assign(block->bytes.get() + size, block->size - size);
  block->size = size;
  block->filename = filename_;
  block->first_line = lines_;
  block->lines_before_file = lines_before_file_;
  lines_ += CountLines(block->text());
}

void BlockReader::StepToNewFile() {
  file_number_ = chain_->file_number();
  filename_ = chain_->filename();
  lines_before_file_ = chain_->lines_before();
}

Result<bool> BlockReader::Next(Block* block) {
  block->size = 0;
  if (at_end_) return false;
  Grow(block, std::max(kBlockBytes, 2 * carry_.size()));
  std::memcpy(block->bytes.get(), carry_.data(), carry_.size());
  block->size = carry_.size();
  carry_.clear();
  size_t searched = 0;  // no line end before here
  while (true) {
    if (block->size == block->capacity) Grow(block, 2 * block->capacity);
    char* const end = block->bytes.get() + block->size;
    Result<size_t> got = chain_->Read(end, block->capacity - block->size);
    if (!got.ok()) {  // interrupted: leave what there is to whoever goes on
      carry_.assign(block->bytes.get(), block->size);
      return got.status();
    }
    if (*got == 0) {
      at_end_ = true;
      if (block->size == 0) return false;
      Finish(block, block->size);
      return true;
    }
    const bool other_file = chain_->file_number() != file_number_;
    const size_t old_size = block->size;
    block->size += *got;
    const std::string_view text = block->text();
    if (other_file) {
      // Lines of the old file go first, with its name; an unfinished one belongs to the new file.
      const size_t cut = text.substr(0, old_size).rfind('\n') + 1;
      at_end_ = chain_->failures() > 0;
      if (cut > 0 || at_end_) {
        Finish(block, cut);
        StepToNewFile();
        return cut > 0;
      }
      StepToNewFile();
    }
    const bool full = block->size >= block->capacity / 2 && block->size >= kBlockBytes / 2;
    if (!full && chain_->Ready()) continue;
    const size_t newline = text.substr(searched).rfind('\n');
    if (newline != std::string_view::npos) {
      Finish(block, searched + newline + 1);
      return true;
    }
    searched = block->size;
  }
}

json::Reader::Source SourceOf(std::string_view text) {
  return [text](char* buffer, size_t size) mutable -> Result<size_t> {
    const size_t taken = std::min(size, text.size());
    std::memcpy(buffer, text.data(), taken);
    text.remove_prefix(taken);
    return taken;
  };
}

}  // namespace karta::cli
