#include "schedule/choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace squall::schedule {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
using Choices = std::vector<Choice>;

Choice response(std::string name, int step, double due, int order = 0) {
  return {Choice::Response, std::move(name), step, due, order};
}
Choice timer(std::string name, int step, double due, int order = 0) {
  return {Choice::Timer, std::move(name), step, due, order};
}
Choice step(int position) {
  return {Choice::Step, "root/user:" + std::to_string(position), position, kInfinity, 1000 + position};
}

// Decides and runs until nothing is left, or until something goes wrong; gives the names in the order of execution.
std::vector<std::string> run_all(Scheduler& scheduler, Choices enabled) {
  std::vector<std::string> names;
  for (;;) {
    Decision decision = scheduler.decide(enabled);
    if (decision.kind == Decision::Diverged) names.push_back("diverged");
    if (decision.kind != Decision::Run) return names;
    Choice chosen = enabled[decision.choice];
    names.push_back(chosen.name);
    enabled.erase(enabled.begin() + static_cast<ptrdiff_t>(decision.choice));
    scheduler.ran(chosen);
  }
}

std::vector<std::string> run_all(Schedule schedule, Choices enabled) {
  Scheduler scheduler(std::move(schedule));
  return run_all(scheduler, std::move(enabled));
}

// The name of what is chosen, without running it.
std::string chosen(Scheduler& scheduler, const Choices& enabled) {
  Decision decision = scheduler.decide(enabled);
  return decision.kind == Decision::Run ? enabled[decision.choice].name : "";
}

TEST(Scheduler, WithNothingEnabledIsFinished) {
  for (const Schedule& each : {as_they_come(), synchronous(), adverse(0, 1), in_order({"a"})}) {
    Scheduler scheduler(each);
    EXPECT_EQ(scheduler.decide({}).kind, Decision::Finished) << describe(each);
  }
}

TEST(AsTheyCome, TheSoonerDueComesFirstThenTheOlder) {
  EXPECT_THAT(run_all(Schedule{}, {timer("c", -1, 5, 2), response("b", -1, 5, 1), timer("a", -1, 1, 3)}),
              ElementsAre("a", "b", "c"));
}

TEST(AsTheyCome, TheUserWaitsUntilNothingElseIsLeft) {
  EXPECT_THAT(run_all(Schedule{}, {step(0), timer("late", -1, 1e12), timer("never", -1, kInfinity, 2000)}),
              ElementsAre("late", "never", "root/user:0"));
}

TEST(AsTheyCome, ADueTimeThatIsNoNumberIsTheLatest) {
  EXPECT_THAT(run_all(Schedule{}, {timer("nan", -1, std::nan("")), timer("a", -1, 3), step(0)}),
              ElementsAre("a", "nan", "root/user:0"));
}

TEST(Synchronous, ResponsesComeFirstInTheOrderOfTheirRequests) {
  EXPECT_THAT(run_all(synchronous(), {step(0), timer("t", -1, 0, 0), response("second", -1, 1, 2),
                                      response("first", -1, 9, 1), timer("u", -1, 0, -1)}),
              ElementsAre("first", "second", "u", "t", "root/user:0"));
}

TEST(Adverse, HoldsResponsesOfAStepUntilTheOtherHasSettled) {
  Scheduler scheduler(adverse(0, 1));
  scheduler.ran(step(0));
  EXPECT_EQ(chosen(scheduler, {response("a", 0, 10), timer("t", 0, 20), step(1)}), "t");
  EXPECT_EQ(chosen(scheduler, {response("a", 0, 10), step(1)}), "root/user:1");
  scheduler.ran(step(1));
  EXPECT_EQ(chosen(scheduler, {response("a", 0, 10), response("b", 1, 30), step(2)}), "b");
  EXPECT_EQ(chosen(scheduler, {response("a", 0, 10), timer("u", 1, 50), step(2)}), "u");
  Choices left = {response("c", 0, 12), response("a", 0, 10), step(2)};
  EXPECT_EQ(chosen(scheduler, left), "a");
  EXPECT_THAT(Scheduler(adverse(0, 1)).decide({response("a", 0, 1)}).why, HasSubstr("Nothing else was left"));
}

