// The examples that are about users who are faster than the page, wrong and right.
#include "oracle/picture.h"
#include "tests/init_lab.h"

namespace squall::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(InitExamples, FormInitOverwritesEveryFieldAndSavesByLeaving) {
  EXPECT_THAT(found(analyse_init_example("form-init")),
              ElementsAre("error form-input-overwritten #city", "error form-input-overwritten #note",
                          "error form-input-overwritten #street", "error late-event-handler #save"));
}

// The evidence holds the screen at the moment when the user acts, and where the element is on it.
TEST(InitExamples, TheMomentOfEachFindingIsKept) {
  Analysis analysis = analyse_init_example("form-init");
  for (const auto& finding : analysis.findings) {
    ASSERT_TRUE(finding.comparison);
    const auto& moment = analysis.runs[analysis.comparisons[*finding.comparison].second].run.init.moment;
    EXPECT_TRUE(oracle::decode_png(moment.picture)) << finding.element;
    EXPECT_GT(moment.element.width, 20) << finding.element;
    EXPECT_GT(moment.element.height, 10) << finding.element;
  }
}

TEST(InitExamples, HydrateLosesClicksAndTyping) {
  EXPECT_THAT(found(analyse_init_example("hydrate")),
              ElementsAre("error late-event-handler #more", "error late-event-handler #name"));
}

TEST(InitExamples, EachFrameworkLosesSomethingBeforeHydration) {
  EXPECT_EQ(found(analyse_init_example("hydrate-react")).size(), 5u);
  EXPECT_EQ(found(analyse_init_example("hydrate-vue")).size(), 4u);
  EXPECT_EQ(found(analyse_init_example("hydrate-svelte")).size(), 3u);
}

TEST(InitExamples, LateHandlerAndUsedEarlyAreFigures2And3) {
  EXPECT_THAT(found(analyse_init_example("late-handler")),
              ElementsAre("error late-event-handler #hours", "error late-event-handler #search"));
  EXPECT_THAT(found(analyse_init_example("used-early")), ElementsAre("error access-before-definition #families"));
}

// The page shows the time, which is another for each recording: what is told is what the user loses.
TEST(InitExamples, TheTimeIsNotWhatALateClickLoses) {
  Analysis analysis = analyse_init_example("endless");
  ASSERT_THAT(found(analysis), ElementsAre("error late-event-handler #ticket"));
  const std::string& told = analysis.findings[0].explanation;
  EXPECT_THAT(told, HasSubstr("The text of #tickets is “No tickets yet” instead of “You hold 1 ticket”")) << told;
  EXPECT_THAT(told, Not(HasSubstr("#clock"))) << told;
}

TEST(InitExamples, TheRightVersionsHaveNoFindings) {
  for (const char* name :
       {"hydrate-react-right", "hydrate-vue-right", "hydrate-svelte-right", "late-handler-right", "used-early-right"}) {
    EXPECT_THAT(found(analyse_init_example(name)), IsEmpty()) << name;
  }
}

}  // namespace
}  // namespace squall::testing
