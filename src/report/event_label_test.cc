#include "report/event_label.h"

#include <gtest/gtest.h>

#include "report/sample_report.h"

namespace squall::report {
namespace {

struct Expected {
  const char* name;
  Lane lane;
  const char* what;
  const char* from;
};

TEST(EventLabel, SaysWhatAPersonNeedsToRecogniseAnEvent) {
  const Expected all[] = {
      {"root/user:2", Lane::Step, "step 2", "step 2"},
      {"root/user:1/xhr:GET http://h/a/b?c=d", Lane::Response, "GET /a/b?c=d", "step 1"},
      {"root/xhr:GET http://h/a#3", Lane::Response, "GET /a", "loading"},
      {"root/user:1/fetch:POST http://h/a/timeout:100#2", Lane::Timer, "timer, 100 ms", "step 1"},
      {"root/user:12/fetch:POST http://h/a/frame", Lane::Timer, "animation frame", "step 12"},
      {"root/interval:50/interval:50#7", Lane::Timer, "interval, 50 ms", "loading"},
      {"root/animation", Lane::Timer, "animations end", "loading"},
      {"root/user:1/fetch:GET http://h/a?b/body:json", Lane::Response, "body of GET /a?b", "step 1"},
      {"root/image-load:http://h/p.png", Lane::Response, "image /p.png", "loading"},
      {"root/web-socket:ws://h/chat", Lane::Message, "WebSocket /chat opens", "loading"},
      {"root/web-socket:ws://h/chat/web-socket:message#4", Lane::Message, "WebSocket /chat: message", "loading"},
      {"frame 0/1: root/user:1/timeout:0", Lane::Timer, "timer, 0 ms", "step 1, in frame 0/1"},
  };
  for (const Expected& expected : all) {
    EventLabel label = label_of_event(expected.name);
    EXPECT_EQ(label.lane, expected.lane) << expected.name;
    EXPECT_EQ(label.what, expected.what) << expected.name;
    EXPECT_EQ(label.from, expected.from) << expected.name;
  }
}

TEST(EventLabel, PartsOfUrlsAreNotTakenForEvents) {
  EXPECT_EQ(label_of_event("root/user:1/xhr:GET http://h\\/message").what, "GET /message");
  EXPECT_EQ(label_of_event("root/user:1/xhr:GET http://h\\/user\\/script/7").what, "GET /user/script/7");
  EXPECT_EQ(label_of_event("root/fetch:GET http://h/?to=\\/fetch://x").what, "GET /?to=/fetch://x");
}

TEST(EventLabel, WhatIsNoEventNameIsShownAsItIs) {
  for (const char* name : {"", "root", "/", "root/", "frame ", "nonsense/xhr:GET", "root/what:ever"}) {
    EventLabel label = label_of_event(name);
    EXPECT_EQ(label.what, name);
    EXPECT_EQ(label.lane, Lane::Other);
  }
}

TEST(EventLabel, StepNumbersThatDoNotFitAreNoSteps) {
  EXPECT_EQ(label_of_event("root/user:99999999999999999999/timeout:1").step, 0);
  EXPECT_EQ(label_of_event("root/user:-4").step, 0);
}

TEST(EventLabel, StepsAreCalledWhatTheFlowCallsThem) {
  Report report = sample_report();
  EXPECT_EQ(event_labels(report.runs[0], report.flow)[2].what, "click “Diesel”");
  report.runs[0].run.outcome.steps.clear();
  EXPECT_EQ(event_labels(report.runs[0], report.flow)[2].what, "click “Diesel”");
  report.runs[0].schedule.steps = {1, 0};
  EXPECT_EQ(event_labels(report.runs[0], report.flow)[2].what, "click “Car Wash”");
  report.runs[0].schedule.steps = {1};
  EXPECT_EQ(event_labels(report.runs[0], report.flow)[2].what, "step 2");
}

}  // namespace
}  // namespace squall::report
