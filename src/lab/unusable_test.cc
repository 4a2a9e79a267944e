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

TEST(Unusable, AFlowWithoutStepsIsNot) { EXPECT_FALSE(why_worthless({})); }

}  // namespace
}  // namespace squall::lab
