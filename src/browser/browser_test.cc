#include "browser/browser.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <fstream>

#include "base/files.h"
#include "browser/page.h"
#include "browser/process.h"
#include "browser/test_support.h"

namespace squall::browser {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> folders_of(int owner) {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(fs::temp_directory_path())) {
    if (entry.path().filename().string().starts_with("squall-" + std::to_string(owner) + "-")) {
      found.push_back(entry.path());
    }
  }
  return found;
}

size_t open_files() {
  return static_cast<size_t>(std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()));
}

TEST(Browser, StartsAndSaysItsVersion) {
  auto browser = Browser::launch({});
  ASSERT_TRUE(browser) << browser.error().message;
  EXPECT_NE((*browser)->version().find("/"), std::string::npos) << (*browser)->version();
  EXPECT_NE((*browser)->user_agent().find("Mozilla"), std::string::npos);
  EXPECT_TRUE((*browser)->alive());
  CpuUse use = (*browser)->cpu_use();
  EXPECT_GT(use.seconds, 0.0);
  EXPECT_GT(use.rss_mb, 10.0);
}

TEST(Browser, AStartThatFailsGivesTheBrowsersLastWords) {
  fs::path script = fs::temp_directory_path() / ("broken-browser-" + std::to_string(getpid()));
  std::ofstream(script) << "#!/bin/sh\necho 'libnothing.so: cannot open' >&2\nexit 127\n";
  chmod(script.c_str(), 0755);
  LaunchOptions options;
  options.path = script;
  auto browser = Browser::launch(options);
  ASSERT_FALSE(browser);
  EXPECT_NE(browser.error().message.find("exit code 127"), std::string::npos) << browser.error().message;
  EXPECT_NE(browser.error().message.find("libnothing.so"), std::string::npos) << browser.error().message;
  fs::remove(script);
}

TEST(Browser, ABrowserThatSaysNothingIsGivenUp) {
  fs::path script = fs::temp_directory_path() / ("silent-browser-" + std::to_string(getpid()));
  std::ofstream(script) << "#!/bin/sh\nexec sleep 1000\n";
  chmod(script.c_str(), 0755);
  LaunchOptions options;
  options.path = script;
  options.timeout = Millis(300);
  auto start = Clock::now();
  EXPECT_FALSE(Browser::launch(options));
  EXPECT_LT(ms_since(start), 5000);
  fs::remove(script);
}

TEST(Browser, LeavesNothingBehind) {
  size_t files = open_files();
  std::vector<int> groups;
  for (int i = 0; i < 5; ++i) {
    auto browser = Browser::launch({});
    ASSERT_TRUE(browser) << browser.error().message;
    groups.push_back((*browser)->pid());
    for (int j = 0; j < 4; ++j) ASSERT_TRUE(Page::open(**browser, {}));
    EXPECT_EQ(folders_of(getpid()).size(), 1u);
  }
  for (int group : groups) EXPECT_TRUE(processes_of_group(group).empty());
  EXPECT_TRUE(folders_of(getpid()).empty());
  EXPECT_EQ(open_files(), files);
}

TEST(Browser, OneThatIsKilledIsGoneAtOnce) {
  auto browser = Browser::launch({});
  ASSERT_TRUE(browser) << browser.error().message;
  auto page = Page::open(**browser, {});
  ASSERT_TRUE(page) << page.error().message;
  Page& open = **page;
  CallId pending = open.send_evaluate(main_frame(open), "new Promise(() => {})", true);
  auto start = Clock::now();
  kill((*browser)->pid(), SIGKILL);
  Reply reply = open.connection().wait(pending, in_ms(5000));
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().kind, CallError::Gone);
  EXPECT_LT(ms_since(start), 1000);
  EXPECT_FALSE((*browser)->alive());
  while (open.next(in_ms(5000))) continue;
  EXPECT_EQ(open.health(), Health::BrowserDied);
  EXPECT_FALSE(open.reset({}, in_ms(1000)));
  EXPECT_FALSE(Page::open(**browser, {}));
}

TEST(Browser, ABusyPageDoesNotHoldUpTheEnd) {
  auto browser = Browser::launch({});
  ASSERT_TRUE(browser) << browser.error().message;
  int group = (*browser)->pid();
  auto page = Page::open(**browser, {});
  ASSERT_TRUE(page) << page.error().message;
  Reply busy = (*page)->evaluate(main_frame(**page), "while (true) {}", in_ms(50));
  ASSERT_EQ(busy.error().kind, CallError::TimedOut);
  auto start = Clock::now();
  page->reset();
  browser->reset();
  EXPECT_LT(ms_since(start), 4000);
  EXPECT_TRUE(processes_of_group(group).empty());
}

// Not a test: the victim of the next one, in a process of its own.
TEST(Victim, DISABLED_LaunchesABrowserAndWaits) {
  auto browser = Browser::launch({});
  ASSERT_TRUE(browser) << browser.error().message;
  auto page = Page::open(**browser, {});
  ASSERT_TRUE(page) << page.error().message;
  ASSERT_TRUE(write_file(std::getenv("SQUALL_TEST_READY"), std::to_string((*browser)->pid())));
  while (true) pause();
}

TEST(Browser, EndsWhenItsOwnerIsKilled) {
  fs::path ready = fs::temp_directory_path() / ("victim-ready-" + std::to_string(getpid()));
  SpawnOptions options;
  options.program = fs::read_symlink("/proc/self/exe");
  options.arguments = {"--gtest_also_run_disabled_tests", "--gtest_filter=Victim.*"};
  options.environment = {"SQUALL_TEST_READY=" + ready.string()};
  auto victim = Process::spawn(options);
  ASSERT_TRUE(victim) << victim.error().message;
  ASSERT_TRUE(becomes_true([&] { return fs::exists(ready); }, in_ms(15000)));
  int group = std::stoi(*read_file(ready));
  fs::remove(ready);
  int owner = (*victim)->pid();
  ASSERT_FALSE(processes_of_group(group).empty());
  ASSERT_EQ(folders_of(owner).size(), 1u);

  kill(owner, SIGKILL);
  EXPECT_TRUE(becomes_true([&] { return processes_of_group(group).empty(); }, in_ms(10000)));
  EXPECT_TRUE((*victim)->wait(in_ms(10000)));
  ASSERT_TRUE(Browser::launch({}));
  EXPECT_TRUE(folders_of(owner).empty());
}

}  // namespace
}  // namespace squall::browser
