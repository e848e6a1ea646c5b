// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <utility>

#include "json/reader_impl.h"

namespace karta::json {

Reader::Reader(Source source, ReaderOptions options)
    : impl_(std::make_unique<Impl>(std::move(source), options)) {}
Reader::~Reader() = default;
Result<std::optional<Value>> Reader::Next() { return impl_->Next(); }
size_t Reader::lines() const { return impl_->lines(); }

Reader::Impl::Impl(Source source, ReaderOptions options)
    : source_(std::move(source)),
      options_(options),
      text_(options),
      buffer_(Buffer::Create(kBufferBytes)),
      may_be_plain_(!options.seq && !options.stream && !options.stream_errors),
      careful_(!may_be_plain_) {
  buffer_->data()[-1] = '\n';  // as if a line had ended before the first
}

Reader::Impl::~Impl() {
  if (document_ != nullptr) document_->Unref();
  buffer_->Unref();
}

Reader::Impl::Answer Reader::Impl::Next() {
  if (at_start_) {
    KRT_DO(Begin().status());
  }
  while (true) {
    std::optional<Answer> answer = careful_ ? NextCareful() : NextPlain();
    if (answer) return *std::move(answer);
  }
}

// Takes a byte order mark away.
Reader::Impl::Answer Reader::Impl::Begin() {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  at_start_ = false;
  KRT_DO(Fill());
  if (end_ > 0 && buffer_->data()[0] == kByteOrderMark[0]) {
    while (end_ < kByteOrderMark.size() && !last_) KRT_DO(Fill());
    const size_t size = std::min(end_, kByteOrderMark.size());
    if (std::string_view(buffer_->data(), size) != kByteOrderMark.substr(0, size)) {
      end_ = 0;
      last_ = true;
      Feed();
      return BadRequest("Malformed BOM");
    }
    begin_ = counted_ = size;
  }
  if (careful_) {
    Feed();
  } else {
    GoPlain();
  }
  return std::optional<Value>();
}

void Reader::Impl::GoPlain() {
  careful_ = false;
  index_.Start(buffer_->data(), begin_);
  StartDocument();
}

void Reader::Impl::StartDocument() {
  if (document_ != nullptr && document_->sole()) {
    document_->Reset();
  } else {
    if (document_ != nullptr) document_->Unref();
    document_ = Document::Create(document_bytes_);
  }
  document_->Keep(buffer_);
  builder_.Start(document_, options_.parse);
  building_ = true;
}

std::optional<Reader::Impl::Answer> Reader::Impl::NextPlain() {
  if (!building_) StartDocument();
  while (true) {
    switch (builder_.Run(&index_, end_, last_)) {
      case TreeBuilder::Outcome::kDone:
        begin_ = builder_.end();
        building_ = false;
        document_bytes_ = document_->used();
        return Answer(builder_.root());
      case TreeBuilder::Outcome::kGiveUp:
        GiveUp();
        return std::nullopt;
      case TreeBuilder::Outcome::kMore:
        break;
    }
    if (index_.Extend(end_, last_)) continue;
    if (index_.broken()) {
      GiveUp();
      return std::nullopt;
    }
    if (!last_) {
      if (Status status = Fill(); !status.ok()) return Answer(std::move(status));
      if (careful_) return std::nullopt;
      continue;
    }
    if (builder_.started() || index_.begin() != index_.end()) {
      GiveUp();
      return std::nullopt;
    }
    begin_ = end_;
    return Answer(std::optional<Value>());
  }
}

// Hands the document that begins at begin_ to the TextParser.
void Reader::Impl::GiveUp() {
  careful_ = true;
  building_ = false;
  CountTo(begin_);
  text_.SetPlace(lines_ + 1, column_);
  Feed();
}

void Reader::Impl::Feed() {
  text_.Feed({buffer_->data() + begin_, end_ - begin_}, last_);
  fed_ = begin_;
}

std::optional<Reader::Impl::Answer> Reader::Impl::NextCareful() {
  while (true) {
    Value value;
    std::string error;
    const TextParser::Outcome outcome = text_.Next(&value, &error);
    begin_ = fed_ + text_.consumed();
    if (text_.failed() && !options_.seq) {
      if (Status status = SkipLine(); !status.ok()) return Answer(std::move(status));
    }
    switch (outcome) {
      case TextParser::Outcome::kValue:
      case TextParser::Outcome::kError: {
        if (may_be_plain_ && text_.idle()) GoPlain();
        if (outcome == TextParser::Outcome::kError) return Answer(BadRequest(std::move(error)));
        return Answer(std::move(value));
      }
      case TextParser::Outcome::kEnd:
        return Answer(std::optional<Value>());
      case TextParser::Outcome::kMore:
        if (Status status = Fill(); !status.ok()) return Answer(std::move(status));
        Feed();
        break;
    }
  }
}

}  // namespace karta::json
