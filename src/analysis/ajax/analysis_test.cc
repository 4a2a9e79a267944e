#include "analysis/ajax/analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/ajax/observe.h"
#include "analysis/ajax/sample_trace.h"
#include "lab/fake_lab.h"

namespace squall::analysis::ajax {
namespace {

using finding::Verdict;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using trace::EventKind;

const std::string kUrl = "http://h/";

lab::Run shows(const std::string& text, const schedule::Schedule& schedule) {
  lab::Run run;
  run.outcome.url = kUrl;
  run.outcome.frames = *parse_json(R"([{"path":"0","url":"http://h/","scroll":[0,0],"focus":"","root":{"t":"html",)"
                                   R"("r":[0,0,100,100],"c":[{"t":"p","a":{"id":"out"},"r":[0,0,90,20],"c":[")" +
                                   text + R"("]}]}}])");
  for (int step : schedule.steps) run.outcome.steps.push_back({"click #b" + std::to_string(step), true, ""});
  return run;
}

// A click that fills #out after a response; `steps` of them.
lab::RecordedPage recorded(int steps = 1) {
  SampleTrace trace;
  for (int i = 0; i < steps; ++i) {
    auto response = trace.event(EventKind::Fetch, trace.user(i));
    trace.mutate(response, "#out", {0, 0, 90, 20});
  }
  lab::RecordedPage page;
  page.url = kUrl;
  page.flow = clicks(steps);
  page.trace = trace.get();
  page.recording = std::make_shared<network::Recording>();
  page.outcome = shows("", {}).outcome;
  return page;
}

Analysis analysed(lab::FakeLab& lab, const lab::RecordedPage& page, const Options& options = {}) {
  auto analysis = analyse(lab, page, options);
  EXPECT_TRUE(analysis) << analysis.error().message;
  return analysis ? std::move(analysis).value() : Analysis{};
}

lab::Run old_wins(const lab::Experiment& e) {
  auto run = shows(e.schedule.hold ? "old" : "new", e.schedule);
  run.order = {"root/user:1", "root/user:2", "root/user:2/fetch:GET http://h/b", "root/user:1/fetch:GET http://h/a"};
  return run;
}

TEST(AjaxAnalysis, APageWhoseOldAnswerWinsIsARaceThatWasMadeToHappenTwice) {
  lab::FakeLab lab(old_wins);
  auto analysis = analysed(lab, recorded());
  ASSERT_THAT(analysis.findings, SizeIs(1));
  const auto& finding = analysis.findings[0];
  EXPECT_EQ(analysis.tests[0].verdict, Verdict::Race);
  EXPECT_EQ(finding.confirmed, 2);
  EXPECT_EQ(finding.element, "#out");
  EXPECT_EQ(finding.witness, "the response to GET /a was overtaken by the response to GET /b");
  EXPECT_THAT(finding.explanation, HasSubstr("the text of #out is “old” instead of “new”"));
  EXPECT_THAT(finding.advice, Not(IsEmpty()));
  size_t adverse = 0;
  for (const auto& experiment : lab.experiments) adverse += experiment.schedule.hold ? 1 : 0;
  EXPECT_EQ(adverse, 2u);
  EXPECT_EQ(analysis.experiments, 4);
}

// A synchronous request is answered at once, whatever a schedule says: without a name that could be held, all would be.
TEST(AjaxAnalysis, WhatNobodyCanHoldOfLoadingIsNoEvent) {
  const std::string list = "root/script:inline/xhr:GET http://h/list";
  for (bool held : {true, false}) {
    SampleTrace trace;
    trace.mutate(trace.event(EventKind::Xhr, {0}), "#out", {0, 0, 90, 20});
    trace.mutate(trace.user(0), "#out", {0, 0, 90, 20});
    auto page = recorded();
    page.trace = trace.get();
    page.order = {held ? list : "root/script:http://h/app.js", "root/user:1"};
    lab::FakeLab lab([](const auto& e) { return shows("same", e.schedule); });
    EXPECT_THAT(analysed(lab, page).tests, SizeIs(held ? 1 : 0));
    for (const auto& experiment : lab.experiments) {
      if (experiment.schedule.hold) {
        EXPECT_THAT(experiment.schedule.hold->only, ElementsAre(list));
      }
    }
  }
}

