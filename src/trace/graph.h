// AjaxRacer's event graph of one user event (section 4.1): the event itself and all that derives from it, with the
// constraints on their order and the regions of the screen that each of them changed.
//
// There is a path from v to w when v must come before w because of what v did.
#pragma once

#include <string>
#include <vector>

#include "trace/happens_before.h"

namespace squall::trace {

struct GraphNode {
  EventId event;
  std::vector<Rect> mutated;  // of its mutate operations that have an extent, in order, each once
};

struct GraphEdge {
  EventId from, to;
  bool join = false;  // else a fork
  std::string kind;   // of a fork: "timeout", "xhr load"…, or else the kind of the event; a join has none
  bool operator==(const GraphEdge&) const = default;
};

struct EventGraph {
  int step = -1;
  EventId root;                  // the user event; none when the trace has none for the step
  std::vector<GraphNode> nodes;  // in the order of the trace
  std::vector<GraphEdge> edges;  // sorted, each once

  const GraphNode* find(EventId event) const;
};

// The graph of step `step`: of the relation, the edges by which one of its events brought another about.
EventGraph event_graph(const Trace& trace, const HappensBefore& relation, int step);

}  // namespace squall::trace
