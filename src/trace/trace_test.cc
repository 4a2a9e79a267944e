#include "trace/trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace squall::trace {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Json json(const char* text) {
  auto parsed = parse_json(text);
  EXPECT_TRUE(parsed) << text;
  return parsed ? *parsed : Json();
}

std::vector<std::string> names_of(const Trace& trace) {
  std::vector<std::string> names;
  for (const Event& event : trace.events) names.push_back(event_name(trace, event.id));
  return names;
}

TEST(Names, KindsAreReadAsTheyAreWritten) {
  for (int i = 0; i <= static_cast<int>(EventKind::Other); ++i) {
    auto kind = static_cast<EventKind>(i);
    EXPECT_EQ(event_kind_of(name_of(kind)), kind);
  }
  for (int i = 0; i <= static_cast<int>(OpKind::ParseElement); ++i) {
    auto kind = static_cast<OpKind>(i);
    EXPECT_TRUE(known_op_kind(name_of(kind)));
    EXPECT_EQ(op_kind_of(name_of(kind)), kind);
  }
}

TEST(Names, SpellingOfWordsDoesNotMatter) {
  EXPECT_STREQ(name_of(EventKind::ScriptLoad), "script-load");
  EXPECT_EQ(event_kind_of("ScriptLoad"), EventKind::ScriptLoad);
  EXPECT_EQ(event_kind_of("script load"), EventKind::ScriptLoad);
  EXPECT_EQ(event_kind_of("script"), EventKind::Script);
  EXPECT_EQ(event_kind_of("scripts"), EventKind::Other);
  EXPECT_EQ(event_kind_of(""), EventKind::Other);
  EXPECT_EQ(op_kind_of("preventDefault"), OpKind::PreventDefault);
  EXPECT_FALSE(known_op_kind("mutated"));
  EXPECT_FALSE(known_op_kind(""));
}

TEST(AddFrames, MergesByTurnFrameAndId) {
  Trace trace;
  Status status = add_frames(trace, {json(R"({"v":1,"frame":"0/1","events":[
      [3,-1,"timeout","5",0,-1,1,0,"",0,0], [1,-1,"script","inline",0,-1,1,2.5,"http://h/a",3,4]],"ops":[
      [3,"write",null,"cookie:a","",null,"",0,0]]})"),
                                     json(R"({"v":1,"frame":"0","events":[
      [0,-1,"user","1",0,0,1,0,"",0,0], [7,0,"xhr","GET /",0,0,2,0,"",0,0], [9,0,"xhr","GET /",1,0,2,0,"",0,0]],"ops":[
      [0,"fork",7,"xhr load","",null,"http://h/b",5,6], [9,"mutate",null,"#a","insert",[1,2,3,4],"",0,0],
      [-1,"read",null,"cookie:a","",null,"",0,0]]})")});
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_THAT(names_of(trace),
              ElementsAre("root", "root/user:1", "frame 0/1: root/script:inline", "frame 0/1: root/timeout:5",
                          "root/user:1/xhr:GET /", "root/user:1/xhr:GET /#1"));
  const Event& script = trace.events[2];
  EXPECT_EQ(script.id, EventId{2});
  EXPECT_EQ(script.frame, "0/1");
  EXPECT_EQ(script.time, 2.5);
  EXPECT_EQ(script.where.url + ":" + std::to_string(script.where.line), "http://h/a:3");
  EXPECT_EQ(script.where.column, 4);
  EXPECT_EQ(trace.events[4].step, 0);
  ASSERT_EQ(trace.operations.size(), 4u);
  EXPECT_EQ(trace.operations[0].event, EventId{1});
  EXPECT_EQ(trace.operations[0].other, EventId{4});
  EXPECT_EQ(trace.operations[1].kind, OpKind::Write);  // of turn 1, in the second frame
  EXPECT_EQ(trace.operations[2].rect.height, 4);
  EXPECT_EQ(trace.operations[2].extra, "insert");
  EXPECT_EQ(trace.operations[3].event, EventId{0});
  EXPECT_EQ(trace.operations[3].other, EventId{});
}

