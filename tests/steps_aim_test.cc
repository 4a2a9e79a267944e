// Aiming: what must be brought into view, what is small, broken over lines, transformed, or hidden behind its label.
#include "tests/steps_lab.h"

namespace squall {
namespace {

using testing::click_on;
using ::testing::ElementsAre;
using testing::listen;
using testing::perform;
using testing::results_of;

std::string clicked(const std::string& body, const std::string& selector = "#go") {
  auto run = perform(body + listen("click"), "[" + click_on(selector) + "]");
  return run.outcome.steps[0].performed ? join(testing::log_of(run), ", ") : run.outcome.steps[0].reason;
}

TEST(StepsAim, FarElementsAreScrolledTo) {
  EXPECT_EQ(clicked("<div style='height:5000px'></div><button id=go>Go</button><div style='height:5000px'></div>"),
            "click #go");
  EXPECT_EQ(
      clicked("<div style='height:90px;overflow:auto'><div style='height:900px'></div><button id=go>Go</button></div>"),
      "click #go");
  EXPECT_EQ(clicked("<div style='width:9000px;text-align:right'><button id=go>Go</button></div>"), "click #go");
  EXPECT_EQ(
      clicked("<style>html{scroll-behavior:smooth}</style><div style='height:5000px'></div><button id=go>Go</button>"),
      "click #go");
}

TEST(StepsAim, BarsThatCoverAreScrolledAwayFrom) {
  EXPECT_EQ(
      clicked("<div style='position:sticky;top:0;height:70px;background:red'>bar</div><div style='height:2000px'></div>"
              "<button id=go>Go</button><div style='height:2000px'></div>"),
      "click #go");
  // Under the bar as the page stands; in the middle of the screen there is another one.
  EXPECT_EQ(clicked("<div style='position:fixed;top:0;left:0;right:0;height:100px;background:red'>bar</div>"
                    "<div style='position:fixed;top:300px;left:0;right:0;height:200px;background:red'>banner</div>"
                    "<div style='height:1000px'></div><button id=go>Go</button><div style='height:2000px'></div>"
                    "<script>scrollTo(0, 950)</script>"),
            "click #go");
}

TEST(StepsAim, SmallBrokenAndTransformedElementsAreHit) {
  EXPECT_EQ(clicked("<div id=go style='width:1px;height:1px;margin:33.3px;background:red'></div>"), "click #go");
  EXPECT_EQ(
      clicked("<p style='width:120px'>Some words <a id=go href='#x'>a link of many words that goes on</a> and so on"),
      "click #go");
  EXPECT_EQ(clicked("<div style='width:100px'>aaaaaaaaaaaa<a id=go href='#x'> b</a></div>"), "click #go");
  EXPECT_EQ(clicked("<button id=go style='transform:translate(300px,200px) rotate(30deg) scale(2)'>Go</button>"),
            "click #go");
  EXPECT_EQ(clicked("<div style='zoom:1.7'><div style='height:700px'></div><button id=go>Go</button></div>"),
            "click #go");
  EXPECT_EQ(clicked("<svg width=99 height=99><circle id=go cx=50 cy=50 r=20 /></svg>"), "click #go");
  EXPECT_EQ(clicked("<a id=go href='#x' style='display:contents'><b>Go</b></a>"), "click");
}

TEST(StepsAim, APartThatIsNotCoveredWillDo) {
  EXPECT_EQ(
      clicked("<div style='position:relative;width:200px'><button id=go style='width:200px;height:60px'>Go</button>"
              "<div style='position:absolute;inset:20px 60px;background:red'></div></div>"),
      "click #go");
}

TEST(StepsAim, AHiddenCheckBoxIsUsedThroughItsLabel) {
  for (const char* style : {"display:none", "opacity:0", "position:absolute;left:-9999px",
                            "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)"}) {
    std::string page = std::string("<input type=checkbox id=go style='") + style + "'><label id=l for=go>Agree</label>";
    for (const char* selector : {"#go", "#l"}) {
      auto run = perform(page + listen("change"), "[" + click_on(selector) + "]");
      EXPECT_THAT(results_of(run), ElementsAre("done")) << style << " " << selector;
      EXPECT_THAT(testing::log_of(run), ElementsAre("change #go=true")) << style << " " << selector;
    }
  }
  EXPECT_EQ(clicked("<input type=checkbox id=go style='display:none' disabled><label for=go>Agree</label>"),
            "disabled");
  EXPECT_EQ(clicked("<input type=checkbox id=go style='display:none'>"), "hidden: display is none");
}

TEST(StepsAim, WhatTheMouseBringsUpOnItsWayIsNotPressed) {
  const std::string presses = listen("pointerdown mousedown focus pointerup mouseup click");
  auto run = perform(
      "<button id=go>Go</button><button id=trap style='position:fixed;inset:0;display:none'>no</button>"
      "<script>go.onmouseover = () => trap.style.display = 'block'</script>" +
          presses,
      "[" + click_on("#go") + "]");
  EXPECT_THAT(results_of(run), ElementsAre("covered by button#trap as soon as the mouse comes"));
  EXPECT_THAT(testing::log_of(run), ::testing::IsEmpty());
  run = perform(
      "<button id=go style='position:absolute;left:10px'>Go</button><button>before</button>"
      "<script>go.onmouseover = () => go.style.left = '300px'</script>" +
          presses,
      "[" + click_on("#go") + "]");
  EXPECT_THAT(results_of(run), ElementsAre("done"));
  EXPECT_THAT(testing::log_of(run), ElementsAre("pointerdown #go", "mousedown #go", "focus #go", "pointerup #go",
                                                "mouseup #go", "click #go"));
}

}  // namespace
}  // namespace squall
