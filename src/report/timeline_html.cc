// The drawing of a timeline. The events are lists, so that they can be read aloud, searched and copied; rows have one
// height, and drawings of the same height stand between the lists: the lanes of each run, and the lines that join the
// two places of an event, which stretch with the page.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/drawing.h"
#include "report/sections.h"
#include "report/timeline.h"

namespace squall::report {
namespace {

constexpr int kLaneWidth = 14;
constexpr size_t kMovesTold = 6;
constexpr size_t kMostNames = 2'000;

using Labels = std::vector<EventLabel>;

// The lanes that the runs need, from left to right.
struct Lanes {
  std::array<bool, kLanes> used{};
  std::array<int, kLanes> column{};
  int count = 0;

  explicit Lanes(std::initializer_list<const Labels*> runs) {
    for (const Labels* run : runs) {
      for (const EventLabel& label : *run) used[static_cast<size_t>(label.lane)] = true;
    }
    for (size_t lane = 0; lane < used.size(); ++lane) {
      column[lane] = count;
      if (used[lane]) ++count;
    }
  }
  int width() const { return std::max(count, 1) * kLaneWidth; }
  // Lanes are mirrored on the left side, so that the steps stand outside in both runs.
  int x(Lane lane) const { return column[static_cast<size_t>(lane)] * kLaneWidth + kLaneWidth / 2; }
};

Html lanes_drawing(const Timeline& timeline, const Labels& labels, const Lanes& lanes, size_t side) {
  int height = static_cast<int>(timeline.rows.size()) * kRowHeight;
  Html lines, dots;
  for (int column = 0; column < lanes.count; ++column) {
    std::string x = std::to_string(column * kLaneWidth + kLaneWidth / 2);
    lines +=
        element("line", {{"class", "lane"}, {"x1", x}, {"x2", x}, {"y1", "0"}, {"y2", std::to_string(height)}}, {});
  }
  std::string thread;
  for (size_t row = 0; row < timeline.rows.size(); ++row) {
    const auto& cell = timeline.rows[row].cells[side];
    if (!cell) continue;
    const EventLabel& label = labels[cell->place];
    int x = side == 0 ? lanes.width() - lanes.x(label.lane) : lanes.x(label.lane);
    thread += fmt::format("{}{} {}", thread.empty() ? "M" : "L", x, middle_of(row));
    // The line to the other run starts at the event, whichever lane it is in.
    if (cell->mark == Mark::Moved || cell->mark == Mark::Overtaken) {
      lines += element("path",
                       {{"class", std::string("link ") + name_of(cell->mark)},
                        {"d", fmt::format("M{} {}H{}", x, middle_of(row), side == 0 ? lanes.width() : 0)}},
                       {});
    }
    dots += shape(label.lane, cell->mark, x, middle_of(row));
  }
  lines += element("path", {{"class", "thread"}, {"d", thread}}, {});
  return svg("lanes", lanes.width(), height, "xMidYMin", lines + dots);
}

Html links_drawing(const Timeline& timeline) {
  std::array<Html, 3> layers;  // what moved is drawn last, over the rest
  for (const Link& link : timeline.links) {
    int from = middle_of(link.first_row), to = middle_of(link.second_row);
    layers[static_cast<size_t>(link.mark)] +=
        element("path",
                {{"class", std::string("link ") + name_of(link.mark)},
                 {"d", fmt::format("M0 {}C45 {} 55 {} 100 {}", from, from, to, to)}},
                {});
  }
  return svg("links", 100, static_cast<int>(timeline.rows.size()) * kRowHeight, "none",
             layers[0] + layers[1] + layers[2]);
}

Html event_item(const EventLabel& label, Mark mark) {
  std::string place = label.lane == Lane::Step || label.from.empty() ? label.from : "from " + label.from;
  if (mark == Mark::Alone) place += place.empty() ? "only in this run" : ", only in this run";
  if (mark == Mark::Moved) place += place.empty() ? "moved" : ", moved";
  return element("li",
                 {{"class", std::string(name_of(label.lane)) + " " + name_of(mark)},
                  {"title", shorten(phrase(label), kShortText)}},
                 element("span", {{"class", "what"}}, text(label.what, kShortText)) + text(" ") +
                     element("span", {{"class", "from"}}, text(place, kShortText)));
}

Html event_list(const Timeline& timeline, const Labels& labels, size_t side, const std::string& name) {
  Html items;
  for (const Row& row : timeline.rows) {
    if (row.folded > 0) {
      items += element("li", {{"class", "fold"}}, text("⋮ " + count_of(row.folded, "more event")));
    } else if (const auto& cell = row.cells[side]) {
      items += event_item(labels[cell->place], cell->mark);
    } else {
      items += element("li", {{"class", "gap"}, {"aria-hidden", "true"}}, {});
    }
  }
  return element("ol", {{"class", side == 0 ? "events left" : "events right"}, {"aria-label", name}}, items);
}

Html moves_in_words(const Timeline& timeline, const Labels& first, const Labels& second) {
  if (!timeline.changed()) {
    bool same = std::ranges::equal(first, second, {}, &EventLabel::name, &EventLabel::name);
    return element("p", text(same ? "The same events ran in the same order."
                                  : "What both runs have in common ran in the same order."));
  }
  Html items;
  size_t told = std::min(timeline.moves.size(), kMovesTold);
  for (size_t i = 0; i < told; ++i) items += element("li", text(sentence(timeline.moves[i], first)));
  if (told < timeline.moves.size())
    items += element("li", text(count_of(timeline.moves.size() - told, "more event") + " moved."));
  return element("ul", {{"class", "moves"}}, items);
}

// Every name in full: what a schedule of the kind “order” is made of.
Html full_order(const std::string& title, const std::vector<std::string>& order) {
  if (order.empty()) return {};
  Html items;
  for (size_t i = 0; i < std::min(order.size(), kMostNames); ++i) items += element("li", text(order[i], kLongText));
  if (order.size() > kMostNames) items += element("li", text(count_of(order.size() - kMostNames, "more event")));
  return element("details", {{"class", "names"}},
                 element("summary", text(title + ": all " + count_of(order.size(), "event") + " by their full names")) +
                     element("ol", items));
}

}  // namespace

Html comparison_timeline(const Report& report, const ShownComparison& shown, int level) {
  const ShownRun &one = report.runs[shown.first], &other = report.runs[shown.second];
  Labels first = event_labels(one, report.flow), second = event_labels(other, report.flow);
  if (first.empty() && second.empty()) return {};
  Timeline timeline = align(first, second);
  Lanes lanes({&first, &second});
  const std::string first_name = "First run", second_name = "Second run";
  auto head = [](const char* style, const std::string& name, const std::string& title) {
    return element("p", {{"class", style}}, element("b", text(name)) + text(" ") + text(title, kShortText));
  };
  Html grid = head("head left", first_name, one.title) + head("head right", second_name, other.title) +
              event_list(timeline, first, 0, "Events of " + first_name) + lanes_drawing(timeline, first, lanes, 0) +
              links_drawing(timeline) + lanes_drawing(timeline, second, lanes, 1) +
              event_list(timeline, second, 1, "Events of " + second_name);
  return heading(level, text("The order of events")) + moves_in_words(timeline, first, second) + legend(lanes.used) +
         element("div", {{"class", "timeline two"}}, grid) + full_order(first_name, one.run.order) +
         full_order(second_name, other.run.order);
}

Html run_timeline(const Report& report, const ShownRun& run) {
  Labels labels = event_labels(run, report.flow);
  if (labels.empty()) return {};
  Timeline timeline = alone(labels);
  Lanes lanes({&labels});
  Html grid = lanes_drawing(timeline, labels, lanes, 1) + event_list(timeline, labels, 1, "Events of the run");
  return element("h3", text("The order of events")) + legend(lanes.used) +
         element("div", {{"class", "timeline one"}}, grid) + full_order("The run", run.run.order);
}

}  // namespace squall::report
