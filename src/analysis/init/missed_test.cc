#include "analysis/init/missed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/init/sample_load.h"

namespace squall::analysis::init {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;
using trace::EventKind;
using trace::OpKind;

// A page whose parser came upon the image #i.
SampleLoad with_image() {
  SampleLoad load;
  load.event("page", "root", EventKind::Parse);
  load.op("page", OpKind::ParseElement, "#i", "visible");
  return load;
}

std::vector<Suspect> missed(SampleLoad& load) {
  lab::Run run = load.run();
  run.outcome.frames = *parse_json(
      R"([{"path":"0","url":"http://h/","root":{"t":"html","c":[{"t":"img","a":{"id":"i","src":"i.png"}}]}}])");
  return missed_loads(Delays(run, 500), run);
}

TEST(InitMissed, AScriptThatRegistersForALoadMayComeAfterIt) {
  SampleLoad load = with_image();
  load.arrives("app", "page", EventKind::Script, "http://h/app.js");
  load.op("app", OpKind::Register, "#i", "load");
  load.arrives("image", "page", EventKind::ImageLoad, "http://h/i.png");
  auto suspects = missed(load);
  ASSERT_THAT(suspects, SizeIs(1));
  EXPECT_EQ(suspects[0].kind, Kind::MissedLoad);
  EXPECT_EQ(suspects[0].element, "#i");
  EXPECT_EQ(suspects[0].awaited, "the loading of #i");
  ASSERT_THAT(suspects[0].delays, SizeIs(1));
  EXPECT_EQ(suspects[0].delays[0].url, "http://h/app.js");
  EXPECT_EQ(suspects[0].rival->url, "http://h/i.png");
  EXPECT_TRUE(suspects[0].certain);
}

TEST(InitMissed, AHandlerThatFollowsFromTheLoadItselfIsNotLateForIt) {
  SampleLoad load = with_image();
  load.arrives("image", "page", EventKind::ImageLoad, "http://h/i.png");
  load.op("image", OpKind::Register, "#i", "load");
  EXPECT_THAT(missed(load), IsEmpty());
}

TEST(InitMissed, AScriptThatThePageWaitsForBeforeItsImageIsNeverLate) {
  SampleLoad load;
  load.arrives("app", "root", EventKind::Script, "http://h/app.js");
  load.event("page", "app", EventKind::Parse);
  load.op("page", OpKind::ParseElement, "#i", "visible");
  load.op("page", OpKind::Register, "#i", "load");
  load.arrives("image", "page", EventKind::ImageLoad, "http://h/i.png");
  EXPECT_THAT(missed(load), IsEmpty());
}

// The page waits for a handler of DOMContentLoaded that the answer to a request registers.
SampleLoad with_late_start() {
  SampleLoad load;
  load.event("page", "root", EventKind::Parse);
  load.arrives("answer", "page", EventKind::Fetch, "GET http://h/config");
  load.op("answer", OpKind::Register, "document", "DOMContentLoaded");
  return load;
}

TEST(InitMissed, AnAnswerThatComesAfterThePageIsReadyIsTooLateForItsHandler) {
  SampleLoad load = with_late_start();
  load.arrives("lib", "page", EventKind::Script, "http://h/lib.js");
  load.event("ready", "lib", EventKind::Milestone, "DOMContentLoaded");
  auto suspects = missed_milestones(Delays(load.run(), 500));
  ASSERT_THAT(suspects, SizeIs(1));
  EXPECT_EQ(suspects[0].awaited, "DOMContentLoaded");
  EXPECT_TRUE(is_of_page(suspects[0]));
  EXPECT_EQ(suspects[0].delays.at(0).url, "http://h/config");
  EXPECT_EQ(suspects[0].rival->url, "http://h/lib.js");
}

TEST(InitMissed, WhereThePageWaitsForNothingElseNothingCanBeHeldToShowIt) {
  SampleLoad load = with_late_start();
  load.arrives("short", "page", EventKind::Timeout, "1");
  load.event("ready", "page", EventKind::Milestone, "DOMContentLoaded");
  EXPECT_THAT(missed_milestones(Delays(load.run(), 500)), IsEmpty());
}

}  // namespace
}  // namespace squall::analysis::init
