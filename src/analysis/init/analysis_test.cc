#include "analysis/init/analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/init/sample_load.h"
#include "lab/fake_lab.h"
#include "lab/run_file.h"

namespace squall::analysis::init {
namespace {

using finding::Severity;
using finding::Verdict;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using trace::EventKind;
using trace::OpKind;

// A load in which a script overwrites #q.
lab::Run overwriting_load() {
  SampleLoad load;
  load.event("page", "root", EventKind::Parse);
  load.op("page", OpKind::ParseElement, "#q", "visible writable");
  load.arrives("app", "root", EventKind::Script, "http://h/app.js");
  load.op("app", OpKind::WriteField, "#q", "value");
  lab::Run run = load.run();
  run.init.survey = lab::survey_from_json(
      *parse_json(R"({"handlers":[],"steps":[],"fields":[{"locator":"#q","name":"Search","kind":"text",)"
                  R"("before":"","given":"test","after":"","turn":0,"lost":1,"gone":false}]})"));
  return run;
}

lab::Run holds(const std::string& value, const lab::Experiment& experiment) {
  lab::Run run;
  run.outcome.url = "http://h/";
  run.outcome.frames = *parse_json(
      R"([{"path":"0","url":"http://h/","scroll":[0,0],"focus":"","root":{"t":"html","r":[0,0,9,9],"c":[{"t":"input",)"
      R"("a":{"id":"q"},"r":[0,0,9,9],"v":")" +
      value + R"("}]}}])");
  for (int step : experiment.schedule.steps) {
    run.outcome.steps.push_back({flow::label_of(experiment.flow.steps[static_cast<size_t>(step)]), true, ""});
  }
  return run;
}

bool is_early(const lab::Experiment& experiment) {
  return experiment.schedule.hold && experiment.schedule.hold->until == 1;
}

Analysis analysed(lab::FakeLab& lab, const Options& options = {}) {
  lab::RecordedPage page;
  page.url = "http://h/";
  page.recording = std::make_shared<network::Recording>();
  auto analysis = analyse(lab, page, options);
  EXPECT_TRUE(analysis) << analysis.error().message;
  return analysis ? std::move(analysis).value() : Analysis{};
}

TEST(InitAnalysis, AValueThatIsLostTwiceIsAnError) {
  lab::FakeLab lab(
      [](const auto& e) { return e.init.eager.any() ? overwriting_load() : holds(is_early(e) ? "" : "test", e); });
  auto analysis = analysed(lab);
  ASSERT_THAT(analysis.findings, SizeIs(1));
  const auto& finding = analysis.findings[0];
  EXPECT_EQ(finding.kind, "form-input-overwritten");
  EXPECT_EQ(finding.severity, Severity::Error);
  EXPECT_EQ(finding.element, "#q");
  EXPECT_EQ(finding.confirmed, 2);
  EXPECT_EQ(finding.title,
            "type “test” into “Search” before the script /app.js has come: what was entered is overwritten");
  EXPECT_THAT(finding.events, ElementsAre("u0"));
  ASSERT_THAT(analysis.runs, SizeIs(2));
  EXPECT_EQ(analysis.runs[1].title, "the user was early");
  EXPECT_EQ(analysis.runs[1].schedule.hold->only, std::vector<std::string>{"root/script:http://h/app.js"});
  EXPECT_EQ(analysis.experiments, 2 + 2 + 2);
}

// The field keeps its text, and only what the page says of it differs.
lab::Run says(const std::string& text, const lab::Experiment& experiment) {
  lab::Run run = holds("test", experiment);
  run.outcome.frames = *parse_json(
      R"([{"path":"0","url":"http://h/","scroll":[0,0],"focus":"","root":{"t":"html","r":[0,0,9,9],"c":[{"t":"input",)"
      R"("a":{"id":"q"},"r":[0,0,9,9],"v":"test"},{"t":"p","a":{"id":"out"},"r":[0,9,9,9],"c":[")" +
      text + R"("]}]}}])");
  return run;
}

