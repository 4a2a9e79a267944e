#include "base/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

namespace squall {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::StartsWith;

struct FilesTest : ::testing::Test {
  FilesTest() {
    std::string name = (fs::temp_directory_path() / "squall-files-XXXXXX").string();
    SQUALL_CHECK(::mkdtemp(name.data()) != nullptr);
    folder = name;
  }
  ~FilesTest() override { fs::remove_all(folder); }

  size_t entries() const { return static_cast<size_t>(std::distance(fs::directory_iterator(folder), {})); }

  fs::path folder;
};

TEST_F(FilesTest, WhatWasWrittenIsRead) {
  std::string content("a\0b\r\n\xff", 6);
  content += std::string(200000, 'x');
  ASSERT_TRUE(write_file(folder / "f", content));
  auto read = read_file(folder / "f");
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, content);
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FilesTest, AnEmptyFileIsAFile) {
  ASSERT_TRUE(write_file(folder / "f", ""));
  auto read = read_file(folder / "f");
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, "");
}

TEST_F(FilesTest, WritingReplacesAll) {
  ASSERT_TRUE(write_file(folder / "f", "long content"));
  ASSERT_TRUE(write_file(folder / "f", "short"));
  EXPECT_EQ(*read_file(folder / "f"), "short");
}

TEST_F(FilesTest, AMissingFileIsNamed) {
  auto read = read_file(folder / "nothing");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "cannot read " + (folder / "nothing").string() + ": No such file or directory");
}

TEST_F(FilesTest, AFolderIsNotAFile) {
  EXPECT_FALSE(read_file(folder));
  EXPECT_FALSE(write_file(folder, "x"));
}

TEST_F(FilesTest, BrokenJsonNamesItsFile) {
  ASSERT_TRUE(write_file(folder / "j.json", "{\"a\": 1, "));
  auto json = read_json_file(folder / "j.json");
  ASSERT_FALSE(json);
  EXPECT_THAT(json.error().message, StartsWith((folder / "j.json").string() + ": "));
  ASSERT_TRUE(write_file(folder / "j.json", "{\"a\": 1}"));
  EXPECT_EQ((*read_json_file(folder / "j.json"))["a"].as_int(), 1);
}

TEST_F(FilesTest, FoldersAreMadeWithTheirParents) {
  ASSERT_TRUE(make_folder(folder / "a" / "b"));
  ASSERT_TRUE(make_folder(folder / "a" / "b"));
  EXPECT_TRUE(fs::is_directory(folder / "a" / "b"));
}

TEST_F(FilesTest, AFolderCannotTakeThePlaceOfAFile) {
  ASSERT_TRUE(write_file(folder / "f", ""));
  auto made = make_folder(folder / "f" / "g");
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message, HasSubstr("cannot create the folder " + (folder / "f" / "g").string()));
}

TEST_F(FilesTest, AReadOnlyFolderGivesAHint) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
  auto written = write_file(folder / "f", "x");
  fs::permissions(folder, fs::perms::owner_all);
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().hint, HasSubstr("--out"));
}

// A limit on the size of files stands in for a disk that fills up while a file is written.
TEST_F(FilesTest, AFailedWriteLeavesTheOldFile) {
  ASSERT_TRUE(write_file(folder / "f", "old"));
  auto before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  rlimit small{4096, limit.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  auto written = write_file(folder / "f", std::string(10000, 'x'));
  ::setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, before);

  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message, StartsWith("cannot write " + (folder / "f").string()));
  EXPECT_EQ(*read_file(folder / "f"), "old");
  EXPECT_EQ(entries(), 1u) << "no part of the new file stays";
}

TEST(Files, TheProgramFolderHoldsThisProgram) { EXPECT_TRUE(fs::exists(program_folder() / "base_test")); }

}  // namespace
}  // namespace squall
