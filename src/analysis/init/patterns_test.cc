#include "analysis/init/patterns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/init/early.h"
#include "analysis/init/sample_load.h"
#include "analysis/init/words.h"
#include "lab/run_file.h"

namespace squall::analysis::init {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using trace::EventKind;
using trace::OpKind;

// The page of figure 11.1: a field, a script, and a handler that writes the field when the document is there.
SampleLoad figure1() {
  SampleLoad load;
  load.event("page", "root", EventKind::Parse);
  load.op("page", OpKind::ParseElement, "#q", "visible writable");
  load.arrives("search", "root", EventKind::Script, "http://h/search.js");
  load.event("ready", "root", EventKind::Milestone, "DOMContentLoaded");
  load.op("ready", OpKind::WriteField, "#q", "value");
  return load;
}

Field field(const std::string& element, int given, int lost) {
  Field out;
  out.element = element;
  out.kind = "text";
  out.given = "test";
  out.after = lost < 0 ? "test" : "";
  out.turn = given;
  out.lost = lost;
  return out;
}

Action click_on(const std::string& element, const std::string& place, const std::string& type) {
  flow::Step step;
  step.selectors = {{element}};
  return {step, element, {{place, type}}};
}

TEST(InitPatterns, AFieldThatLostItsValueAfterAScriptIsSuspected) {
  SampleLoad load = figure1();
  Survey survey;
  survey.fields = {field("#q", 0, 1)};
  auto suspects = overwritten_fields(Delays(load.run(), 500), survey);
  ASSERT_THAT(suspects, SizeIs(1));
  EXPECT_EQ(suspects[0].element, "#q");
  EXPECT_EQ(suspects[0].delays[0].event, "root/script:http://h/search.js");
  EXPECT_TRUE(suspects[0].certain);
  EXPECT_EQ(suspects[0].calls.at(0).where.url, "http://h/app.js");
  EXPECT_EQ(suspects[0].steps.at(0).value, "test");
}

TEST(InitPatterns, AFieldThatKeptItsValueIsGuarded) {
  SampleLoad load = figure1();
  Survey survey;
  survey.fields = {field("#q", 0, -1)};
  EXPECT_THAT(overwritten_fields(Delays(load.run(), 500), survey), IsEmpty());
}

TEST(InitPatterns, AWriteWithoutALongDelayIsHarmless) {
  SampleLoad load;
  load.event("page", "root", EventKind::Parse);
  load.op("page", OpKind::ParseElement, "#q", "visible writable");
  load.event("inline", "root", EventKind::Script, "inline");
  load.op("inline", OpKind::WriteField, "#q", "value");
  Survey survey;
  survey.fields = {field("#q", 0, 0)};
  EXPECT_THAT(overwritten_fields(Delays(load.run(), 500), survey), IsEmpty());
}

TEST(InitPatterns, AnOptionThatIsSelectedWritesItsList) {
  SampleLoad load;
  load.event("page", "root", EventKind::Parse);
  load.arrives("app", "root", EventKind::Script, "http://h/app.js");
  load.op("app", OpKind::WriteField, "#size > optgroup:nth-of-type(1) > option:nth-of-type(2)", "selected");
  Survey survey;
  survey.fields = {field("#size", 0, 1)};
  auto suspects = overwritten_fields(Delays(load.run(), 500), survey);
  ASSERT_THAT(suspects, SizeIs(1));
  EXPECT_THAT(suspects[0].calls, SizeIs(1));
}

// A group of radio buttons of which the probe chose #s; a script checks one of them.
std::vector<Suspect> suspects_of_group(OpKind kind, const std::string& checked, const std::string& what, int lost) {
  SampleLoad load;
  load.event("page", "root", EventKind::Parse);
  load.arrives("app", "root", EventKind::Script, "http://h/app.js");
  load.op("app", kind, checked, what);
  Field radio = field("#s", 0, lost);
  radio.kind = "check";
  radio.group = {"#s", "#m", "#l"};
  radio.other = {"#m", "Medium", "", 0};
  Survey survey;
  survey.fields = {radio};
  return overwritten_fields(Delays(load.run(), 500), survey);
}

TEST(InitPatterns, ARadioButtonThatAScriptChecksWritesItsGroup) {
  auto suspects = suspects_of_group(OpKind::WriteField, "#l", "checked", 1);
  ASSERT_THAT(suspects, SizeIs(1));
  EXPECT_EQ(suspects[0].element, "#s");
  EXPECT_EQ(role_for(suspects[0].why[0]), "writes #l");
  EXPECT_THAT(suspects[0].calls, SizeIs(1));
}

TEST(InitPatterns, AScriptThatChecksTheRadioButtonThatWasTriedIsTriedWithAnother) {
  for (const auto& [kind, what] :
       {std::pair(OpKind::WriteField, "checked"), std::pair(OpKind::Mutate, "attribute checked")}) {
    auto suspects = suspects_of_group(kind, "#s", what, -1);
    ASSERT_THAT(suspects, SizeIs(1)) << what;
    EXPECT_EQ(suspects[0].element, "#m");
    EXPECT_EQ(flow::label_of(suspects[0].steps.at(0)), "click “Medium”");
  }
  EXPECT_THAT(suspects_of_group(OpKind::WriteField, "#elsewhere", "checked", -1), IsEmpty());
  EXPECT_THAT(suspects_of_group(OpKind::Mutate, "#s", "attribute class", -1), IsEmpty());
}

TEST(InitPatterns, FocusThatMovesElsewhereDisturbsWhoeverTypes) {
  SampleLoad load;
  load.event("page", "root", EventKind::Parse);
  load.arrives("app", "root", EventKind::Script, "http://h/app.js");
  load.op("app", OpKind::Focus, "#second");
  Survey survey;
  survey.fields = {field("#first", 0, -1), field("#second", 0, -1)};
  auto suspects = stolen_focus(Delays(load.run(), 500), survey);
  ASSERT_THAT(suspects, SizeIs(1));
  EXPECT_EQ(suspects[0].element, "#first");
  EXPECT_THAT(suspects[0].steps, SizeIs(2));
  survey.fields = {field("#second", 0, -1)};
  EXPECT_THAT(stolen_focus(Delays(load.run(), 500), survey), IsEmpty());
}

TEST(InitPatterns, NobodyTypesIntoAFieldThatThePageTakesAway) {
  SampleLoad load;
  load.event("page", "root", EventKind::Parse);
  load.arrives("app", "root", EventKind::Script, "http://h/app.js");
  load.op("app", OpKind::Focus, "#second");
  Survey survey;
  survey.fields = {field("#first", 0, 1), field("#third", 0, -1)};
  survey.fields[0].gone = true;
  auto suspects = stolen_focus(Delays(load.run(), 500), survey);
  ASSERT_THAT(suspects, SizeIs(1));
  EXPECT_EQ(suspects[0].element, "#third");
}

SampleLoad late_click(const std::string& how_seen) {
  SampleLoad load;
  load.event("page", "root", EventKind::Parse);
  load.op("page", OpKind::ParseElement, "#b", how_seen);
  load.arrives("app", "root", EventKind::Script, "http://h/app.js");
  load.op("app", OpKind::Register, "document", "click");
  return load;
}

TEST(InitPatterns, AHandlerThatAScriptRegistersAtTheDocumentIsLateForWhatIsInside) {
  SampleLoad load = late_click("visible");
  Survey survey;
  survey.actions = {click_on("#b", "document", "click")};
  auto suspects = late_handlers(Delays(load.run(), 500), survey, {});
  ASSERT_THAT(suspects, SizeIs(1));
  EXPECT_THAT(words_for(suspects[0].why[0]), HasSubstr("the handler for click on document is registered only after"));
  EXPECT_FALSE(suspects[0].prevents);
}

TEST(InitPatterns, AnElementThatIsHiddenAtFirstIsNotSuspected) {
  SampleLoad load = late_click("");
  Survey survey;
  survey.actions = {click_on("#b", "document", "click")};
  EXPECT_THAT(late_handlers(Delays(load.run(), 500), survey, {}), IsEmpty());
}

TEST(InitPatterns, AScriptBeforeTheElementIsNotLate) {
  SampleLoad load;
  load.arrives("app", "root", EventKind::Script, "http://h/app.js");
  load.op("app", OpKind::Register, "document", "click");
  load.event("page", "root", EventKind::Parse);
  load.op("page", OpKind::ParseElement, "#b", "visible");
  Survey survey;
  survey.actions = {click_on("#b", "document", "click")};
  EXPECT_THAT(late_handlers(Delays(load.run(), 500), survey, {}), IsEmpty());
}

TEST(InitPatterns, AdverseModeSaysWhichHandlersPreventTheDefault) {
  SampleLoad load = late_click("visible");
  Survey survey;
  survey.actions = {click_on("#b", "document", "click")};
  TriedHandler tried;
  tried.place = "document";
  tried.type = "click";
  tried.element = "#b";
  tried.prevented = true;
  EXPECT_TRUE(late_handlers(Delays(load.run(), 500), survey, {tried})[0].prevents);
}

// ---- P3a and P3b ----

TriedHandler failing_handler() {
  TriedHandler handler;
  handler.key = "k";
  handler.place = handler.element = "#b";
  handler.type = "click";
  handler.failure = "ReferenceError: s is not defined";
  return handler;
}

lab::Run alone(int worked, int first = 0) {
  SampleLoad load;
  load.event("page", "root", EventKind::Parse);
  load.arrives("other", "root", EventKind::Script, "http://h/other.js");
  load.arrives("s", "root", EventKind::Script, "http://h/s.js");
  lab::Run run = load.run();
  run.init.survey = lab::survey_from_json(
      *parse_json(R"({"fields":[],"steps":[],"handlers":[{"key":"k","place":"#b","type":"click","element":"#b",)"
                  R"("first":)" +
                  std::to_string(first) +
                  R"(,"tries":3,"prevented":false,"failure":{"text":"ReferenceError: s is not defined",)"
                  R"("url":"http://h/","line":3,"column":1},"worked":)" +
                  std::to_string(worked) + "}]}"));
  return run;
}

TEST(InitEarly, AHandlerThatFailsEarlyAndWorksLaterNeedsWhatCameLast) {
  auto suspect = validated(failing_handler(), alone(2), {click_on("#b", "#b", "click")}, 500);
  ASSERT_TRUE(suspect);
  EXPECT_EQ(suspect->delays.at(0).url, "http://h/s.js");
  EXPECT_THAT(suspect->steps, SizeIs(1));
  EXPECT_EQ(suspect->calls.at(0).where.line, 3);
}

TEST(InitEarly, AHandlerThatNeverWorksIsBenign) { EXPECT_FALSE(validated(failing_handler(), alone(-1), {}, 500)); }

TEST(InitEarly, WhatCameWithTheFirstTryIsNotWhatTheHandlerNeeds) {
  EXPECT_FALSE(validated(failing_handler(), alone(1, 1), {}, 500));
  auto suspect = validated(failing_handler(), alone(2, 1), {}, 500);
  ASSERT_TRUE(suspect);
  EXPECT_EQ(suspect->delays.at(0).url, "http://h/s.js");
}

TEST(InitEarly, WithoutAStepOfAUserTheSuspectCannotBeShown) {
  auto suspect = validated(failing_handler(), alone(1), {}, 500);
  ASSERT_TRUE(suspect);
  EXPECT_THAT(suspect->steps, IsEmpty());
  EXPECT_EQ(suspect->delays.at(0).url, "http://h/other.js");
}

TEST(InitEarly, OneFailureOnOneElementIsTriedAgainOnce) {
  TriedHandler fine;
  EXPECT_THAT(failing_early({failing_handler(), fine, failing_handler()}), SizeIs(1));
}

TEST(InitPatterns, OfSeveralDelaysTheLastIsHeldFirstAndThenTheFirst) {
  SampleLoad load;
  load.event("page", "root", EventKind::Parse);
  load.op("page", OpKind::ParseElement, "#q", "visible writable");
  load.arrives("one", "page", EventKind::Script, "http://h/one.js");
  load.arrives("two", "one", EventKind::Fetch, "GET http://h/two");
  load.arrives("three", "two", EventKind::Fetch, "GET http://h/three");
  load.op("three", OpKind::WriteField, "#q", "value");
  Survey survey;
  survey.fields = {field("#q", 0, 3)};
  auto suspects = overwritten_fields(Delays(load.run(), 500), survey);
  ASSERT_THAT(suspects, SizeIs(1));
  ASSERT_THAT(suspects[0].delays, SizeIs(2));
  EXPECT_EQ(suspects[0].delays[0].url, "http://h/three");
  EXPECT_EQ(suspects[0].delays[1].url, "http://h/one.js");
}

}  // namespace
}  // namespace squall::analysis::init
