#include "lab/suggested_flow.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace squall::lab {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

flow::Step click(const std::string& selector) {
  flow::Step step;
  step.selectors = {{selector}};
  return step;
}

std::vector<std::string> selectors_of(const flow::Flow& flow) {
  std::vector<std::string> out;
  for (const flow::Step& step : flow.steps) out.push_back(flow::locator_of(step));
  return out;
}

TEST(SuggestedFlow, ALaterLookAddsWhatCanBeDoneOnlyNow) {
  flow::Flow before;
  before.steps = {click("#login")};
  SuggestedFlow suggested(before, false);
  Discovered seen;
  seen.steps = {click("#menu")};
  EXPECT_TRUE(*suggested.take(seen));
  EXPECT_FALSE(*suggested.take(seen));
  seen.steps.push_back(click("#inner"));
  EXPECT_TRUE(*suggested.take(seen));
  EXPECT_THAT(selectors_of(suggested.flow()), ElementsAre("#login", "#menu", "#inner"));
  for (int i = 0; i < 50; ++i) seen.steps.push_back(click("#b" + std::to_string(i)));
  EXPECT_TRUE(*suggested.take(seen));
  EXPECT_EQ(suggested.flow().steps.size(), 3u + 10);
}

// Another value, or another title, is no other thing to do.
TEST(SuggestedFlow, TheSameFieldWithAnotherValueIsNothingNew) {
  auto enter = [](const std::string& value) {
    flow::Step change = click("#q"), macro;
    change.type = flow::StepType::Change;
    change.value = value;
    macro.type = flow::StepType::Macro;
    macro.name = "type " + value;
    macro.parts = {change};
    return std::vector<flow::Step>{change, macro};
  };
  SuggestedFlow suggested({}, false);
  EXPECT_TRUE(*suggested.take({enter("test"), {}, {}, ""}));
  EXPECT_FALSE(*suggested.take({enter("other"), {}, {}, ""}));
}

TEST(SuggestedFlow, WhatEitherLookLeavesAloneIsToldOnce) {
  Discovered first, later;
  first.risky = {{click("#delete"), "may delete something"}};
  first.skipped = {{"#hidden", "hidden", false}, {"#away", "would leave", true}};
  later.risky = {first.risky[0], {click("#pay"), "may cost money"}};
  later.skipped = first.skipped;
  SuggestedFlow careful({}, false), free({}, true);
  for (SuggestedFlow* suggested : {&careful, &free}) {
    ASSERT_TRUE(suggested->take(first));
    ASSERT_TRUE(suggested->take(later));
  }
  EXPECT_THAT(selectors_of(careful.flow()), IsEmpty());
  EXPECT_THAT(careful.notes(),
              ElementsAre("Left alone, because it may do something for good: click #delete (may delete something), "
                          "click #pay (may cost money). With --allow-writes it is done, too.",
                          "Left alone, because it leaves the page: #away."));
  EXPECT_THAT(selectors_of(free.flow()), ElementsAre("#delete", "#pay"));
  EXPECT_THAT(free.notes(), ElementsAre("Left alone, because it leaves the page: #away."));
}

TEST(SuggestedFlow, WhatCannotBeReadIsAnError) {
  SuggestedFlow suggested({}, false);
  EXPECT_FALSE(suggested.take({{}, {}, {}, "no such step"}));
}

}  // namespace
}  // namespace squall::lab
