// SPDX-License-Identifier: Apache-2.0

// How a Reader gets its bytes and counts its lines.

#include <algorithm>
#include <cstring>
#include <utility>

#include "json/reader_impl.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace karta::json {

namespace {

size_t CountLineEnds(const char* p, const char* end) {
  size_t count = 0;
#if defined(__SSE2__)
  const __m128i wanted = _mm_set1_epi8('\n');
  while (end - p >= 16) {
    // Each byte counts to 255 at most before it is added up.
    __m128i found = _mm_setzero_si128();
    for (int i = 0; i < 255 && end - p >= 16; ++i, p += 16) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
      found = _mm_sub_epi8(found, _mm_cmpeq_epi8(bytes, wanted));
    }
    const __m128i sums = _mm_sad_epu8(found, _mm_setzero_si128());
    count += static_cast<size_t>(_mm_cvtsi128_si32(sums)) +
             static_cast<size_t>(_mm_cvtsi128_si32(_mm_srli_si128(sums, 8)));
  }
#endif
  return count + static_cast<size_t>(std::count(p, end, '\n'));
}

}  // namespace

// Reads more behind end_, moving things when there is no room.
Status Reader::Impl::Fill() {
  if (end_ == buffer_->capacity()) MakeRoom();
  KRT_TRY(const size_t read, source_(buffer_->data() + end_, buffer_->capacity() - end_));
  end_ += read;
  if (read == 0) {
    last_ = true;
    std::memset(buffer_->data() + end_, ' ', Buffer::kPadding);
  }
  return Status();
}

// Begins the buffer, or a larger one, with the document that is being read, and that document anew:
// its strings point into the buffer.
void Reader::Impl::MakeRoom() {
  CountTo(begin_);
  if (document_ != nullptr && document_->sole()) document_->Keep(nullptr);
  const size_t left = end_ - begin_;
  size_t capacity = buffer_->capacity();
  if (left > capacity / 2) {
    capacity = std::min(capacity * 4, std::max(StructuralIndex::kMostText, left + kBufferBytes));
  } else if (left < kBufferBytes / 2) {
    capacity = kBufferBytes;  // also after a document that needed more
  }
  Buffer* const old = buffer_;
  if (capacity != old->capacity() || !old->sole()) buffer_ = Buffer::Create(capacity);
  const char before = old->data()[static_cast<ptrdiff_t>(begin_) - 1];
  std::memmove(buffer_->data(), old->data() + begin_, left);
  buffer_->data()[-1] = before;
  if (buffer_ != old) old->Unref();
  begin_ = counted_ = 0;
  end_ = left;
  if (careful_) return;
  if (left >= StructuralIndex::kMostText) {
    GiveUp();
  } else {
    GoPlain();
  }
}

// After an error: goes to the next line, as jq does.
Status Reader::Impl::SkipLine() {
  bool ended = buffer_->data()[static_cast<ptrdiff_t>(begin_) - 1] == '\n';
  while (!ended) {
    const char* const from = buffer_->data() + begin_;
    const void* found = std::memchr(from, '\n', end_ - begin_);
    begin_ = found == nullptr
                 ? end_
                 : static_cast<size_t>(static_cast<const char*>(found) - buffer_->data()) + 1;
    ended = found != nullptr || last_;
    if (!ended) KRT_DO(Fill());
  }
  Feed();
  return Status();
}

void Reader::Impl::CountTo(size_t position) {
  if (position <= counted_) return;
  const char* const from = buffer_->data() + counted_;
  const char* const to = buffer_->data() + position;
  lines_ += CountLineEnds(from, to);
  const void* line_end = memrchr(from, '\n', static_cast<size_t>(to - from));
  if (line_end != nullptr) {
    column_ = static_cast<size_t>(to - static_cast<const char*>(line_end)) - 1;
  } else {
    column_ += static_cast<size_t>(to - from);
  }
  counted_ = position;
}

size_t Reader::Impl::lines() {
  CountTo(begin_);
  // The line that the last document ends in counts, once it has been read to its end.
  const char* const data = buffer_->data();
  if (data[static_cast<ptrdiff_t>(begin_) - 1] == '\n') return lines_;
  return lines_ + (std::memchr(data + begin_, '\n', end_ - begin_) != nullptr);
}

}  // namespace karta::json
