// SPDX-License-Identifier: Apache-2.0
#include "cli/text_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "jq/utf8.h"
#include "json/parse.h"

namespace karta::cli {

json::Value TextValue(std::string_view bytes) {
  if (jq::IsValidUtf8(bytes)) return json::Value::String(bytes);
  std::string repaired;
  repaired.reserve(bytes.size());
  jq::AppendRepaired(bytes, &repaired);
  return json::Value::String(repaired);
}

Result<std::string> ReadTextFile(const std::string& path) {
  const auto cannot_open = [&](const char* why) {
    return NotFound("Could not open " + path + ": " + why);
  };
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return cannot_open(std::strerror(errno));
  struct stat about;
  if (fstat(fd, &about) != 0 || S_ISDIR(about.st_mode)) {
    close(fd);
    return cannot_open("It's a directory");
  }
  std::string text;
  text.resize(S_ISREG(about.st_mode) ? static_cast<size_t>(about.st_size) + 1 : 65'536);
  size_t used = 0;
  while (true) {
    if (used == text.size()) text.resize(text.size() * 2);
    const ssize_t got = read(fd, text.data() + used, text.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      close(fd);
      if (got < 0) return NotFound("Error reading from " + path);
      text.resize(used);
      return text;
    }
    used += static_cast<size_t>(got);
  }
}

std::string RealPath(const std::string& path) {
  char* resolved = realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return path;
  std::string result(resolved);
  std::free(resolved);
  return result;
}

std::string DirectoryOf(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

size_t CountLines(std::string_view text) {
  // Each lane counts its own column; a lane holds 255 before it must be emptied.
  using Lanes [[gnu::vector_size(16)]] = unsigned char;
  constexpr size_t kWidth = sizeof(Lanes);
  size_t count = 0;
  while (text.size() >= kWidth) {
    Lanes found = {};
    const size_t rounds = std::min<size_t>(text.size() / kWidth, 255);
    for (size_t i = 0; i < rounds; ++i) {
      Lanes bytes;
      std::memcpy(&bytes, text.data() + i * kWidth, kWidth);
      found -= reinterpret_cast<Lanes>(bytes == static_cast<unsigned char>('\n'));  // true is -1
    }
    for (size_t lane = 0; lane < kWidth; ++lane) count += found[lane];
    text.remove_prefix(rounds * kWidth);
  }
  return count + static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

Result<json::Value> ReadAllDocuments(std::string_view text) {
  json::Reader reader([rest = text](char* buffer, size_t size) mutable -> Result<size_t> {
    const size_t taken = std::min(size, rest.size());
    std::memcpy(buffer, rest.data(), taken);
    rest.remove_prefix(taken);
    return taken;
  });
  json::Value documents = json::Value::Array();
  while (true) {
    KRT_TRY(std::optional<json::Value> next, reader.Next());
    if (!next) return documents;
    documents.Append(*std::move(next));
  }
}

}  // namespace karta::cli
