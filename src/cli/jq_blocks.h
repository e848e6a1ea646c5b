// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "cli/jq_input.h"
#include "cli/jq_run.h"

namespace karta::cli {

// Whole lines of the input, and then what running the program over them gave.
struct Block {
  std::unique_ptr<char[]> bytes;
  size_t capacity = 0;
  size_t size = 0;

  // Where it comes from.  Lines count over all files.
  std::string filename;
  size_t first_line = 0;
  size_t lines_before_file = 0;

  // What came of it.
  struct Message {
    size_t after;  // bytes of `results` that come before it
    std::string text;
  };
  std::string results;
  std::vector<Message> messages;
  size_t documents = 0;  // run to their end
  ExitStatus exit;
  bool stop = false;    // halted, or a limit: nothing after it counts
  bool broken = false;  // a syntax error, or a document that goes on after the block

  std::string_view text() const { return {bytes.get(), size}; }
};

// Cuts the bytes of a chain into blocks.
class BlockReader {
 public:
  static constexpr size_t kBlockBytes = 256 << 10;

  explicit BlockReader(ByteChain* chain) : chain_(chain) {}

  // Fills `block` with at least one whole line, more if they are there without waiting; false at
  // the end, and where a file could not be read.  The last line may lack its end.
  Result<bool> Next(Block* block);
  // Bytes that were read and have not been part of a block.
  std::string_view carry() const { return carry_; }
  // Lines in all blocks so far.
  size_t lines() const { return lines_; }

 private:
  void Finish(Block* block, size_t size);
  // Notes that what was read last is the beginning of another file.
  void StepToNewFile();

  ByteChain* chain_;
  std::string carry_;
  bool at_end_ = false;
  // The file of the bytes in carry_: a chain that steps to the next file has gone past it.
  size_t file_number_ = 0;
  std::string filename_;
  size_t lines_before_file_ = 0;
  size_t lines_ = 0;
};

// Feeds text that lies in memory to a reader.
json::Reader::Source SourceOf(std::string_view text);

}  // namespace karta::cli
