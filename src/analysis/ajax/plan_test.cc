#include "analysis/ajax/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "analysis/ajax/sample_trace.h"
#include "trace/graph.h"

namespace squall::analysis::ajax {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;
using trace::EventKind;
using trace::OpKind;

constexpr Rect kHere{0, 0, 100, 100}, kThere{500, 500, 10, 10};

std::vector<std::string> ids(const Plan& plan) {
  std::vector<std::string> out;
  for (const Pair& pair : plan.pairs) out.push_back(pair.id());
  return out;
}

Plan plan(const SampleTrace& trace, int steps, PlanOptions options = {}) {
  return plan_tests(trace.get(), clicks(steps), options);
}

TEST(AjaxPlan, TwoClicksThatFillTheSamePlaceAfterAResponseGiveFourPairs) {
  SampleTrace trace;
  for (int step : {0, 1}) trace.mutate(trace.event(EventKind::Xhr, trace.user(step)), "#list", kHere);
  auto found = plan(trace, 2);
  EXPECT_THAT(ids(found), ElementsAre("u0-u1", "u0-u0", "u1-u1", "u1-u0"));
  EXPECT_THAT(found.pairs[0].why, ElementsAre("both change #list after a response"));
  EXPECT_EQ(found.waiting, 2u);
}

// The page's first list may come after what a click has shown in its place.
TEST(AjaxPlan, LoadingThePageIsAnEventBeforeAllOthers) {
  SampleTrace trace;
  trace.mutate(trace.event(EventKind::Fetch, {0}), "#list", kHere);
  trace.mutate(trace.user(0), "#list", kHere);
  trace.mutate(trace.user(1), "#other", kThere);
  auto found = plan(trace, 2);
  EXPECT_THAT(ids(found), ElementsAre("load-u0"));
  EXPECT_THAT(found.pairs[0].events(), ElementsAre("load", "u0"));
  EXPECT_EQ(found.events, 2u);
  EXPECT_EQ(found.waiting, 0u);
  EXPECT_EQ(sequence_of(found.pairs[0], clicks(2), 0), (Sequence{{0}, kLoading, 0}));
  Pair later{kLoading, 1, 0, {}, false};
  EXPECT_EQ(sequence_of(later, clicks(2), 0), (Sequence{{1}, kLoading, 0}));
  EXPECT_EQ(sequence_within_flow(later, clicks(2), 0), (Sequence{{0, 1}, kLoading, 1}));
  EXPECT_EQ(sequence_through_flow(later, clicks(2), 0), (Sequence{{0, 1}, kLoading, 1}));
  EXPECT_THAT(ids(plan(trace, 2, {.begin = 1})), IsEmpty()) << "the user may have waited for the list";
}

TEST(AjaxPlan, OfLoadingOnlyWhatScriptsAskForCanBeLate) {
  for (EventKind kind : {EventKind::Script, EventKind::StyleLoad, EventKind::ImageLoad, EventKind::ScriptLoad}) {
    SampleTrace trace;
    trace.mutate(trace.event(kind, {0}), "#list", kHere);
    trace.mutate(trace.user(0), "#list", kHere);
    EXPECT_THAT(ids(plan(trace, 1)), IsEmpty()) << trace::name_of(kind);
  }
  for (EventKind kind : {EventKind::Xhr, EventKind::WebSocket, EventKind::EventSource}) {
    SampleTrace trace;
    trace.mutate(trace.event(EventKind::Timeout, trace.event(kind, {0})), "#list", kHere);
    trace.mutate(trace.user(0), "#list", kHere);
    EXPECT_THAT(ids(plan(trace, 1)), ElementsAre("load-u0")) << trace::name_of(kind);
  }
}

TEST(AjaxPlan, NobodyClicksWhatComesOnlyWithAResponseBeforeIt) {
  for (std::string comes : {"#b0", "#b1"}) {
    SampleTrace trace;
    auto response = trace.event(EventKind::Fetch, {0});
    trace.mutate(response, comes, kThere, "insert").mutate(response, "#list", kHere, "text");
    trace.mutate(trace.user(0), "#list", kHere);
    EXPECT_EQ(ids(plan(trace, 1)).size(), comes == "#b0" ? 0u : 1u);
  }
}

TEST(AjaxPlan, ATextIsTypedFromItsBeginningWhileThePageLoads) {
  Pair pair{kLoading, 2, 0, {}, false};
  EXPECT_EQ(sequence_of(pair, typing("abc"), 0), (Sequence{{0, 1, 2}, kLoading, 2}));
}

TEST(AjaxPlan, WhatNoMouseAndNoKeyCanDoIsNoPair) {
  SampleTrace trace;
  for (int step : {0, 1, 2}) trace.mutate(trace.event(EventKind::Xhr, trace.user(step)), "#list", kHere);
  auto flow = clicks(3);
  flow.steps[0].type = flow.steps[1].type = flow::StepType::Hover;
  flow.steps[0].selectors = {{"#a"}};
  flow.steps[1].selectors = {{"#b"}};
  flow.steps[2].type = flow::StepType::KeyUp;
  EXPECT_THAT(ids(plan_tests(trace.get(), flow, {})), UnorderedElementsAre("u0-u1", "u1-u0"))
      << "the mouse goes from one to the other, and nobody only releases a key";
  flow.steps[1].selectors = flow.steps[0].selectors;
  EXPECT_THAT(ids(plan_tests(trace.get(), flow, {})), IsEmpty());
}

TEST(AjaxPlan, RegionsThatOnlyTouchDoNotConflict) {
  SampleTrace trace;
  trace.mutate(trace.event(EventKind::Fetch, trace.user(0)), "#a", {0, 0, 50, 50});
  trace.mutate(trace.event(EventKind::Fetch, trace.user(1)), "#b", {50, 0, 50, 50});
  EXPECT_THAT(ids(plan(trace, 2)), UnorderedElementsAre("u0-u0", "u1-u1"));
}

TEST(AjaxPlan, AnElementThatIsTakenAwayConflictsWithFillingItWhereverItWas) {
  SampleTrace trace;
  trace.mutate(trace.event(EventKind::Xhr, trace.user(0)), "#title", kHere);
  trace.mutate(trace.user(1), "#title", kThere);
  auto found = plan(trace, 2);
  EXPECT_THAT(ids(found), ElementsAre("u0-u0", "u0-u1"));
  EXPECT_THAT(found.pairs[1].why, ElementsAre("both change #title, the first after a response"));
}

TEST(AjaxPlan, OnlyTheFirstOfAPairHasToWaitForAResponse) {
  SampleTrace trace;
  trace.mutate(trace.event(EventKind::Fetch, trace.user(0)), "#list", kHere);
  trace.mutate(trace.user(1), "#list", kHere);
  EXPECT_THAT(ids(plan(trace, 2)), UnorderedElementsAre("u0-u1", "u0-u0"));
}

TEST(AjaxPlan, ATimerIsNoResponse) {
  SampleTrace trace;
  trace.mutate(trace.event(EventKind::Timeout, trace.user(0)), "#list", kHere);
  auto found = plan(trace, 1);
  EXPECT_THAT(found.pairs, IsEmpty());
  EXPECT_EQ(found.waiting, 0u);
}

TEST(AjaxPlan, WhatFollowsFromAResponseOverTimersIsSeparatedByIt) {
  SampleTrace trace;
  auto timer = trace.event(EventKind::Timeout, trace.user(0));
  auto body = trace.event(EventKind::Body, trace.event(EventKind::Fetch, timer));
  trace.mutate(trace.event(EventKind::Timeout, body), "#list", kHere);
  EXPECT_THAT(ids(plan(trace, 1)), ElementsAre("u0-u0"));
}

TEST(AjaxPlan, AJoinCarriesTheResponseOn) {
  SampleTrace trace;
  auto click = trace.user(0);
  auto response = trace.event(EventKind::Xhr, click);
  auto last = trace.event(EventKind::Other, click);
  trace.mutate(last, "#list", kHere);
  EXPECT_THAT(plan(trace, 1).pairs, IsEmpty());
  trace.operation(response, OpKind::Join, "", last);
  EXPECT_THAT(ids(plan(trace, 1)), ElementsAre("u0-u0"));
}

TEST(AjaxPlan, EveryKindOfResponseCounts) {
  for (auto kind : {EventKind::Xhr, EventKind::Fetch, EventKind::Body, EventKind::ScriptLoad, EventKind::Script,
                    EventKind::EventSource, EventKind::WebSocket}) {
    SampleTrace trace;
    trace.mutate(trace.event(kind, trace.user(0)), "#list", kHere);
    EXPECT_THAT(ids(plan(trace, 1)), ElementsAre("u0-u0")) << trace::name_of(kind);
  }
}

TEST(AjaxPlan, AMessageOfUnknownSenderBelongsToTheStepBeforeIt) {
  SampleTrace trace;
  trace.event(EventKind::Fetch, trace.user(0));
  trace.mutate(trace.event(EventKind::Message, {0}, -1), "#forecast", kHere);
  EXPECT_THAT(ids(plan(trace, 1)), ElementsAre("u0-u0"));
}

TEST(AjaxPlan, WhatLoadingGoesOnWithBelongsToNoStep) {
  for (auto kind : {EventKind::Fetch, EventKind::Timeout, EventKind::ImageLoad}) {
    SampleTrace trace;
    trace.event(EventKind::Fetch, trace.user(0));
    trace.mutate(trace.event(kind, {0}, -1), "#news", kHere);
    EXPECT_THAT(plan(trace, 1).pairs, IsEmpty()) << trace::name_of(kind);
  }
}

TEST(AjaxPlan, AMessageBeforeAnyResponseIsNotSeparated) {
  SampleTrace trace;
  trace.user(0);
  trace.mutate(trace.event(EventKind::Message, {0}, -1), "#forecast", kHere);
  EXPECT_THAT(plan(trace, 1).pairs, IsEmpty());
}

TEST(AjaxPlan, PairsThatMeetInStorageAreNamedSo) {
  SampleTrace trace;
  trace.operation(trace.event(EventKind::Fetch, trace.user(0)), OpKind::Write, "storage:local:cart");
  trace.operation(trace.user(1), OpKind::Read, "storage:local:cart");
  auto found = plan(trace, 2);
  EXPECT_THAT(ids(found), UnorderedElementsAre("u0-u1", "u0-u0"));
  EXPECT_THAT(found.pairs[0].why[0], HasSubstr("both use the localStorage item “cart”"));
}

TEST(AjaxPlan, TwoReadsDoNotConflict) {
  SampleTrace trace;
  trace.operation(trace.event(EventKind::Fetch, trace.user(0)), OpKind::Read, "storage:local:cart");
  trace.operation(trace.user(1), OpKind::Read, "storage:local:cart");
  EXPECT_THAT(plan(trace, 2).pairs, IsEmpty());
}

TEST(AjaxPlan, ALookAtAllCookiesMeetsEveryCookie) {
  SampleTrace trace;
  trace.operation(trace.event(EventKind::Fetch, trace.user(0)), OpKind::Write, "cookie:sid");
  trace.operation(trace.user(1), OpKind::Read, "cookie:*");
  EXPECT_THAT(ids(plan(trace, 2)), ::testing::Contains("u0-u1"));
}

TEST(AjaxPlan, ToClearAStorageMeetsEachOfItsItems) {
  for (const char* area : {"storage:local:", "storage:session:"}) {
    SampleTrace trace;
    trace.operation(trace.event(EventKind::Fetch, trace.user(0)), OpKind::Write, std::string(area) + "cart");
    trace.operation(trace.user(1), OpKind::Write, std::string(area) + "*");
    trace.operation(trace.user(2), OpKind::Write, "storage:other:*");
    EXPECT_THAT(ids(plan(trace, 3)), UnorderedElementsAre("u0-u0", "u0-u1")) << area;
  }
}

TEST(AjaxPlan, AFieldThatAResponseFillsConflictsWithTypingIntoIt) {
  SampleTrace trace;
  trace.operation(trace.event(EventKind::Fetch, trace.user(0)), OpKind::WriteField, "#q");
  trace.user(1);
  flow::Flow flow = clicks(1);
  flow.steps.push_back(typing("x").steps[0]);
  auto found = plan_tests(trace.get(), flow);
  EXPECT_THAT(ids(found), ::testing::Contains("u0-u1"));
  EXPECT_THAT(found.pairs[0].why[0], HasSubstr("the field #q"));
}

TEST(AjaxPlan, AnEventThatFailsAfterAResponseIsTestedEvenWhereNothingOverlaps) {
  SampleTrace trace;
  trace.operation(trace.event(EventKind::Fetch, trace.user(0)), OpKind::Fail, "TypeError: x is null");
  trace.user(1);
  auto found = plan(trace, 2);
  EXPECT_THAT(ids(found), UnorderedElementsAre("u0-u0", "u0-u1"));
  EXPECT_THAT(found.pairs[0].why[0], HasSubstr("TypeError: x is null"));
}

TEST(AjaxPlan, TheMostTellingPairsComeFirstAndTheRestIsCut) {
  SampleTrace trace;
  trace.operation(trace.event(EventKind::Fetch, trace.user(0)), OpKind::Write, "storage:local:a");
  trace.mutate(trace.event(EventKind::Fetch, trace.user(1)), "#list", kHere);
  trace.mutate(trace.user(2), "#list", kHere);
  auto all = plan(trace, 3);
  EXPECT_THAT(ids(all), ElementsAre("u1-u1", "u1-u2", "u0-u0"));
  PlanOptions two;
  two.max_tests = 2;
  auto cut = plan(trace, 3, two);
  EXPECT_THAT(ids(cut), ElementsAre("u1-u1", "u1-u2"));
  EXPECT_EQ(cut.left_out, 1u);
}

TEST(AjaxPlan, StepsOfTheSetUpAreNeverTested) {
  SampleTrace trace;
  for (int step : {0, 1}) trace.mutate(trace.event(EventKind::Xhr, trace.user(step)), "#list", kHere);
  PlanOptions options;
  options.begin = 1;
  auto found = plan(trace, 2, options);
  EXPECT_THAT(ids(found), ElementsAre("u1-u1"));
  EXPECT_EQ(sequence_of(found.pairs[0], clicks(2), 1), (Sequence{{0, 1, 1}, 1, 2}));
}

TEST(AjaxPlan, KeyStrokesOfOneTextArePairedInTheOrderOfTheText) {
  SampleTrace trace;
  for (int step : {0, 1, 2}) trace.mutate(trace.event(EventKind::Fetch, trace.user(step)), "#list", kHere);
  flow::Flow flow = typing("lis");
  ASSERT_EQ(flow.steps.size(), 3u);
  auto found = plan_tests(trace.get(), flow);
  EXPECT_THAT(ids(found), ElementsAre("u0-u1", "u1-u2", "u0-u2"));
  EXPECT_EQ(sequence_of(found.pairs[1], flow, 0), (Sequence{{0, 1, 2}, 1, 2}));
  EXPECT_EQ(sequence_of(found.pairs[2], flow, 0), (Sequence{{0, 1, 2}, 0, 2}));
}

TEST(AjaxPlan, AStrokeBringsTheStrokesBeforeItAlong) {
  flow::Flow flow = typing("li");
  flow.steps.push_back(clicks(1).steps[0]);
  EXPECT_EQ(sequence_of({1, 2, 0, {}}, flow, 0), (Sequence{{0, 1, 2}, 1, 2}));
  EXPECT_EQ(sequence_of({2, 1, 0, {}}, flow, 0), (Sequence{{0, 2, 1}, 1, 2}));
}

TEST(AjaxPlan, WithinTheFlowEverythingBeforeTheFirstIsPerformed) {
  EXPECT_EQ(sequence_within_flow({2, 3, 0, {}}, clicks(4), 0), (Sequence{{0, 1, 2, 3}, 2, 3}));
  EXPECT_EQ(sequence_within_flow({1, 0, 0, {}}, clicks(4), 0), (Sequence{{0, 1, 0}, 1, 2}));
}

// Section 4.1 as it stands, on the graphs.
bool conflicting(const trace::Trace& trace, const trace::EventGraph& one, const trace::EventGraph& other) {
  std::set<trace::EventId> separated;
  for (size_t round = 0; round < one.nodes.size(); ++round) {
    for (const auto& edge : one.edges) {
      bool ajax = !edge.join && is_response(trace[edge.to]);
      if (ajax || separated.contains(edge.from)) separated.insert(edge.to);
    }
  }
  for (const auto& node : one.nodes) {
    if (!separated.contains(node.event)) continue;
    for (const auto& meets : other.nodes) {
      for (const auto& a : node.mutated) {
        for (const auto& b : meets.mutated) {
          if (a.overlaps(b)) return true;
        }
      }
    }
  }
  return false;
}

TEST(AjaxPlan, AgreesWithTheDefinitionOnRandomTraces) {
  std::mt19937 random(7);
  auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int round = 0; round < 200; ++round) {
    SampleTrace trace;
    constexpr int kSteps = 4;
    for (int step = 0; step < kSteps; ++step) {
      std::vector<trace::EventId> own = {trace.user(step)};
      for (int i = below(6); i > 0; --i) {
        auto kind = below(3) == 0 ? EventKind::Fetch : EventKind::Timeout;
        own.push_back(trace.event(kind, own[static_cast<size_t>(below(static_cast<int>(own.size())))]));
        if (below(3) == 0) trace.operation(own[0], OpKind::Join, "", own.back());
      }
      for (int i = below(5); i > 0; --i) {
        trace.mutate(own[static_cast<size_t>(below(static_cast<int>(own.size())))], "",
                     {double(below(60)), double(below(60)), double(below(12)), double(below(12))});
      }
    }
    auto relation = trace::HappensBefore::of(trace.get());
    std::set<std::string> expected;
    for (int a = 0; a < kSteps; ++a) {
      for (int b = 0; b < kSteps; ++b) {
        bool found = conflicting(trace.get(), trace::event_graph(trace.get(), relation, a),
                                 trace::event_graph(trace.get(), relation, b));
        if (found) expected.insert(Pair{a, b, 0, {}, false}.id());
      }
    }
    auto planned = ids(plan(trace, kSteps));
    ASSERT_EQ(std::set<std::string>(planned.begin(), planned.end()), expected) << "round " << round;
  }
}

