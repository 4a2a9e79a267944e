#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "trace/testing.h"

namespace squall::trace {
namespace {

using testing::HasSubstr;

Trace sample() {
  TinyTrace t;
  t.event("root", "", EventKind::Root).event("u", "root", EventKind::User, "1");
  t.event("x", "u", EventKind::Xhr, "GET http://h/ä \"q\"", "0/1");
  t.link("u", OpKind::Fork, "x", "xhr load").op("x", OpKind::Mutate, "#r", "insert").op("x", OpKind::Read, "cookie:a");
  t.trace.events[2].time = 12.5;
  t.trace.events[2].turn = 4;
  t.trace.events[2].where = {"http://h/a.js", 7, 9};
  t.trace.operations[1].rect = {280, 1132.25, 1024, 334};
  t.trace.operations[1].where = {"http://h/a.js", 8, 1};
  t.trace.operations[1].stack = "show http://h/a.js:8:1";
  return t.trace;
}

TEST(TraceFile, HasTheGrammarThatItSays) {
  EXPECT_EQ(to_json(sample()).dump(),
            R"({"format":"squall-trace","version":2,)"
            R"("strings":["root","","0","user","1","xhr","GET http://h/ä \"q\"","0/1","http://h/a.js","fork",)"
            R"("xhr load","mutate","#r","insert","show http://h/a.js:8:1","read","cookie:a"],)"
            R"("events":[[-1,0,1,0,-1,0,0,2,1,0,0],[0,3,4,0,0,0,0,2,1,0,0],[1,5,6,0,0,4,12.5,7,8,7,9]],)"
            R"("operations":[[1,9,2,10,1,1,0,0],[2,11,-1,12,13,8,8,1,280,1132.25,1024,334,14],[2,15,-1,16,1,1,0,0]]})");
}

TEST(TraceFile, ReadsWhatItWrote) {
  auto text = parse_json(to_json(sample()).dump());
  ASSERT_TRUE(text);
  auto trace = trace_from_json(*text);
  ASSERT_TRUE(trace) << trace.error().message;
  EXPECT_EQ(to_json(*trace), to_json(sample()));
  EXPECT_EQ(event_name(*trace, EventId{2}), "frame 0/1: root/user:1/xhr:GET http://h/ä \"q\"");
  EXPECT_EQ((*trace)[EventId{2}].id, EventId{2});
  EXPECT_EQ(trace->operations[1].rect.y, 1132.25);
}

TEST(TraceFile, AnEmptyTraceIsATrace) {
  auto trace = trace_from_json(to_json(Trace{}));
  ASSERT_TRUE(trace);
  EXPECT_TRUE(trace->events.empty());
}

TEST(TraceFile, AFutureVersionSaysToUpdate) {
  Json json = to_json(sample());
  json.set("version", 3);
  auto trace = trace_from_json(json);
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().message, "The trace file has version 3; this squall reads up to version 2.");
  EXPECT_EQ(trace.error().hint, "Update squall.");
}

TEST(TraceFile, SomethingElseIsNoTrace) {
  for (const Json& json : {Json(), Json(3), Json::array(), Json::object({{"format", "har"}, {"version", 1}})}) {
    auto trace = trace_from_json(json);
    ASSERT_FALSE(trace);
    EXPECT_EQ(trace.error().message, "This is not a trace file of squall.");
  }
}

// Every value of the file, one after the other, replaced by each of some wrong ones: an Error or a trace that can be
// used, never a crash.
void break_everywhere(Json& json, Json& at, int& errors) {
  const Json saved = at;
  for (const Json& wrong : {Json(), Json(-2), Json(1e18), Json(0.5), Json("x"), Json::array(), Json(1000000)}) {
    at = wrong;
    auto trace = trace_from_json(json);
    if (!trace)
      ++errors;
    else
      for (const Event& event : trace->events) event_name(*trace, event.id), HappensBefore::of(*trace);
  }
  at = saved;
  if (at.is_array())
    for (Json& item : at.mutable_items()) break_everywhere(json, item, errors);
  if (at.is_object())
    for (auto& member : at.mutable_members()) break_everywhere(json, member.second, errors);
}

TEST(TraceFile, BrokenValuesNeverCrash) {
  Json json = to_json(sample());
  int errors = 0;
  break_everywhere(json, json, errors);
  EXPECT_GT(errors, 300);
  EXPECT_EQ(json, to_json(sample()));
}

TEST(TraceFile, AFileThatIsCutOffIsAnError) {
  std::string text = to_json(sample()).dump();
  for (size_t length = 0; length < text.size(); ++length) {
    auto json = parse_json(text.substr(0, length));
    EXPECT_FALSE(json && trace_from_json(*json)) << length;
  }
}

TEST(TraceFile, RowsThatAreCutOffAreErrors) {
  for (const char* member : {"events", "operations"}) {
    Json json = to_json(sample());
    for (auto& [key, value] : json.mutable_members()) {
      if (key == member) value.mutable_items().back().mutable_items().pop_back();
    }
    auto trace = trace_from_json(json);
    ASSERT_FALSE(trace);
    EXPECT_THAT(trace.error().message, HasSubstr("cannot be read"));
  }
  for (const char* member : {"strings", "events", "operations", "version"}) {
    Json json = to_json(sample());
    json.erase(member);
    EXPECT_FALSE(trace_from_json(json)) << member;
  }
}

TEST(TraceFile, ACauseStandsBeforeItsEffect) {
  for (int cause : {1, 2}) {
    Trace trace = sample();
    trace.events[1].cause.value = cause;
    auto read = trace_from_json(to_json(trace));
    ASSERT_FALSE(read) << cause;
    EXPECT_EQ(read.error().message, "The trace file is broken: event 1 cannot be read.");
  }
}

}  // namespace
}  // namespace squall::trace
