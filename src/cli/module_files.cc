// SPDX-License-Identifier: Apache-2.0
#include "cli/module_files.h"

#include <sys/stat.h>

#include <cstdlib>
#include <string_view>
#include <utility>

#include "cli/text_files.h"

namespace karta::cli {

namespace {

constexpr std::string_view kOrigin = "$ORIGIN/";

bool Exists(const std::string& path) {
  struct stat about;
  return stat(path.c_str(), &about) == 0;
}

// What jq refuses before it looks anywhere.
Status CheckModulePath(const std::string& path) {
  if (path.find('\0') != std::string::npos) {
    return BadRequest("Module path contains a NUL byte");
  }
  if (path.find('\\') != std::string::npos) {
    return BadRequest("Modules must be named by relative paths using '/', not '\\' (" + path + ")");
  }
  std::string_view rest = path;
  std::string_view previous;
  for (bool first = true;; first = false) {
    const size_t slash = rest.find('/');
    const std::string_view part = rest.substr(0, slash);
    if (part == "..") {
      return BadRequest("Relative paths to modules may not traverse to parent directories (" +
                        path + ")");
    }
    if (!first && part == previous) {
      return BadRequest("module names must not have equal consecutive components: " + path);
    }
    if (slash == std::string_view::npos) return {};
    previous = part;
    rest.remove_prefix(slash + 1);
  }
}

}  // namespace

std::vector<std::string> ModuleFiles::DefaultLibraryPaths() {
  return {"~/.jq", "$ORIGIN/../lib/jq", "$ORIGIN/../lib"};
}

std::vector<std::string> ModuleFiles::Directories(const json::Value& search,
                                                  const std::string& origin,
                                                  std::string* trouble) const {
  std::vector<std::string> listed;
  if (search.is_array()) {
    for (const json::Value& item : search.items()) {
      if (item.is_string()) listed.emplace_back(item.str());
    }
  } else if (search.is_string()) {
    listed.emplace_back(search.str());
  } else if (search.is_null()) {
    listed = places_.library_paths;
    listed.insert(listed.begin(), ".");
  }

  const std::string& base = origin.empty() ? places_.program_directory : origin;
  std::vector<std::string> directories;
  for (std::string& path : listed) {
    if (path.starts_with("~/")) {
      const char* home = std::getenv("HOME");
      if (home == nullptr) {
        *trouble = "Could not expand " + path + ". (Could not find home directory.)";
        continue;
      }
      path = std::string(home) + path.substr(1);
    }
    if (path.empty()) continue;
    if (path.starts_with(kOrigin)) {
      directories.push_back(places_.executable_directory + "/" + path.substr(kOrigin.size()));
    } else if (path == "." || path[0] == '/') {  // "." is the working directory, wherever we are
      directories.push_back(std::move(path));
    } else {
      directories.push_back(base + "/" + path);
    }
  }
  return directories;
}

Result<jq::ModuleLoader::Source> ModuleFiles::Load(const std::string& path,
                                                   const json::Value& search,
                                                   const std::string& origin, bool is_data) {
  KRT_DO(CheckModulePath(path));
  const std::string suffix = is_data ? ".json" : ".jq";
  const std::string last = path.substr(path.find_last_of('/') + 1);
  std::string trouble;
  for (const std::string& directory : Directories(search, origin, &trouble)) {
    const std::string stem = directory + "/" + path;
    for (const std::string& candidate :
         {stem + suffix, stem + "/jq/main" + suffix, stem + "/" + last + suffix}) {
      if (!Exists(candidate)) continue;
      const std::string resolved = RealPath(candidate);
      Result<std::string> text = ReadTextFile(resolved);
      if (!text.ok()) {
        return NotFound("loading data file " + resolved + ": " + text.status().message())
            .WithReason("UnreadableModule");
      }
      return Source{.name = resolved, .origin = DirectoryOf(resolved), .text = *std::move(text)};
    }
  }
  std::string message = "module not found: " + path;
  if (!trouble.empty()) message += " (" + trouble + ")";
  return NotFound(std::move(message));
}

}  // namespace karta::cli
