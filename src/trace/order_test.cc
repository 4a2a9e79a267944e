#include "trace/order.h"

#include <gtest/gtest.h>

#include <random>

#include "trace/testing.h"

namespace squall::trace {
namespace {

using K = EventKind;
using O = OpKind;
using Pairs = TinyTrace::Pairs;

// Two clicks, each with a response that sets a timer: the shape of an AJAX race.
TinyTrace two_clicks() {
  TinyTrace t;
  t.event("root", "", K::Root).event("u1", "root", K::User, "1").event("u2", "root", K::User, "2");
  t.event("r1", "u1", K::Xhr, "GET /1").event("r2", "u2", K::Xhr, "GET /2");
  t.event("t1", "r1", K::Timeout, "0").event("t2", "r2", K::Timeout, "0");
  return t;
}

TEST(Order, ResponsesOfTwoClicksAreConcurrent) {
  TinyTrace t = two_clicks();
  Order order = Order::of(t.trace);
  EXPECT_TRUE(order.before(t.id("u1"), t.id("t2")));
  EXPECT_FALSE(order.before(t.id("t2"), t.id("u1")));
  EXPECT_TRUE(order.concurrent(t.id("r1"), t.id("r2")));
  EXPECT_TRUE(order.concurrent(t.id("t2"), t.id("r1")));
  EXPECT_FALSE(order.concurrent(t.id("r1"), t.id("t1")));
}

TEST(Order, AnEventIsNeitherBeforeNorConcurrentWithItself) {
  TinyTrace t = two_clicks();
  Order order = Order::of(t.trace);
  EXPECT_FALSE(order.before(t.id("r1"), t.id("r1")));
  EXPECT_FALSE(order.concurrent(t.id("r1"), t.id("r1")));
}

TEST(Order, KnowsNothingOfEventsOutsideTheTrace) {
  Order order = Order::of(two_clicks().trace);
  EXPECT_FALSE(order.before(EventId{0}, EventId{7}));
  EXPECT_FALSE(order.concurrent(EventId{}, EventId{1}));
  EXPECT_TRUE(order.predecessors(EventId{-1}).empty());
  EXPECT_TRUE(order.edges_into(EventId{7}).empty());
  EXPECT_EQ(Order::of(Trace{}).size(), 0u);
}

TEST(Order, PredecessorsAreAllThatMustComeFirst) {
  TinyTrace t = two_clicks();
  Order order = Order::of(t.trace);
  EXPECT_EQ(order.predecessors(t.id("t2")), (std::vector<EventId>{t.id("root"), t.id("u1"), t.id("u2"), t.id("r2")}));
  EXPECT_EQ(order.edges_into(t.id("u2")),
            (std::vector<Edge>{{t.id("root"), t.id("u2"), Rule::Creation}, {t.id("u1"), t.id("u2"), Rule::UserOrder}}));
}

TEST(Order, ExplainsByAShortestChainOfRules) {
  TinyTrace t = two_clicks();
  Order order = Order::of(t.trace);
  EXPECT_EQ(order.explain(t.id("u1"), t.id("t2")), (std::vector<Edge>{{t.id("u1"), t.id("u2"), Rule::UserOrder},
                                                                      {t.id("u2"), t.id("r2"), Rule::Creation},
                                                                      {t.id("r2"), t.id("t2"), Rule::Creation}}));
  EXPECT_EQ(order.explain(t.id("root"), t.id("u2")), (std::vector<Edge>{{t.id("root"), t.id("u2"), Rule::Creation}}));
  EXPECT_TRUE(order.explain(t.id("r1"), t.id("r2")).empty());
  EXPECT_TRUE(order.explain(t.id("u2"), t.id("u1")).empty());
}

TEST(Order, APairHasOneEdgeNamedByTheMostTellingRule) {
  TinyTrace t;
  t.event("root", "", K::Root).event("a", "root", K::Idle).event("r", "a", K::Xhr, "GET /");
  t.link("a", O::Fork, "r", "xhr load").link("a", O::Send, "r", "GET /").link("a", O::Join, "r");
  EXPECT_EQ(Order::of(t.trace).edges(),
            (std::vector<Edge>{{t.id("root"), t.id("a"), Rule::Creation}, {t.id("a"), t.id("r"), Rule::Request}}));
}

TEST(Order, EdgesAgainstTheTraceAreDroppedAndCounted) {
  TinyTrace t;
  t.event("root", "", K::Root).event("load", "root", K::Milestone, "load").event("a", "root", K::Idle);
  t.event("dcl", "root", K::Milestone, "DOMContentLoaded").event("b", "a", K::Idle);
  t.link("b", O::Join, "a").link("b", O::Join, "a").link("b", O::Fork, "b");
  Order order = Order::of(t.trace);
  EXPECT_EQ(order.dropped(), 2u);  // b before a, and DOMContentLoaded before load
  EXPECT_EQ(t.before(), (Pairs{{"a", "b"}}));
}

TEST(Order, AWellFormedTraceDropsNothing) { EXPECT_EQ(Order::of(two_clicks().trace).dropped(), 0u); }

TEST(Order, EveryRuleHasANameOfItsOwn) {
  std::set<std::string> names;
  for (int rule = 0; rule <= static_cast<int>(Rule::Navigation); ++rule) names.insert(name_of(static_cast<Rule>(rule)));
  EXPECT_EQ(names.size(), static_cast<size_t>(Rule::Navigation) + 1);
  EXPECT_FALSE(names.contains("unknown"));
  EXPECT_STREQ(name_of(Rule::TimerOrder), "timer-order");
}

// Rows of more than one word, against a search through the edges.
TEST(Order, IsTheTransitiveClosureOfItsEdges) {
  std::mt19937 random(7);
  Trace trace;
  for (int i = 0; i < 300; ++i) {
    Event event;
    event.id.value = i;
    event.kind = i == 0 ? K::Root : K::Idle;
    event.cause.value = i == 0 ? -1 : static_cast<int>(random() % static_cast<unsigned>(i));
    trace.events.push_back(event);
    Operation join;
    join.kind = O::Join;
    join.event.value = static_cast<int>(random() % static_cast<unsigned>(i + 1));
    join.other.value = i;
    trace.operations.push_back(join);
  }
  Order order = Order::of(trace);
  for (int b = 0; b < 300; ++b) {
    std::set<EventId> reached;
    std::vector<EventId> work{EventId{b}};
    while (!work.empty()) {
      EventId at = work.back();
      work.pop_back();
      for (const Edge& edge : order.edges_into(at)) {
        if (reached.insert(edge.from).second) work.push_back(edge.from);
      }
    }
    EXPECT_EQ(order.predecessors(EventId{b}), std::vector<EventId>(reached.begin(), reached.end()));
  }
}

}  // namespace
}  // namespace squall::trace
