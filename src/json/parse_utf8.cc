// SPDX-License-Identifier: Apache-2.0
#include "json/parse_utf8.h"

#include <cstring>

namespace karta::json {

namespace {

// Length of the sequence or the bad run at `p`; negative for a bad one.
int Next(const unsigned char* p, const unsigned char* end) {
  const int length = Utf8Length(*p);
  if (length == 0) return -1;
  if (length > end - p) {
    // Cut off by the end: jq takes all that is left as one run, whatever it is.
    return -static_cast<int>(end - p);
  }
  for (int i = 1; i < length; ++i) {
    if ((p[i] & 0xc0) != 0x80) return -i;
  }
  return ValidSequence(p, length) ? length : -length;
}

const unsigned char* Bytes(const char* text) {
  return reinterpret_cast<const unsigned char*>(text);
}

// The end of the ASCII that `p` begins with.
const unsigned char* SkipAscii(const unsigned char* p, const unsigned char* end) {
  for (uint64_t word; end - p >= 8; p += 8) {
    std::memcpy(&word, p, 8);
    if ((word & 0x8080808080808080) != 0) break;
  }
  while (p < end && *p < 0x80) ++p;
  return p;
}

}  // namespace

bool IsUtf8(std::string_view text) {
  const unsigned char* p = Bytes(text.data());
  const unsigned char* const end = p + text.size();
  while ((p = SkipAscii(p, end)) < end) {
    const int length = Next(p, end);
    if (length < 0) return false;
    p += length;
  }
  return true;
}

std::string RepairUtf8(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 16);
  const unsigned char* p = Bytes(text.data());
  const unsigned char* const end = p + text.size();
  while (p < end) {
    const int length = Next(p, end);
    if (length > 0) {
      out.append(reinterpret_cast<const char*>(p), static_cast<size_t>(length));
      p += length;
    } else {
      out.append("\xef\xbf\xbd");
      p -= length;
    }
  }
  return out;
}

}  // namespace karta::json
