#include <gtest/gtest.h>

#include "flow/flow.h"

namespace squall::flow {
namespace {

std::string label(std::string_view text) {
  auto json = parse_json(text);
  EXPECT_TRUE(json) << text;
  auto step = parse_step(*json);
  EXPECT_TRUE(step) << step.error().message;
  return label_of(*step);
}

TEST(Label, SaysWhatAPersonReadsOnTheElement) {
  EXPECT_EQ(label(R"({"type":"click","selectors":[["#car-wash"],["aria/Car Wash"]]})"), "click “Car Wash”");
  EXPECT_EQ(label(R"({"type":"click","selectors":[["aria/Go[role=\"button\"]"]]})"), "click “Go”");
  EXPECT_EQ(label(R"({"type":"doubleClick","selectors":[["host","text/Open"]]})"), "double-click “Open”");
}

TEST(Label, FallsBackToTheLocator) {
  EXPECT_EQ(label(R"({"type":"change","value":"ber","selectors":[["xpath///input"],["#q"]]})"), "type “ber” into #q");
  EXPECT_EQ(label(R"({"type":"click","selectors":[["my-app","#go"]]})"), "click my-app >>> #go");
  EXPECT_EQ(label(R"({"type":"hover","selectors":[["aria/[role=\"generic\"]"],["#x"]]})"), "hover over #x");
}

TEST(Label, WhatAnElementIsCalledComesFirst) {
  EXPECT_EQ(label(R"({"type":"click","selectors":[["li:nth-of-type(2) > button"]],"called":"“Delete” in “Milk”"})"),
            "click “Delete” in “Milk”");
  EXPECT_EQ(label(R"json({"type":"customStep","name":"squall.type","parameters":{"text":"a",
                         "selectors":[["p > input"]],"called":"“Note” (2 of 3)"}})json"),
            "type “a” into “Note” (2 of 3)");
}

TEST(Label, EachStepTypeReadsAsASentence) {
  EXPECT_EQ(label(R"({"type":"click","button":"secondary","selectors":["#a"]})"), "right-click #a");
  EXPECT_EQ(label(R"({"type":"change","value":"de","field":"select","selectors":["#c"]})"), "choose “de” in #c");
  EXPECT_EQ(label(R"({"type":"change","value":"7","field":"range","selectors":["#r"]})"), "set #r to “7”");
  EXPECT_EQ(label(R"({"type":"keyDown","key":"Enter"})"), "press Enter");
  EXPECT_EQ(label(R"({"type":"keyUp","key":" "})"), "release Space");
  EXPECT_EQ(label(R"({"type":"scroll","y":300})"), "scroll the page to 0, 300");
  EXPECT_EQ(label(R"({"type":"scroll","y":1.5,"selectors":["#l"]})"), "scroll #l to 0, 1.5");
  EXPECT_EQ(label(R"({"type":"navigate","url":"http://h/"})"), "open http://h/");
  EXPECT_EQ(label(R"({"type":"setViewport","width":80,"height":60})"), "resize to 80×60");
  EXPECT_EQ(label(R"({"type":"waitForElement","selectors":["#r"]})"), "wait for #r");
  EXPECT_EQ(label(R"({"type":"waitForElement","selectors":["#r"],"count":0})"), "wait until #r is gone");
  EXPECT_EQ(label(R"({"type":"waitForElement","selectors":["#r"],"count":2,"operator":">="})"),
            "wait for at least 2 of #r");
  EXPECT_EQ(label(R"({"type":"waitForExpression","expression":"x > 1"})"), "wait until x > 1");
  EXPECT_EQ(label(R"({"type":"emulateNetworkConditions","download":0,"upload":0,"latency":0})"), "go offline");
  EXPECT_EQ(label(R"({"type":"close"})"), "close the page");
  EXPECT_EQ(label(R"({"type":"customStep","name":"theirs"})"), "do theirs");
}

TEST(Label, AMacroIsCalledByItsTitleOrItsParts) {
  EXPECT_EQ(label(R"({"type":"customStep","name":"squall.macro","parameters":{"title":"log in","steps":[]}})"),
            "log in");
  EXPECT_EQ(label(R"({"type":"customStep","name":"squall.macro","parameters":{"steps":[
                     {"type":"click","selectors":["#a"]},{"type":"keyDown","key":"x"}]}})"),
            "click #a, then press x");
}

TEST(Locator, PrefersPlainCss) {
  Step step;
  step.selectors = {{"aria/Go"}, {"pierce/#p"}, {"host", "#go"}};
  EXPECT_EQ(locator_of(step), "host >>> #go");
  step.selectors = {{"aria/Go"}, {"text/Go"}};
  EXPECT_EQ(locator_of(step), "aria/Go");
  step.selectors.clear();
  EXPECT_EQ(locator_of(step), "");
}

}  // namespace
}  // namespace squall::flow
