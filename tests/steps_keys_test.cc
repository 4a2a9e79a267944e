// Keys: what they do, with modifiers; and typing of which each stroke is a step of its own.
#include "tests/steps_lab.h"

namespace squall {
namespace {

using testing::change_to;
using testing::click_on;
using ::testing::ElementsAre;
using testing::listen;
using testing::log_of;
using testing::perform;
using testing::results_of;
using testing::Site;

std::string stroke(const std::string& key) {
  std::string name = Json(key).dump();
  return R"({"type":"keyDown","key":)" + name + R"(},{"type":"keyUp","key":)" + name + "}";
}

const std::string kFocus = "<script>f.focus(); f.selectionStart = 9</script>";

TEST(StepsKeys, AStrokeBringsTheEventsOfAPerson) {
  auto run =
      perform("<input id=f>" + kFocus + listen("keydown keypress beforeinput input keyup"), "[" + stroke("a") + "]");
  EXPECT_THAT(log_of(run),
              ElementsAre("keydown #f a", "keypress #f a", "beforeinput #f", "input #f=a", "keyup #f=a a"));
}

TEST(StepsKeys, EnterSubmitsAForm) {
  auto run = perform("<form id=form onsubmit='return false'><input id=f value=x></form>" + kFocus +
                         listen("keydown keypress input change submit keyup"),
                     "[" + stroke("y") + "," + stroke("Enter") + "]");
  EXPECT_THAT(log_of(run),
              ElementsAre("keydown #f=x y", "keypress #f=x y", "input #f=xy", "keyup #f=xy y", "keydown #f=xy Enter",
                          "keypress #f=xy Enter", "change #f=xy", "submit #form", "keyup #f=xy Enter"));
}

TEST(StepsKeys, TabMovesTheFocus) {
  auto run =
      perform("<input id=f><input id=g>" + kFocus + listen("focus blur change"),
              "[" + stroke("a") + "," + stroke("Tab") + R"(,{"type":"keyDown","key":"Shift"},)" + stroke("Tab") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("change #f=a", "blur #f=a", "focus #g", "blur #g", "focus #f=a"));
}

TEST(StepsKeys, ModifiersAreHeldUntilTheyComeUp) {
  std::string shift = R"({"type":"keyDown","key":"Shift"},)" + stroke("a") + R"(,{"type":"keyUp","key":"Shift"},)";
  auto run = perform("<input id=f>" + kFocus + listen("input"), "[" + shift + stroke("a") + "," + stroke("A") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("input #f=A", "input #f=Aa", "input #f=AaA"));

  std::string all = R"({"type":"keyDown","key":"Control"},)" + stroke("a") + R"(,{"type":"keyUp","key":"Control"},)";
  run = perform("<input id=f value=old>" + kFocus + listen("input"), "[" + all + stroke("x") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("input #f=x"));

  run = perform("<button id=go>Go</button><script>onclick = e => console.log(e.shiftKey + ' ' + e.ctrlKey)</script>",
                R"([{"type":"keyDown","key":"Control"},)" + click_on("#go") + R"(,{"type":"keyUp","key":"Control"},)" +
                    click_on("#go") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("false true", "false false"));
}

TEST(StepsKeys, OtherKeysDoWhatTheyDo) {
  auto run = perform("<input id=f value=ab>" + kFocus + listen("input"),
                     "[" + stroke("ArrowLeft") + "," + stroke("x") + "," + stroke("Home") + "," + stroke("Delete") +
                         "," + stroke("End") + "," + stroke("Backspace") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("input #f=axb", "input #f=xb", "input #f=x"));
  run = perform("<dialog id=d><input id=f></dialog><script>d.showModal()</script>" + listen("cancel"),
                "[" + stroke("Escape") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("cancel #d"));
  EXPECT_FALSE(testing::find_element(run.outcome.frames[size_t{0}]["root"], "d")->at("a").has("open"));
  run = perform("<button id=b>B</button><script>b.focus()</script>" + listen("click"), "[" + stroke(" ") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("click #b"));
}

// ---- typing, stroke by stroke ----

TEST(StepsTyping, EachStrokeIsAStepFromWhichItsRequestsDerive) {
  Site site(
      testing::document("<input id=q><p id=out></p><script>q.oninput = async () => {"
                        "out.textContent = await (await fetch('s.json?q=' + q.value)).text() }</script>"));
  for (const char* text : {"b", "be", "ber"}) site.answer(std::string("s.json?q=") + text, text);
  flow::Flow flow;
  flow.steps = testing::steps_of("[" + change_to("#q", "ber") + "]");
  auto steps = flow::expand_typing(flow).steps;
  ASSERT_EQ(steps.size(), 3u);
  auto run = testing::PageLab::get().run(site, steps);
  EXPECT_THAT(results_of(run), ElementsAre("done", "done", "done"));
  EXPECT_EQ(testing::text_of(run, "out"), "ber");
  std::vector<std::string> order;
  for (const auto& name : run.order) order.push_back(name.substr(0, name.find(":GET")));
  EXPECT_THAT(order, ElementsAre("root/user:1", "root/user:1/fetch", "root/user:2", "root/user:2/fetch", "root/user:3",
                                 "root/user:3/fetch"));
  for (const auto& event : run.trace.events) {
    if (event.kind != trace::EventKind::User) continue;
    EXPECT_EQ(event.detail, std::to_string(event.step + 1));
  }
}

TEST(StepsTyping, StrokesComeBackToTheEndOfTheField) {
  Site site(testing::document("<input id=q style='width:60px'><button id=b>B</button>" + listen("input")));
  flow::Flow flow;
  flow.steps = testing::steps_of("[" + change_to("#q", "abcdefghijkl") + "]");
  auto steps = flow::expand_typing(flow).steps;
  steps.insert(steps.begin() + 8, testing::click("#b"));
  auto run = testing::PageLab::get().run(site, steps);
  EXPECT_EQ(log_of(run).back(), "input #q=abcdefghijkl");
}

TEST(StepsTyping, AListIsNothingToTypeInto) {
  EXPECT_EQ(
      testing::why_not("<select id=f><option>a<option>b</select>",
                       R"({"type":"customStep","name":"squall.type","parameters":{"selectors":["#f"],"text":"b"}})"),
      "it is not a field that text can be typed into");
}

}  // namespace
}  // namespace squall