TEST(Adverse, SaysWhyItReleases) {
  Scheduler scheduler(adverse(0, 1));
  scheduler.ran(step(1));
  EXPECT_EQ(scheduler.decide({response("a", 0, 1), step(2)}).why, "Step 2 has settled, so what was held is released.");
}

TEST(Adverse, AfterTheReleaseEventsComeAsTheyDo) {
  Scheduler scheduler(adverse(0, 1));
  scheduler.ran(step(1));
  EXPECT_THAT(run_all(scheduler, {response("a", 0, 10), response("b", 0, 30), step(2)}),
              ElementsAre("a", "b", "root/user:2"));
  EXPECT_THAT(run_all(scheduler, {response("c", 0, 40), timer("t", 0, 41)}), ElementsAre("c", "t"));
}

TEST(Adverse, HoldsMessagesAsWellButNeitherTimersNorOtherSteps) {
  Choice message = {Choice::Message, "m", 0, 1, 0};
  EXPECT_THAT(run_all(adverse(0, 1),
                      {message, timer("t", 0, 2), response("load", -1, 3), response("other", 1, 4), step(1), step(2)}),
              ElementsAre("t", "load", "other", "root/user:1", "m", "root/user:2"));
}

// A page that gives up a request after two seconds: the user is quicker than that, and the network is not that bad.
TEST(Adverse, LongTimersWaitForWhatIsHeld) {
  Choices choices = {response("a", 0, 10), timer("spinner", 0, 500), timer("give up", 0, 2'000), step(1)};
  EXPECT_THAT(run_all(adverse(0, 1), choices), ElementsAre("spinner", "root/user:1", "a", "give up"));
  choices.push_back(response("slow", 1, 20'000));  // the network takes no time
  EXPECT_THAT(run_all(adverse(0, 1), choices), ElementsAre("spinner", "slow", "root/user:1", "a", "give up"));
  choices.push_back(timer("debounced", 1, 1'500));
  choices.push_back(timer("poll", 1, 5'000));
  EXPECT_THAT(run_all(adverse(0, 1), choices),
              ElementsAre("spinner", "debounced", "slow", "root/user:1", "a", "give up", "poll"));
  EXPECT_EQ(Scheduler(adverse(0, 1)).decide(choices).tasks_until, 1010);
  EXPECT_EQ(Scheduler(adverse(2, 3)).decide(choices).tasks_until, kInfinity);
}

TEST(Adverse, CanHoldWhatLoadingCauses) {
  EXPECT_THAT(run_all(adverse(-1, 0), {response("data", -1, 1), step(0), step(1)}),
              ElementsAre("root/user:0", "data", "root/user:1"));
}

TEST(Adverse, CanHoldTheWitnessOnly) {
  EXPECT_THAT(run_all(adverse(0, 1, {"b"}), {response("a", 0, 2), response("b", 0, 1), step(1), step(2)}),
              ElementsAre("a", "root/user:1", "b", "root/user:2"));
}

TEST(Adverse, StepsInBetweenHappenWhileItHolds) {
  EXPECT_THAT(run_all(adverse(0, 2), {response("a", 0, 1), step(1), step(2), step(3)}),
              ElementsAre("root/user:1", "root/user:2", "a", "root/user:3"));
}

TEST(Adverse, WithoutTheOtherStepWhatIsHeldComesLast) {
  EXPECT_THAT(run_all(adverse(0, 7), {response("a", 0, 1), step(1), timer("t", 0, 9)}),
              ElementsAre("t", "root/user:1", "a"));
}

TEST(ExactOrder, FollowsTheListThenEventsAsTheyCome) {
  Scheduler scheduler(in_order({"root/user:0", "late", "early"}, true));
  EXPECT_THAT(run_all(scheduler, {response("early", -1, 1), timer("x", -1, 3), timer("late", -1, 2), step(0), step(1)}),
              ElementsAre("root/user:0", "late", "early", "x", "root/user:1"));
  EXPECT_THAT(scheduler.admitted(), ElementsAre("x", "root/user:1"));
  EXPECT_THAT(scheduler.skipped(), IsEmpty());
}

TEST(ExactOrder, DivergesWhereANameIsNotEnabledAndSaysWhatIs) {
  Scheduler scheduler(in_order({"a", "b#1"}, true));
  scheduler.ran(timer("a", -1, 0));
  Decision decision = scheduler.decide({timer("b", -1, 1), timer("c", -1, 1), timer("d", -1, 1), timer("e", -1, 1)});
  EXPECT_EQ(decision.kind, Decision::Diverged);
  EXPECT_EQ(
      decision.why,
      "The order names “b#1” as event 2 of 2, but it cannot happen now; what can happen: “b”, “c”, “d” and 1 more.");
  EXPECT_EQ(scheduler.decide({}).kind, Decision::Diverged);
  EXPECT_THAT(scheduler.decide({}).why, HasSubstr("what can happen: nothing"));
}

TEST(ExactOrder, ANameThatStandsTwiceHappensTwice) {
  EXPECT_THAT(run_all(in_order({"a", "b", "a"}, true), {timer("a", -1, 5, 1), timer("a", -1, 4, 2), timer("b", -1, 9)}),
              ElementsAre("a", "b", "a"));
}

TEST(ApproximateOrder, SkipsWhatCannotHappenAndAdmitsWhatIsNew) {
  Scheduler scheduler(in_order({"e3", "e2", "e4"}));
  EXPECT_THAT(run_all(scheduler, {timer("new", -1, 0), timer("e2", -1, 1), timer("e3", -1, 2)}),
              ElementsAre("e3", "e2", "new"));
  EXPECT_THAT(scheduler.skipped(), ElementsAre("e4"));
  EXPECT_THAT(scheduler.admitted(), ElementsAre("new"));
}

TEST(ApproximateOrder, WhatWasSkippedAndAppearsLaterIsAdmitted) {
  Scheduler scheduler(in_order({"a", "b"}));
  EXPECT_EQ(chosen(scheduler, {timer("b", -1, 1)}), "b");
  scheduler.ran(timer("b", -1, 1));
  EXPECT_EQ(chosen(scheduler, {timer("a", -1, 1)}), "a");
  scheduler.ran(timer("a", -1, 1));
  EXPECT_THAT(scheduler.skipped(), ElementsAre("a"));
  EXPECT_THAT(scheduler.admitted(), ElementsAre("a"));
}

TEST(ApproximateOrder, AnEventThatDiffersInDetailsStandsIn) {
  Scheduler scheduler(in_order({"root/xhr:GET http://h/a?t=1", "root/timeout:5"}));
  EXPECT_THAT(run_all(scheduler, {timer("root/timeout:9", -1, 0), response("root/xhr:GET http://h/a?t=2#1", -1, 9)}),
              ElementsAre("root/xhr:GET http://h/a?t=2#1", "root/timeout:9"));
  EXPECT_THAT(scheduler.skipped(), IsEmpty());
  EXPECT_THAT(scheduler.admitted(), IsEmpty());
}

TEST(ApproximateOrder, TheExactNameIsPreferredToAStandIn) {
  EXPECT_THAT(run_all(in_order({"root/timeout:5"}), {timer("root/timeout:4", -1, 4), timer("root/timeout:5", -1, 5)}),
              ElementsAre("root/timeout:5", "root/timeout:4"));
}

TEST(ApproximateOrder, AnEventWhoseOwnTurnComesLaterStandsInForNone) {
  Scheduler scheduler(in_order({"root/timeout:1", "x", "root/timeout:2"}));
  EXPECT_THAT(run_all(scheduler, {timer("root/timeout:2", -1, 0), timer("x", -1, 1)}),
              ElementsAre("x", "root/timeout:2"));
  EXPECT_THAT(scheduler.skipped(), ElementsAre("root/timeout:1"));
}

TEST(ApproximateOrder, AnEventWhoseOwnTurnHasPassedMayStandIn) {
  Scheduler scheduler(in_order({"root/timeout:1", "x", "root/timeout:2"}));
  EXPECT_EQ(chosen(scheduler, {timer("x", -1, 1)}), "x");
  scheduler.ran(timer("x", -1, 1));
  EXPECT_EQ(chosen(scheduler, {timer("y", -1, 2), timer("root/timeout:1", -1, 3)}), "root/timeout:1");
  EXPECT_THAT(scheduler.skipped(), ElementsAre("root/timeout:1"));
}

TEST(ApproximateOrder, NoStepStandsInForAnother) {
  Scheduler scheduler(in_order({"root/user:1", "a"}));
  EXPECT_THAT(run_all(scheduler, {step(0), timer("a", -1, 0)}), ElementsAre("a", "root/user:0"));
  EXPECT_THAT(scheduler.skipped(), ElementsAre("root/user:1"));
}

TEST(ApproximateOrder, AskingTwiceChangesNothing) {
  Scheduler scheduler(in_order({"gone", "root/timeout:5"}));
  Choices enabled = {timer("root/timeout:6", -1, 0), timer("z", -1, -1)};
  EXPECT_EQ(chosen(scheduler, enabled), "root/timeout:6");
  EXPECT_EQ(chosen(scheduler, enabled), "root/timeout:6");
  EXPECT_THAT(scheduler.skipped(), ElementsAre("gone"));
}

TEST(Order, WhatHappensUnaskedIsAdmittedOrTakenFromTheList) {
  Scheduler scheduler(in_order({"a", "b"}, true));
  scheduler.ran(timer("unasked", -1, 0));
  scheduler.ran(timer("a", -1, 0));
  EXPECT_EQ(chosen(scheduler, {timer("b", -1, 0)}), "b");
  EXPECT_THAT(scheduler.admitted(), ElementsAre("unasked"));
}

TEST(Tasks, FollowEachOtherUntilSomethingElseCouldComeBetween) {
  Choices choices = {timer("a", -1, 5), timer("b", -1, 6), response("r", -1, 30), response("s", -1, 40), step(0)};
  EXPECT_EQ(Scheduler(as_they_come()).decide(choices).tasks_until, 30);
  EXPECT_EQ(Scheduler(as_they_come()).decide({timer("a", -1, 5), step(0)}).tasks_until, kInfinity);
  // What is held and was due before does not come between; what is due later might.
  EXPECT_EQ(Scheduler(adverse(0, 1)).decide({response("held", 0, 3), timer("a", 0, 5)}).tasks_until, 1003);
  EXPECT_EQ(Scheduler(adverse(0, 1)).decide({response("held", 0, 30), timer("a", 0, 5)}).tasks_until, 30);
}

TEST(Tasks, WhatIsDueAtTheSameTimeMayComeBetween) {
  Choices choices = {timer("a", -1, 5, 1), response("r", -1, 5, 2), timer("b", -1, 5, 3)};
  EXPECT_EQ(Scheduler(as_they_come()).decide(choices).tasks_until, 5);
}

TEST(Tasks, OneByOneNoneFollowsAnother) {
  Schedule schedule;
  schedule.tasks = Tasks::OneByOne;
  EXPECT_EQ(Scheduler(schedule).decide({timer("a", -1, 5), timer("b", -1, 6)}).tasks_until, -kInfinity);
  EXPECT_EQ(Scheduler(in_order({"a"})).decide({timer("a", -1, 5), timer("b", -1, 6)}).tasks_until, -kInfinity);
}

TEST(Composed, WhatFollowsAnOrderMayHoldAndPreferResponses) {
  Schedule schedule = in_order({"t", "root/user:0"});
  schedule.hold = Hold{0, 1, {}};
  schedule.prefer = Prefer::Responses;
  EXPECT_THAT(run_all(schedule, {step(0), step(1), response("held", 0, 1), response("late", 1, 90, 5),
                                 timer("t", 1, 80), response("later", 1, 70, 6), timer("u", 1, 2)}),
              ElementsAre("t", "root/user:0", "late", "later", "u", "root/user:1", "held"));
}

TEST(Composed, AStepThatRanWithinTheOrderEndsTheHoldAfterIt) {
  Schedule schedule = in_order({"root/user:0", "root/user:1"});
  schedule.hold = Hold{0, 1, {}};
  EXPECT_THAT(run_all(schedule, {step(0), step(1), step(2), response("held", 0, 1)}),
              ElementsAre("root/user:0", "root/user:1", "held", "root/user:2"));
}

}  // namespace
}  // namespace squall::schedule
