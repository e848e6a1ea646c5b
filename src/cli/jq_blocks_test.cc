// SPDX-License-Identifier: Apache-2.0
#include "cli/jq_blocks.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/jq_output.h"
#include "cli/text_files.h"

namespace karta::cli {
namespace {

// A file that is gone when the test is.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) {
    path_ = testing::TempDir() + "/blocks_XXXXXX";
    const int fd = mkstemp(path_.data());
    EXPECT_EQ(write(fd, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    close(fd);
  }
  ~TemporaryFile() { unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct Seen {
  std::string text;
  std::string filename;
  size_t line_in_file;
};

std::vector<Seen> ReadBlocks(std::vector<std::string> files) {
  ByteChain chain(std::move(files), nullptr);
  BlockReader reader(&chain);
  std::vector<Seen> seen;
  Block block;
  while (true) {
    const Result<bool> more = reader.Next(&block);
    EXPECT_TRUE(more.ok());
    if (!more.ok() || !*more) return seen;
    seen.push_back(
        {std::string(block.text()), block.filename, block.first_line - block.lines_before_file});
  }
}

TEST(BlockReader, SmallFileIsOneBlock) {
  const TemporaryFile file("1\n2\n3");
  const std::vector<Seen> blocks = ReadBlocks({file.path()});
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].text, "1\n2\n3");
}

TEST(BlockReader, CutsAtLineEndsAndLosesNothing) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "{\"n\":" + std::to_string(i) + "}\n";
  const TemporaryFile file(text);
  std::string joined;
  size_t lines = 0;
  const std::vector<Seen> blocks = ReadBlocks({file.path()});
  EXPECT_GT(blocks.size(), 5u);
  for (const Seen& block : blocks) {
    EXPECT_EQ(block.text.back(), '\n');
    EXPECT_EQ(block.line_in_file, lines);
    lines += static_cast<size_t>(std::count(block.text.begin(), block.text.end(), '\n'));
    joined += block.text;
  }
  EXPECT_EQ(joined, text);
}

TEST(BlockReader, LineLongerThanABlockStaysWhole) {
  const std::string text = "[" + std::string(3 * BlockReader::kBlockBytes, ' ') + "]\n1\n";
  const TemporaryFile file(text);
  std::string joined;
  for (const Seen& block : ReadBlocks({file.path()})) {
    EXPECT_EQ(block.text.back(), '\n');
    joined += block.text;
  }
  EXPECT_EQ(joined, text);
}

TEST(BlockReader, BlocksKnowTheirFile) {
  const TemporaryFile one("1\n2\n"), two("3\n4"), three("5\n6\n");
  const std::vector<Seen> blocks = ReadBlocks({one.path(), two.path(), three.path()});
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[0].text, "1\n2\n");
  EXPECT_EQ(blocks[0].filename, one.path());
  EXPECT_EQ(blocks[1].text, "3\n");
  EXPECT_EQ(blocks[1].filename, two.path());
  EXPECT_EQ(blocks[1].line_in_file, 0u);
  EXPECT_EQ(blocks[2].text, "45\n6\n");  // jq reads on across files, and so do we
  EXPECT_EQ(blocks[2].filename, three.path());
  EXPECT_EQ(blocks[2].line_in_file, 0u);
}

TEST(CountLines, CountsEveryLineEndAtAnyOffset) {
  std::string text;
  size_t lines = 0;
  for (int i = 0; i < 20'000; ++i) {
    const bool end = i % 7 == 0 || i % 64 < 3;
    text.push_back(end ? '\n' : 'x');
    lines += end ? 1 : 0;
  }
  EXPECT_EQ(CountLines(text), lines);
  EXPECT_EQ(CountLines(std::string(100'000, '\n')), 100'000u);
  EXPECT_EQ(CountLines(std::string_view(text).substr(1)), lines - 1);
  EXPECT_EQ(CountLines(""), 0u);
}

TEST(LineReader, LinesOfAnyLengthWithNulBytes) {
  const std::string long_line(200'000, 'x');
  LineReader reader(SourceOf(std::string_view("a\0b\n\n", 5)));
  EXPECT_EQ((*reader.Next())->str(), std::string_view("a\0b", 3));
  EXPECT_EQ((*reader.Next())->str(), "");
  EXPECT_FALSE(reader.Next()->has_value());
  EXPECT_EQ(reader.lines(), 2u);

  const std::string text = long_line + "\n" + long_line;
  LineReader long_reader(SourceOf(text));
  EXPECT_EQ((*long_reader.Next())->str(), long_line);
  EXPECT_EQ((*long_reader.Next())->str(), long_line);
  EXPECT_FALSE(long_reader.Next()->has_value());
}

TEST(ExitStatus, LastInputDecidesAndLastResultWithTheFlag) {
  ExitStatus exit;
  EXPECT_EQ(exit.Code(false), 0);
  EXPECT_EQ(exit.Code(true), 4);
  exit.NoteInput(ExitStatus::kError);
  EXPECT_EQ(exit.Code(false), 5);
  exit.NoteInput(ExitStatus::kFalse);
  EXPECT_EQ(exit.Code(false), 0);
  EXPECT_EQ(exit.Code(true), 1);
  exit.NoteInput(ExitStatus::kNoOutput);
  EXPECT_EQ(exit.Code(true), 1);
  exit.NoteInput(ExitStatus::kTrue);
  exit.NoteInput(ExitStatus::kNoOutput);
  EXPECT_EQ(exit.Code(true), 0);
}

}  // namespace
}  // namespace karta::cli
