#include "analysis/init/survey.h"

#include <gtest/gtest.h>

#include "lab/run_file.h"

namespace squall::analysis::init {
namespace {

TEST(InitSurvey, OnlyAStepThatChangesAFieldHasTheValueThatTheFieldWasGiven) {
  lab::Run run;
  run.init.survey = lab::survey_from_json(*parse_json(
      R"({"fields":[{"locator":"#q","kind":"text","before":"","given":"test","after":"test","turn":0,"lost":-1}],)"
      R"("handlers":[],"steps":[)"
      R"({"step":{"type":"click","selectors":[["#q"]]},"element":"#q","handlers":[["document","click"]]},)"
      R"({"step":{"type":"change","selectors":[["#q"]],"value":"first"},"element":"#q","handlers":[]},)"
      R"({"step":{"type":"change","selectors":[["#other"]],"value":"first"},"element":"#other","handlers":[]}]})"));
  Survey survey = survey_of(run);
  ASSERT_EQ(survey.actions.size(), 3u);
  EXPECT_EQ(survey.actions[0].step.value, "");
  EXPECT_EQ(survey.actions[1].step.value, "test");
  EXPECT_EQ(survey.actions[2].step.value, "first");
}

}  // namespace
}  // namespace squall::analysis::init
