// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where printed text gathers.  Private to json/.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "json/value.h"

namespace karta::json {

// Appends to a string by way of a small buffer that stays in the cache.
class TextWriter {
 public:
  explicit TextWriter(std::string* out) : out_(out) {}
  ~TextWriter() { Flush(); }
  TextWriter(const TextWriter&) = delete;
  TextWriter& operator=(const TextWriter&) = delete;

  void Put(char c) {
    Need(1);
    *next_++ = c;
  }
  void Put(std::string_view text) {
    if (text.size() > kRoom) {
      Flush();
      out_->append(text);
      return;
    }
    Need(text.size());
    std::memcpy(next_, text.data(), text.size());
    next_ += text.size();
  }
  void Repeat(char c, size_t count);
  // A number, other than NaN.
  void PutNumber(const Value& number);
  // A string with its quotes and escapes.
  void PutQuoted(const Value& string, bool ascii);
  void PutQuoted(std::string_view text, bool ascii);

  void Flush() {
    out_->append(buffer_, static_cast<size_t>(next_ - buffer_));
    next_ = buffer_;
  }

 private:
  static constexpr size_t kRoom = 4096;

  // Makes sure that `bytes`, at most kRoom, can be written at next_.
  void Need(size_t bytes) {
    if (static_cast<size_t>(buffer_ + kRoom - next_) < bytes) Flush();
  }
  const char* PutEscaped(const char* p, const char* end, bool ascii);
  void PutText(const char* p, size_t size, bool ascii);

  std::string* out_;
  char* next_ = buffer_;
  char buffer_[kRoom + 16];  // vector stores may run over
};

}  // namespace karta::json
