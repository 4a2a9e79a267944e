#include "analysis/ajax/job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "analysis/ajax/sample_trace.h"
#include "lab/fake_lab.h"

namespace squall::analysis::ajax {
namespace {

using ::testing::SizeIs;
using trace::EventKind;

// Each click is performed, and shows what the order of responses decides.
lab::Run clicked(const lab::Experiment& experiment) {
  lab::Run run;
  run.outcome.url = "http://h/";
  const char* text = experiment.schedule.hold ? "old" : "new";
  run.outcome.frames =
      *parse_json(R"([{"path":"0","url":"http://h/","root":{"t":"html","c":[{"t":"p","a":{"id":"out"},)"
                  R"("r":[0,0,9,9],"c":[")" +
                  std::string(text) + R"("]}]}}])");
  SampleTrace trace;
  for (size_t i = 0; i < experiment.flow.steps.size(); ++i) {
    trace.mutate(trace.event(EventKind::Fetch, trace.user(static_cast<int>(i))), "#out", {0, 0, 9, 9});
    if (experiment.schedule.steps.empty()) run.outcome.steps.push_back({"click", true, ""});
  }
  for (size_t i = 0; i < experiment.schedule.steps.size(); ++i) run.outcome.steps.push_back({"click", true, ""});
  run.trace = trace.get();
  return run;
}

lab::RecordedPage recorded_page(int steps) {
  lab::RecordedPage page;
  page.url = "http://h/";
  page.flow = clicks(steps);
  page.recording = std::make_shared<network::Recording>();
  return page;
}

TEST(AjaxJob, OneCallObservesARecordedPageAndTestsIt) {
  lab::FakeLab lab(clicked);
  JobSpec spec;
  spec.recorded = recorded_page(1);
  auto examined = examine(lab, spec, {});
  ASSERT_TRUE(examined) << examined.error().message;
  EXPECT_TRUE(lab.experiments[0].wanted.trace);
  EXPECT_THAT(examined->job.page.outcome.steps, SizeIs(1));
  ASSERT_THAT(examined->analysis.tests, SizeIs(1));
  EXPECT_EQ(examined->analysis.tests[0].verdict, finding::Verdict::Race);
}

TEST(AjaxJob, TheSetUpIsPerformedAndNotTested) {
  lab::FakeLab lab(clicked);
  JobSpec spec;
  spec.recorded = recorded_page(1);
  spec.before = clicks(1);
  auto examined = examine(lab, spec, {});
  ASSERT_TRUE(examined) << examined.error().message;
  EXPECT_EQ(examined->job.begin, 1);
  EXPECT_THAT(examined->job.page.flow.steps, SizeIs(2));
  ASSERT_THAT(examined->analysis.tests, SizeIs(1));
  EXPECT_EQ(examined->analysis.tests[0].id, "u1-u1");
}

TEST(AjaxJob, AFlowThatCannotBePerformedIsAnError) {
  lab::FakeLab lab([](const auto& experiment) {
    auto run = clicked(experiment);
    for (auto& step : run.outcome.steps) step = {"click #b0", false, "no element matches"};
    return run;
  });
  JobSpec spec;
  spec.recorded = recorded_page(1);
  auto examined = examine(lab, spec, {});
  ASSERT_FALSE(examined);
  EXPECT_EQ(examined.error().message, "the only step could not be performed: click #b0: no element matches");
}

TEST(AjaxJob, IsKeptBesideTheRecording) {
  auto path = std::filesystem::temp_directory_path() / ("squall-job-" + std::to_string(::getpid()));
  auto folder = store::RunFolder::create_at(path, {"ajax", "http://h/"});
  ASSERT_TRUE(folder) << folder.error().message;
  ASSERT_TRUE(save(Job{recorded_page(2), 1}, *folder));
  auto job = load_job(*folder);
  ASSERT_TRUE(job) << job.error().message;
  EXPECT_EQ(job->begin, 1);
  EXPECT_EQ(job->page.flow.steps, clicks(2).steps);
  std::filesystem::remove_all(path);
}

}  // namespace
}  // namespace squall::analysis::ajax
