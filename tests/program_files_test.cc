// Where runs are kept: folders that are not ours, that cannot be written to, and disks that are full.
#include "tests/good_recording.h"

namespace squall {
namespace {

using testing::Ended;
using testing::FaultServer;
using testing::GoodRecording;
using ::testing::HasSubstr;
using testing::Workplace;
namespace fs = std::filesystem;

struct Files : ::testing::Test {
  Ended replay_to(const std::string& out) { return place.run({"replay", GoodRecording::get().path(), "--out", out}); }
  Workplace place;
};

TEST_F(Files, AFolderOfSomebodyElseStaysAsItIs) {
  fs::create_directory(place / "thesis");
  place.write("thesis/chapter1.tex", "years of work");
  Ended ended = replay_to("thesis");
  EXPECT_EQ(ended.code, 2) << ended;
  EXPECT_THAT(ended.err, HasSubstr("thesis holds files that are not a squall run")) << ended;
  EXPECT_THAT(ended.err, HasSubstr("--out")) << ended;
  EXPECT_EQ(read_file(place / "thesis/chapter1.tex").value(), "years of work");
  EXPECT_EQ(std::distance(fs::directory_iterator(place / "thesis"), fs::directory_iterator()), 1);
}

TEST_F(Files, AFileIsNoFolder) {
  place.write("file", "x");
  Ended ended = replay_to("file");
  EXPECT_EQ(ended.code, 2) << ended;
  EXPECT_THAT(ended.err, HasSubstr("file is not a folder")) << ended;
  EXPECT_EQ(replay_to("file/below").code, 2);
  EXPECT_EQ(replay_to("/proc/squall").code, 2);
}

TEST_F(Files, AFolderThatMayNotBeWrittenToIsNamed) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  fs::create_directory(place / "locked");
  fs::permissions(place / "locked", fs::perms::owner_read | fs::perms::owner_exec);
  Ended ended = replay_to("locked/out");
  fs::permissions(place / "locked", fs::perms::owner_all);
  EXPECT_EQ(ended.code, 2) << ended;
  EXPECT_THAT(ended.err, HasSubstr("choose another folder with --out")) << ended;
}

TEST_F(Files, AnEarlierRunIsReplaced) {
  EXPECT_EQ(replay_to("out").code, 0);
  place.write("out/notes.txt", "mine");
  EXPECT_EQ(replay_to("out").code, 0);
  EXPECT_EQ(read_file(place / "out/notes.txt").value(), "mine");
}

// A limit on the size of files stands in for a full disk; the browser, which needs large ones, lifts it for itself.
TEST_F(Files, ADiskThatFillsUpEndsTheRunAndLeavesNoHalfFiles) {
  std::string real = "/usr/lib/chromium/chromium-headless-shell";
  if (!fs::exists(real)) GTEST_SKIP() << "there is no " << real;
  std::string browser =
      place.write_script("chromium-headless-shell", "ulimit -S -f unlimited; exec " + real + " \"$@\"");
  Ended ended = place.run_shell(
      "ulimit -S -f 2; exec \"$@\"",
      {"replay", GoodRecording::get().path(), "--repeat", "3", "--workers", "1", "--out", "out", "--browser", browser});
  EXPECT_EQ(ended.code, 2) << ended;
  EXPECT_THAT(ended.err, HasSubstr("cannot write out/experiments/0001")) << ended;
  EXPECT_THAT(ended.err, HasSubstr("\n  Is there space left?")) << ended;
  EXPECT_EQ(place.read("out/run.json")["state"].as_string(), "failed");
  for (const auto& entry : fs::recursive_directory_iterator(place / "out")) {
    EXPECT_NE(entry.path().extension(), ".part") << entry.path();
    EXPECT_TRUE(entry.path().extension() != ".json" || read_json_file(entry.path())) << entry.path();
  }
  place.expect_clean();
}

TEST_F(Files, ARunThatCannotBeBegunIsNotBegun) {
  Ended ended = place.run_shell("ulimit -S -f 0; exec \"$@\" 2>&1 | cat", {"replay", GoodRecording::get().path()});
  EXPECT_THAT(ended.out + ended.err, ::testing::Not(HasSubstr("the same as recorded")));
  EXPECT_TRUE(!fs::exists(place / "squall-runs") || fs::is_empty(place / "squall-runs"));
}

TEST_F(Files, WithoutAFolderForTemporaryFilesSquallSaysSo) {
  // Not place.run: that gives it one.
  Ended ended =
      place.run_shell("TMPDIR=/nonexistent exec \"$@\"", {"replay", GoodRecording::get().path(), "--out", "out"});
  EXPECT_EQ(ended.code, 2) << ended;
  EXPECT_THAT(ended.err, HasSubstr("TMPDIR")) << ended;
}

}  // namespace
}  // namespace squall
