#include "flow/flow.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"

namespace squall::flow {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Json json_of(std::string_view text) {
  auto json = parse_json(text);
  EXPECT_TRUE(json) << text;
  return json ? *json : Json();
}

Result<Flow> flow_of(std::string_view steps) {
  return parse_flow(json_of(R"({"title":"t","steps":)" + std::string(steps) + "}"), "flow.json");
}

std::string message_of(std::string_view steps) {
  auto flow = flow_of(steps);
  return flow ? "no error" : flow.error().message;
}

std::string hint_of(std::string_view steps) {
  auto flow = flow_of(steps);
  return flow ? "no error" : flow.error().hint;
}

// One step of each of the Recorder's fourteen types, with every member that it may have.
constexpr char kEveryType[] = R"([
  {"type":"setViewport","width":800,"height":600,"deviceScaleFactor":1.5,"isMobile":true,"hasTouch":true,
   "isLandscape":false},
  {"type":"navigate","url":"http://h/","assertedEvents":[{"type":"navigation","url":"http://h/","title":""}]},
  {"type":"emulateNetworkConditions","download":1000,"upload":500,"latency":20},
  {"type":"click","target":"http://popup/","frame":[0,2],"selectors":[["aria/Go"],["my-app","#go"]],
   "offsetX":3,"offsetY":4.5,"button":"secondary","deviceType":"touch","duration":50},
  {"type":"doubleClick","selectors":[["#a"]],"offsetX":1,"offsetY":1},
  {"type":"hover","selectors":[["#a"]],"called":"“A” in “B”"},
  {"type":"change","selectors":[["#q"]],"value":"x","timeout":100},
  {"type":"keyDown","key":"Enter"},
  {"type":"keyUp","key":"Enter"},
  {"type":"scroll","x":0,"y":300},
  {"type":"scroll","selectors":[["#list"]],"y":20},
  {"type":"waitForElement","selectors":[[".row"]],"operator":">=","count":3,"visible":true,
   "attributes":{"class":"row"},"properties":{"innerText":"x"}},
  {"type":"waitForExpression","expression":"window.ready"},
  {"type":"customStep","name":"theirs","parameters":{"a":[1]}},
  {"type":"close"}
])";

TEST(ReadFlow, KnowsEveryStepTypeOfTheRecorder) {
  auto flow = flow_of(kEveryType);
  ASSERT_TRUE(flow) << flow.error().message;
  ASSERT_EQ(flow->steps.size(), 15u);

  EXPECT_EQ(flow->steps[0].viewport, (Viewport{800, 600, 1.5, true, true, false}));
  EXPECT_EQ(flow->steps[1].url, "http://h/");
  EXPECT_THAT(flow->steps[1].asserted_events, ElementsAre(AssertedEvent{"navigation", "http://h/", ""}));
  EXPECT_EQ(flow->steps[2].network, (NetworkConditions{1000, 500, 20}));

  const Step& click = flow->steps[3];
  EXPECT_EQ(click.target, "http://popup/");
  EXPECT_THAT(click.frame, ElementsAre(0, 2));
  EXPECT_THAT(click.selectors, ElementsAre(SelectorChain{"aria/Go"}, SelectorChain{"my-app", "#go"}));
  EXPECT_EQ(click.offset_x, 3);
  EXPECT_EQ(click.offset_y, 4.5);
  EXPECT_EQ(click.button, "secondary");
  EXPECT_EQ(click.device, "touch");
  EXPECT_EQ(click.duration, 50);

  EXPECT_EQ(flow->steps[6].value, "x");
  EXPECT_EQ(flow->steps[6].timeout, 100);
  EXPECT_EQ(flow->steps[9].y, 300);
  EXPECT_EQ(flow->steps[11].comparison, ">=");
  EXPECT_EQ(flow->steps[11].count, 3);
  EXPECT_EQ(flow->steps[13].parameters.dump(), R"({"a":[1]})");
  EXPECT_EQ(flow->steps[14].type, StepType::Close);
}

TEST(WriteFlow, GivesBackWhatWasRead) {
  auto flow = flow_of(kEveryType);
  ASSERT_TRUE(flow);
  Json written = to_json(*flow);
  auto again = parse_flow(written);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, *flow);
  EXPECT_EQ(to_json(*again), written);
}

TEST(WriteFlow, KeepsMembersThatItDoesNotKnow) {
  auto flow = parse_flow(json_of(R"({"title":"t","selectorAttribute":"data-qa","steps":[
      {"type":"hover","selectors":[["#a"]],"note":"mine"}]})"));
  ASSERT_TRUE(flow);
  EXPECT_EQ(to_json(*flow).dump(), R"({"title":"t","selectorAttribute":"data-qa","steps":)"
                                   R"([{"type":"hover","selectors":[["#a"]],"note":"mine"}]})");
}

