// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "jq/program.h"

namespace karta::jq {

// Modules from files, looked up as jq looks them up, for tests.  Paths are tried in the order of
// the import's own "search", or else "." (beside the importing module) and the library directories.
class FileModules : public ModuleLoader {
 public:
  explicit FileModules(std::vector<std::string> directories)
      : directories_(std::move(directories)) {}

  Result<Source> Load(const std::string& path, const json::Value& search, const std::string& origin,
                      bool is_data) override {
    namespace fs = std::filesystem;
    const std::string suffix = is_data ? ".json" : ".jq";
    const std::string base = fs::path(path).filename().string();
    for (const std::string& directory : Chain(search, origin)) {
      const std::string stem = directory + "/" + path;
      for (const std::string& name :
           {stem + suffix, stem + "/jq/main" + suffix, stem + "/" + base + suffix}) {
        std::error_code error;
        if (!fs::is_regular_file(name, error)) continue;
        std::ifstream file(name, std::ios::binary);
        std::string text(std::istreambuf_iterator<char>(file), {});
        const fs::path resolved = fs::weakly_canonical(name, error);
        return Source{.name = resolved.string(),
                      .origin = resolved.parent_path().string(),
                      .text = std::move(text)};
      }
    }
    return NotFound("module not found: " + path);
  }

 private:
  std::vector<std::string> Chain(const json::Value& search, const std::string& origin) const {
    if (search.is_null()) {
      std::vector<std::string> chain = {origin.empty() ? "." : origin};
      chain.insert(chain.end(), directories_.begin(), directories_.end());
      return chain;
    }
    std::vector<std::string> chain;
    if (search.is_string()) chain.push_back(Expand(search, origin));
    for (const json::Value& item : search.items()) {
      if (item.is_string()) chain.push_back(Expand(item, origin));
    }
    return chain;
  }

  static std::string Expand(const json::Value& item, const std::string& origin) {
    const std::string path(item.str());
    if (path == "~" || path.starts_with("~/")) {
      const char* home = std::getenv("HOME");
      return (home != nullptr ? home : "") + path.substr(1);
    }
    return path.starts_with('/') || origin.empty() ? path : origin + "/" + path;
  }

  std::vector<std::string> directories_;
};

}  // namespace karta::jq
