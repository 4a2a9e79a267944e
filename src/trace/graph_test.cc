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

TEST(EventGraph, IsFigure4OfAjaxRacer) {
  TinyTrace t = car_wash();
  EventGraph graph = event_graph(t.trace, 0);
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
  EXPECT_EQ(event_graph(t.trace, 0).edges, (std::vector<GraphEdge>{{t.id("u"), t.id("s"), false, "script-load"}}));
}

TEST(EventGraph, AStepThatDidNotHappenIsEmpty) {
  EventGraph graph = event_graph(car_wash().trace, 7);
  EXPECT_FALSE(graph.root.valid());
  EXPECT_TRUE(graph.nodes.empty());
}

TEST(EventGraph, DotEscapesWhatThePageWrote) {
  TinyTrace t;
  t.event("root", "", K::Root).event("u", "root", K::User, "a\"b\\c\nd\te");
  t.event("x", "u", K::Xhr, "GET /").link("u", O::Fork, "x", "xhr \"load\"").event("y", "u", K::Idle);
  t.link("x", O::Join, "y");
  t.op("x", O::Mutate, "#a");
  t.trace.operations.back().rect = {1, 2, 3.5, 4};
  EXPECT_EQ(to_dot(t.trace, event_graph(t.trace, 0)),
            "digraph {\n"
            "  label=\"step 0\";\n"
            "  node [shape=box];\n"
            "  e1 [label=\"user a\\\"b\\\\c\\nd e\", penwidth=2];\n"
            "  e2 [label=\"xhr GET /\\nx = 1, y = 2, w = 3.5, h = 4\"];\n"
            "  e3 [label=\"idle\"];\n"
            "  e1 -> e2 [label=\"xhr \\\"load\\\"\"];\n"
            "  e1 -> e3 [label=\"idle\"];\n"
            "  e2 -> e3 [style=dashed];\n"
            "}\n");
}

}  // namespace
}  // namespace squall::trace
