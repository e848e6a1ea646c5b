// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/jq_options.h"
#include "json/print.h"
#include "json/value.h"

namespace karta::cli {

// A file descriptor with one large buffer in front of it.
//
// Callers append to buffer() directly, so that a small result costs neither a call of write() nor
// an allocation, and say Written() after each whole piece.
class Output {
 public:
  explicit Output(int fd) : fd_(fd) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // Write out after each piece instead of when enough has gathered: terminals, --unbuffered.
  void set_eager(bool eager) { eager_ = eager; }
  // Drop a YAML document marker at the very beginning: it separates, and nothing comes before it.
  void set_drop_first_marker(bool drop) { drop_first_marker_ = drop; }

  std::string* buffer() { return &buffer_; }
  // False once writing has failed: nothing more will come out, so the caller should stop.
  bool Written() { return buffer_.size() < kEnough && !eager_ ? error_ == 0 : Flush(); }
  bool Flush();
  // errno of the first failed write, or 0.
  int error() const { return error_; }

 private:
  static constexpr size_t kEnough = 64 << 10;

  int fd_;
  bool eager_ = false;
  bool drop_first_marker_ = false;
  int error_ = 0;
  std::string buffer_;
};

// Writes all of `text` to standard error at once.
void WriteError(std::string_view text);

// How results look, as the options say.  Immutable: one serves all threads.
class ResultPrinter {
 public:
  ResultPrinter(const JqOptions& options, bool to_terminal);

  enum class Printed : uint8_t {
    kTrue,    // as far as --exit-status is concerned
    kFalse,   // false or null
    kHasNul,  // not printed: a string with a NUL byte under --raw-output0
  };
  // Appends one result with its separator.  YAML documents all begin with a marker line; see
  // Output::set_drop_first_marker.
  Printed Print(const json::Value& result, std::string* out) const;

  // `["DEBUG:",<message>]` on one line, coloured as results are.
  void PrintDebug(const json::Value& message, std::string* out) const;

 private:
  json::PrintOptions print_;
  json::Colors colors_;
  bool raw_ = false;
  bool seq_ = false;
  bool yaml_ = false;
  bool nul_ends_ = false;  // --raw-output0
  std::string_view terminator_ = "\n";
};

}  // namespace karta::cli
