// Infeasible steps: the reason in words, and the run goes on.
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
using testing::why_not;

std::string why(const std::string& body) { return why_not(body, click_on("#go")); }

TEST(StepsReasons, AHiddenElement) {
  EXPECT_EQ(why("<button id=go style='display:none'>Go</button>"), "hidden: display is none");
  EXPECT_EQ(why("<div class=box style='display:none'><button id=go>Go</button></div>"),
            "hidden: display of div.box is none");
  EXPECT_EQ(why("<button id=go style='visibility:hidden'>Go</button>"), "hidden: visibility is hidden");
  EXPECT_EQ(why("<div id=go></div>"), "hidden: size is 0");
  EXPECT_EQ(why("<div id=d style='opacity:0'><button id=go>Go</button></div>"), "hidden: opacity of div#d is 0");
}

TEST(StepsReasons, ACoveredElementNamesItsCover) {
  EXPECT_EQ(why("<button id=go>Go</button><div id=veil style='position:fixed;inset:0'></div>"), "covered by div#veil");
  EXPECT_EQ(why("<button id=go>Go</button><dialog id=d>Wait</dialog><script>d.showModal()</script>"),
            "inert: behind dialog#d");
}

TEST(StepsReasons, ADisabledElement) {
  EXPECT_EQ(why("<button id=go disabled>Go</button>"), "disabled");
  EXPECT_EQ(why("<fieldset disabled><button id=go>Go</button></fieldset>"), "disabled");
  EXPECT_EQ(why("<fieldset disabled><legend><button id=go>Go</button></legend></fieldset>"), "done");
  EXPECT_EQ(why("<button disabled><span id=go>Go</span></button>"), "disabled");
  EXPECT_EQ(why("<div id=d inert><button id=go>Go</button></div>"), "inert: within div#d");
  EXPECT_EQ(why("<button id=go style='pointer-events:none'>Go</button>"), "pointer-events none");
  EXPECT_EQ(why_not("<input id=f readonly>", change_to("#f", "x")), "read-only");
  EXPECT_EQ(why_not("<select id=f disabled><option>a<option>b</select>", change_to("#f", "b")), "disabled");
}

TEST(StepsReasons, AnElementThatNobodyCanScrollTo) {
  EXPECT_EQ(why("<button id=go style='position:absolute;left:-500px'>Go</button>"),
            "outside: beyond the edge of the page");
  EXPECT_EQ(why("<button id=go style='position:fixed;top:2000px'>Go</button>"),
            "outside: fixed beyond the edge of the viewport");
  EXPECT_EQ(why("<div class=box style='overflow:hidden;height:20px;position:relative'><button id=go "
                "style='position:absolute;top:50px'>Go</button></div>"),
            "outside: cut off by div.box");
}

TEST(StepsReasons, AnElementThatGoesAwayUnderTheMouse) {
  EXPECT_EQ(why("<button id=go onmouseover='this.remove()'>Go</button>"),
            "no element matches #go as soon as the mouse comes");
  EXPECT_EQ(why("<style>#veil{position:fixed;inset:0;display:none}</style><button id=go onmouseover="
                "\"veil.style.display='block'\">Go</button><div id=veil></div>"),
            "covered by div#veil as soon as the mouse comes");
  EXPECT_EQ(why("<button id=go style='position:absolute;left:10px' onmousemove=\"this.style.left="
                "parseInt(this.style.left)+200+'px'\">Go</button>"),
            "it moves away from the mouse");
  EXPECT_EQ(
      why("<button id=go style='position:absolute;left:10px' onmouseover=\"this.style.left='200px'\">Go</button>"),
      "done");
}

TEST(StepsReasons, AWindowThatIsNotThere) {
  EXPECT_EQ(why_not("<p>x", R"({"type":"click","selectors":["#go"],"target":"http://popup.test/"})"),
            "there is no window or frame at http://popup.test/");
  EXPECT_EQ(why_not("<p>x", R"({"type":"scroll","frame":[0],"y":10})"), "the page has no such frame");
  EXPECT_EQ(why_not("<p>x", R"({"type":"waitForExpression","frame":[0],"expression":"1"})"),
            "the page has no such frame");
}

TEST(StepsReasons, ACustomStepOfSomebodyElse) {
  EXPECT_EQ(why_not("<p>x", R"({"type":"customStep","name":"theirs","parameters":{}})"),
            "squall does not know the custom step “theirs”");
}

TEST(StepsReasons, AMacroNamesThePartThatFailed) {
  EXPECT_EQ(why_not("<button id=a>A</button>", R"({"type":"customStep","name":"squall.macro","parameters":{"steps":[)" +
                                                   click_on("#a") + "," + click_on("#b") + "]}}"),
            "click #b: no element matches #b");
}

TEST(StepsReasons, TheRunGoesOnAndSaysWhichStepFailed) {
  auto run = perform(
      "<button id=a>A</button><button id=b disabled>B</button><button id=c onclick='b.disabled=false'>C"
      "</button>" +
          listen("click"),
      "[" + click_on("#a") + "," + click_on("#b") + "," + click_on("#c") + "," + click_on("#b") + "]");
  EXPECT_THAT(results_of(run), ElementsAre("done", "disabled", "done", "done"));
  EXPECT_EQ(run.outcome.steps[1].label, "click #b");
  EXPECT_THAT(log_of(run), ElementsAre("click #a", "click #c", "click #b"));
}

}  // namespace
}  // namespace squall
