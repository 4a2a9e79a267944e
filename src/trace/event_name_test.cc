#include "trace/event_name.h"

#include <gtest/gtest.h>

#include <random>

#include "base/files.h"
#include "base/json.h"

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

// Texts of what means something in names, of kinds and of numbers.
std::string hostile(std::mt19937& random) {
  constexpr const char* kPieces[] = {"/",   ":", "#", "\\",      "\n",   " ",    "0",          "12",
                                     "007", "a", "?", "timeout", "user", "root", "web-socket", "frame"};
  std::string text;
  for (unsigned left = random() % 9; left > 0; --left) text += kPieces[random() % std::size(kPieces)];
  return text;
}

TEST(EventName, WhateverIsWrittenIsReadBackAsTheSame) {
  std::mt19937 random(7);
  constexpr EventKind kKinds[] = {EventKind::User,      EventKind::Fetch,   EventKind::AnimationFrame,
                                  EventKind::WebSocket, EventKind::Timeout, EventKind::Other};
  for (int round = 0; round < 20000; ++round) {
    EventName name;
    name.page = static_cast<int>(random() % 3);
    if (random() % 3 == 0) name.frame = "0/1";
    for (unsigned left = random() % 4; left > 0; --left) {
      int ordinal = random() % 2 == 0 ? 0 : static_cast<int>(random() % 12);
      name = name.child(kKinds[random() % std::size(kKinds)], hostile(random), ordinal);
    }
    std::string text = to_text(name);
    ASSERT_EQ(parse_event_name(text), name) << text;
    ASSERT_EQ(text.find('\n'), std::string::npos) << text;
  }
}

TEST(EventName, WhateverIsReadAsANameStaysThatName) {
  std::mt19937 random(7);
  size_t read = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text = "root/timeout" + hostile(random);
    auto name = parse_event_name(text);
    if (!name) continue;
    ++read;
    ASSERT_EQ(parse_event_name(to_text(*name)), name) << text;
  }
  EXPECT_GT(read, 2000u);
}

// The agent's side of it is agent/test/names.browser.ts.
TEST(EventName, BothSidesWriteTheNamesOfTheTable) {
  auto text = read_file(SQUALL_SOURCE_DIR "/agent/test/event_names.json");
  ASSERT_TRUE(text) << text.error().message;
  auto table = parse_json(*text);
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ((*table)["kinds"], Json::strings(event_kind_names()));
  EXPECT_EQ((*table)["segments"].size(), 120u);
  for (const Json& row : (*table)["segments"].items()) {
    EventName name = EventName{}.child(event_kind_of(row[size_t{0}].as_string()), row[1].as_string());
    EXPECT_EQ(to_text(name), "root/" + row[2].as_string());
    EXPECT_EQ(parse_event_name("root/" + row[2].as_string()), name) << row[2].as_string();
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
  timer.page = 1;
  EXPECT_FALSE(timer.derives_from(ten)) << "of another page";
  timer.page = 0;
  timer.frame = "0/0";
  EXPECT_TRUE(timer.derives_from(ten));
  EXPECT_EQ(timer.step(), 9);
  EXPECT_EQ(EventName{}.step(), -1);
}

}  // namespace
}  // namespace squall::trace
