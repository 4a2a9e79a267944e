// squall interrupted, terminated and killed.
#include "tests/good_recording.h"

namespace squall {
namespace {

using testing::becomes_true;
using testing::Ended;
using testing::FaultServer;
using testing::GoodRecording;
using ::testing::HasSubstr;
using testing::Running;
using testing::Workplace;
namespace fs = std::filesystem;

struct Signals : ::testing::Test {
  size_t experiments(const std::string& out) const {
    std::error_code missing;
    fs::directory_iterator entries(place / (out + "/experiments"), missing);
    size_t count = 0;
    for (const auto& entry : entries) count += entry.path().extension() != ".part";
    return missing ? 0 : count;
  }
  // A long replay that has made a few runs.
  std::unique_ptr<Running> long_replay(const std::string& out) {
    auto running = place.start({"replay", GoodRecording::get().path(), "--repeat", "5000", "--out", out});
    EXPECT_TRUE(becomes_true([&] { return experiments(out) >= 3; })) << running->err();
    return running;
  }
  // What was run is there and whole; the run says how it ended.
  void expect_kept(const std::string& out, const std::string& state) {
    EXPECT_EQ(place.read(out + "/run.json")["state"].as_string(), state);
    for (const auto& entry : fs::directory_iterator(place / (out + "/experiments"))) {
      if (entry.path().extension() == ".part") continue;
      std::string name = out + "/experiments/" + entry.path().filename().string() + "/outcome.json";
      EXPECT_EQ(place.read(name)["ending"].as_string(), "settled") << name;
      EXPECT_GT(place.read(name)["frames"].size(), 0u) << name;
    }
    EXPECT_GE(experiments(out), 3u);
    EXPECT_LT(experiments(out), 5000u);
  }
  Workplace place;
};

TEST_F(Signals, AnInterruptedReplayKeepsWhatItRan) {
  for (int signal : {SIGINT, SIGTERM}) {
    std::string out = signal == SIGINT ? "interrupted" : "terminated";
    auto running = long_replay(out);
    running->signal(signal);
    Ended ended = running->wait(Millis(10'000));
    EXPECT_EQ(ended.code, 130) << ended;
    EXPECT_THAT(ended.err, HasSubstr("interrupted; what was run is in " + out)) << ended;
    expect_kept(out, "interrupted");
    place.expect_clean();
  }
}

TEST_F(Signals, AnInterruptedRecordingIsNoRecording) {
  place.write("flow.json", R"({"steps": []})");
  auto running =
      place.start({"record", FaultServer::get().url("never-this"), "--flow", "flow.json", "--out", "out", "--json"});
  ASSERT_TRUE(becomes_true([&] { return FaultServer::get().was_asked("/never-this"); })) << running->err();
  running->signal(SIGINT);
  Ended ended = running->wait(Millis(10'000));
  EXPECT_EQ(ended.code, 130) << ended;
  EXPECT_EQ(ended.json().at("error", "message").as_string(), "interrupted") << ended;
  EXPECT_EQ(place.read("out/run.json")["state"].as_string(), "interrupted");
  EXPECT_FALSE(fs::exists(place / "out/recording")) << ended;
  place.expect_clean();
}

TEST_F(Signals, TheSecondInterruptEndsItAtOnce) {
  auto running = long_replay("out");
  running->signal(SIGINT);
  running->signal(SIGINT);
  Ended ended = running->wait(Millis(2000));
  EXPECT_EQ(ended.code, 130) << ended;
  EXPECT_TRUE(becomes_true([&] { return place.browsers().empty(); })) << "a browser is left";
}

TEST_F(Signals, AfterAKillTheNextStartTidiesUp) {
  auto running = long_replay("out");
  running->signal(SIGKILL);
  EXPECT_EQ(running->wait(Millis(10'000)).code, 128 + SIGKILL);
  EXPECT_TRUE(becomes_true([&] { return place.browsers().empty(); })) << "a browser is left";
  EXPECT_FALSE(place.leftovers().empty()) << "nothing to tidy: this test shows nothing";
  expect_kept("out", "running");
  Ended next = place.run({"replay", GoodRecording::get().path(), "--out", "out"});
  EXPECT_EQ(next.code, 0) << next;
  EXPECT_EQ(place.read("out/run.json")["state"].as_string(), "finished");
  place.expect_clean();
}

}  // namespace
}  // namespace squall
