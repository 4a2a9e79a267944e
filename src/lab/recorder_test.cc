#include "lab/recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/fake_lab.h"
#include "lab/testing.h"

namespace squall::lab {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

network::Entry entry(const std::string& url, const std::string& type) {
  network::Entry out;
  out.request.url = url;
  out.request.type = type;
  out.response.status = 200;
  return out;
}

// Which of the three experiments each one was: what it may ask of the server, and what it is to tell.
std::vector<std::string> told(const FakeLab& lab) {
  std::vector<std::string> out;
  const char* servers[] = {"never", "reads", "all", "connected"};
  for (const Experiment& e : lab.experiments) {
    out.push_back(std::string(servers[static_cast<int>(e.server)]) + ", " +
                  std::to_string(e.recording->entries.size()) + " known, " + std::to_string(e.flow.steps.size()) +
                  " steps" + (e.wanted.discovered ? ", discovered" : "") + (e.wanted.trace ? ", trace" : "") +
                  (e.wanted.picture ? ", picture" : ""));
  }
  return out;
}

// A page of one document, with a button.
Run page_run(const Experiment& experiment) {
  Run run;
  run.outcome.status = 200;
  run.order = {"run on " + std::to_string(experiment.recording->entries.size())};
  if (experiment.wanted.discovered) run.discovered.steps = {testing::sample_step()};
  if (experiment.recording->entries.empty()) run.fetched.entries = {entry("http://h/", "document")};
  return run;
}

RecordOptions options() {
  RecordOptions options;
  options.url = "http://h/";
  options.flow.emplace();
  return options;
}

Result<RecordedPage> record(FakeLab& lab, const RecordOptions& options, std::vector<std::string>* progress = nullptr) {
  return record_page(lab, options, [&](const std::string& what) {
    if (progress) progress->push_back(what);
  });
}

TEST(Recorder, LooksThenAsksTheServerThenReplays) {
  FakeLab lab(page_run);
  RecordOptions wanted = options();
  wanted.flow.reset();
  wanted.before.steps.resize(2);
  std::vector<std::string> progress;
  auto page = record(lab, wanted, &progress);
  ASSERT_TRUE(page) << page.error().message;
  EXPECT_THAT(told(lab),
              ElementsAre("connected, 0 known, 2 steps, discovered", "connected, 0 known, 3 steps, discovered",
                          "all, 1 known, 3 steps, trace, picture"));
  EXPECT_THAT(progress, ElementsAre("looking at what a user can do", "running the flow against the server",
                                    "replaying what was recorded"));
  EXPECT_EQ(page->flow.steps.size(), 3u);
  EXPECT_EQ(page->flow.steps[2], testing::sample_step());
  EXPECT_EQ(page->recording->entries.size(), 1u);
  EXPECT_THAT(page->order, ElementsAre("run on 1"));
}

TEST(Recorder, WithoutAReplayTheRunWithTheServerWritesTheTrace) {
  FakeLab lab(page_run);
  RecordOptions wanted = options();
  wanted.replay = false;
  ASSERT_TRUE(record(lab, wanted));
  EXPECT_THAT(told(lab), ElementsAre("connected, 0 known, 0 steps, trace"));
}

TEST(Recorder, MessagesAreReplayedInAnyCase) {
  FakeLab lab([](const Experiment& experiment) {
    lab::Run run = page_run(experiment);
    if (!run.fetched.entries.empty()) run.fetched.entries.push_back(entry("ws://h/", "websocket"));
    return run;
  });
  RecordOptions wanted = options();
  wanted.replay = false;
  ASSERT_TRUE(record(lab, wanted));
  EXPECT_THAT(told(lab), ElementsAre("connected, 0 known, 0 steps, trace", "all, 2 known, 0 steps, trace"));
}

TEST(Recorder, ReplaysUntilNothingNewIsAskedForThreeTimesAtMost) {
  FakeLab lab([](const Experiment& experiment) {
    lab::Run run = page_run(experiment);
    run.fetched.entries = {entry("http://h/" + std::to_string(experiment.recording->entries.size()), "document")};
    return run;
  });
  auto page = record(lab, options());
  ASSERT_TRUE(page);
  EXPECT_EQ(lab.experiments.size(), 4u);
  EXPECT_EQ(page->recording->entries.size(), 4u);
}

TEST(Recorder, AHarStandsInForTheServer) {
  FakeLab lab(page_run);
  RecordOptions wanted = options();
  wanted.flow.reset();
  auto har = std::make_shared<network::Recording>();
  har->entries = {entry("http://h/", "document")};
  wanted.har = har;
  ASSERT_TRUE(record(lab, wanted));
  EXPECT_THAT(told(lab), ElementsAre("never, 1 known, 0 steps, discovered", "never, 1 known, 1 steps, trace, picture"));
}

TEST(Recorder, AHarWithoutThePageIsRefusedBeforeAnythingRuns) {
  FakeLab lab(page_run);
  RecordOptions wanted = options();
  wanted.har = std::make_shared<network::Recording>();
  auto page = record(lab, wanted);
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().message, "the HAR has no answer for http://h/");
  EXPECT_THAT(lab.experiments, IsEmpty());
}

