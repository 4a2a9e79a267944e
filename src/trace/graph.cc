#include "trace/graph.h"

#include <algorithm>
#include <map>

namespace squall::trace {
namespace {

void add_rect(GraphNode& node, const Rect& rect) {
  if (rect.width <= 0 || rect.height <= 0) return;
  bool known = std::find(node.mutated.begin(), node.mutated.end(), rect) != node.mutated.end();
  if (!known) node.mutated.push_back(rect);
}

std::vector<GraphNode> nodes_of(const Trace& trace, int step) {
  std::vector<GraphNode> nodes;
  std::map<EventId, size_t> places;
  for (const Event& event : trace.events) {
    if (event.step != step) continue;
    places[event.id] = nodes.size();
    nodes.push_back({event.id, {}});
  }
  for (const Operation& op : trace.operations) {
    auto place = op.kind == OpKind::Mutate ? places.find(op.event) : places.end();
    if (place != places.end()) add_rect(nodes[place->second], op.rect);
  }
  return nodes;
}

// How each event came to be, as its Forks say.
std::map<EventId, std::string_view> fork_texts(const Trace& trace) {
  std::map<EventId, std::string_view> texts;
  for (const Operation& op : trace.operations) {
    if (op.kind == OpKind::Fork) texts.emplace(op.other, op.text);
  }
  return texts;
}

}  // namespace

const GraphNode* EventGraph::find(EventId event) const {
  auto node =
      std::lower_bound(nodes.begin(), nodes.end(), event, [](const GraphNode& a, EventId b) { return a.event < b; });
  return node != nodes.end() && node->event == event ? &*node : nullptr;
}

EventGraph event_graph(const Trace& trace, const HappensBefore& relation, int step) {
  EventGraph graph;
  graph.step = step;
  graph.nodes = nodes_of(trace, step);
  auto texts = fork_texts(trace);
  for (const GraphNode& node : graph.nodes) {
    const Event& event = trace[node.event];
    if (event.kind == EventKind::User && !graph.root.valid()) graph.root = event.id;
    auto text = texts.find(event.id);
    std::string kind(text == texts.end() ? name_of(event.kind) : text->second);
    for (const Edge& edge : relation.edges_into(event.id)) {
      if (!is_causal(edge.rule) || trace[edge.from].step != step) continue;
      bool join = edge.rule == Rule::Join;
      graph.edges.push_back({edge.from, edge.to, join, join ? "" : kind});
    }
  }
  std::ranges::sort(graph.edges, {}, [](const GraphEdge& edge) { return std::pair(edge.from, edge.to); });
  return graph;
}

}  // namespace squall::trace