TEST(ReadFlow, TakesSelectorsThatAreTexts) {
  auto flow = flow_of(R"([{"type":"hover","selectors":["#a",["x","y"]]},{"type":"hover","selectors":"#b"}])");
  ASSERT_TRUE(flow);
  EXPECT_THAT(flow->steps[0].selectors, ElementsAre(SelectorChain{"#a"}, SelectorChain{"x", "y"}));
  EXPECT_THAT(flow->steps[1].selectors, ElementsAre(SelectorChain{"#b"}));
}

TEST(ReadFlow, NamesTheStepAndTheMemberThatIsWrong) {
  constexpr char kTwoGood[] = R"([{"type":"close"},{"type":"close"},)";
  EXPECT_EQ(message_of(std::string(kTwoGood) + R"({"type":"click"}])"), "flow.json: step 3 (click): needs `selectors`");
  EXPECT_EQ(message_of(R"([{"type":"click","selectors":[]}])"), "flow.json: step 1 (click): `selectors` is empty");
  EXPECT_EQ(message_of(R"([{"type":"click","selectors":[[]]}])"),
            "flow.json: step 1 (click): a selector must be a text or an array of texts, not []");
  EXPECT_EQ(message_of(R"([{"type":"click","selectors":[["a",7]]}])"),
            "flow.json: step 1 (click): a selector must be a text, not 7");
  EXPECT_EQ(message_of(R"([{"type":"change","selectors":["#q"]}])"), "flow.json: step 1 (change): needs `value`");
  EXPECT_EQ(message_of(R"([{"type":"change","selectors":["#q"],"value":3}])"),
            "flow.json: step 1 (change): `value` must be a text, not 3");
  EXPECT_EQ(message_of(R"([{"type":"click","selectors":["a"],"frame":[-1]}])"),
            "flow.json: step 1 (click): `frame` must be an array of frame numbers, such as [0, 1]");
  EXPECT_EQ(
      message_of(R"([{"type":"click","selectors":["a"],"button":"left"}])"),
      "flow.json: step 1 (click): `button` must be one of primary, auxiliary, secondary, back, forward, not “left”");
  EXPECT_EQ(message_of(R"([{"type":"setViewport","width":0,"height":600}])"),
            "flow.json: step 1 (setViewport): `width` and `height` must be between 1 and 16384");
  EXPECT_EQ(message_of(R"([{"type":"keyDown","key":"Entr"}])"), "flow.json: step 1 (keyDown): there is no key “Entr”");
  EXPECT_EQ(message_of(R"([{"type":"close","timeout":0}])"),
            "flow.json: step 1 (close): `timeout` must be more than 0 (milliseconds)");
  EXPECT_EQ(message_of(R"([{"type":"navigate","url":"x","assertedEvents":[{"type":"load"}]}])"),
            "flow.json: step 1 (navigate): assertedEvents: `type` must be one of navigation, not “load”");
  EXPECT_EQ(message_of("[7]"), "flow.json: step 1: a step must be an object, not 7");
  EXPECT_EQ(message_of("[{}]"), "flow.json: step 1: needs `type`");
  EXPECT_EQ(message_of("{}"), "flow.json: `steps` must be an array");
}

TEST(ReadFlow, ListsTheStepTypesWhenOneIsUnknown) {
  EXPECT_EQ(message_of(R"([{"type":"dblclick"}])"), "flow.json: step 1: there is no step type “dblclick”");
  EXPECT_THAT(hint_of(R"([{"type":"dblclick"}])"), HasSubstr("customStep, doubleClick, emulateNetworkConditions"));
}

TEST(ReadFlow, SaysWhatAFlowIsWhenItIsNone) {
  auto flow = parse_flow(json_of("[]"), "x.json");
  ASSERT_FALSE(flow);
  EXPECT_EQ(flow.error().message, "x.json: this is not a flow");
  EXPECT_THAT(flow.error().hint, HasSubstr("Recorder"));
  EXPECT_EQ(parse_flow(json_of(R"({"title":"t"})"), "x.json").error().message, "x.json: needs `steps`");
}

TEST(ReadFlow, AFileThatIsMissingOrBrokenIsNamed) {
  auto folder = std::filesystem::temp_directory_path() / ("squall-flow-test-" + std::to_string(::getpid()));
  ASSERT_TRUE(make_folder(folder));
  auto missing = read_flow(folder / "none.json");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("none.json"));

  ASSERT_TRUE(write_file(folder / "broken.json", "const puppeteer = require('puppeteer');"));
  auto broken = read_flow(folder / "broken.json");
  ASSERT_FALSE(broken);
  EXPECT_THAT(broken.error().message, HasSubstr("broken.json"));
  EXPECT_THAT(broken.error().hint, HasSubstr("Export, JSON"));

  ASSERT_TRUE(write_file(folder / "good.json", R"({"title":"t","steps":[{"type":"close"}]})"));
  auto good = read_flow(folder / "good.json");
  ASSERT_TRUE(good);
  EXPECT_EQ(good->steps.size(), 1u);
  std::filesystem::remove_all(folder);
}

TEST(Macro, CountsSeveralStepsAsOne) {
  constexpr char kMacro[] = R"([{"type":"customStep","name":"squall.macro","parameters":{"title":"log in","steps":[
      {"type":"click","selectors":["#user"]},{"type":"keyDown","key":"a"}]}}])";
  auto flow = flow_of(kMacro);
  ASSERT_TRUE(flow) << flow.error().message;
  ASSERT_EQ(flow->steps.size(), 1u);
  EXPECT_EQ(flow->steps[0].type, StepType::Macro);
  EXPECT_EQ(flow->steps[0].name, "log in");
  ASSERT_EQ(flow->steps[0].parts.size(), 2u);
  EXPECT_EQ(flow->steps[0].parts[1].key, "a");
  auto again = parse_flow(to_json(*flow));
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, *flow);
}

TEST(Macro, ErrorsNameThePart) {
  EXPECT_EQ(message_of(R"([{"type":"customStep","name":"squall.macro","parameters":{"steps":[{"type":"hover"}]}}])"),
            "flow.json: step 1 (customStep): part 1 (hover): needs `selectors`");
  EXPECT_EQ(message_of(R"([{"type":"customStep","name":"squall.macro"}])"),
            "flow.json: step 1 (customStep): needs `parameters.steps`, an array of steps");
}

}  // namespace
}  // namespace squall::flow
