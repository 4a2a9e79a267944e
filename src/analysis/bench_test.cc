#include "analysis/bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/fake_lab.h"

namespace squall::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

const std::string kUrl = "http://h/new";

network::Entry answer(const std::string& failure = "") {
  network::Entry entry;
  entry.request.url = kUrl;
  entry.response.status = failure.empty() ? 200 : 0;
  entry.response.failure = failure;
  return entry;
}

// Asks the server, where that is allowed, for what the recording does not know.
lab::Run asking(const lab::Experiment& experiment) {
  lab::Run run;
  run.outcome.url = "http://h/";
  bool live = may_ask(experiment.server) && experiment.recording->entries.empty();
  run.outcome.requests.push_back(
      {"GET", kUrl, "", "fetch", live ? outcome::Answer::Live : outcome::Answer::Recorded, ""});
  if (live) run.fetched.entries.push_back(answer());
  return run;
}

// Which of the runs of one schedule were with the server.
std::vector<bool> runs_of(schedule::Schedule schedule, lab::FakeLab::Page page, BenchOptions options = {}) {
  lab::FakeLab lab(std::move(page));
  lab::RecordedPage recorded;
  recorded.url = "http://h/";
  recorded.recording = std::make_shared<network::Recording>();
  Bench bench(lab, recorded, std::move(options));
  auto runs = bench.run({std::move(schedule)}, Pictures::None);
  EXPECT_TRUE(runs);
  EXPECT_THAT(*runs, SizeIs(1));
  std::vector<bool> live;
  for (const auto& experiment : lab.experiments) live.push_back(may_ask(experiment.server));
  return live;
}

TEST(Bench, ARunWithTheServerCountsWhereNoScheduleLooksAtTheTime) {
  EXPECT_THAT(runs_of(schedule::synchronous(), asking), ElementsAre(true));
  EXPECT_THAT(runs_of(schedule::adverse(0, 1), asking), ElementsAre(true));
}

TEST(Bench, ARunThatDependsOnHowLongTheServerTookIsRepeatedWithoutIt) {
  EXPECT_THAT(runs_of(schedule::as_they_come(), asking), ElementsAre(true, false));
  EXPECT_THAT(runs_of(schedule::in_order({"root/user:1"}), asking), ElementsAre(true, false));
}

TEST(Bench, ARunThatCameToNoGoodEndWithTheServerIsRepeatedWithoutIt) {
  auto hangs = [](const lab::Experiment& experiment) {
    auto run = asking(experiment);
    if (may_ask(experiment.server)) run.outcome.ending = outcome::Ending::TimedOut;
    return run;
  };
  EXPECT_THAT(runs_of(schedule::adverse(0, 1), hangs), ElementsAre(true, false));
  auto refused = [](const lab::Experiment& experiment) {
    auto run = asking(experiment);
    if (may_ask(experiment.server)) run.fetched.entries = {answer("ERR_CONNECTION_REFUSED")};
    return run;
  };
  EXPECT_THAT(runs_of(schedule::adverse(0, 1), refused), ElementsAre(true, false));
}

TEST(Bench, OfflineNoRunIsWithTheServer) {
  BenchOptions options;
  options.offline = true;
  EXPECT_THAT(runs_of(schedule::as_they_come(), asking, options), ElementsAre(false));
}

TEST(Bench, OtherChanceIsAnotherSeedAndAnotherTime) {
  lab::FakeLab lab(asking);
  lab::RecordedPage recorded;
  recorded.url = "http://h/";
  recorded.recording = std::make_shared<network::Recording>();
  Bench bench(lab, recorded, {});
  ASSERT_TRUE(bench.run_with_other_chance({schedule::Schedule{}}));
  ASSERT_THAT(lab.experiments, SizeIs(1));
  EXPECT_EQ(lab.experiments[0].server, lab::Server::Never);
  EXPECT_NE(lab.experiments[0].conditions.seed, recorded.conditions.seed);
  EXPECT_NE(lab.experiments[0].conditions.epoch_ms, recorded.conditions.epoch_ms);
  EXPECT_NE(lab.experiments[0].conditions.step_ms, recorded.conditions.step_ms);
}

TEST(Bench, WhatTheServerAnsweredIsLearnedAndThatItIsAwayIsNot) {
  for (const char* failure : {"", "ERR_CONNECTION_REFUSED"}) {
    lab::FakeLab lab([&](const lab::Experiment& experiment) {
      auto run = asking(experiment);
      for (auto& entry : run.fetched.entries) entry = answer(failure);
      return run;
    });
    lab::RecordedPage recorded;
    recorded.url = "http://h/";
    recorded.recording = std::make_shared<network::Recording>();
    Bench bench(lab, recorded, {});
    ASSERT_TRUE(bench.run({schedule::synchronous()}, Pictures::None));
    size_t known = *failure ? 0 : 1;
    EXPECT_THAT(bench.learned(), SizeIs(known)) << failure;
    EXPECT_THAT(bench.recording()->entries, SizeIs(known)) << failure;
  }
}

// The first batch is made in any case: it is what the time was for.
TEST(Bench, NoBatchIsBegunWhenTheTimeIsUp) {
  lab::FakeLab lab(asking);
  lab::RecordedPage recorded;
  recorded.recording = std::make_shared<network::Recording>();
  std::vector<double> shares;
  BenchOptions options;
  options.on_share = [&](double share) { shares.push_back(share); };
  EXPECT_TRUE(Bench(lab, recorded, options).has_time_for_more(8, 32));
  options.until = Clock::now() + Millis(60'000);
  EXPECT_TRUE(Bench(lab, recorded, options).has_time_for_more(16, 32));
  options.until = Clock::now() - Millis(1);
  EXPECT_TRUE(Bench(lab, recorded, options).has_time_for_more(0, 32));
  EXPECT_FALSE(Bench(lab, recorded, options).has_time_for_more(8, 32));
  EXPECT_THAT(shares, ElementsAre(0.25, 0.5, 0, 0.25));
}

}  // namespace
}  // namespace squall::analysis
