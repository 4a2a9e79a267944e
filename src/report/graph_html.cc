// The event graphs of the user's events. Time runs downwards, one row for each event; its mark stands in the lane of
// its kind, and lines lead to it from the events that it waits for. What each line stands for is said in the row that
// it leads to.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "report/drawing.h"
#include "report/sections.h"

namespace squall::report {
namespace {

using trace::EventGraph;
using trace::EventId;
using trace::EventKind;
using trace::GraphEdge;
using trace::GraphNode;

constexpr size_t kMostRows = 80;
constexpr size_t kMostGraphs = 60;
constexpr size_t kRegionsTold = 12;
constexpr int kGraphLane = 24;
constexpr int kBend = 9;  // how far a line within one lane swings out

bool from_server(EventKind kind) {
  switch (kind) {
    case EventKind::Xhr:
    case EventKind::Fetch:
    case EventKind::Body:
    case EventKind::ScriptLoad:
    case EventKind::WebSocket:
    case EventKind::EventSource: return true;
    default: return false;
  }
}

std::string region_words(const Rect& rect) {
  return fmt::format("{:.0f} × {:.0f} at ({:.0f}, {:.0f})", rect.width, rect.height, rect.x, rect.y);
}

// An edge of the graph, by rows.
struct Line {
  size_t from = 0;
  size_t to = 0;
  bool join = false;
  bool ajax = false;
  std::string kind;
};

// A graph as rows of a drawing.
class GraphDrawing {
 public:
  GraphDrawing(const Report& report, const EventGraph& graph) : trace_(report.trace) {
    for (const GraphNode& node : graph.nodes) {
      if (!is_event(node.event) || nodes_.size() == kMostRows) {
        ++left_out_;
        continue;
      }
      rows_[node.event] = nodes_.size();
      nodes_.push_back(&node);
      labels_.push_back(label_of(report, graph, node.event));
      used_[static_cast<size_t>(labels_.back().lane)] = true;
    }
    for (const GraphEdge& edge : graph.edges) add(edge);
    int count = 0;
    for (size_t lane = 0; lane < kLanes; ++lane) {
      column_[lane] = count;
      if (used_[lane]) ++count;
    }
    width_ = std::max(count, 1) * kGraphLane;
  }

  Html html() const {
    Html left_out =
        left_out_ == 0 ? Html() : element("p", {{"class", "quiet"}}, text(count_of(left_out_, "more event") + "."));
    return legend(used_) + element("div", {{"class", "timeline one graph"}}, drawing() + list()) + left_out + words();
  }

 private:
  bool is_event(EventId id) const { return id.valid() && static_cast<size_t>(id.value) < trace_.events.size(); }

  EventLabel label_of(const Report& report, const EventGraph& graph, EventId id) const {
    EventLabel label = label_of_event(trace::event_name(trace_, id));
    bool known = graph.step >= 0 && static_cast<size_t>(graph.step) < report.flow.steps.size();
    if (id == graph.root && known) label.what = flow::label_of(report.flow.steps[static_cast<size_t>(graph.step)]);
    return label;
  }

  void add(const GraphEdge& edge) {
    auto from = rows_.find(edge.from), to = rows_.find(edge.to);
    if (from == rows_.end() || to == rows_.end()) return;
    bool ajax = !edge.join && from_server(trace_[edge.to].kind);
    lines_.push_back({from->second, to->second, edge.join, ajax, edge.kind});
  }

  int x(size_t row) const { return column_[static_cast<size_t>(labels_[row].lane)] * kGraphLane + kGraphLane / 2; }

  // Down in the lane of the first event, then over to the second.
  std::string path(const Line& line) const {
    int x1 = x(line.from), y1 = middle_of(line.from), x2 = x(line.to), y2 = middle_of(line.to);
    if (x1 != x2) return fmt::format("M{} {}V{}Q{} {} {} {}", x1, y1, y2 - kRowHeight / 2, x1, y2, x2, y2);
    bool next = line.to == line.from + 1;
    if (next) return fmt::format("M{} {}V{}", x1, y1, y2);
    return fmt::format("M{} {}C{} {} {} {} {} {}", x1, y1, x1 - kBend, y1 + kRowHeight, x1 - kBend, y2 - kRowHeight, x2,
                       y2);
  }

  Html drawing() const {
    Html quiet, loud, dots;
    for (const Line& line : lines_) {
      std::string style = line.join ? "edge join" : line.ajax ? "edge ajax" : "edge";
      (line.ajax ? loud : quiet) += element("path", {{"class", style}, {"d", path(line)}}, {});
    }
    for (size_t row = 0; row < nodes_.size(); ++row) {
      dots += shape(labels_[row].lane, Mark::Same, x(row), middle_of(row));
    }
    return svg("lanes", width_, static_cast<int>(nodes_.size()) * kRowHeight, "xMidYMin", quiet + loud + dots);
  }

