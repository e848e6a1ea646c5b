// SPDX-License-Identifier: Apache-2.0
#include "cli/jq_input.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "cli/jq_output.h"
#include "cli/text_files.h"
#include "json/meter.h"

namespace karta::cli {

ByteChain::ByteChain(std::vector<std::string> files, Output* output)
    : files_(std::move(files)), output_(output) {
  if (files_.empty()) files_.emplace_back("-");
}

ByteChain::~ByteChain() { Close(); }

void ByteChain::Close() {
  if (fd_ > STDIN_FILENO) close(fd_);
  fd_ = -1;
}

// Steps to the next file that opens; false when there is none.
bool ByteChain::OpenNext() {
  Close();
  while (next_ < files_.size()) {
    const std::string& name = files_[next_++];
    lines_before_ += std::exchange(lines_read_, 0);
    const bool is_stdin = name == "-";
    filename_ = is_stdin ? "<stdin>" : name;
    fd_ = is_stdin ? STDIN_FILENO : open(name.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd_ >= 0) {
      struct stat about;
      may_block_ = fstat(fd_, &about) != 0 || !S_ISREG(about.st_mode);
      return true;
    }
    Report("Could not open file " + name + ": " + std::strerror(errno));
  }
  return false;
}

bool ByteChain::Ready() const {
  if (fd_ < 0 || !may_block_) return true;
  pollfd readable{fd_, POLLIN, 0};
  return poll(&readable, 1, 0) != 0;
}

void ByteChain::Report(const std::string& text) {
  if (output_ != nullptr) output_->Flush();
  WriteError("jq: error: " + text + "\n");
  ++failures_;
}

Status ByteChain::WaitUntilReadable() {
  if (!may_block_ || Ready()) return {};
  if (output_ != nullptr) output_->Flush();
  while (deadline_ || wake_ >= 0) {
    int64_t wait = -1;
    if (deadline_) {
      wait = std::chrono::ceil<std::chrono::milliseconds>(*deadline_ - Clock::now()).count();
      if (wait <= 0) return Timeout("no input came in time");
      wait = std::min<int64_t>(wait, 1'000'000);
    }
    pollfd waiting[] = {{fd_, POLLIN, 0}, {wake_, POLLIN, 0}};
    if (poll(waiting, 2, static_cast<int>(wait)) <= 0) continue;
    if (waiting[1].revents != 0) return Cancelled("no more input is wanted");
    if (waiting[0].revents != 0) break;
  }
  return {};
}

Result<size_t> ByteChain::Read(char* buffer, size_t size) {
  if (json::meter.live_bytes > memory_limit_) return Exhausted("the input does not fit in memory");
  if (deadline_ && Clock::now() >= *deadline_) return Timeout("reading took too long");
  while (fd_ >= 0 || OpenNext()) {
    KRT_DO(WaitUntilReadable());
    const ssize_t got = read(fd_, buffer, size);
    if (got > 0) {
      if (next_ < files_.size()) {
        lines_read_ += CountLines({buffer, static_cast<size_t>(got)});
      }
      return static_cast<size_t>(got);
    }
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
      if (errno == EAGAIN) {  // a non-blocking standard input that somebody left us
        pollfd readable{fd_, POLLIN, 0};
        poll(&readable, 1, deadline_ ? 10 : -1);
      }
      continue;
    }
    if (got < 0) Report(std::strerror(errno));
    Close();
  }
  return 0;
}

LineReader::~LineReader() { json::meter.live_bytes -= static_cast<int64_t>(buffer_.size()); }

Result<bool> LineReader::Fill() {
  constexpr size_t kBlock = 64 << 10;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  // Doubling keeps a line of any length linear.
  if (buffer_.size() - end_ < kBlock / 2) {
    const size_t larger = std::max(2 * kBlock, buffer_.size() * 2);
    json::meter.live_bytes += static_cast<int64_t>(larger - buffer_.size());
    buffer_.resize(larger);
  }
  KRT_TRY(const size_t got, source_(buffer_.data() + end_, buffer_.size() - end_));
  end_ += got;
  return got > 0;
}

Result<std::optional<json::Value>> LineReader::Next() {
  size_t searched = begin_;
  while (true) {
    const char* from = buffer_.data() + searched;
    const char* found = static_cast<const char*>(
        end_ > searched ? std::memchr(from, '\n', end_ - searched) : nullptr);
    if (found != nullptr) {
      const size_t line_end = static_cast<size_t>(found - buffer_.data());
      json::Value line = TextValue(std::string_view(buffer_).substr(begin_, line_end - begin_));
      begin_ = line_end + 1;
      ++lines_;
      return std::optional(std::move(line));
    }
    const size_t seen = end_ - begin_;
    KRT_TRY(const bool more, Fill());
    if (!more) break;
    searched = begin_ + seen;
  }
  if (begin_ == end_) return std::optional<json::Value>();
  json::Value last = TextValue(std::string_view(buffer_).substr(begin_, end_ - begin_));
  begin_ = end_;
  return std::optional(std::move(last));
}

Result<json::Value> LineReader::Rest() {
  while (true) {
    KRT_TRY(const bool more, Fill());
    if (!more) break;
  }
  const std::string_view text = std::string_view(buffer_).substr(begin_, end_ - begin_);
  lines_ += CountLines(text);
  json::Value value = TextValue(text);
  begin_ = end_;
  return value;
}

JqInputs::JqInputs(const JqOptions& options, json::Reader::Source source)
    : options_(options), source_(std::move(source)) {}

JqInputs::~JqInputs() = default;

void JqInputs::Start() {
  if (options_.raw_input) {
    text_ = std::make_unique<LineReader>(std::exchange(source_, nullptr));
  } else if (options_.yaml_input) {
    yaml_ = std::make_unique<json::YamlReader>(std::exchange(source_, nullptr));
  } else {
    json::ReaderOptions how;
    how.seq = options_.seq;
    how.stream = options_.stream;
    how.stream_errors = options_.stream_errors;
    json_ = std::make_unique<json::Reader>(std::exchange(source_, nullptr), how);
  }
}

Result<std::optional<json::Value>> JqInputs::NextDocument() {
  if (json_) return json_->Next();
  return text_ ? text_->Next() : yaml_->Next();
}

Result<std::optional<json::Value>> JqInputs::Next() {
  if (source_) Start();
  if (!options_.slurp) return NextDocument();
  if (slurped_) return std::optional<json::Value>();
  if (text_) {
    slurped_ = true;
    KRT_TRY(json::Value all, text_->Rest());
    return std::optional(std::move(all));
  }
  // An error leaves what was gathered in place: with --seq the caller goes on after it.
  while (true) {
    KRT_TRY(std::optional<json::Value> next, NextDocument());
    if (!next) break;
    gathered_.Append(*std::move(next));
  }
  slurped_ = true;
  return std::optional(std::move(gathered_));
}

size_t JqInputs::lines() const {
  if (json_) return json_->lines();
  return text_ ? text_->lines() : 0;
}

}  // namespace karta::cli