TEST(Recorder, WhatTheFlowLeadsToIsDoneToo) {
  FakeLab lab([](const Experiment& experiment) {
    lab::Run run = page_run(experiment);
    flow::Step inner = testing::sample_step();
    inner.selectors = {{"#inner"}};
    if (!experiment.flow.steps.empty() && experiment.wanted.discovered) run.discovered.steps.push_back(inner);
    return run;
  });
  RecordOptions wanted = options();
  wanted.flow.reset();
  wanted.replay = false;
  auto page = record(lab, wanted);
  ASSERT_TRUE(page);
  EXPECT_THAT(told(lab),
              ElementsAre("connected, 0 known, 0 steps, discovered", "connected, 0 known, 1 steps, discovered, trace",
                          "connected, 0 known, 2 steps, trace"));
  ASSERT_EQ(page->flow.steps.size(), 2u);
  EXPECT_EQ(page->flow.steps[1].selectors, (std::vector<flow::SelectorChain>{{"#inner"}}));
  EXPECT_EQ(page->recording->entries.size(), 1u);
}

TEST(Recorder, WhatMayDoSomethingForGoodIsLeftAloneAndTold) {
  FakeLab lab([](const Experiment& experiment) {
    lab::Run run = page_run(experiment);
    if (!experiment.wanted.discovered) return run;
    run.discovered.risky = {{testing::sample_step(), "may delete something"}};
    run.discovered.skipped = {{"#b", "hidden"}, {"#c", "would leave the page for http://h/c", true}};
    return run;
  });
  RecordOptions wanted = options();
  wanted.flow.reset();
  std::string label = flow::label_of(testing::sample_step());
  auto page = record(lab, wanted);
  ASSERT_TRUE(page);
  EXPECT_EQ(page->flow.steps.size(), 1u);
  EXPECT_THAT(page->notes, ElementsAre("Left alone, because it may do something for good: " + label +
                                           " (may delete something). With --allow-writes it is done, too.",
                                       "Left alone, because it leaves the page: #c."));
  wanted.allow_writes = true;
  page = record(lab, wanted);
  ASSERT_TRUE(page);
  EXPECT_EQ(page->flow.steps.size(), 2u);
  EXPECT_THAT(page->notes, ElementsAre("Left alone, because it leaves the page: #c."));
}

TEST(Recorder, AStepThatCannotBeReadIsAnError) {
  FakeLab lab([](const Experiment& experiment) {
    lab::Run run = page_run(experiment);
    run.discovered.unread = "step: there is no step type “fly”";
    return run;
  });
  RecordOptions wanted = options();
  wanted.flow.reset();
  auto page = record(lab, wanted);
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().message, "step: there is no step type “fly”");
}

TEST(Recorder, APageThatDoesNotLoadEndsTheRecording) {
  FakeLab lab([](const Experiment&) {
    lab::Run run;
    run.outcome.ending = Ending::LoadFailed;
    run.outcome.ending_detail = "net::ERR_CONNECTION_REFUSED";
    return run;
  });
  auto page = record(lab, options());
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().message, "cannot load http://h/: ERR_CONNECTION_REFUSED");
  EXPECT_EQ(lab.experiments.size(), 1u);
}

TEST(Recorder, ScriptsThatDoNotComeAreNoted) {
  FakeLab lab([](const Experiment& experiment) {
    lab::Run run = page_run(experiment);
    if (run.fetched.entries.empty()) return run;
    run.fetched.entries.push_back(entry("http://h/a.js", "script"));
    run.fetched.entries.back().response.status = 404;
    return run;
  });
  auto page = record(lab, options());
  ASSERT_TRUE(page);
  EXPECT_THAT(page->notes, ElementsAre("The script http://h/a.js did not come (HTTP 404)."));
}

TEST(Recorder, AVisitGivesWhatItLeaves) {
  FakeLab lab([](const Experiment& experiment) {
    lab::Run run = page_run(experiment);
    run.stored = testing::full_experiment().stored;
    return run;
  });
  auto stored = visit(lab, options(), flow::Flow{});
  ASSERT_TRUE(stored);
  EXPECT_EQ(*stored, testing::full_experiment().stored);
  EXPECT_THAT(told(lab), ElementsAre("connected, 0 known, 0 steps"));
}

}  // namespace
}  // namespace squall::lab
