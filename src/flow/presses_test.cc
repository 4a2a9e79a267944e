#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flow/flow.h"

namespace squall::flow {
namespace {

using ::testing::ElementsAre;

Step key_step(StepType type, std::string key) {
  Step step;
  step.type = type;
  step.key = std::move(key);
  return step;
}
Step down(std::string key) { return key_step(StepType::KeyDown, std::move(key)); }
Step up(std::string key) { return key_step(StepType::KeyUp, std::move(key)); }
Step on(StepType type, std::string selector) {
  Step step;
  step.type = type;
  step.selectors = {{std::move(selector)}};
  return step;
}

std::vector<std::string> folded(std::vector<Step> steps) {
  Flow flow;
  flow.steps = std::move(steps);
  std::vector<std::string> labels;
  for (const Step& step : fold_presses(flow).steps) labels.push_back(label_of(step));
  return labels;
}

TEST(FoldPresses, AKeyThatIsPressedAndReleasedIsOneStep) {
  EXPECT_THAT(folded({down("Enter"), up("Enter"), on(StepType::Click, "#a"), down(" "), up(" ")}),
              ElementsAre("press Enter", "click #a", "press Space"));
}

TEST(FoldPresses, KeysThatAreHeldTogetherAreOneStep) {
  EXPECT_THAT(folded({down("Control"), down("a"), up("a"), up("Control"), down("Delete"), up("Delete")}),
              ElementsAre("press Control+a", "press Delete"));
}

TEST(FoldPresses, AClickWithAKeyIsOneStep) {
  EXPECT_THAT(folded({down("Shift"), on(StepType::Click, "#a"), up("Shift")}),
              ElementsAre("press Shift, then click #a, then release Shift"));
}

TEST(FoldPresses, WhatIsNotReleasedStaysAsItIs) {
  EXPECT_THAT(folded({up("x"), down("Shift"), on(StepType::Click, "#a")}),
              ElementsAre("release x", "press Shift", "click #a"));
  EXPECT_THAT(folded({down("Shift"), on(StepType::Change, "#a"), up("Shift")}),
              ElementsAre("press Shift", "empty #a", "release Shift"))
      << "what takes more than the mouse and keys is a step of its own";
}

TEST(FoldPresses, ThePartsAreWhatTheyWere) {
  Flow flow;
  flow.steps = {down("Enter"), up("Enter")};
  auto steps = fold_presses(flow).steps;
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].parts, flow.steps);
}

}  // namespace
}  // namespace squall::flow