TEST(AjaxPlan, AmongTwoHundredEventsThoseThatFillTheSameListArePlanned) {
  SampleTrace trace;
  constexpr int kSteps = 200;
  for (int step = 0; step < kSteps; ++step) {
    auto click = trace.user(step);
    auto response = trace.event(EventKind::Fetch, click);
    for (int i = 0; i < 100; ++i) {  // rows of a list, as many as the agent tells of
      trace.mutate(i % 2 ? click : response,
                   "#list" + std::to_string(step % 20) + " > li:nth-of-type(" + std::to_string(i) + ")",
                   {step % 20 * 60.0, i * 10.0 + step / 20, 50, 8});
    }
  }
  flow::Flow flow = clicks(kSteps);
  auto found = plan_tests(trace.get(), flow);
  EXPECT_EQ(found.pairs.size() + found.left_out, 20u * 10 * 10);  // those that fill the same list
}

TEST(AjaxPlan, OfPairsOnOtherRowsOfAListAFewAreEnough) {
  SampleTrace trace;
  flow::Flow flow = clicks(5);
  for (int step = 0; step < 5; ++step) {
    auto response = trace.event(EventKind::Fetch, trace.user(step));
    trace.mutate(response, "#list", kHere);
    trace.send(response, {"http://h/app.js", step < 4 ? 3 : 9, 1});
    flow.steps[static_cast<size_t>(step)].selectors = {{"#list > li:nth-of-type(" + std::to_string(step + 9) + ")"}};
  }
  auto found = plan_tests(trace.get(), flow);
  // Two of each: two rows, the same row twice, a row and the last, which sends from elsewhere, and the other way round.
  EXPECT_THAT(ids(found),
              UnorderedElementsAre("u0-u1", "u1-u2", "u0-u0", "u1-u1", "u3-u4", "u2-u4", "u4-u3", "u4-u2", "u4-u4"));
  EXPECT_EQ(found.alike, 25u - 9);
  for (size_t i = 0; i < 5; ++i) flow.steps[i].selectors = {{std::string("#") + "abcde"[i]}};
  EXPECT_EQ(plan_tests(trace.get(), flow).pairs.size(), 25u);
}

TEST(AjaxPlan, AMessageAfterTheNextStepDoesNotFollowTheResponseToTheOneBefore) {
  SampleTrace trace;
  trace.event(EventKind::Fetch, trace.user(0));
  trace.user(1);
  trace.mutate(trace.event(EventKind::Message, {0}, -1), "#forecast", kHere);
  auto found = plan(trace, 2);
  EXPECT_THAT(found.pairs, IsEmpty());
  EXPECT_EQ(found.waiting, 1u);
}

}  // namespace
}  // namespace squall::analysis::ajax
