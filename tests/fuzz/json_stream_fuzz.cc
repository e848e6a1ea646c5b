// SPDX-License-Identifier: Apache-2.0

// Many documents out of pieces: how they are cut must not matter, in any mode of the Reader.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/status.h"
#include "json/parse.h"
#include "json/print.h"

using karta::Result;
using karta::json::Reader;
using karta::json::ReaderOptions;
using karta::json::ToText;
using karta::json::Value;

namespace {

std::string ReadAll(std::string_view text, size_t piece, const ReaderOptions& options) {
  size_t position = 0;
  Reader reader(
      [&](char* buffer, size_t size) -> Result<size_t> {
        size = std::min({size, piece, text.size() - position});
        std::memcpy(buffer, text.data() + position, size);
        position += size;
        return size;
      },
      options);
  std::string all;
  // Every document and every error takes at least a byte, except for the last error.
  for (size_t i = 0; i <= 4 * text.size() + 4; ++i) {
    Result<std::optional<Value>> next = reader.Next();
    if (!next.ok()) {
      all += "! " + next.status().message() + "\n";
      continue;
    }
    if (!next->has_value()) return all + std::to_string(reader.lines());
    all += ToText(**next) + "\n";
  }
  KRT_ASSERT(false && "the reader does not end");
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const size_t piece = 1 + data[0] % 80;
  ReaderOptions options;
  options.seq = (data[1] & 1) != 0;
  options.stream = (data[1] & 2) != 0;
  options.stream_errors = (data[1] & 4) != 0;
  options.parse.jq_numbers = (data[1] & 8) == 0;
  options.parse.max_depth = (data[1] & 16) != 0 ? 5 : 10'000;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  KRT_ASSERT(ReadAll(text, SIZE_MAX, options) == ReadAll(text, piece, options));
  return 0;
}
