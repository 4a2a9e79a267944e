// Every kind of selector, alternatives in turn.
#include "tests/steps_lab.h"

namespace squall {
namespace {

using ::testing::ElementsAre;
using testing::listen;
using testing::log_of;
using testing::perform;
using testing::results_of;

const std::string kPage =
    "<main><button id=save>Save <b>all</b></button><button id=drop aria-label='Drop it'>x</button>"
    "<label>City <input id=city></label><p id=p>Some <i id=i>long text</i> here</p></main>" +
    listen("click");

std::string clicked(const std::string& selectors) {
  auto run = perform(kPage, R"([{"type":"click","selectors":[)" + selectors + "]}]");
  return run.outcome.steps[0].performed ? join(log_of(run), ",") : run.outcome.steps[0].reason;
}

TEST(StepsSelectors, EveryPrefixIsUnderstood) {
  EXPECT_EQ(clicked("\"main > button:nth-of-type(2)\""), "click #drop");
  EXPECT_EQ(clicked(R"("aria/Drop it")"), "click #drop");
  EXPECT_EQ(clicked(R"("aria/Save all[role=\"button\"]")"), "click #save");
  EXPECT_EQ(clicked(R"("aria/City")"), "click #city");
  EXPECT_EQ(clicked(R"("text/long text")"), "click #i");
  EXPECT_EQ(clicked(R"("xpath///*[@id=\"drop\"]")"), "click #drop");
  EXPECT_EQ(clicked(R"("xpath//html/body/main/button[2]")"), "click #drop");
  EXPECT_EQ(clicked(R"("pierce/#drop")"), "click #drop");
  EXPECT_EQ(clicked(R"(["main","#drop"])"), "click #drop");
}

TEST(StepsSelectors, AlternativesAreTriedInTurn) {
  EXPECT_EQ(clicked(R"("#none",["aria/Nobody"],"::bad(","#drop","#save")"), "click #drop");
}

TEST(StepsSelectors, AMissingElementIsNamedWithAllItsAlternatives) {
  EXPECT_EQ(clicked(R"("#none",["main","aria/Nobody"])"), "no element matches #none, main >>> aria/Nobody");
  EXPECT_EQ(clicked(R"("::bad(")"), "no element matches ::bad(; ::bad( is not a valid selector");
}

TEST(StepsSelectors, TheFirstThatCanBeSeenIsTaken) {
  auto run = perform("<button hidden>Go</button><button id=b>Go</button>" + listen("click"),
                     "[" + testing::click_on("text/Go") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("click #b"));
}

}  // namespace
}  // namespace squall