TEST(AjaxAnalysis, ACookieIsNamedOnce) {
  lab::FakeLab lab([](const auto& e) {
    auto run = shows("new", e.schedule);
    std::string value = e.schedule.hold ? "1" : "2";
    run.outcome.cookies = *parse_json(R"([{"name":"sid","value":")" + value + R"(","domain":"h","path":"/"}])");
    return run;
  });
  auto analysis = analysed(lab, recorded());
  ASSERT_THAT(analysis.findings, SizeIs(1));
  EXPECT_THAT(analysis.findings[0].title, HasSubstr(": the cookie “sid” of h/ depends on "));
}

TEST(AjaxAnalysis, AWebSocketIsOpenedAndMessagesAreSentToIt) {
  lab::FakeLab lab(old_wins);
  auto page = recorded();
  trace::EventId user{1}, response{2};
  page.trace.events[2].where = {"http://h/a.js", 3, 1};
  page.trace.operations.push_back({user, trace::OpKind::Send, response, "GET ws://h/live", "", {}, {}});
  page.trace.operations.push_back({user, trace::OpKind::Send, {}, "WS ws://h/live", "", {}, {"http://h/a.js", 4, 1}});
  auto analysis = analysed(lab, page);
  ASSERT_THAT(analysis.findings, SizeIs(1));
  std::vector<std::string> roles;
  for (const auto& place : analysis.findings[0].where) roles.push_back(place.role);
  EXPECT_THAT(roles, ElementsAre("opens ws://h/live", "sends a message to ws://h/live"));
}

