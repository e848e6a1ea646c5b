// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests: modules from the files of one directory.  The whole of jq's rules for finding modules
// is in cli/, which this layer does not see.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "jq/program.h"

namespace karta::jq {

class DirectoryModules : public ModuleLoader {
 public:
  explicit DirectoryModules(std::string directory) : directory_(std::move(directory)) {}

  Result<Source> Load(const std::string& path, const json::Value& search, const std::string& origin,
                      bool is_data) override {
    namespace fs = std::filesystem;
    std::string previous;
    for (const fs::path& part : fs::path(path)) {
      if (part == "..") {
        return BadRequest("Relative paths to modules may not traverse to parent directories (" +
                          path + ")");
      }
      if (part == previous) {
        return BadRequest("module names must not have equal consecutive components: " + path);
      }
      previous = part.string();
    }
    const std::string suffix = is_data ? ".json" : ".jq";
    for (const std::string& directory : Directories(search, origin)) {
      const std::string stem = directory + "/" + path;
      for (const std::string& name :
           {stem + suffix, stem + "/jq/main" + suffix, stem + "/" + previous + suffix}) {
        std::error_code error;
        if (!fs::is_regular_file(name, error)) continue;
        std::ifstream file(name, std::ios::binary);
        const fs::path resolved = fs::weakly_canonical(name, error);
        return Source{.name = resolved.string(),
                      .origin = resolved.parent_path().string(),
                      .text = std::string(std::istreambuf_iterator<char>(file), {})};
      }
    }
    return NotFound("module not found: " + path);
  }

 private:
  std::vector<std::string> Directories(const json::Value& search, const std::string& origin) const {
    std::vector<std::string> result;
    const auto add = [&](const json::Value& item) {
      if (item.is_string()) result.push_back(origin + "/" + std::string(item.str()));
    };
    if (search.is_null()) {
      result.push_back(directory_);
    } else if (!origin.empty()) {
      add(search);
      for (const json::Value& item : search.items()) add(item);
    }
    return result;
  }

  std::string directory_;
};

}  // namespace karta::jq
