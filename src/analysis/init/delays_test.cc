#include "analysis/init/delays.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/init/sample_load.h"

namespace squall::analysis::init {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using trace::EventKind;

std::vector<std::string> words(const std::vector<Delay>& delays) {
  std::vector<std::string> out;
  for (const Delay& delay : delays) out.push_back(words_for(delay));
  return out;
}

TEST(InitDelays, WhatANetworkCanStretchAndLongTimersAreDelays) {
  SampleLoad load;
  load.event("page", "root", EventKind::Parse);
  load.arrives("app", "root", EventKind::Script, "http://h/app.js");
  load.arrives("answer", "app", EventKind::Fetch, "GET http://h/profile");
  load.arrives("short", "app", EventKind::Timeout, "499");
  load.arrives("long", "app", EventKind::Timeout, "500");
  load.arrives("frame", "app", EventKind::AnimationFrame, "");
  load.arrives_silently("root/style-load:http://h/a.css");
  Delays delays(load.run(), 500);
  EXPECT_THAT(words(delays.all()), ElementsAre("the script /app.js", "the response from /profile", "a timer of 500 ms",
                                               "the style sheet /a.css"));
}

TEST(InitDelays, AMessageIsToldByTheAddressOfItsConnection) {
  SampleLoad load;
  load.event("page", "root", EventKind::Parse);
  load.arrives("socket", "root", EventKind::WebSocket, "ws://h/live");
  load.arrives("end", "socket", EventKind::WebSocket, "close");
  Delays delays(load.run(), 500);
  EXPECT_EQ(delays.all().at(0).url, "ws://h/live");
  EXPECT_EQ(delays.all().at(1).url, "ws://h/live");
}

TEST(InitDelays, OnlyWhatMustComeBeforeAnEventDelaysIt) {
  SampleLoad load;
  load.event("page", "root", EventKind::Parse);
  load.arrives("app", "root", EventKind::Script, "http://h/app.js");
  load.arrives("other", "app", EventKind::Fetch, "GET http://h/other");
  load.arrives("answer", "app", EventKind::Fetch, "GET http://h/profile");
  load.event("body", "answer", EventKind::Body, "json");
  Delays delays(load.run(), 500);
  EXPECT_THAT(words(delays.before(load.id("body"))), ElementsAre("the script /app.js", "the response from /profile"));
  EXPECT_THAT(delays.before(load.id("page")), IsEmpty());
}

TEST(InitDelays, WhatCausedAnEventMostDirectlyComesLast) {
  SampleLoad load;
  load.event("page", "root", EventKind::Parse);
  load.arrives_silently("root/script:http://h/second.js");  // arrived first, runs second
  load.arrives("first", "root", EventKind::Script, "http://h/first.js");
  load.event("second", "root", EventKind::Script, "http://h/second.js");
  Delays delays(load.run(), 500);
  EXPECT_THAT(words(delays.before(load.id("second"))), ElementsAre("the script /first.js", "the script /second.js"));
}

TEST(InitDelays, AScriptThatRanWhenAStyleSheetCameWaitedForIt) {
  SampleLoad load;
  load.event("page", "root", EventKind::Parse);
  load.arrives_silently("root/style-load:http://h/a.css");
  load.event("inline", "root", EventKind::Script, "inline");
  Delays delays(load.run(), 500);
  EXPECT_THAT(words(delays.before(load.id("inline"))), ElementsAre("the style sheet /a.css"));
}

TEST(InitDelays, AStyleSheetOfTheHeadIsNoneBecauseNothingIsShownBefore) {
  SampleLoad load;
  load.arrives_silently("root/style-load:http://h/a.css");
  lab::Run run = load.run();
  run.outcome.frames = *parse_json(
      R"([{"path":"0","url":"http://h/","root":{"t":"html","c":[{"t":"head","c":["\n",{"t":"link","a":{"href":"a.css"}}]}]}}])");
  EXPECT_THAT(Delays(run, 500).all(), IsEmpty());
}

}  // namespace
}  // namespace squall::analysis::init
