// The papers' examples, each under the schedule that shows its error: figures 1 to 3 of WAVE, figure 8.1 of R4, figure
// 10.1 of EventRaceCommander, and what loading late means for forms and hydration.
#include <gmock/gmock.h>

#include <gtest/gtest.h>
#include <map>
#include <set>

#include "base/text.h"
#include "tests/example_lab.h"

namespace squall {
namespace {

using testing::ExampleLab;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class Weather : public ::testing::Test {
 protected:
  const lab::RecordedPage& record(const std::string& name) {
    name_ = name;
    auto recorded = ExampleLab::get().record(name);
    EXPECT_TRUE(recorded) << recorded.error().message;
    page_ = std::move(recorded).value();
    EXPECT_THAT(page_.outcome.errors, IsEmpty());
    return page_;
  }
  lab::Run under(const std::string& schedule) { return ExampleLab::get().run(page_, schedule); }
  // Events by their name, in this order; the rest as it comes.
  lab::Run in_order(std::vector<std::string> names, bool exact) {
    auto experiment = lab::experiment_on(page_);
    experiment.schedule = schedule::in_order(std::move(names), exact);
    auto run = ExampleLab::get().lab().run(experiment);
    EXPECT_TRUE(run);
    return run ? *run : lab::Run{};
  }
  std::string at(const std::string& file) const { return ExampleLab::get().url(name_) + file; }
  static std::string errors(const lab::Run& run) {
    std::vector<std::string> texts;
    for (const auto& error : run.outcome.errors) texts.push_back(error.text);
    return join(texts, "\n");
  }
  static std::string screen(const lab::Run& run) { return run.outcome.frames.dump(); }

  std::string name_;
  lab::RecordedPage page_;
};

TEST_F(Weather, WaveFigure1ClickBeforeTheLibraryIsAnError) {
  record("wave-figure1");
  auto bad = under("adverse:load,1");
  ASSERT_THAT(bad.outcome.steps, SizeIs(1));
  EXPECT_TRUE(bad.outcome.steps[0].performed) << bad.outcome.steps[0].reason;
  EXPECT_THAT(errors(bad), HasSubstr("ReferenceError: fn is not defined"));
  EXPECT_EQ(bad.outcome.ending, outcome::Ending::Settled);
}

TEST_F(Weather, WaveFigure2ClickBeforeTheDynamicScriptIsAnError) {
  record("wave-figure2");
  EXPECT_THAT(errors(under("adverse:load,1")), HasSubstr("ReferenceError"));
}

TEST_F(Weather, WaveFigure3OnlyTheClickBetweenTheScriptsIsAnError) {
  record("wave-figure3");
  std::string first = "root/script:" + at("mailbox.js");
  std::string second = "root/script:" + at("format.js");
  auto between = in_order({first, "root/user:1", second}, true);
  EXPECT_EQ(between.outcome.ending, outcome::Ending::Settled) << between.outcome.ending_detail;
  EXPECT_THAT(errors(between), HasSubstr("TypeError"));
  auto after = in_order({first, second, "root/user:1"}, true);
  EXPECT_EQ(after.outcome.ending, outcome::Ending::Settled) << after.outcome.ending_detail;
  EXPECT_EQ(errors(after), "");
}

TEST_F(Weather, EventRaceCommanderAClickBeforeInitIsLost) {
  record("gallery");
  auto lost = in_order({"root/user:1", "root/script:" + at("init.js"), "root/script:" + at("script.js")}, true);
  EXPECT_EQ(errors(lost), "");
  EXPECT_THAT(join(lost.order, "\n"), Not(HasSubstr("root/user:1/xhr")));
}

TEST_F(Weather, EventRaceCommanderBClickBetweenTheScriptsIsAReferenceError) {
  record("gallery");
  auto early = in_order({"root/script:" + at("init.js"), "root/user:1", "root/script:" + at("script.js")}, true);
  EXPECT_THAT(errors(early), HasSubstr("ReferenceError: loadThumbs is not defined"));
}

TEST_F(Weather, EventRaceCommanderCDeleteWhileTheNextGalleryLoadsIsATypeError) {
  record("gallery");
  EXPECT_THAT(errors(under("adverse:2,3")), HasSubstr("TypeError"));
  EXPECT_EQ(errors(under("synchronous")), "");
}

TEST_F(Weather, R4SlideShowPicturesComeInTheOrderOfArrival) {
  record("slideshow");
  std::string cause = "root/milestone:load";
  std::string second = cause + "/image-load:" + at("image2.svg");
  std::string third = cause + "/image-load:" + at("image3.svg");
  auto good = in_order({second, third, "root/user:1", "root/user:2"}, false);
  auto swapped = in_order({third, second, "root/user:1", "root/user:2"}, false);
  EXPECT_THAT(good.skipped, IsEmpty());
  EXPECT_THAT(swapped.skipped, IsEmpty());
  EXPECT_THAT(screen(good), HasSubstr("image3.svg"));
  EXPECT_THAT(screen(swapped), HasSubstr("image2.svg"));
}

TEST_F(Weather, R4SlideShowTimerWaitsForThePictureAndApproximateReplaySkipsIt) {
  record("slideshow");
  std::string cause = "root/milestone:load";
  std::string second = cause + "/image-load:" + at("image2.svg");
  std::string third = cause + "/image-load:" + at("image3.svg");
  // Q1 of figure 8.2: the second click finds the queue empty and starts a timer.
  std::vector<std::string> order = {second, "root/user:1", "root/user:2", third, "root/user:2/timeout:100"};
  auto q1 = in_order(order, true);
  EXPECT_EQ(q1.outcome.ending, outcome::Ending::Settled) << q1.outcome.ending_detail;
  // Q3: the picture comes before the click, so there is no timer to run.
  auto q3 = in_order({second, "root/user:1", third, "root/user:2", "root/user:2/timeout:100"}, false);
  EXPECT_THAT(q3.skipped, ::testing::ElementsAre("root/user:2/timeout:100"));
  EXPECT_TRUE(oracle::compare(q1.outcome, q3.outcome).equal)
      << oracle::summary(oracle::compare(q1.outcome, q3.outcome));
  // The same order, exactly, cannot be had.
  auto exact = in_order({second, "root/user:1", third, "root/user:2", "root/user:2/timeout:100"}, true);
  EXPECT_EQ(exact.outcome.ending, outcome::Ending::Diverged);
  EXPECT_THAT(exact.outcome.ending_detail, HasSubstr("timeout:100"));
}

TEST_F(Weather, WhatWasTypedBeforeTheFormIsFilledIsOverwritten) {
  record("form-init");
  auto good = under("synchronous");
  auto bad = under("adverse:load,1");
  EXPECT_FALSE(oracle::compare(good.outcome, bad.outcome).equal);
}

TEST_F(Weather, AClickBeforeHydrationIsIgnored) {
  record("hydrate");
  auto good = under("synchronous");
  auto bad = under("adverse:load,2");
  for (const auto& step : bad.outcome.steps) EXPECT_TRUE(step.performed) << step.reason;
  EXPECT_TRUE(oracle::compare(good.outcome, bad.outcome).visible);
}

TEST_F(Weather, TheRecordedOrderReplaysExactly) {
  for (const char* name : {"shop", "shop-fetch", "gallery", "spa"}) {
    record(name);
    auto run = in_order(page_.order, true);
    EXPECT_EQ(run.outcome.ending, outcome::Ending::Settled) << name << ": " << run.outcome.ending_detail;
    auto comparison = oracle::compare(page_.outcome, run.outcome);
    EXPECT_TRUE(comparison.equal) << name << ": " << oracle::summary(comparison);
  }
}

TEST_F(Weather, AMessageCanBeHeldBackLikeAResponse) {
  record("chat");
  auto experiment = lab::experiment_on(page_);
  std::vector<std::string> messages;
  for (const auto& name : page_.order) {
    if (name.find("web-socket:message") != std::string::npos) messages.push_back(name);
  }
  ASSERT_THAT(messages, Not(IsEmpty())) << join(page_.order, "\n");
  experiment.schedule =
      schedule::adverse(-1, 1, messages);  // the greetings come from the connection that loading opened
  auto bad = ExampleLab::get().lab().run(experiment);
  ASSERT_TRUE(bad);
  auto comparison = oracle::compare(under("synchronous").outcome, bad->outcome);
  EXPECT_TRUE(comparison.visible) << join(bad->order, "\n");
}

// Schedules speak of events by their names, and so does what analyses learn from traces.
TEST_F(Weather, ScheduledEventsHaveTheSameNamesInTheTrace) {
  for (const char* name : {"shop", "frames", "events", "jsonp", "gallery", "spa"}) {
    record(name);
    std::set<std::string> known;
    for (const auto& event : page_.trace.events) known.insert(trace::event_name(page_.trace, event.id));
    for (const auto& event : page_.order) EXPECT_TRUE(known.contains(event)) << name << ": " << event;
  }
}

// Good and bad weather side by side; then the order of each of them, exactly.
class BothAndAgain : public lab::WorkList {
 public:
  explicit BothAndAgain(const lab::RecordedPage& page) : experiment_(lab::experiment_on(page)) {}

