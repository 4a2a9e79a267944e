#include "trace/graph.h"

#include <gtest/gtest.h>

#include "trace/testing.h"

namespace squall::trace {
namespace {

using K = EventKind;
using O = OpKind;

// Figure 4 of AjaxRacer: a click, three readystatechange events and a load; the click and the load change the same
// region.
TinyTrace car_wash() {
  TinyTrace t;
  t.event("root", "", K::Root).event("click", "root", K::User, "1");
  t.event("r2", "click", K::Xhr, "GET /s readystatechange 2").event("r3", "click", K::Xhr, "GET /s readystatechange 3");
  t.event("r4", "click", K::Xhr, "GET /s readystatechange 4").event("load", "click", K::Xhr, "GET /s load");
  t.event("next", "root", K::User, "2");
  for (const char* event : {"r2", "r3", "r4"}) t.link("click", O::Fork, event, "xhr readystatechange");
  t.link("click", O::Fork, "load", "xhr load");
  t.link("r2", O::Join, "r3").link("r3", O::Join, "r4").link("r4", O::Join, "load").link("r4", O::Join, "load");
  for (const char* event : {"click", "load", "load", "next"}) {
    t.op(event, O::Mutate, "#stationResult");
    t.trace.operations.back().rect = {280, 1132, 1024, 334};
  }
  t.op("r2", O::Mutate, "#hidden");
  return t;
}

EventGraph graph_of(const Trace& trace, int step) { return event_graph(trace, HappensBefore::of(trace), step); }

TEST(EventGraph, IsFigure4OfAjaxRacer) {
  TinyTrace t = car_wash();
  EventGraph graph = graph_of(t.trace, 0);
  EXPECT_EQ(graph.root, t.id("click"));
  std::vector<std::pair<std::string, size_t>> nodes;
  for (const GraphNode& node : graph.nodes) nodes.emplace_back(t.name(node.event), node.mutated.size());
  EXPECT_EQ(nodes,
            (std::vector<std::pair<std::string, size_t>>{{"click", 1}, {"r2", 0}, {"r3", 0}, {"r4", 0}, {"load", 1}}));
  EXPECT_EQ(graph.edges, (std::vector<GraphEdge>{{t.id("click"), t.id("r2"), false, "xhr readystatechange"},
                                                 {t.id("click"), t.id("r3"), false, "xhr readystatechange"},
                                                 {t.id("click"), t.id("r4"), false, "xhr readystatechange"},
                                                 {t.id("click"), t.id("load"), false, "xhr load"},
                                                 {t.id("r2"), t.id("r3"), true, ""},
                                                 {t.id("r3"), t.id("r4"), true, ""},
                                                 {t.id("r4"), t.id("load"), true, ""}}));
  ASSERT_NE(graph.find(t.id("load")), nullptr);
  EXPECT_TRUE(graph.find(t.id("load"))->mutated[0].overlaps(graph.find(t.id("click"))->mutated[0]));
  EXPECT_EQ(graph.find(t.id("next")), nullptr);
}

TEST(EventGraph, ACauseWithoutAForkIsAnEdgeOfTheEventsKind) {
  TinyTrace t;
  t.event("root", "", K::Root).event("u", "root", K::User, "1").event("s", "u", K::ScriptLoad, "/a.js");
  EXPECT_EQ(graph_of(t.trace, 0).edges, (std::vector<GraphEdge>{{t.id("u"), t.id("s"), false, "script-load"}}));
}

TEST(EventGraph, AStepThatDidNotHappenIsEmpty) {
  EventGraph graph = graph_of(car_wash().trace, 7);
  EXPECT_FALSE(graph.root.valid());
  EXPECT_TRUE(graph.nodes.empty());
}

TEST(EventGraph, OrdersThatNobodyBroughtAboutAreNoEdges) {
  TinyTrace t;
  t.event("root", "", K::Root).event("u", "root", K::User, "1");
  t.event("a", "u", K::Timeout, "0").event("b", "u", K::Timeout, "1");
  t.link("u", O::Fork, "a", "timeout").link("u", O::Fork, "b", "timeout");
  EXPECT_EQ(t.given_by(Rule::TimerOrder), (TinyTrace::Pairs{{"a", "b"}}));
  EXPECT_EQ(graph_of(t.trace, 0).edges, (std::vector<GraphEdge>{{t.id("u"), t.id("a"), false, "timeout"},
                                                                {t.id("u"), t.id("b"), false, "timeout"}}));
}

TEST(EventGraph, AnElementOfTheScreenWithoutExtentIsNoRegion) {
  TinyTrace t;
  t.event("root", "", K::Root).event("u", "root", K::User, "1");
  for (Rect rect : {Rect{1, 2, 0, 4}, Rect{1, 2, 3, 0}, Rect{1, 2, 3, 4}, Rect{1, 2, 3, 5}, Rect{1, 2, 3, 4}}) {
    t.op("u", O::Mutate, "#a");
    t.trace.operations.back().rect = rect;
  }
  EXPECT_EQ(graph_of(t.trace, 0).nodes.at(0).mutated, (std::vector<Rect>{{1, 2, 3, 4}, {1, 2, 3, 5}}));
}

}  // namespace
}  // namespace squall::trace
