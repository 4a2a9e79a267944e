#include "lab/unusable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace squall::lab {
namespace {

using ::testing::HasSubstr;

TEST(Unusable, AFlowOfWhichNoStepWorksIsWorthless) {
  Outcome outcome;
  outcome.steps = {{"click #a", false, "no element matches #a"}, {"click #b", false, "hidden"}};
  ASSERT_TRUE(why_worthless(outcome));
  EXPECT_THAT(why_worthless(outcome)->message, HasSubstr("none of the 2 steps could be performed"));
  outcome.steps[1].performed = true;
  EXPECT_FALSE(why_worthless(outcome));
  EXPECT_THAT(why_worthless(outcome, 1)->message, HasSubstr("the set-up could not be performed"));
}

TEST(Unusable, OneStepIsNotCounted) {
  Outcome outcome;
  outcome.steps = {{"click #a", false, "hidden"}};
  EXPECT_EQ(why_worthless(outcome)->message, "the only step could not be performed: click #a: hidden");
}

TEST(Unusable, APageWithAnErrorForAStatusIsNotRecorded) {
  Outcome outcome;
  outcome.status = 399;
  EXPECT_FALSE(why_unusable(outcome, "http://h/"));
  outcome.status = 400;
  ASSERT_TRUE(why_unusable(outcome, "http://h/"));
  EXPECT_EQ(why_unusable(outcome, "http://h/")->message, "http://h/ answers with HTTP status 400");
}

TEST(Unusable, AFlowWithoutStepsIsNot) { EXPECT_FALSE(why_worthless({})); }

}  // namespace
}  // namespace squall::lab
