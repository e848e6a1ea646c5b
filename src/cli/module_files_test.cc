// SPDX-License-Identifier: Apache-2.0
#include "cli/module_files.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace karta::cli {
namespace {

namespace fs = std::filesystem;

class ModuleFilesTest : public testing::Test {
 protected:
  ModuleFilesTest() {
    std::string pattern = testing::TempDir() + "/modules_XXXXXX";
    root_ = fs::canonical(mkdtemp(pattern.data()));
  }
  ~ModuleFilesTest() override { fs::remove_all(root_); }

  void Write(const std::string& name, const std::string& text) {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  std::string At(const std::string& name) const { return (root_ / name).string(); }

  ModuleFiles Loader(std::vector<std::string> library_paths) const {
    return ModuleFiles({.library_paths = std::move(library_paths),
                        .program_directory = At("program"),
                        .executable_directory = At("bin")});
  }
  static std::string Name(const Result<jq::ModuleLoader::Source>& source) {
    return source.ok() ? source->name : source.status().message();
  }

  fs::path root_;
};

TEST_F(ModuleFilesTest, LooksForThreeSpellings) {
  Write("lib/a.jq", "1");
  Write("lib/b/jq/main.jq", "2");
  Write("lib/c/d/d.jq", "3");
  ModuleFiles loader = Loader({At("lib")});
  EXPECT_EQ(Name(loader.Load("a", {}, "", false)), At("lib/a.jq"));
  EXPECT_EQ(Name(loader.Load("b", {}, "", false)), At("lib/b/jq/main.jq"));
  const auto nested = loader.Load("c/d", {}, "", false);
  EXPECT_EQ(Name(nested), At("lib/c/d/d.jq"));
  EXPECT_EQ(nested->origin, At("lib/c/d"));
  EXPECT_EQ(nested->text, "3");
}

TEST_F(ModuleFilesTest, DataHasItsOwnSuffix) {
  Write("lib/a.jq", "1");
  Write("lib/a.json", "{}");
  EXPECT_EQ(Name(Loader({At("lib")}).Load("a", {}, "", true)), At("lib/a.json"));
}

TEST_F(ModuleFilesTest, EarlierDirectoryWins) {
  Write("one/a.jq", "");
  Write("two/a.jq", "");
  EXPECT_EQ(Name(Loader({At("none"), At("two"), At("one")}).Load("a", {}, "", false)),
            At("two/a.jq"));
}

TEST_F(ModuleFilesTest, SearchIsRelativeToTheImportingFile) {
  Write("program/sub/a.jq", "");
  Write("other/sub/a.jq", "");
  ModuleFiles loader = Loader({});
  const json::Value search = json::Value::String("./sub");
  EXPECT_EQ(Name(loader.Load("a", search, "", false)), At("program/sub/a.jq"));
  EXPECT_EQ(Name(loader.Load("a", search, At("other"), false)), At("other/sub/a.jq"));
  EXPECT_EQ(Name(loader.Load("a", json::Value::ArrayOf({json::Value::Int(1), search}), "", false)),
            At("program/sub/a.jq"));
}

TEST_F(ModuleFilesTest, OriginIsTheDirectoryOfTheExecutable) {
  Write("lib/jq/a.jq", "");
  fs::create_directories(root_ / "bin");
  EXPECT_EQ(Name(Loader({"$ORIGIN/../lib/jq"}).Load("a", {}, "", false)), At("lib/jq/a.jq"));
}

TEST_F(ModuleFilesTest, TildeIsTheHomeDirectory) {
  Write("home/.jq/a.jq", "");
  setenv("HOME", At("home").c_str(), 1);
  ModuleFiles loader = Loader(ModuleFiles::DefaultLibraryPaths());
  EXPECT_EQ(Name(loader.Load("a", {}, "", false)), At("home/.jq/a.jq"));
  unsetenv("HOME");
  EXPECT_EQ(Name(loader.Load("a", {}, "", false)),
            "module not found: a (Could not expand ~/.jq. (Could not find home directory.))");
}

TEST_F(ModuleFilesTest, RefusesPathsAsJqDoes) {
  ModuleFiles loader = Loader({});
  EXPECT_EQ(Name(loader.Load("none", {}, "", false)), "module not found: none");
  EXPECT_EQ(Name(loader.Load("a/../b", {}, "", false)),
            "Relative paths to modules may not traverse to parent directories (a/../b)");
  EXPECT_EQ(Name(loader.Load("a/a", {}, "", false)),
            "module names must not have equal consecutive components: a/a");
  EXPECT_EQ(Name(loader.Load("a\\b", {}, "", false)),
            "Modules must be named by relative paths using '/', not '\\' (a\\b)");
  EXPECT_EQ(Name(loader.Load(std::string("a\0b", 3), {}, "", false)),
            "Module path contains a NUL byte");
}

}  // namespace
}  // namespace karta::cli
