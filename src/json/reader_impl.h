// SPDX-License-Identifier: Apache-2.0
#pragma once

// The parts of a Reader.  Private to json/.

#include <optional>
#include <string>

#include "json/document.h"
#include "json/parse.h"
#include "json/parse_text.h"
#include "json/parse_tree.h"
#include "json/structural.h"

namespace karta::json {

// Reads large pieces into a buffer and builds trees out of it with the two fast stages.  A document
// that they give up is read again by the TextParser, which hands back when it is between documents.
// While callers keep no documents, buffer and arena are used again and again.
struct Reader::Impl {
  Impl(Source source, ReaderOptions options);
  ~Impl();

  Result<std::optional<Value>> Next();
  size_t lines();

 private:
  using Answer = Result<std::optional<Value>>;

  // Small enough to stay in the second level cache from read() to the last look at it.
  static constexpr size_t kBufferBytes = size_t{1} << 18;

  // Returns nothing when the other mode has to go on.
  std::optional<Answer> NextPlain();
  std::optional<Answer> NextCareful();
  Answer Begin();
  void StartDocument();
  void GiveUp();
  void GoPlain();
  void Feed();
  Status Fill();
  void MakeRoom();
  Status SkipLine();
  void CountTo(size_t position);

  Source source_;
  const ReaderOptions options_;
  StructuralIndex index_;
  TreeBuilder builder_;
  TextParser text_;

  Buffer* buffer_;
  size_t begin_ = 0;  // end of the last document; what is before is done with
  size_t end_ = 0;    // of the bytes read
  bool last_ = false;
  bool at_start_ = true;
  bool building_ = false;  // document_ is what builder_ works on
  const bool may_be_plain_;
  bool careful_;
  size_t fed_ = 0;  // where the bytes begin that text_ was fed last

  Document* document_ = nullptr;
  size_t document_bytes_ = 4096;  // what the last document took

  size_t counted_ = 0;  // bytes of the buffer in which lines are counted
  size_t lines_ = 0;
  size_t column_ = 0;  // bytes since the last line end before counted_
};

}  // namespace karta::json
