// The pointer: the events of a click in their order, buttons, offsets, hovering, frames, shadow roots.
#include "tests/steps_lab.h"

namespace squall {
namespace {

using testing::click_on;
using testing::document;
using ::testing::ElementsAre;
using testing::listen;
using testing::log_of;
using testing::perform;
using testing::results_of;
using testing::Site;
using testing::steps_of;

TEST(StepsPointer, AClickBringsTheEventsOfAPerson) {
  auto run = perform("<button id=go onpointerenter=1 onmouseenter=1>Go</button>" +
                         listen("pointerover pointerenter mouseover mouseenter pointermove "
                                "mousemove pointerdown mousedown focus pointerup mouseup click "
                                "dblclick"),
                     "[" + click_on("#go") + "]");
  auto log = log_of(run);
  // Entering tells every ancestor; what counts here is the button.
  std::erase_if(log, [](const std::string& line) { return line.find("#go") == std::string::npos; });
  EXPECT_THAT(log, ElementsAre("pointerover #go", "pointerenter #go", "mouseover #go", "mouseenter #go",
                               "pointermove #go", "mousemove #go", "pointerdown #go", "mousedown #go", "focus #go",
                               "pointerup #go", "mouseup #go", "click #go"));
}

TEST(StepsPointer, TheMouseMovesOnlyInSteps) {
  std::string page = "<button id=go>Go</button>" + listen("mouseover mousemove pointerover pointermove mouseenter");
  Site site(document(page + "<script>setTimeout(() => 0, 9000)</script>"));
  auto experiment = testing::PageLab::get().experiment(site);
  experiment.fresh = true;
  EXPECT_THAT(log_of(testing::PageLab::get().run(experiment)), ::testing::IsEmpty());
  EXPECT_THAT(log_of(testing::PageLab::get().run(site)), ::testing::IsEmpty());
}

TEST(StepsPointer, AClickIsTheSameWhateverThePageBeforeDid) {
  std::string page = "<button id=go>Go</button>" + listen("pointerover mouseover mousemove mousedown click");
  auto first = perform(page, "[" + click_on("#go") + "]");
  auto second = perform(page, "[" + click_on("#go") + "]");
  EXPECT_EQ(log_of(first), log_of(second));
}

TEST(StepsPointer, ADoubleClickIsTwoClicks) {
  auto run = perform(
      "<button id=go>Go</button><script>go.addEventListener('click', e => console.log('detail ' + "
      "e.detail))</script>" +
          listen("mousedown click dblclick"),
      R"([{"type":"doubleClick","selectors":["#go"]}])");
  EXPECT_THAT(log_of(run), ElementsAre("mousedown #go", "click #go", "detail 1", "mousedown #go", "click #go",
                                       "detail 2", "dblclick #go"));
}

TEST(StepsPointer, OtherButtonsBringTheirEvents) {
  std::string page =
      "<button id=go>Go</button><script>addEventListener('mousedown', e => console.log('button ' + "
      "e.button + ' of ' + e.buttons))</script>" +
      listen("click auxclick contextmenu");
  auto with = [&](const char* button) {
    return log_of(perform(page, std::string(R"([{"type":"click","selectors":["#go"],"button":")") + button + "\"}]"));
  };
  EXPECT_THAT(with("secondary"), ElementsAre("button 2 of 2", "contextmenu #go", "auxclick #go"));
  EXPECT_THAT(with("auxiliary"), ElementsAre("button 1 of 4", "auxclick #go"));
  EXPECT_THAT(with("back"), ElementsAre("button 3 of 8", "auxclick #go"));
}

TEST(StepsPointer, TouchAndPenAreTheirOwnDevices) {
  std::string page =
      "<button id=go>Go</button><script>for (const type of ['pointerdown', 'touchstart', 'click']) "
      "addEventListener(type, e => console.log(type + ' ' + (e.pointerType ?? '')))</script>";
  auto with = [&](const char* device) {
    return log_of(
        perform(page, std::string(R"([{"type":"click","selectors":["#go"],"deviceType":")") + device + "\"}]"));
  };
  EXPECT_THAT(with("pen"), ElementsAre("pointerdown pen", "click pen"));
  EXPECT_THAT(with("touch"), ElementsAre("pointerdown touch", "touchstart ", "click touch"));
}

TEST(StepsPointer, AnOffsetIsFromTheCornerOfTheElement) {
  std::string page =
      "<div id=go style='margin:30px;width:200px;height:100px'>x</div><script>addEventListener('click', "
      "e => console.log(e.offsetX + ', ' + e.offsetY))</script>";
  auto at = [&](const std::string& offsets) {
    return log_of(perform(page, R"([{"type":"click","selectors":["#go"])" + offsets + "}]"));
  };
  EXPECT_THAT(at(R"(,"offsetX":7,"offsetY":90)"), ElementsAre("7, 90"));
  EXPECT_THAT(at(""), ElementsAre("100, 50"));
  EXPECT_THAT(at(R"(,"offsetX":700,"offsetY":900)"), ElementsAre("100, 50"));  // of an element that was larger then
}

TEST(StepsPointer, HoveringOpensAMenuWhoseItemIsClicked) {
  std::string page =
      "<style>ul{display:none} nav:hover ul{display:block}</style>"
      "<nav id=nav>Menu<ul><li id=item>Item</ul></nav>" +
      listen("mouseover click");
  std::string hover = R"({"type":"hover","selectors":["#nav"]})";
  EXPECT_EQ(testing::why_not(page, click_on("#item")), "hidden: display of ul is none");
  auto macro = perform(page, R"([{"type":"customStep","name":"squall.macro","parameters":{"title":"choose","steps":[)" +
                                 hover + "," + click_on("#item") + "]}}]");
  EXPECT_THAT(log_of(macro), ElementsAre("mouseover #nav", "mouseover #item", "click #item"));
  ASSERT_EQ(macro.outcome.steps.size(), 1u);
  EXPECT_EQ(macro.outcome.steps[0].label, "choose");
  auto separate = perform(page, "[" + hover + "," + click_on("#item") + "]");
  EXPECT_THAT(log_of(separate), ElementsAre("mouseover #nav", "mouseover #item", "click #item"));
}

TEST(StepsPointer, FramesAreReachedThroughTheirPlace) {
  Site site(
      document("<div style='height:1500px'></div><div style='transform:scale(0.5);transform-origin:0 0'>"
               "<iframe id=outer src=outer.html style='padding:7px;border:3px solid;margin:20px' width=400 height=300>"
               "</iframe></div>"));
  site.answer("outer.html", document("<div style='height:900px'></div><iframe srcdoc='<p>other'></iframe>"
                                     "<iframe src=inner.html width=200 height=100></iframe>"));
  site.answer("inner.html", document("<div style='height:300px'></div><button id=go>Go</button>" + listen("click")));
  auto run = testing::PageLab::get().run(
      site,
      steps_of(
          R"([{"type":"click","selectors":["#go"],"frame":[0,1]},{"type":"click","selectors":["#go"],"frame":[3]}])"));
  EXPECT_THAT(log_of(run), ElementsAre("click #go"));
  EXPECT_THAT(results_of(run), ElementsAre("done", "the page has no such frame"));
}

TEST(StepsPointer, AFrameOfAnotherSiteIsReached) {
  Site site(document("<iframe src='http://other.test/' style='margin:50px'></iframe>"));
  site.answer("http://other.test/", document("<button id=go>Go</button><input id=f>" + listen("click input")));
  auto run = testing::PageLab::get().run(site, steps_of(R"([{"type":"click","selectors":["#go"],"frame":[0]},
                         {"type":"change","selectors":["#f"],"value":"a","target":"http://other.test/"}])"));
  EXPECT_THAT(results_of(run), ElementsAre("done", "done"));
  EXPECT_THAT(log_of(run), ElementsAre("click #go", "click #f", "input #f=a"));
}

TEST(StepsPointer, AFrameThatCannotBeSeenIsInfeasible) {
  auto result = [](const std::string& style, const std::string& more = "") {
    Site site(document("<iframe id=f src=f.html style='" + style + "'></iframe>" + more));
    site.answer("f.html", document("<button id=go>Go</button>"));
    auto run = testing::PageLab::get().run(site, steps_of(R"([{"type":"click","selectors":["#go"],"frame":[0]}])"));
    return join(results_of(run), ",");
  };
  EXPECT_EQ(result("display:none"), "hidden: size is 0");
  EXPECT_EQ(result("visibility:hidden"), "the frame iframe#f is hidden: visibility is hidden");
  EXPECT_EQ(result("", "<div id=veil style='position:fixed;inset:0'></div>"),
            "the frame iframe#f is covered by div#veil");
}

TEST(StepsPointer, ShadowRootsAreEntered) {
  std::string page =
      "<x-a id=a></x-a><script>for (const [name, mode] of [['x-a', 'open'], ['x-b', 'closed']]) "
      "customElements.define(name, class extends HTMLElement { constructor() { super();"
      "this.attachShadow({mode}).innerHTML = name === 'x-a' ? '<x-b id=b></x-b>' : '<button id=go>Go</button>'; } });"
      "</script>" +
      listen("click");
  for (const char* selectors : {R"(["#a","#b","#go"])", R"("#a >>> #b >>> #go")", R"("pierce/#go")", R"("text/Go")",
                                R"("aria/Go")", R"("aria/Go[role=\"button\"]")"}) {
    auto run = perform(page, std::string(R"([{"type":"click","selectors":[)") + selectors + "]}]");
    EXPECT_THAT(results_of(run), ElementsAre("done")) << selectors;
    EXPECT_THAT(log_of(run), ElementsAre("click #b")) << selectors;  // the host of the closed root
  }
}

}  // namespace
}  // namespace squall
