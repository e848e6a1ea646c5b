// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/status.h"
#include "json/value.h"

namespace karta::cli {

// The bytes of a whole file.  kNotFound when it cannot be opened (a directory, too) or read; worded
// as jq words it: "Could not open nope.json: No such file or directory".
Result<std::string> ReadTextFile(const std::string& path);

// `path` without links and dots, or as it is when it does not exist.
std::string RealPath(const std::string& path);

// The directory part of a path; "." when it has none.
std::string DirectoryOf(const std::string& path);

// A string from bytes of unknown origin: what is not UTF-8 becomes U+FFFD, one for each broken
// sequence, as in jq.
json::Value TextValue(std::string_view bytes);

// Line ends in `text`, many bytes at a time.
size_t CountLines(std::string_view text);

// Every JSON document in `text`, as an array.
Result<json::Value> ReadAllDocuments(std::string_view text);

}  // namespace karta::cli