  lab::Next next() override {
    if (given_ == 4) return lab::Finished{};
    if (given_ >= 2 && runs.size() < 2) return lab::Wait{};
    auto experiment = experiment_;
    if (given_ < 2) {
      experiment.schedule = *schedule::parse_schedule(given_ == 0 ? "synchronous" : "adverse:1,2");
    } else {
      experiment.schedule = schedule::in_order(runs.at(given_ - 2).order, true);
    }
    return lab::Item{given_++, experiment};
  }
  bool done(size_t ticket, lab::Run run) override {
    runs.emplace(ticket, std::move(run));
    return true;
  }

  std::map<size_t, lab::Run> runs;  // by ticket

 private:
  lab::Experiment experiment_;
  size_t given_ = 0;
};

TEST_F(Weather, AWorkListPlansWithWhatItsRunsHaveTold) {
  BothAndAgain list(record("shop"));
  auto status = ExampleLab::get().lab().work(list);
  ASSERT_TRUE(status) << status.error().message;
  ASSERT_THAT(list.runs, SizeIs(4));
  EXPECT_NE(list.runs[0].order, list.runs[1].order);
  for (size_t i : {0, 1}) {
    EXPECT_EQ(list.runs[i + 2].outcome.ending, outcome::Ending::Settled) << list.runs[i + 2].outcome.ending_detail;
    EXPECT_EQ(list.runs[i + 2].order, list.runs[i].order);
  }
}

// For each turn, what could have happened, and what did.
std::vector<std::string> told(const lab::Run& run) {
  std::vector<std::string> out;
  auto enabled = lab::enabled_at_turns(run.decisions);
  for (size_t turn = 0; turn < enabled.size(); ++turn) {
    std::vector<std::string> names;
    for (size_t place : enabled[turn]) names.push_back(run.decisions.offers[place].name);
    std::ranges::sort(names);
    out.push_back(run.decisions.offers[run.decisions.turns[turn].ran].name + " of " + join(names, ", "));
  }
  return out;
}

TEST_F(Weather, TasksInOneGoRunAsTheyWouldOneByOne) {
  for (const char* name : {"slideshow", "endless", "gallery", "autocomplete"}) {
    record(name);
    for (auto schedule : {schedule::as_they_come(), schedule::synchronous(), schedule::adverse(0, 1)}) {
      auto experiment = lab::experiment_on(page_);
      experiment.schedule = schedule;
      auto together = ExampleLab::get().lab().run(experiment);
      experiment.schedule.tasks = schedule::Tasks::OneByOne;
      auto one_by_one = ExampleLab::get().lab().run(experiment);
      ASSERT_TRUE(together && one_by_one);
      EXPECT_EQ(join(told(*together), "\n"), join(told(*one_by_one), "\n")) << name << ": " << describe(schedule);
      EXPECT_TRUE(oracle::compare(together->outcome, one_by_one->outcome).equal) << name;
      ASSERT_EQ(together->decisions.turns.size(), together->order.size()) << name;
      for (size_t i = 0; i < together->order.size(); ++i) {
        EXPECT_EQ(together->decisions.offers[together->decisions.turns[i].ran].name, together->order[i]);
      }
    }
  }
}

}  // namespace
}  // namespace squall