TEST(AjaxAnalysis, WhatOnlyTheHeadHasAndNobodySeesIsNoRace) {
  lab::FakeLab lab([](const auto& e) {
    auto run = shows("new", e.schedule);
    std::string late = e.schedule.hold ? R"({"t":"style"})" : "";
    run.outcome.frames =
        *parse_json(R"([{"path":"0","url":"http://h/","root":{"t":"html","c":[{"t":"head","c":[)" + late + "]}]}}]");
    if (e.wanted.picture) run.outcome.picture = "the same";
    return run;
  });
  auto test = analysed(lab, recorded()).tests.at(0);
  EXPECT_EQ(test.verdict, Verdict::Same);
  EXPECT_THAT(test.reason, HasSubstr("what does not count: head > style is there only when the responses cross"));
}

TEST(AjaxAnalysis, APageThatEndsEquallyNeedsTwoRuns) {
  lab::FakeLab lab([](const auto& e) { return shows("new", e.schedule); });
  auto analysis = analysed(lab, recorded());
  EXPECT_EQ(analysis.tests.at(0).verdict, Verdict::Same);
  EXPECT_THAT(analysis.findings, IsEmpty());
  EXPECT_EQ(analysis.experiments, 2);
}

TEST(AjaxAnalysis, APageThatDiffersFromRunToRunIsUnstable) {
  int n = 0;
  lab::FakeLab lab([&](const auto& e) { return shows(std::to_string(++n), e.schedule); });
  auto analysis = analysed(lab, recorded());
  EXPECT_EQ(analysis.tests.at(0).verdict, Verdict::Unstable);
  EXPECT_THAT(analysis.findings, IsEmpty());
  EXPECT_THAT(analysis.tests[0].reason, HasSubstr("already differ"));
}

TEST(AjaxAnalysis, WhatOnlyTheTimeOfResponsesDecidesIsNoRace) {
  lab::FakeLab lab([](const auto& e) {
    bool passes = e.schedule.prefer != schedule::Prefer::Responses;
    auto run = shows(passes ? "20 ms" : "0 ms", e.schedule);
    run.virtual_ms = passes ? 20 : 0;
    return run;
  });
  EXPECT_EQ(analysed(lab, recorded()).tests.at(0).verdict, Verdict::Unstable);
}

TEST(AjaxAnalysis, AStepThatThePageForbidsMeanwhileMakesThePairInfeasible) {
  lab::FakeLab lab([](const auto& e) {
    auto run = shows("new", e.schedule);
    if (e.schedule.hold) run.outcome.steps[1] = {"click #b0", false, "disabled"};
    return run;
  });
  auto test = analysed(lab, recorded()).tests.at(0);
  EXPECT_EQ(test.verdict, Verdict::Infeasible);
  EXPECT_EQ(test.reason, "click #b0 cannot be performed before the responses to the first have come: disabled");
}

TEST(AjaxAnalysis, AnInfeasiblePairIsTriedAgainAfterWhatTheFlowDoesBeforeIt) {
  lab::FakeLab lab([](const auto& e) {
    auto run = old_wins(e);
    if (e.schedule.steps[0] != 0) run.outcome.steps[0] = {"click", false, "no element matches"};
    return run;
  });
  auto analysis = analysed(lab, recorded(2));
  std::vector<std::string> raced;
  for (const auto& test : analysis.tests) {
    if (test.verdict == Verdict::Race) raced.push_back(test.id);
  }
  EXPECT_THAT(raced, ::testing::UnorderedElementsAre("u0-u0", "u0-u1", "u1-u0", "u1-u1"));
}

TEST(AjaxAnalysis, ADifferenceInTheConsoleOrInReadingRequestsHarmsNobody) {
  lab::FakeLab lab([](const auto& e) {
    auto run = shows("new", e.schedule);
    if (!e.schedule.hold) return run;
    run.outcome.console.push_back({"log", "late"});
    run.outcome.requests.push_back({"GET", "http://h/a", "", "fetch", outcome::Answer::Recorded, ""});
    return run;
  });
  auto test = analysed(lab, recorded()).tests.at(0);
  EXPECT_EQ(test.verdict, Verdict::Same);
  EXPECT_THAT(test.reason, HasSubstr("what does not count"));
}

TEST(AjaxAnalysis, AnErrorThatOnlyCrossingBringsIsARaceThoughNothingShowsIt) {
  lab::FakeLab lab([](const auto& e) {
    auto run = shows("new", e.schedule);
    if (e.schedule.hold) run.outcome.errors.push_back({"TypeError: panel is null", "http://h/a.js", 3, 1, ""});
    return run;
  });
  auto analysis = analysed(lab, recorded());
  ASSERT_THAT(analysis.findings, SizeIs(1));
  EXPECT_THAT(analysis.findings[0].title, HasSubstr("uncaught error"));
  EXPECT_THAT(analysis.findings[0].explanation, HasSubstr("Nothing on the screen shows it"));
}

TEST(AjaxAnalysis, ARandomNumberIsNoRaceAndANumberThatTheOrderDecidesIsOne) {
  for (bool random : {true, false}) {
    lab::FakeLab lab([random](const auto& e) {
      auto run = old_wins(e);
      unsigned chance = random ? e.conditions.seed % 1000 : 0;
      unsigned number = 17 + 5 * chance + (e.schedule.hold ? 1 : 0);
      run.outcome.frames = shows("ticket " + std::to_string(number), e.schedule).outcome.frames;
      return run;
    });
    auto test = analysed(lab, recorded()).tests.at(0);
    EXPECT_EQ(test.verdict, random ? Verdict::Same : Verdict::Race);
    EXPECT_EQ(test.reason.find("differ only in a random number or in the time") != std::string::npos, random);
  }
}

network::Entry answer(const std::string& url, const std::string& body) {
  network::Entry entry;
  entry.request.url = url;
  entry.response.status = 200;
  entry.response.body = body;
  return entry;
}

// Asks for http://h/new, which the recording does not know at first.
lab::Run asks_for_new(const lab::Experiment& e) {
  auto run = old_wins(e);
  bool known = !e.recording->entries.empty();
  auto how = known               ? outcome::Answer::Recorded
             : may_ask(e.server) ? outcome::Answer::Live
                                 : outcome::Answer::Unanswered;
  run.outcome.requests.push_back({"GET", "http://h/new", "", "fetch", how, ""});
  if (!known && may_ask(e.server)) run.fetched.entries.push_back(answer("http://h/new", "n"));
  return run;
}

TEST(AjaxAnalysis, WhatTheRecordingDoesNotKnowIsFetchedOnceAndNamed) {
  lab::FakeLab lab(asks_for_new);
  auto analysis = analysed(lab, recorded());
  EXPECT_THAT(analysis.learned, ElementsAre("GET http://h/new"));
  EXPECT_THAT(analysis.recording->entries, SizeIs(1));
  ASSERT_THAT(analysis.findings, SizeIs(1));
  EXPECT_THAT(analysis.findings[0].new_requests, ElementsAre("GET http://h/new"));
  for (const auto& run : analysis.runs) EXPECT_THAT(run.run.fetched.entries, IsEmpty()) << "judged by a live run";
}

TEST(AjaxAnalysis, OfflineTheRequestStaysUnansweredAndThePairIsNotJudged) {
  lab::FakeLab lab(asks_for_new);
  Options options;
  options.bench.offline = true;
  auto analysis = analysed(lab, recorded(), options);
  EXPECT_THAT(analysis.findings, IsEmpty());
  EXPECT_EQ(analysis.tests.at(0).verdict, Verdict::Infeasible);
  EXPECT_THAT(analysis.tests[0].reason, HasSubstr("nobody answered GET /new"));
  for (const auto& experiment : lab.experiments) EXPECT_EQ(experiment.server, lab::Server::Never);
}

TEST(AjaxAnalysis, WritesAreSentOnlyWhenAllowed) {
  for (bool allowed : {false, true}) {
    lab::FakeLab lab(old_wins);
    Options options;
    options.bench.allow_writes = allowed;
    analysed(lab, recorded(), options);
    auto expected = allowed ? lab::Server::All : lab::Server::Reads;
    for (const auto& experiment : lab.experiments) {
      EXPECT_TRUE(experiment.server == expected || experiment.server == lab::Server::Never);
    }
    EXPECT_EQ(lab.experiments.front().server, expected);
  }
}

// Shows the answer to http://h/time that came last; the server gives another one each time.
TEST(AjaxAnalysis, AServerThatAnswersTheSameQuestionDifferentlyIsNoRace) {
  lab::FakeLab lab([](const lab::Experiment& e) {
    const auto& entries = e.recording->entries;
    auto run = shows(entries[e.schedule.hold ? 0 : 1].response.body, e.schedule);
    for (int i = 0; i < 2; ++i)
      run.outcome.requests.push_back({"GET", "http://h/time", "", "fetch", outcome::Answer::Recorded, ""});
    return run;
  });
  auto page = recorded();
  auto recording = std::make_shared<network::Recording>();
  recording->entries = {answer("http://h/time", "12:00"), answer("http://h/time", "12:01")};
  page.recording = recording;
  auto test = analysed(lab, page).tests.at(0);
  EXPECT_EQ(test.verdict, Verdict::Same);
  EXPECT_THAT(test.reason, HasSubstr("GET http://h/time"));
}

TEST(AjaxAnalysis, WorkThatIsStoppedKeepsWhatWasFound) {
  lab::FakeLab lab(old_wins);
  Options options;
  int left = 60;  // enough for the first batch of pairs
  options.bench.on_run = [&] { return --left > 0; };
  auto analysis = analysed(lab, recorded(6), options);
  EXPECT_FALSE(analysis.complete);
  EXPECT_THAT(analysis.findings, Not(IsEmpty()));
  EXPECT_LT(analysis.tests.size(), analysis.plan.pairs.size());
}

TEST(AjaxAnalysis, TheSetUpIsPerformedBeforeEveryPairAndNotTested) {
  lab::FakeLab lab(old_wins);
  Options options;
  options.plan.begin = 1;
  auto analysis = analysed(lab, recorded(2), options);
  ASSERT_THAT(analysis.tests, SizeIs(1));
  EXPECT_EQ(analysis.tests[0].id, "u1-u1");
  for (const auto& experiment : lab.experiments) EXPECT_THAT(experiment.schedule.steps, ElementsAre(0, 1, 1));
}

TEST(AjaxObserve, TheMeasuredFlowBeginsAfterTheSetUpAndWhatPreparesTheBrowser) {
  flow::Flow before = clicks(2);
  flow::Flow flow;
  flow.steps.resize(1);
  flow.steps[0].type = flow::StepType::SetViewport;
  auto typed = typing("li");
  flow.steps.insert(flow.steps.end(), typed.steps.begin(), typed.steps.end());
  auto measured = measured_flow(before, flow);
  EXPECT_EQ(measured.begin, 3);
  EXPECT_EQ(measured.flow.steps.size(), 5u);
}

TEST(AjaxObserve, AFlowThatWasRecordedIsNotPerformedAgain) {
  lab::FakeLab lab([](const auto& e) { return shows("", e.schedule); });
  auto page = recorded(2);
  ASSERT_TRUE(observe(lab, page, page.flow, {}));
  EXPECT_THAT(lab.experiments, IsEmpty());
  ASSERT_TRUE(observe(lab, page, clicks(1), {}));
  ASSERT_THAT(lab.experiments, SizeIs(1));
  EXPECT_TRUE(lab.experiments[0].wanted.trace);
}

// The first tab is active from the start: where the flow has it, a click on it does nothing.
lab::RecordedPage with_idle_first_step() {
  auto page = recorded(2);
  SampleTrace trace;
  trace.user(0);
  trace.mutate(trace.event(EventKind::Fetch, trace.user(1)), "#out", {0, 0, 90, 20});
  page.trace = trace.get();
  page.outcome.steps = {{"click #b0", true, ""}, {"click #b1", true, ""}};
  return page;
}

TEST(AjaxObserve, AStepThatHasNothingToDoInTheFlowIsObservedBehindIt) {
  lab::FakeLab lab([](const auto& e) {
    auto run = shows("new", e.schedule);
    SampleTrace trace;
    for (int i = 0; i < static_cast<int>(e.schedule.steps.size()); ++i) {
      auto step = trace.user(i);
      if (i > 0) trace.mutate(trace.event(EventKind::Fetch, step), "#out", {0, 0, 90, 20});
    }
    run.trace = trace.get();
    return run;
  });
  auto page = with_idle_first_step();
  EXPECT_THAT(plan_tests(page.trace, page.flow).pairs, SizeIs(1));
  auto observed = observe_again(lab, page, 0, {});
  ASSERT_TRUE(observed);
  ASSERT_THAT(lab.experiments, SizeIs(1));
  EXPECT_THAT(lab.experiments[0].schedule.steps, ElementsAre(0, 1, 0));
  EXPECT_THAT(plan_tests(observed->trace, observed->flow).pairs, SizeIs(4));
  EXPECT_TRUE(observe_again(lab, page, 1, {})) << "what belongs to the set-up is not looked at";
  EXPECT_THAT(lab.experiments, SizeIs(1));
}

TEST(AjaxObserve, AStepThatTheOnesBeforeItPreventIsObservedByItself) {
  lab::FakeLab lab([](const auto& e) {
    auto run = shows("", e.schedule);
    SampleTrace trace;
    trace.mutate(trace.event(EventKind::Fetch, trace.user(0)), "#out", {0, 0, 90, 20});
    run.trace = trace.get();
    return run;
  });
  auto page = recorded(1);
  page.flow = clicks(2);
  page.outcome.steps = {{"click #b0", true, ""}, {"click #b1", false, "no element matches #b1"}};
  auto observed = observe_alone(lab, page, 0, {});
  ASSERT_TRUE(observed);
  ASSERT_THAT(lab.experiments, SizeIs(1));
  EXPECT_THAT(lab.experiments[0].schedule.steps, ElementsAre(1));
  EXPECT_TRUE(observed->outcome.steps[1].performed);
  EXPECT_THAT(plan_tests(observed->trace, observed->flow).pairs, SizeIs(4));
}

}  // namespace
}  // namespace squall::analysis::ajax
