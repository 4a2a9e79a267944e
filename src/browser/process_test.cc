#include "browser/process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "browser/browser.h"
#include "browser/flags.h"
#include "browser/profile.h"
#include "browser/test_support.h"

namespace squall::browser {
namespace {

namespace fs = std::filesystem;

SpawnOptions shell(const std::string& script) {
  SpawnOptions options;
  options.program = "/bin/sh";
  options.arguments = {"-c", script};
  return options;
}

TEST(Process, SaysHowItEnded) {
  auto three = Process::spawn(shell("exit 3"));
  ASSERT_TRUE(three);
  EXPECT_TRUE((*three)->wait(in_ms(5000)));
  EXPECT_EQ((*three)->ending(), "exit code 3");
  auto killed = Process::spawn(shell("kill -9 $$"));
  ASSERT_TRUE(killed);
  EXPECT_TRUE((*killed)->wait(in_ms(5000)));
  EXPECT_EQ((*killed)->ending(), "signal 9 (Killed)");
}

TEST(Process, TakesItsWholeGroupAlong) {
  auto process = Process::spawn(shell("sleep 1000 & sleep 1000"));
  ASSERT_TRUE(process);
  int group = (*process)->pid();
  ASSERT_TRUE(becomes_true([&] { return processes_of_group(group).size() == 3; }, in_ms(5000)));
  EXPECT_TRUE((*process)->running());
  process->reset();
  EXPECT_TRUE(processes_of_group(group).empty());
}

TEST(Process, InheritsNoFileButThoseItIsGiven) {
  int leak = dup(1);  // without close-on-exec
  auto output = output_of("/bin/sh", {"-c", "echo /proc/$$/fd/*"}, in_ms(5000));
  close(leak);
  ASSERT_TRUE(output) << output.error().message;
  EXPECT_LE(split(trim(*output), ' ').size(), 4u) << *output;  // 0, 1, 2, and the folder that is being read
}

TEST(Process, AMissingProgramIsAnError) {
  SpawnOptions options;
  options.program = "/nowhere/browser";
  auto process = Process::spawn(options);
  ASSERT_FALSE(process);
  EXPECT_NE(process.error().message.find("/nowhere/browser"), std::string::npos);
}

TEST(Profile, LivesAsLongAsItsOwnerObject) {
  fs::path folder;
  {
    auto profile = Profile::make();
    ASSERT_TRUE(profile);
    folder = profile->folder();
    std::ofstream(profile->log_file()) << "first\nlast\n";
    EXPECT_EQ(profile->log_tail(), "first\nlast");
    sweep_leftovers();
    EXPECT_TRUE(fs::exists(folder));
  }
  EXPECT_FALSE(fs::exists(folder));
}

TEST(Profile, TheSweepTakesOnlyFoldersOfTheDead) {
  fs::path temporary = fs::temp_directory_path();
  auto self = read_process(getpid());
  ASSERT_TRUE(self);
  // The same process id with another start time was somebody else.
  fs::path dead =
      temporary / ("squall-" + std::to_string(getpid()) + "-" + std::to_string(self->start_time - 1) + "-1");
  fs::path strange = temporary / ("squall-notes-" + std::to_string(getpid()));
  fs::create_directories(dead / "Default");
  fs::create_directories(strange);
  sweep_leftovers();
  EXPECT_FALSE(fs::exists(dead));
  EXPECT_TRUE(fs::exists(strange));
  fs::remove_all(strange);
}

TEST(Flags, OneFlagDisablesAllFeatures) {
  LaunchOptions options;
  options.extra_flags = {"--disable-features=Mine", "--window-size=1,1"};
  auto flags = browser_flags("/usr/bin/chromium", "/tmp/x", options);
  std::vector<std::string> found;
  for (const auto& flag : flags) {
    if (flag.starts_with("--disable-features=")) found.push_back(flag);
  }
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NE(found[0].find("DeferRendererTasksAfterInput,"), std::string::npos);
  EXPECT_TRUE(found[0].ends_with(",Mine"));
  EXPECT_EQ(std::count(flags.begin(), flags.end(), "--headless=new"), 1);
  EXPECT_EQ(std::count(flags.begin(), flags.end(), "--window-size=1,1"), 1);
}

TEST(FindBrowser, AWrongPathSaysWhatToDo) {
  auto found = find_browser("/nowhere/chromium");
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message.find("/nowhere/chromium"), std::string::npos);
  EXPECT_NE(found.error().hint.find("install"), std::string::npos);
}

TEST(FindBrowser, TheBrowserTellsItsVersion) {
  auto path = find_browser("");
  ASSERT_TRUE(path) << path.error().message;
  auto version = browser_version(*path);
  ASSERT_TRUE(version) << version.error().message;
  EXPECT_NE(version->find_first_of("0123456789"), std::string::npos) << *version;
}

}  // namespace
}  // namespace squall::browser
