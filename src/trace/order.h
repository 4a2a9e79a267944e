// The happens-before relation over the events of a trace: a before b means that in every execution in which both
// happen, a happens first. Events that are not ordered are concurrent; they may race.
//
// docs/happens-before.md says where each rule comes from and what it leaves out. Rules err on the side of leaving two
// events unordered: an experiment then finds out, whereas an order that is not there would hide a race.
//
// The trace is one execution, so its own order is the ground truth: every edge leads from an earlier event to a later
// one. An edge that a malformed trace gives against it is dropped and counted, and the relation never has a cycle.
//
// Representation: one row of bits for each event, with a bit for each earlier event that must come first. Rows are
// built in the order of the trace, each as the union of its direct predecessors' rows. 10,000 events take 6 MB and some
// milliseconds, and a question is one bit. Vector clocks over a chain decomposition are smaller for traces that consist
// of few chains, but a page's trace is wide (each response and each timer may start a chain of its own); at more than
// n / 64 chains the bits win, and they need no decomposition.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "trace/trace.h"

namespace squall::trace {

enum class Rule {
  Creation,         // an event before the events that it creates
  Join,             // an explicit join
  Request,          // sending a request before handling its response
  FetchBody,        // a fetch's response before the reading of its body
  Registration,     // registering a handler before running it
  ElementCreation,  // creating an element before input on it and before the load of its resource
  UserOrder,        // the steps of the flow
  ParserOrder,      // pieces of a document and the scripts that block its parser
  DeferredOrder,    // deferred and module scripts: after parsing, one after the other
  Milestone,        // parsing, readystatechange, DOMContentLoaded, load, pageshow
  LoadResource,     // the resources that a document waits for before its load
  FrameDocument,    // loading a frame's document before the load of its frame element
  XhrOrder,         // readystatechange 1 to 4, load, loadend of one request
  TimerOrder,       // two timers of one event, the first with no longer a delay
  IntervalOrder,    // the ticks of an interval
  AnimationFrame,   // animation frames that one event requested
  Channel,          // messages of one channel, connection or worker
  Navigation,       // what a document does before what follows it in the same frame
};
const char* name_of(Rule rule);

struct Edge {
  EventId from, to;
  Rule rule = Rule::Creation;
  bool operator==(const Edge&) const = default;
};

class Order {
 public:
  static Order of(const Trace& trace);

  // Must a come before b? False for a == b and for ids that are not in the trace.
  bool before(EventId a, EventId b) const;
  // Two different events of the trace, neither of which must come before the other.
  bool concurrent(EventId a, EventId b) const;

  // The direct edges, sorted by (to, from), at most one for each pair. The relation is their transitive closure.
  const std::vector<Edge>& edges() const& { return edges_; }
  std::vector<Edge> edges() && { return std::move(edges_); }
  // The direct edges that lead to an event.
  std::vector<Edge> edges_into(EventId id) const;
  // All events that must come before an event, in the order of the trace.
  std::vector<EventId> predecessors(EventId id) const;
  // A shortest chain of edges from a to b; empty when a is not before b.
  std::vector<Edge> explain(EventId a, EventId b) const;

  size_t size() const { return size_; }
  // How many different edges stood against the order of the trace.
  size_t dropped() const { return dropped_; }

 private:
  bool bit(size_t a, size_t b) const { return rows_[row_start_[b] + a / 64] >> (a % 64) & 1; }
  bool holds(EventId id) const { return id.valid() && static_cast<size_t>(id.value) < size_; }
  void begin_row(size_t event);
  void add_to_row(size_t event, const Edge& edge);
  void close_over(const Trace& trace, std::vector<std::vector<Edge>>& into);

  size_t size_ = 0;
  size_t dropped_ = 0;
  std::vector<Edge> edges_;
  std::vector<size_t> first_edge_;  // into edges_, by event; one more at the end
  std::vector<size_t> row_start_;   // into rows_, by event
  std::vector<uint64_t> rows_;      // bit a of row b: a before b; row b has b bits
};

}  // namespace squall::trace
