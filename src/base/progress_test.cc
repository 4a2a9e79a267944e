#include "base/progress.h"

#include <gtest/gtest.h>

namespace squall {
namespace {

struct ProgressTest : ::testing::Test {
  LogOutput to_string(bool is_terminal) {
    return {[this](std::string_view text) { written += text; }, is_terminal, [] { return size_t{80}; }};
  }
  Progress::Now clock() {
    return [this] { return now; };
  }
  // What was written since the last call.
  std::string taken() { return std::exchange(written, ""); }

  std::string written;
  Clock::time_point now{};
};

TEST_F(ProgressTest, ATerminalShowsOneLineThatIsRewrittenAndThenGone) {
  Log log(to_string(true));
  {
    Progress progress("recording", "experiment", log, clock());
    EXPECT_EQ(taken(), "\r\x1b[Krecording…");
    now += Millis(4000);
    progress.set_total(12);
    EXPECT_EQ(taken(), "\r\x1b[Krecording… 0/12 experiments, 4 s");
    now += Millis(500);
    progress.advance(3);
    EXPECT_EQ(taken(), "\r\x1b[Krecording… 3/12 experiments, 4 s");
  }
  EXPECT_EQ(taken(), "\r\x1b[K");
}

TEST_F(ProgressTest, ATerminalIsNotFloodedButSeesTheEnd) {
  Log log(to_string(true));
  Progress progress("comparing", "picture", log, clock());
  progress.set_total(1000);
  taken();
  for (int i = 0; i < 999; ++i) progress.advance();
  EXPECT_EQ(taken(), "");
  progress.advance();
  EXPECT_EQ(taken(), "\r\x1b[Kcomparing… 1000/1000 pictures, 0 s");
}

TEST_F(ProgressTest, TimeAloneMovesTheLine) {
  Log log(to_string(true));
  Progress progress("loading", "page", log, clock());
  taken();
  now += Millis(1000);
  progress.tick();
  EXPECT_EQ(taken(), "\r\x1b[Kloading… 1 s");
}

TEST_F(ProgressTest, ItIsSaidHowLongTheRestWillTake) {
  Log log(to_string(true));
  Progress progress("testing", "experiment", log, clock());
  now += Millis(20'000);
  taken();
  progress.set_share(0.25);
  EXPECT_EQ(taken(), "\r\x1b[Ktesting… 20 s, about 60 s left");
  now += Millis(10'000);
  progress.advance(7);
  EXPECT_EQ(taken(), "\r\x1b[Ktesting… 7 experiments, 30 s, about 50 s left");
  now += Millis(60'000);
  progress.tick();
  EXPECT_EQ(taken(), "\r\x1b[Ktesting… 7 experiments, 90 s");
  now += Millis(10'000);
  progress.set_share(0.1);
  EXPECT_EQ(taken(), "\r\x1b[Ktesting… 7 experiments, 100 s, about 15 min left");
}

TEST_F(ProgressTest, WithoutATotalItCounts) {
  Log log(to_string(true));
  Progress progress("exploring", "order", log, clock());
  taken();
  now += Millis(2000);
  progress.advance();
  EXPECT_EQ(taken(), "\r\x1b[Kexploring… 1 order, 2 s");
}

TEST_F(ProgressTest, AFileGetsALineAtTheStartAndOneEveryTenSeconds) {
  Log log(to_string(false));
  {
    Progress progress("recording", "experiment", log, clock());
    progress.set_total(30);
    for (int i = 0; i < 25; ++i) {
      now += Millis(1000);
      progress.advance();
    }
    now += Millis(1000);
    progress.advance(5);
  }
  EXPECT_EQ(written, "recording…\nrecording… 10/30 experiments, 10 s\nrecording… 20/30 experiments, 20 s\n");
}

TEST_F(ProgressTest, QuietMeansNothing) {
  for (bool is_terminal : {true, false}) {
    Log log(to_string(is_terminal));
    log.set_level(LogLevel::Quiet);
    Progress progress("recording", "experiment", log, clock());
    now += Millis(60000);
    progress.advance();
  }
  EXPECT_EQ(written, "");
}

}  // namespace
}  // namespace squall
