// The analysis of docs/writing-an-analysis.md, which shows what stands between the two marks (tools/check_docs).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "analysis/evidence.h"
#include "analysis/tester.h"
#include "lab/fake_lab.h"

namespace squall::analysis {
namespace {

// ---- shown ----
// A subject is a step of the flow. The right user waits until the page has loaded; the other one acts before any
// response that the loading leads to has come.
class Eager : public TrialRules {
 public:
  Way first_way(size_t step) const override {
    std::string load = "adverse:load," + std::to_string(step + 1);
    return {*schedule::parse_schedule("synchronous"), *schedule::parse_schedule(load)};
  }
};

Result<Evidence> find_eager(lab::Lab& lab, const lab::RecordedPage& page) {
  Bench bench(lab, page, {});
  Eager rules;
  std::vector<size_t> steps(page.flow.steps.size());
  std::iota(steps.begin(), steps.end(), 0);
  auto trials = Tester(bench, rules).test(steps);
  if (!trials) return trials.error();
  Evidence evidence;
  for (const Trial& trial : *trials) {
    finding::Test test = test_of(trial, words_for(trial.reason));
    test.id = "u" + std::to_string(trial.subject);
    if (trial.verdict == finding::Verdict::Race) {
      finding::Finding finding;
      finding.kind = "eager-user";
      finding.title = test.reason;
      finding.comparison = evidence.keep({"in time", trial.right, trial.right_run},
                                         {"too early", trial.wrong, trial.wrong_run}, trial.comparison);
      finding.evidence = evidence_of(trial);
      test.finding = evidence.add(std::move(finding));
    }
    evidence.tests.push_back(std::move(test));
  }
  return evidence;
}
// ---- to here ----

// A page whose second button does nothing while it loads.
lab::Run page_with_late_button(const lab::Experiment& experiment) {
  lab::Run run;
  run.outcome.url = "http://h/";
  const auto& hold = experiment.schedule.hold;
  bool lost = hold && hold->until == 1;
  run.outcome.frames = *parse_json(R"([{"path":"0","url":"http://h/","root":{"t":"html","c":[{"t":"p","a":{"id":"n"},)"
                                   R"("r":[0,0,9,9],"c":[")" +
                                   std::string(lost ? "1" : "2") + R"("]}]}}])");
  return run;
}

TEST(TinyAnalysis, FindsTheStepThatIsLostWhileThePageLoads) {
  lab::FakeLab lab(page_with_late_button);
  lab::RecordedPage page;
  page.url = "http://h/";
  page.flow.steps.resize(2);
  page.recording = std::make_shared<network::Recording>();
  auto evidence = find_eager(lab, page);
  ASSERT_TRUE(evidence);
  ASSERT_EQ(evidence->tests.size(), 2u);
  EXPECT_EQ(evidence->tests[0].reason, "Both schedules end equally.");
  EXPECT_EQ(evidence->tests[1].finding, "F1");
  ASSERT_EQ(evidence->findings.size(), 1u);
  EXPECT_EQ(evidence->findings[0].title, "the text of #n is “1” instead of “2”.");
  EXPECT_EQ(evidence->runs[1].schedule.hold->until, 1);
}

}  // namespace
}  // namespace squall::analysis
