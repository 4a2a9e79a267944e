// Pages that hang, crash, ask, close themselves, leave, or never come to rest.
#include "tests/fault_lab.h"

namespace squall {
namespace {

using testing::clicks;
using ::testing::HasSubstr;

using FaultyPage = testing::FaultTest;
const Millis kShort{1500};

TEST_F(FaultyPage, AScriptThatHangsOnLoad) {
  EXPECT_THAT(refused("hangs_on_load.html", {}, kShort), HasSubstr("had not settled"));
}

TEST_F(FaultyPage, AHandlerThatHangs) {
  EXPECT_THAT(refused("hangs_on_click.html", clicks({"#go"}), kShort), HasSubstr("had not settled"));
}

TEST_F(FaultyPage, PromisesWithoutAnEnd) {
  EXPECT_THAT(refused("hangs_in_promises.html", {}, kShort), HasSubstr("had not settled"));
}

TEST_F(FaultyPage, AnImageThatNeverComes) {
  EXPECT_THAT(refused("waits_for_an_image.html", {}, kShort), HasSubstr("/never has no end"));
}

TEST_F(FaultyPage, ACrashOfTheRenderer) {
  EXPECT_THAT(refused("crashes.html", clicks({"#go"})), HasSubstr("crashed its renderer"));
  EXPECT_THAT(screen(settled("good.html", clicks({"#go"}))), HasSubstr("fresh"));
}

TEST_F(FaultyPage, QuestionsAreAnswered) {
  auto outcome = settled("asks_on_load.html");
  EXPECT_THAT(screen(outcome), HasSubstr("true nobody"));
  EXPECT_EQ(told(outcome), "dialog: alert: hello\ndialog: confirm: sure?\ndialog: prompt: name?\n");
}

TEST_F(FaultyPage, QuestionsWithoutAnEnd) {
  EXPECT_THAT(refused("asks_for_ever.html", clicks({"#go"}), kShort), HasSubstr("had not settled"));
}

TEST_F(FaultyPage, APageThatWouldRatherStayIsLeft) {
  auto outcome = settled("would_rather_stay.html", clicks({"#edit", "#go"}));
  EXPECT_THAT(told(outcome), HasSubstr("dialog: beforeunload"));
  EXPECT_THAT(outcome.url, HasSubstr("good.html"));
}

TEST_F(FaultyPage, APageThatClosesItselfStaysAsInABrowser) {
  // Scripts may close only what scripts have opened.
  EXPECT_THAT(screen(settled("closes_on_load.html")), HasSubstr("still here"));
  EXPECT_THAT(screen(settled("closes_on_click.html", clicks({"#go"}))), HasSubstr("still here"));
}

TEST_F(FaultyPage, StepsThatLeaveThePageLeadToTheNext) {
  for (const char* way : {"#link", "#assign", "#submit", "#fetch"}) {
    auto outcome = settled("leaves.html", clicks({way, "#go"}));
    EXPECT_THAT(outcome.url, HasSubstr("good.html")) << way;
    EXPECT_THAT(screen(outcome), HasSubstr("fresh")) << way << again();
  }
}

TEST_F(FaultyPage, APageThatMovesOnWhileItLoadsIsFollowed) {
  auto outcome = settled("moves_on.html");
  EXPECT_THAT(screen(outcome), HasSubstr("at 5"));
  EXPECT_EQ(outcome.requests.size(), 6u);
  EXPECT_THAT(screen(settled("reloads_thrice.html")), HasSubstr("loaded 3"));
}

TEST_F(FaultyPage, ReloadsWithoutAnEnd) {
  for (const char* name : {"reloads_for_ever.html", "reloads_by_meta.html", "moves_on_for_ever.html"}) {
    EXPECT_THAT(refused(name, {}, Millis(1000)), HasSubstr("had not settled")) << name;
  }
}

TEST_F(FaultyPage, PopupsAreClosedAndNamed) {
  auto outcome = settled("opens_popups.html", clicks({"#go"}));
  EXPECT_THAT(screen(outcome), HasSubstr("opened"));
  EXPECT_THAT(told(outcome), HasSubstr("popup: "));
}

TEST_F(FaultyPage, PrintingDoesNothing) { EXPECT_THAT(screen(settled("prints.html")), HasSubstr("printed")); }

TEST_F(FaultyPage, DownloadsAreDeniedAndNamed) {
  EXPECT_THAT(told(settled("downloads.html", clicks({"#go"}))), HasSubstr("download: "));
  EXPECT_THAT(told(settled("downloads.html", clicks({"#blob"}))), HasSubstr("download: "));
}

TEST_F(FaultyPage, AFloodOfLinesIsCut) {
  auto outcome = settled("floods_the_console.html");
  EXPECT_THAT(screen(outcome), HasSubstr("done"));
  EXPECT_LE(outcome.console.size(), 1000u);
  for (const auto& line : outcome.console) EXPECT_LE(line.text.size(), 2100u);
}

TEST_F(FaultyPage, ErrorsWithoutAnEndAreCut) {
  auto outcome = settled("throws_for_ever.html", clicks({"#go"}));
  std::string errors;
  for (const auto& error : outcome.errors) errors += error.text + "\n";
  EXPECT_THAT(errors, HasSubstr("Error: again"));
  EXPECT_THAT(errors, HasSubstr("TypeError"));
  EXPECT_THAT(errors, HasSubstr("(in promise) Error: unhandled"));
  EXPECT_LE(outcome.errors.size(), 100u);
  EXPECT_THAT(told(outcome), HasSubstr("cut: "));
}

TEST_F(FaultyPage, RequestsInEndlessTimersAreCut) {
  auto outcome = settled("requests_for_ever.html");
  EXPECT_THAT(screen(outcome), HasSubstr("fresh"));
  EXPECT_THAT(told(outcome), HasSubstr("cut: "));
  EXPECT_LE(outcome.requests.size(), 100u);
}

TEST_F(FaultyPage, RequestsAndMessagesWithoutAPauseAreCut) {
  for (const char* name : {"requests_without_a_pause.html", "posts_for_ever.html"}) {
    auto outcome = settled(name);
    EXPECT_THAT(told(outcome), HasSubstr("cut: a chain of ")) << name;
    EXPECT_LE(outcome.requests.size(), 200u);
  }
}

TEST_F(FaultyPage, FiftyThousandNodesAreAPage) {
  auto outcome = settled("huge.html", clicks({"#go"}));
  EXPECT_THAT(screen(outcome), HasSubstr("24999"));
}

TEST_F(FaultyPage, FourHundredLevelsAreAPage) { EXPECT_THAT(screen(settled("deep.html")), HasSubstr("bottom")); }

TEST_F(FaultyPage, ADocumentThatIsWrittenAnew) {
  EXPECT_THAT(screen(settled("writes.html", clicks({"#go"}))), HasSubstr("written"));
}

TEST_F(FaultyPage, StatesThatArePushedInALoop) {
  auto outcome = settled("pushes_states.html", clicks({"#go"}));
  EXPECT_THAT(screen(outcome), HasSubstr("?499"));
}

TEST_F(FaultyPage, StepsThatCannotBeDoneSayWhy) {
  auto page = record("good.html", clicks({"#nowhere", "#go"}));
  ASSERT_TRUE(page) << page.error().message;
  EXPECT_FALSE(page->outcome.steps[0].performed);
  EXPECT_THAT(page->outcome.steps[0].reason, HasSubstr("#nowhere"));
  EXPECT_TRUE(page->outcome.steps[1].performed) << page->outcome.steps[1].reason;
}

TEST_F(FaultyPage, AMacroStopsAtThePartThatCannotBeDone) {
  flow::Flow flow;
  flow::Step macro;
  macro.type = flow::StepType::Macro;
  macro.parts = clicks({"#go", "#nowhere"}).steps;
  flow.steps = {macro};
  auto page = record("good.html", flow);
  ASSERT_TRUE(page) << page.error().message;
  EXPECT_FALSE(page->outcome.steps[0].performed);
  EXPECT_THAT(page->outcome.steps[0].reason, HasSubstr("#nowhere"));
  EXPECT_THAT(screen(page->outcome), HasSubstr("fresh"));
}

TEST_F(FaultyPage, AfterThemAllAGoodPageIsRecorded) {
  EXPECT_THAT(screen(settled("good.html", clicks({"#go"}))), HasSubstr("fresh"));
}

}  // namespace
}  // namespace squall