  Html kinds_of(size_t row) const {
    Html kinds;
    for (const Line& line : lines_) {
      if (line.to != row || line.join) continue;
      kinds += element("span", {{"class", line.ajax ? "edge-kind ajax" : "edge-kind"}}, text(line.kind, kShortText)) +
               text(" from " + std::to_string(line.from + 1) + " · ");
    }
    return kinds;
  }

  std::string time_words(size_t row) const { return fmt::format("at {:.0f} ms", trace_[nodes_[row]->event].time); }

  Html list() const {
    Html items;
    for (size_t row = 0; row < nodes_.size(); ++row) {
      const auto& regions = nodes_[row]->mutated;
      std::string changes;
      if (!regions.empty()) changes = " · changes the screen, " + region_words(regions[0]);
      if (regions.size() > 1) changes += fmt::format(" and {} more", regions.size() - 1);
      items += element("li", {{"class", name_of(labels_[row].lane)}},
                       element("span", {{"class", "what"}},
                               element("span", {{"class", "quiet"}}, text(std::to_string(row + 1) + " ")) +
                                   text(labels_[row].what, kShortText)) +
                           text(" ") +
                           element("span", {{"class", "from"}}, kinds_of(row) + text(time_words(row) + changes)));
    }
    return element("ol", {{"class", "events right"}}, items);
  }

  // Everything, also what a row has no room for.
  Html words() const {
    Html items;
    for (size_t row = 0; row < nodes_.size(); ++row) {
      std::string line = labels_[row].what + ", " + time_words(row);
      for (const Line& edge : lines_) {
        if (edge.to != row) continue;
        std::string from = std::to_string(edge.from + 1);
        line += edge.join ? "; must come after " + from : "; comes from " + from + " by " + edge.kind;
      }
      const auto& regions = nodes_[row]->mutated;
      for (size_t i = 0; i < std::min(regions.size(), kRegionsTold); ++i) {
        line += (i == 0 ? "; changes " : ", ") + region_words(regions[i]);
      }
      if (regions.size() > kRegionsTold) line += fmt::format(" and {} more", regions.size() - kRegionsTold);
      items += element("li", text(line, kLongText));
    }
    return element("details", {{"class", "names"}},
                   element("summary", text("The graph in words")) + element("ol", items));
  }

  const trace::Trace& trace_;
  std::vector<const GraphNode*> nodes_;
  std::vector<EventLabel> labels_;
  std::map<EventId, size_t> rows_;
  std::vector<Line> lines_;
  std::array<bool, kLanes> used_{};
  std::array<int, kLanes> column_{};
  int width_ = 0;
  size_t left_out_ = 0;
};

std::string title_of(const Report& report, const EventGraph& graph) {
  bool known = graph.step >= 0 && static_cast<size_t>(graph.step) < report.flow.steps.size();
  std::string words = known ? flow::label_of(report.flow.steps[static_cast<size_t>(graph.step)]) : "";
  return "Step " + std::to_string(graph.step + 1) + (words.empty() ? "" : ": " + words);
}

std::string id_of(const EventGraph& graph) { return "graph-" + std::to_string(graph.step + 1); }

}  // namespace

Html graph_links(const Report& report, const std::vector<std::string>& events) {
  Html links;
  std::vector<std::string> seen;
  for (const std::string& event : events) {
    auto step = step_of(event, report.flow);
    if (!step || std::ranges::find(seen, event) != seen.end()) continue;
    seen.push_back(event);
    for (size_t i = 0; i < std::min(report.graphs.size(), kMostGraphs); ++i) {
      if (report.graphs[i].step != static_cast<int>(*step)) continue;
      if (!links.empty()) links += text(", ");
      links += element("a", {{"href", "#" + id_of(report.graphs[i])}},
                       text("what step " + std::to_string(*step + 1) + " leads to"));
    }
  }
  return links;
}

Html graphs_section(const Report& report) {
  Html graphs;
  for (size_t i = 0; i < std::min(report.graphs.size(), kMostGraphs); ++i) {
    const EventGraph& graph = report.graphs[i];
    if (graph.nodes.empty()) continue;
    Html summary = element(
        "summary", element("h3", {{"id", id_of(graph)}}, text(title_of(report, graph), kShortText)) + text(" ") +
                       element("span", {{"class", "quiet"}}, text(count_of(graph.nodes.size(), "event"))));
    graphs += element("div", {{"class", "folded"}}, element("details", summary + GraphDrawing(report, graph).html()));
  }
  if (graphs.empty()) return {};
  return element("section", {{"aria-labelledby", "graphs"}},
                 element("h2", {{"id", "graphs"}}, text("What each step leads to")) +
                     element("p", text("The event graphs of the recording: when the user does one thing at a time. "
                                       "Thick lines are answers of a server: how long they take is what a race is "
                                       "about.")) +
                     graphs);
}

}  // namespace squall::report