TEST(InitAnalysis, AFieldThatKeepsItsTextIsNotSaidToBeOverwritten) {
  lab::FakeLab lab(
      [](const auto& e) { return e.init.eager.any() ? overwriting_load() : says(is_early(e) ? "" : "test", e); });
  auto analysis = analysed(lab);
  ASSERT_THAT(analysis.findings, SizeIs(1));
  EXPECT_THAT(analysis.findings[0].title, HasSubstr("keeps what was entered, but the page does not know it"));
  EXPECT_THAT(analysis.findings[0].explanation, HasSubstr("the page goes on without it"));
}

// Another listener, and another value, for one field and one script.
TEST(InitAnalysis, OneLossIsToldOnce) {
  auto with_listener = [] {
    lab::Run run = overwriting_load();
    run.init.survey.fields.mutable_items().push_back(*parse_json(
        R"({"locator":"#q","name":"Search","kind":"text","before":"","given":"other","after":"","turn":0,"lost":1,)"
        R"("gone":false})"));
    return run;
  };
  lab::FakeLab lab(
      [&](const auto& e) { return e.init.eager.any() ? with_listener() : holds(is_early(e) ? "" : "test", e); });
  auto analysis = analysed(lab);
  EXPECT_THAT(analysis.tests, SizeIs(2));
  EXPECT_THAT(analysis.findings, SizeIs(1));
}

TEST(InitAnalysis, BothRunsHaveTheSameStepsAndHoldTheSame) {
  lab::FakeLab lab([](const auto& e) { return e.init.eager.any() ? overwriting_load() : holds("test", e); });
  auto analysis = analysed(lab);
  ASSERT_THAT(lab.experiments, SizeIs(4));
  auto early = lab.experiments[2].schedule, patient = lab.experiments[3].schedule;
  EXPECT_EQ(early.hold->until, 1);
  EXPECT_EQ(patient.hold->until, 0);
  patient.hold->until = early.hold->until;
  EXPECT_EQ(early, patient);
  EXPECT_EQ(analysis.tests.at(0).verdict, Verdict::Same);
  EXPECT_THAT(analysis.findings, IsEmpty());
}

TEST(InitAnalysis, ALossThatDoesNotRepeatIsOnlyANote) {
  int early = 0;
  lab::FakeLab lab([&](const auto& e) {
    if (e.init.eager.any()) return overwriting_load();
    return holds(is_early(e) && ++early == 1 ? "" : "test", e);
  });
  auto analysis = analysed(lab);
  EXPECT_EQ(analysis.tests.at(0).verdict, Verdict::Unstable);
  ASSERT_THAT(analysis.findings, SizeIs(1));
  EXPECT_EQ(analysis.findings[0].severity, Severity::Note);
}

TEST(InitAnalysis, AFieldThatCannotBeUsedThatEarlyIsInfeasible) {
  lab::FakeLab lab([](const auto& e) {
    if (e.init.eager.any()) return overwriting_load();
    lab::Run run = holds("", e);
    if (is_early(e)) run.outcome.steps[1] = {"type “test” into “Search”", false, "disabled"};
    return run;
  });
  auto analysis = analysed(lab);
  EXPECT_EQ(analysis.tests.at(0).verdict, Verdict::Infeasible);
  EXPECT_THAT(analysis.tests[0].reason, HasSubstr("that early: disabled"));
  EXPECT_THAT(analysis.findings, IsEmpty());
}

TEST(InitAnalysis, APageWithNothingToSuspectNeedsTwoLoads) {
  lab::FakeLab lab([](const auto&) { return lab::Run{}; });
  auto analysis = analysed(lab);
  EXPECT_EQ(analysis.experiments, 2);
  EXPECT_THAT(analysis.flow.steps, IsEmpty());
}

TEST(InitAnalysis, ALoadThatFailsIsAnError) {
  lab::FakeLab lab([](const auto&) {
    lab::Run run;
    run.outcome.ending = outcome::Ending::Crashed;
    return run;
  });
  lab::RecordedPage page;
  page.url = "http://h/";
  page.recording = std::make_shared<network::Recording>();
  EXPECT_FALSE(analyse(lab, page, {}));
}

}  // namespace
}  // namespace squall::analysis::init
