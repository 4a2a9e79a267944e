#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flow/flow.h"

namespace squall::flow {
namespace {

using ::testing::ElementsAre;

Step change(std::string selector, std::string value) {
  Step step;
  step.type = StepType::Change;
  step.selectors = {{std::move(selector)}};
  step.value = std::move(value);
  return step;
}

std::vector<std::string> strokes_of(const Flow& flow) {
  std::vector<std::string> out;
  for (const Step& step : flow.steps) out.push_back(step.value);
  return out;
}

TEST(ExpandTyping, EachKeyStrokeIsAStep) {
  Flow flow{.title = "t", .timeout = {}, .steps = {change("#q", "ber")}, .extra = {}};
  Flow expanded = expand_typing(flow);
  EXPECT_THAT(strokes_of(expanded), ElementsAre("b", "e", "r"));
  for (const Step& step : expanded.steps) {
    EXPECT_EQ(step.type, StepType::Type);
    EXPECT_EQ(step.selectors, flow.steps[0].selectors);
  }
  EXPECT_TRUE(expanded.steps[0].clear);
  EXPECT_FALSE(expanded.steps[1].clear);
}

TEST(ExpandTyping, SurvivesAFile) {
  Flow flow{.title = "t", .timeout = {}, .steps = {change("#q", "ab")}, .extra = {}};
  Flow expanded = expand_typing(flow);
  Json json = to_json(expanded);
  EXPECT_EQ(json["steps"][0].dump(), R"({"type":"customStep","name":"squall.type",)"
                                     R"("parameters":{"selectors":[["#q"]],"text":"a","whole":"ab","clear":true}})");
  auto again = parse_flow(json);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, expanded);
}

TEST(ExpandTyping, DoesNotCutCharacters) {
  // e with a combining accent, a family of joined people, a thumb with a skin tone.
  Flow flow{.title = "t",
            .timeout = {},
            .steps = {change("#q", "aé\u00e9e\u0301\U0001F468\u200D\U0001F469x\U0001F44D\U0001F3FD")},
            .extra = {}};
  EXPECT_THAT(strokes_of(expand_typing(flow)),
              ElementsAre("a", "é", "\u00e9", "e\u0301", "\U0001F468\u200D\U0001F469", "x", "\U0001F44D\U0001F3FD"));
}

TEST(ExpandTyping, EmptyingAFieldIsOneStep) {
  Flow flow{.title = "t", .timeout = {}, .steps = {change("#q", "")}, .extra = {}};
  Flow expanded = expand_typing(flow);
  ASSERT_EQ(expanded.steps.size(), 1u);
  EXPECT_EQ(expanded.steps[0].type, StepType::Type);
  EXPECT_TRUE(expanded.steps[0].clear);
}

TEST(ExpandTyping, OnlyTextFieldsAreTypedInto) {
  EXPECT_TRUE(is_typing(change("#q", "x")));
  EXPECT_TRUE(is_typing(change("input[type=\"search\"]", "x")));
  EXPECT_TRUE(is_typing(change("select-box input", "x")));
  EXPECT_TRUE(is_typing(change("#selected", "x")));
  EXPECT_FALSE(is_typing(change("#form > select", "x")));
  EXPECT_FALSE(is_typing(change("select.country", "x")));
  EXPECT_FALSE(is_typing(change("form input[type=\"color\"]", "x")));
  EXPECT_FALSE(is_typing(change("aria/Size[role=\"listbox\"]", "x")));
  EXPECT_FALSE(is_typing(change("xpath///*[@id=\"f\"]/select", "x")));

  Step known = change("#q", "x");
  known.field = "select";
  EXPECT_FALSE(is_typing(known));
  known.field = "text";
  EXPECT_TRUE(is_typing(known));

  Flow flow{.title = "t", .timeout = {}, .steps = {change("select", "xyz")}, .extra = {}};
  EXPECT_EQ(expand_typing(flow), flow);
}

TEST(ExpandTyping, GoesOnWhereTheStepBeforeLeftOff) {
  Flow flow{.title = "t",
            .timeout = {},
            .steps = {change("#q", "li"), change("#q", "lis"), change("#other", "lisb"), change("#other", "l")},
            .extra = {}};
  Flow expanded = expand_typing(flow);
  EXPECT_THAT(strokes_of(expanded), ElementsAre("l", "i", "s", "l", "i", "s", "b", "l"));
  std::vector<bool> clears;
  for (const Step& step : expanded.steps) clears.push_back(step.clear);
  EXPECT_THAT(clears, ElementsAre(true, false, false, true, false, false, false, true));
}

TEST(ExpandTyping, TheLastStrokeLeavesTheField) {
  Flow flow{.title = "t", .timeout = {}, .steps = {change("#q", "ab")}, .extra = {}};
  flow.steps[0].leave = true;
  Flow expanded = expand_typing(flow);
  EXPECT_FALSE(expanded.steps[0].leave);
  EXPECT_TRUE(expanded.steps[1].leave);
  auto again = parse_flow(to_json(expanded));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, expanded);
  again = parse_flow(to_json(flow));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, flow);
}

TEST(ExpandTyping, LeavesAMacroWhole) {
  Step macro;
  macro.type = StepType::Macro;
  macro.parts = {change("#q", "ab")};
  Flow flow{.title = "t", .timeout = {}, .steps = {macro}, .extra = {}};
  EXPECT_EQ(expand_typing(flow), flow);
}

}  // namespace
}  // namespace squall::flow
