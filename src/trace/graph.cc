#include "trace/graph.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "base/text.h"

namespace squall::trace {
namespace {

constexpr size_t kLabelLimit = 80;
constexpr size_t kRectsShown = 3;

void add_rect(GraphNode& node, const Rect& rect) {
  if (rect.width <= 0 || rect.height <= 0) return;
  bool known = std::find(node.mutated.begin(), node.mutated.end(), rect) != node.mutated.end();
  if (!known) node.mutated.push_back(rect);
}

class GraphBuilder {
 public:
  GraphBuilder(const Trace& trace, int step) : trace_(trace) { graph_.step = step; }

  EventGraph build() {
    add_nodes();
    for (const Operation& op : trace_.operations) add_operation(op);
    add_causes();
    auto key = [](const GraphEdge& e) { return std::tie(e.from, e.to, e.join, e.kind); };
    std::sort(graph_.edges.begin(), graph_.edges.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    graph_.edges.erase(std::unique(graph_.edges.begin(), graph_.edges.end()), graph_.edges.end());
    return std::move(graph_);
  }

 private:
  void add_nodes() {
    for (const Event& event : trace_.events) {
      if (event.step != graph_.step) continue;
      if (event.kind == EventKind::User && !graph_.root.valid()) graph_.root = event.id;
      place_[event.id] = graph_.nodes.size();
      graph_.nodes.push_back({event.id, {}});
    }
  }

  void add_operation(const Operation& op) {
    auto node = place_.find(op.event);
    if (node == place_.end()) return;
    if (op.kind == OpKind::Mutate) add_rect(graph_.nodes[node->second], op.rect);
    if (!place_.contains(op.other) || op.other == op.event) return;
    if (op.kind == OpKind::Fork) {
      graph_.edges.push_back({op.event, op.other, false, op.text});
      forked_.emplace(op.event, op.other);
    }
    if (op.kind == OpKind::Join) graph_.edges.push_back({op.event, op.other, true, ""});
  }

  void add_causes() {
    for (const GraphNode& node : graph_.nodes) {
      const Event& event = trace_[node.event];
      if (!place_.contains(event.cause) || forked_.contains({event.cause, event.id})) continue;
      graph_.edges.push_back({event.cause, event.id, false, name_of(event.kind)});
    }
  }

  const Trace& trace_;
  EventGraph graph_;
  std::map<EventId, size_t> place_;  // in nodes
  std::set<std::pair<EventId, EventId>> forked_;
};

// A double-quoted string of Graphviz: quotes, backslashes and newlines, which would end it or be read as escapes.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20)
      out += ' ';
    else
      out += c;
  }
  return out + '"';
}

std::string label_of(const Event& event, const GraphNode& node) {
  std::string label = name_of(event.kind);
  if (!event.detail.empty()) label += ' ' + event.detail;
  label = shorten(label, kLabelLimit);
  for (size_t i = 0; i < node.mutated.size() && i < kRectsShown; ++i) {
    const Rect& r = node.mutated[i];
    label += fmt::format("\nx = {}, y = {}, w = {}, h = {}", r.x, r.y, r.width, r.height);
  }
  if (node.mutated.size() > kRectsShown) label += "\nand " + count_of(node.mutated.size() - kRectsShown, "region");
  return label;
}

}  // namespace

const GraphNode* EventGraph::find(EventId event) const {
  auto node =
      std::lower_bound(nodes.begin(), nodes.end(), event, [](const GraphNode& a, EventId b) { return a.event < b; });
  return node != nodes.end() && node->event == event ? &*node : nullptr;
}

EventGraph event_graph(const Trace& trace, int step) { return GraphBuilder(trace, step).build(); }

std::string to_dot(const Trace& trace, const EventGraph& graph) {
  std::string out =
      fmt::format("digraph {{\n  label={};\n  node [shape=box];\n", quoted(fmt::format("step {}", graph.step)));
  for (const GraphNode& node : graph.nodes) {
    const char* root = node.event == graph.root ? ", penwidth=2" : "";
    out += fmt::format("  e{} [label={}{}];\n", node.event.value, quoted(label_of(trace[node.event], node)), root);
  }
  for (const GraphEdge& edge : graph.edges) {
    std::string style = edge.join ? "style=dashed" : "label=" + quoted(edge.kind);
    out += fmt::format("  e{} -> e{} [{}];\n", edge.from.value, edge.to.value, style);
  }
  return out + "}\n";
}

}  // namespace squall::trace
