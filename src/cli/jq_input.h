// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "cli/jq_options.h"
#include "json/parse.h"
#include "json/value.h"
#include "json/yaml.h"

namespace karta::cli {

class Output;

// The files of a command line as one run of bytes, as jq sees them: a document may begin in one
// file and end in the next.  A file that cannot be read is reported on standard error and skipped.
class ByteChain {
 public:
  using Clock = std::chrono::steady_clock;

  // `files` empty: standard input, which "-" names as well.  Results waiting in `output` (may be
  // null) are written out before a read that would block, so that interactive pipelines see them.
  ByteChain(std::vector<std::string> files, Output* output);
  ~ByteChain();
  ByteChain(const ByteChain&) = delete;
  ByteChain& operator=(const ByteChain&) = delete;

  // Reading past this moment is a kTimeout error.
  void set_deadline(Clock::time_point deadline) { deadline_ = deadline; }
  // Reading while this thread holds more bytes of values and buffers is a kExhausted error: it
  // stops documents and --slurp that would fill the memory.
  void set_memory_limit(int64_t bytes) { memory_limit_ = bytes; }
  // Waiting ends with kCancelled once this descriptor is readable; -1: never.
  void set_wake(int fd) { wake_ = fd; }
  void set_output(Output* output) { output_ = output; }

  // Up to `size` bytes of one file; 0 at the end of the last one.
  Result<size_t> Read(char* buffer, size_t size);
  // Whether Read would return at once.
  bool Ready() const;

  // Of the file being read; "" before the first.
  const std::string& filename() const { return filename_; }
  // Changes with each file, unlike the name.
  size_t file_number() const { return next_; }
  // Line ends in all files before the current one.
  size_t lines_before() const { return lines_before_; }
  // Files that could not be opened or read.
  int failures() const { return failures_; }

 private:
  bool OpenNext();
  void Close();
  Status WaitUntilReadable();
  void Report(const std::string& text);

  std::vector<std::string> files_;
  Output* output_;
  std::optional<Clock::time_point> deadline_;
  int64_t memory_limit_ = INT64_MAX;
  size_t next_ = 0;
  int fd_ = -1;
  int wake_ = -1;
  bool may_block_ = false;
  std::string filename_;
  size_t lines_read_ = 0;  // counted only while another file follows
  size_t lines_before_ = 0;
  int failures_ = 0;
};

// Lines of text as strings, for --raw-input.
class LineReader {
 public:
  explicit LineReader(json::Reader::Source source) : source_(std::move(source)) {}
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // The next line without its end, or nullopt.  A last line without an end counts if it has bytes.
  Result<std::optional<json::Value>> Next();
  // Everything that is left, line ends and all.
  Result<json::Value> Rest();
  size_t lines() const { return lines_; }

 private:
  // Makes room and reads more; false at the end.
  Result<bool> Fill();

  json::Reader::Source source_;
  std::string buffer_;
  size_t begin_ = 0;  // of the current line
  size_t end_ = 0;    // of what has been read
  size_t lines_ = 0;
};

// The inputs of a jq run, one after another, in whatever form the options ask for.
class JqInputs {
 public:
  // `options` must outlive this.
  JqInputs(const JqOptions& options, json::Reader::Source source);
  ~JqInputs();
  JqInputs(const JqInputs&) = delete;
  JqInputs& operator=(const JqInputs&) = delete;

  // The next input, or nullopt at the end.  kBadRequest: a syntax error, worded as jq's.
  Result<std::optional<json::Value>> Next();
  // Line ends consumed in all files so far.
  size_t lines() const;

 private:
  // Readers have large buffers, which -n often does without.
  void Start();
  Result<std::optional<json::Value>> NextDocument();

  const JqOptions& options_;
  json::Reader::Source source_;  // until Start() passes it on
  bool slurped_ = false;
  json::Value gathered_ = json::Value::Array();
  std::unique_ptr<json::Reader> json_;
  std::unique_ptr<json::YamlReader> yaml_;
  std::unique_ptr<LineReader> text_;
};

}  // namespace karta::cli
