// A Chromium that is missing, broken, or dies.
#include "tests/good_recording.h"

namespace squall {
namespace {

using testing::becomes_true;
using testing::Ended;
using testing::FaultServer;
using testing::GoodRecording;
using ::testing::HasSubstr;
using testing::Words;
using testing::Workplace;
namespace fs = std::filesystem;

struct ProgramBrowser : ::testing::Test {
  Workplace place;
};

TEST_F(ProgramBrowser, NoChromiumIsSaidBeforeAnythingIsMade) {
  for (const Words& words : {Words{"record", "http://127.0.0.1:1/", "--out", "out"}, Words{"demo", "--out", "out"},
                             Words{"replay", GoodRecording::get().path(), "--out", "out"}}) {
    Words with = words;
    with.insert(with.end(), {"--browser", "/nonexistent"});
    Ended ended = place.run(with);
    EXPECT_EQ(ended.code, 2) << ended;
    EXPECT_THAT(ended.err, HasSubstr("there is no browser at /nonexistent\n  install one")) << ended;
    EXPECT_FALSE(fs::exists(place / "out")) << ended;
  }
}

TEST_F(ProgramBrowser, DoctorSaysThatThereIsNoChromium) {
  Ended ended = place.run({"doctor", "--json"}, {"SQUALL_BROWSER=/nonexistent"});
  EXPECT_EQ(ended.code, 2) << ended;
  Json json = ended.json();
  EXPECT_FALSE(json["ok"].as_bool(true));
  EXPECT_EQ(json["checks"][size_t{0}]["name"].as_string(), "browser");
  EXPECT_THAT(json["checks"][size_t{0}]["advice"].as_string(), HasSubstr("install one"));
}

TEST_F(ProgramBrowser, DoctorFindsThatAllIsWell) {
  Ended ended = place.run({"doctor"});
  EXPECT_EQ(ended.code, 0) << ended;
  EXPECT_THAT(ended.out, HasSubstr("squall has what it needs.")) << ended;
  place.expect_clean();
}

TEST_F(ProgramBrowser, AProgramThatIsNoBrowserIsNamedWithItsLastWords) {
  std::string browser = place.write_script("browser", "echo I am a teapot >&2; exit 3");
  Ended ended = place.run({"record", "http://127.0.0.1:1/", "--out", "out"}, {"SQUALL_BROWSER=" + browser});
  EXPECT_EQ(ended.code, 2) << ended;
  EXPECT_THAT(ended.err, HasSubstr("the browser did not start: it ended with exit code 3")) << ended;
  EXPECT_THAT(ended.err, HasSubstr("I am a teapot")) << ended;
  EXPECT_THAT(ended.err, HasSubstr("squall doctor")) << ended;
  EXPECT_EQ(place.read("out/run.json")["state"].as_string(), "failed");
  place.expect_clean();
  EXPECT_EQ(place.run({"doctor"}, {"SQUALL_BROWSER=" + browser}).code, 2);
}

TEST_F(ProgramBrowser, AProgramThatSaysNothingCanBeInterrupted) {
  // It takes what we say and never answers, as `cat` would.
  std::string browser = place.write_script("browser", "exec cat <&3 >/dev/null");
  auto running = place.start({"record", "http://127.0.0.1:1/", "--out", "out"}, {"SQUALL_BROWSER=" + browser});
  ASSERT_TRUE(becomes_true([&] { return !place.leftovers().empty(); }));
  running->signal(SIGINT);
  Ended ended = running->wait(Millis(5000));
  EXPECT_EQ(ended.code, 130) << ended;
  place.expect_clean();
}

TEST_F(ProgramBrowser, AProgramThatSaysNothingIsGivenUpAtTheTimeout) {
  std::string browser = place.write_script("browser", "exec cat <&3 >/dev/null");
  Ended ended = place.run({"record", "http://127.0.0.1:1/", "--timeout", "1"}, {"SQUALL_BROWSER=" + browser});
  EXPECT_EQ(ended.code, 2) << ended;
  EXPECT_THAT(ended.err, HasSubstr("the browser did not start")) << ended;
  place.expect_clean();
}

// The folder of an experiment is there, so the one after it is under way.
TEST_F(ProgramBrowser, WhenItIsKilledTheRunGoesOnWithANewOne) {
  auto running = place.start(
      {"replay", GoodRecording::get().path(), "--repeat", "20", "--workers", "1", "--out", "out", "--json"});
  ASSERT_TRUE(becomes_true([&] { return fs::exists(place / "out/experiments/0002"); })) << running->err();
  auto browsers = place.main_browsers();
  ASSERT_FALSE(browsers.empty());
  for (int pid : browsers) ::kill(pid, SIGKILL);
  Ended ended = running->wait();
  EXPECT_EQ(ended.code, 0) << ended;
  EXPECT_THAT(ended.err, HasSubstr("does not count: the browser died in it")) << ended;
  int died = 0, settled = 0;
  for (int i = 1; i <= 20; ++i) {
    char name[64];
    std::snprintf(name, sizeof name, "out/experiments/%04d/outcome.json", i);
    std::string ending = place.read(name)["ending"].as_string();
    died += ending == "browser-died";
    settled += ending == "settled";
  }
  EXPECT_EQ(died, 1);
  EXPECT_EQ(settled, 19);
  EXPECT_EQ(ended.json()["timing"]["experiments"].as_int(), 20);
  EXPECT_EQ(place.read("out/run.json")["state"].as_string(), "finished");
  place.expect_clean();
}

TEST_F(ProgramBrowser, APageThatEatsItsMemoryCrashesAlone) {
  // With little memory it is soon eaten.
  std::string real = "/usr/lib/chromium/chromium-headless-shell";
  if (!fs::exists(real)) GTEST_SKIP() << "there is no " << real;
  std::string browser = place.write_script(
      "chromium-headless-shell", "exec " + real + " \"$@\" --js-flags='--random-seed=42 --max-old-space-size=64'");
  place.write("flow.json", testing::kClickGo);
  Ended ended = place.run({"record", FaultServer::get().url("eats_memory.html"), "--flow", "flow.json", "--out", "out",
                           "--browser", browser});
  EXPECT_EQ(ended.code, 2) << ended;
  EXPECT_THAT(ended.err, HasSubstr("eats_memory.html: the page crashed its renderer\n  Does it need much memory?"))
      << ended;
  EXPECT_EQ(place.read("out/run.json")["state"].as_string(), "failed");
  place.expect_clean();
}

}  // namespace
}  // namespace squall