TEST(AddFrames, AnEventOfAnotherFrameMayBeTheCause) {
  Trace trace;
  // The message runs in the same turn, and its frame sorts before the sender's.
  Status status = add_frames(trace, {json(R"({"v":1,"frame":"0","events":[
      [0,"0/1:4","message","",0,-1,1,0,"",0,0],[1,"0/9:4","message","",0,-1,1,0,"",0,0]],"ops":[]})"),
                                     json(R"({"v":1,"frame":"0/1","events":[
      [4,-1,"script","inline",0,-1,1,0,"",0,0]],"ops":[
      [4,"fork","0:0","message","",null,"",0,0],[4,"fork","0/9:1","message","",null,"",0,0]]})")});
  ASSERT_TRUE(status) << status.error().message;
  // The frame 0/9 is gone: what it caused is the root's.
  EXPECT_THAT(names_of(trace),
              ElementsAre("root", "root/message", "frame 0/1: root/script:inline", "root/script:inline/message"));
  EXPECT_EQ(trace.operations[0].other, EventId{3});
  EXPECT_EQ(trace.operations[1].other, EventId{});
}

TEST(AddFrames, ASecondCallMergesWithWhatIsThere) {
  Trace trace;
  ASSERT_TRUE(add_frames(trace, {json(R"({"v":1,"frame":"0","events":[
      [0,-1,"user","1",0,0,1,0,"",0,0],[1,0,"timeout","9",0,0,3,0,"",0,0]],"ops":[
      [0,"fork",1,"timeout","",null,"",0,0]]})")}));
  ASSERT_TRUE(add_frames(trace, {json(R"({"v":1,"frame":"0","events":[
      [0,-1,"user","2",0,1,2,0,"",0,0]],"ops":[]})")}));
  EXPECT_THAT(names_of(trace), ElementsAre("root", "root/user:1", "root/user:2", "root/user:1/timeout:9"));
  EXPECT_EQ(trace.operations[0].event, EventId{1});
  EXPECT_EQ(trace.operations[0].other, EventId{3});
}

TEST(AddFrames, TwoDocumentsOfOneFrameKeepTheirOwnNumbers) {
  Trace trace;
  ASSERT_TRUE(add_frames(trace, {json(R"({"v":1,"frame":"0","events":[[0,-1,"user","1",0,0,1,0,"",0,0]],"ops":[]})"),
                                 json(R"({"v":1,"frame":"0","events":[[0,-1,"user","2",0,1,5,0,"",0,0]],"ops":[]})"),
                                 json(R"({"v":1,"frame":"0/1","events":[
      [0,"0:0","message","a",0,0,2,0,"",0,0],[1,"0:0","message","b",0,0,6,0,"",0,0]],"ops":[]})")}));
  EXPECT_THAT(names_of(trace), ElementsAre("root", "root/user:1", "frame 0/1: root/user:1/message:a", "root/user:2",
                                           "frame 0/1: root/user:2/message:b"));
}

TEST(AddFrames, NothingStillHasARoot) {
  Trace trace;
  ASSERT_TRUE(add_frames(trace, {}));
  EXPECT_THAT(names_of(trace), ElementsAre("root"));
}

TEST(AddFrames, BrokenPartsAreErrorsAndLeaveTheTraceAlone) {
  const char* broken[] = {
      "[]",
      R"({"v":2,"frame":"0","events":[],"ops":[]})",
      R"({"v":1,"frame":"0","events":[]})",
      R"({"v":1,"frame":"0","events":[[0,-1,"user"]],"ops":[]})",
      R"({"v":1,"frame":"0","events":[["a",-1,"user","",0,0,0,0,"",0,0]],"ops":[]})",
      R"({"v":1,"frame":"0","events":[[0,5,"user","",0,0,0,0,"",0,0]],"ops":[]})",
      R"({"v":1,"frame":"0","events":[[0,0,"user","",0,0,0,0,"",0,0]],"ops":[]})",
      R"({"v":1,"frame":"0","events":[[0,-1,"a","",0,0,0,0,"",0,0],[0,-1,"b","",0,0,0,0,"",0,0]],"ops":[]})",
      R"({"v":1,"frame":"0","events":[],"ops":[[0,"read",null,"","",null,"",0,0]]})",
      R"({"v":1,"frame":"0","events":[],"ops":[[-1,"sing",null,"","",null,"",0,0]]})",
      R"({"v":1,"frame":"0","events":[],"ops":[[-1,"read"]]})",
  };
  for (const char* part : broken) {
    Trace trace;
    Status status = add_frames(trace, {json(part)});
    ASSERT_FALSE(status) << part;
    EXPECT_THAT(status.error().message, HasSubstr("broken"));
    EXPECT_TRUE(trace.events.empty());
  }
}

TEST(EventName, ACircleOfCausesEnds) {
  Trace trace;
  trace.events.resize(2);
  trace.events[0].cause.value = 1;
  trace.events[1].cause.value = 0;
  EXPECT_EQ(event_name(trace, EventId{0}), "root/other/other");
  EXPECT_EQ(event_name(trace, EventId{5}), "");
}

}  // namespace
}  // namespace squall::trace
