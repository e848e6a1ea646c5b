// SPDX-License-Identifier: Apache-2.0
#include "cli/jq_output.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "json/yaml.h"

namespace karta::cli {

namespace {

constexpr std::string_view kMarker = "---\n";

// 0, or errno.
int WriteAll(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = write(fd, text.data(), text.size());
    if (wrote >= 0) {
      text.remove_prefix(static_cast<size_t>(wrote));
    } else if (errno == EAGAIN) {  // somebody made the descriptor non-blocking
      pollfd ready{fd, POLLOUT, 0};
      poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

}  // namespace

bool Output::Flush() {
  std::string_view text = buffer_;
  if (drop_first_marker_ && !text.empty()) {
    drop_first_marker_ = false;
    if (text.starts_with(kMarker)) text.remove_prefix(kMarker.size());
  }
  if (error_ == 0) error_ = WriteAll(fd_, text);
  buffer_.clear();
  // One giant result must not keep its memory for the rest of an endless stream.
  if (buffer_.capacity() > 64 * kEnough) buffer_ = std::string();
  return error_ == 0;
}

void WriteError(std::string_view text) { (void)WriteAll(STDERR_FILENO, text); }

ResultPrinter::ResultPrinter(const JqOptions& options, bool to_terminal) {
  print_.indent = options.indent;
  print_.tab = options.tab;
  print_.sort_keys = options.sort_keys;
  print_.ascii = options.ascii;
  raw_ = options.raw_output;
  seq_ = options.seq;
  yaml_ = options.yaml_output;
  nul_ends_ = options.raw_output0;
  if (options.no_newline) terminator_ = nul_ends_ ? std::string_view("\0", 1) : "";

  bool color = options.color;
  if (to_terminal && !color) {
    const char* no_color = std::getenv("NO_COLOR");
    color = no_color == nullptr || *no_color == '\0';
  }
  if (options.monochrome) color = false;

  // A malformed setting is reported even when there will be no colours, as jq does.
  const char* spec = std::getenv("JQ_COLORS");
  if (spec != nullptr || color) colors_ = json::Colors::Default();
  if (spec != nullptr && !colors_.Parse(spec)) {
    colors_ = json::Colors::Default();
    WriteError("Failed to set $JQ_COLORS\n");
  }
  if (color) print_.colors = &colors_;
}

ResultPrinter::Printed ResultPrinter::Print(const json::Value& result, std::string* out) const {
  if (raw_ && result.is_string()) {
    const std::string_view text = result.str();
    if (print_.ascii) {  // quoted after all, but without colours or an RS byte: jq does so
      json::AppendQuoted(text, true, out);
    } else if (nul_ends_ && text.find('\0') != std::string_view::npos) {
      return Printed::kHasNul;
    } else {
      out->append(text);
    }
    out->append(terminator_);
    return Printed::kTrue;
  }
  if (yaml_) {
    out->append(kMarker);
    out->append(json::PrintYaml(result, {.sort_keys = print_.sort_keys}));
  } else {
    if (seq_) out->push_back('\x1e');
    json::Print(result, print_, out);
    out->append(terminator_);
  }
  return result.truthy() ? Printed::kTrue : Printed::kFalse;
}

void ResultPrinter::PrintDebug(const json::Value& message, std::string* out) const {
  json::PrintOptions one_line = print_;
  one_line.indent = -1;
  one_line.tab = false;
  json::Print(json::Value::ArrayOf({json::Value::String("DEBUG:"), message}), one_line, out);
  out->push_back('\n');
}

}  // namespace karta::cli
