// SPDX-License-Identifier: Apache-2.0
#pragma once

// The authority on what jq accepts, and on what it says about the rest.  Private to json/.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/parse.h"

namespace karta::json {

// Parses documents, or events of them, out of bytes that come in pieces cut anywhere.  Accepts what
// jq 1.8 accepts and words errors as it does.  Not recursive; made for exactness, not for speed.
class TextParser {
 public:
  enum class Outcome : uint8_t {
    kValue,
    kMore,   // all bytes are consumed: feed more
    kEnd,    // the end of the last piece was reached cleanly
    kError,  // `*error` has the message; without `seq` the rest of the piece is of no use
  };

  explicit TextParser(const ReaderOptions& options);

  // The bytes that come next, which must stay until they are consumed.  `last`: none will follow.
  void Feed(std::string_view bytes, bool last);
  Outcome Next(Value* value, std::string* error);

  // How many of the bytes fed last are consumed.
  size_t consumed() const { return position_; }
  // True between documents, when another parser could go on in its place.
  bool idle() const;
  // Whether what Next gave last was an error, be it dressed up as an event.
  bool failed() const { return failed_; }
  // Places messages: the line, counted from 1, and the bytes of it that went before.
  void SetPlace(size_t line, size_t column) {
    line_ = line;
    column_ = column;
  }

 private:
  enum class State : uint8_t { kNormal, kString, kEscape, kWaitForSeparator };
  enum class Seen : uint8_t { kNone, kOpenArray, kOpenObject, kColon, kComma, kValue };
  // A message, or null.
  using Problem = const char*;
  struct Open {
    Value container;
    std::optional<Value> key;
  };

  Problem Scan(char c, std::optional<Value>* out);
  Problem ScanSeparator(std::optional<Value>* out);
  Problem AddValue(Value value);
  Problem FinishLiteral();
  Problem FinishString();
  Problem Structure(char c) { return streaming_ ? StreamStructure(c) : TreeStructure(c); }
  Problem TreeStructure(char c);
  Problem OpenContainer(Value container);
  Problem CloseArray();
  Problem CloseObject();
  Problem StreamStructure(char c);
  Problem StreamOpen(char c);
  Problem StreamColon();
  Problem StreamComma();
  Problem StreamClose(char c);
  void TakeStringSpan();
  bool TakeOutput(std::optional<Value>* out);
  bool TakeEvent(std::optional<Value>* out);
  bool Truncated() const;
  bool TopLevelNumber() const;
  size_t open_count() const { return streaming_ ? path_.size() : stack_.size(); }
  Outcome Finish(Value* value, std::string* error);
  Outcome Fail(std::string message, Value* value, std::string* error);
  std::string Place(const char* problem, const char* where) const;
  void Reset();

  const ReaderOptions options_;
  const bool streaming_;
  std::string_view bytes_;
  size_t position_ = 0;
  bool last_ = false;
  bool ended_ = false;
  bool failed_ = false;

  State state_;
  bool after_space_ = false;
  std::string token_;          // of the number, word or string that is being read
  std::optional<Value> next_;  // complete, and not yet part of anything
  std::vector<Open> stack_;
  size_t depth_ = 0;  // containers and keys that wait for their value

  Value path_;  // streaming: keys and indexes of what is open
  std::optional<Value>
      output_;  // streaming: the event, with `true` behind it if a closing one follows
  Seen seen_ = Seen::kNone;

  size_t line_ = 1;
  size_t column_ = 0;
};

}  // namespace karta::json
