#include "trace/event_name.h"

#include <gtest/gtest.h>

namespace squall::trace {
namespace {

using Segment = EventName::Segment;

EventName name_with(std::string detail, int ordinal = 0) {
  return step_name(0).child(EventKind::Fetch, std::move(detail), ordinal).child(EventKind::Timeout, "100");
}

TEST(EventName, PlainNamesHaveThePlainText) {
  EXPECT_EQ(to_text({}), "root");
  EXPECT_EQ(to_text(step_name(1)), "root/user:2");
  EXPECT_EQ(to_text(name_with("GET http://h/stations?filter=wash", 2)),
            "root/user:1/fetch:GET http://h/stations?filter=wash#2/timeout:100");
}

TEST(EventName, AddressesThatLookLikeEventsAreToldApart) {
  EXPECT_EQ(to_text(name_with("GET http://h/api/user:a")), "root/user:1/fetch:GET http://h/api\\/user:a/timeout:100");
  EXPECT_EQ(to_text(name_with("GET http://h/frame")), "root/user:1/fetch:GET http://h\\/frame/timeout:100");
}

TEST(EventName, WhateverADetailHoldsIsReadBack) {
  for (const char* detail :
       {"GET http://h/api/user:a", "GET http://h/v1/items:batch", "GET http://h/message:a", "http://h/frame",
        "http://h/frame#3", "#3", "a\\", "a\\#3", "a\\\\#3", "\\/user:1", "/user:1/timeout:5#7", "line\nline",
        "GET :", "root/user:1", "http://h/x/root/idle", "x#12/y", ": root/user:1"}) {
    for (int ordinal : {0, 4}) {
      EventName name = name_with(detail, ordinal);
      EXPECT_EQ(parse_event_name(to_text(name)), name) << to_text(name);
      EventName last = name.parent();
      EXPECT_EQ(parse_event_name(to_text(last)), last) << to_text(last);
    }
  }
}

TEST(EventName, FramesAndPagesStandInFront) {
  EventName name = EventName{}.child(EventKind::Idle);
  name.frame = "0/1";
  EXPECT_EQ(to_text(name), "frame 0/1: root/idle");
  EXPECT_EQ(parse_event_name("frame 0/1: root/idle"), name);
  name.page = 2;
  EXPECT_EQ(parse_event_name(to_text(name)), name);
  name.frame.clear();
  EXPECT_EQ(to_text(name), "page 2: root/idle");
  EXPECT_EQ(parse_event_name(to_text(name)), name);
}

TEST(EventName, WhatIsNoNameIsRefused) {
  for (const char* text : {"", "user:1", "rooted", "root/", "root/nothing:1", "roots/user:1", "page x: root/idle"}) {
    EXPECT_FALSE(parse_event_name(text)) << text;
  }
}

TEST(EventName, CausesAreComparedAsAWhole) {
  EventName one = step_name(0), ten = step_name(9);
  EventName timer = ten.child(EventKind::Timeout, "1");
  EXPECT_TRUE(timer.derives_from(ten));
  EXPECT_FALSE(timer.derives_from(one));
  EXPECT_FALSE(timer.derives_from(timer));
  timer.frame = "0/0";
  EXPECT_TRUE(timer.derives_from(ten));
  EXPECT_EQ(timer.step(), 9);
  EXPECT_EQ(EventName{}.step(), -1);
}

}  // namespace
}  // namespace squall::trace
