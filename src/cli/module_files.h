// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jq/program.h"

namespace karta::cli {

// Finds jq modules among files, by jq's rules.
//
// `import "a/b"` looks in each directory of the search list for a/b.jq, a/b/jq/main.jq and a/b/b.jq
// (.json for data).  In that list `~/` stands for the home directory, `$ORIGIN/` for the directory
// of the program `krt`, and other relative paths start at the importing file.
class ModuleFiles : public jq::ModuleLoader {
 public:
  struct Places {
    std::vector<std::string> library_paths;  // -L, or DefaultLibraryPaths()
    std::string program_directory;           // of the -f file, or the working directory
    std::string executable_directory;        // what $ORIGIN means
  };
  explicit ModuleFiles(Places places) : places_(std::move(places)) {}

  static std::vector<std::string> DefaultLibraryPaths();

  // kNotFound: no such module, or it cannot be read.  kBadRequest: a path that jq refuses.
  Result<Source> Load(const std::string& path, const json::Value& search, const std::string& origin,
                      bool is_data) override;

 private:
  // Directories to look in.  `trouble` is set when one of them could not be worked out.
  std::vector<std::string> Directories(const json::Value& search, const std::string& origin,
                                       std::string* trouble) const;

  Places places_;
};

}  // namespace karta::cli
