#include "trace/order.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>

#include "trace/rules.h"

namespace squall::trace {
namespace {

size_t index_of(EventId id) { return static_cast<size_t>(id.value); }

struct RuleText {
  Rule rule;
  const char* name;
};

constexpr RuleText kRules[] = {
    {Rule::Creation, "creation"},
    {Rule::Join, "join"},
    {Rule::Request, "request"},
    {Rule::FetchBody, "fetch-body"},
    {Rule::Registration, "registration"},
    {Rule::ElementCreation, "element-creation"},
    {Rule::UserOrder, "user-order"},
    {Rule::ParserOrder, "parser-order"},
    {Rule::DeferredOrder, "deferred-order"},
    {Rule::Milestone, "milestone"},
    {Rule::LoadResource, "load-resource"},
    {Rule::FrameDocument, "frame-document"},
    {Rule::XhrOrder, "xhr-order"},
    {Rule::TimerOrder, "timer-order"},
    {Rule::IntervalOrder, "interval-order"},
    {Rule::AnimationFrame, "animation-frame"},
    {Rule::Channel, "channel"},
    {Rule::Navigation, "navigation"},
};

// Messages of one channel arrive in the order in which they were sent: a message is before a later one when its sender
// is the same event, or before the later one's sender. Senders come before receivers, so that the rows of the senders
// are complete when a receiver is reached.
class Channels {
 public:
  explicit Channels(const Trace& trace) : trace_(trace) {}

  template <typename Before>
  std::vector<Edge> edges_into(EventId id, const Before& before) {
    const Event& event = trace_[id];
    std::string name = channel_of(trace_, event);
    if (name.empty()) return {};
    std::vector<Entry>& earlier = channels_[std::tuple(event.frame, event.kind, name)];
    std::vector<Edge> edges;
    bool ordered = true;
    for (auto entry = earlier.rbegin(); entry != earlier.rend(); ++entry) {
      EventId sender = trace_[entry->id].cause;
      bool sent_first = sender == event.cause || (sender.valid() && event.cause.valid() && before(sender, event.cause));
      if (!sent_first) {
        ordered = false;
        continue;
      }
      auto implies = [&](const Edge& edge) { return before(entry->id, edge.from); };
      if (std::none_of(edges.begin(), edges.end(), implies)) edges.push_back({entry->id, id, Rule::Channel});
      // Everything further back is before that entry.
      if (entry->all_before) break;
    }
    earlier.push_back({id, ordered});
    return edges;
  }

 private:
  struct Entry {
    EventId id;
    bool all_before;  // all earlier messages of the channel are before this one
  };
  const Trace& trace_;
  std::map<std::tuple<std::string, EventKind, std::string>, std::vector<Entry>> channels_;
};

// Sorts the edges that lead to one event by where they come from; the first rule that gave an edge names it.
void sort_edges(std::vector<Edge>& edges) {
  std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.from < b.from; });
  auto same = [](const Edge& a, const Edge& b) { return a.from == b.from; };
  edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
}

// What add_frames and trace_from_json guarantee, and a trace that was put together by hand must keep.
void check_ids(const Trace& trace) {
  int size = static_cast<int>(trace.events.size());
  for (int i = 0; i < size; ++i) {
    const Event& event = trace.events[static_cast<size_t>(i)];
    SQUALL_CHECK(event.id.value == i && event.cause.value < size);
  }
  for (const Operation& op : trace.operations) {
    SQUALL_CHECK(op.event.valid() && op.event.value < size && op.other.value < size);
  }
}

}  // namespace

const char* name_of(Rule rule) {
  for (const RuleText& text : kRules) {
    if (text.rule == rule) return text.name;
  }
  return "unknown";
}

Order Order::of(const Trace& trace) {
  check_ids(trace);
  EdgeSink sink(trace);
  add_task_edges(trace, sink);
  add_document_edges(trace, sink);
  Order order;
  order.size_ = trace.events.size();
  order.dropped_ = sink.dropped();
  order.close_over(trace, sink.edges_by_target());
  return order;
}

void Order::begin_row(size_t event) {
  row_start_.push_back(rows_.size());
  rows_.resize(rows_.size() + (event + 63) / 64);
}

void Order::add_to_row(size_t event, const Edge& edge) {
  size_t from = index_of(edge.from);
  if (bit(from, event)) return;
  uint64_t* row = &rows_[row_start_[event]];
  const uint64_t* source = &rows_[row_start_[from]];
  for (size_t word = 0; word < (from + 63) / 64; ++word) row[word] |= source[word];
  row[from / 64] |= uint64_t{1} << (from % 64);
}

void Order::close_over(const Trace& trace, std::vector<std::vector<Edge>>& into) {
  size_t bits = size_ * (size_ + 63) / 2;
  rows_.reserve(bits / 64 + size_);
  row_start_.reserve(size_);
  Channels channels(trace);
  for (size_t event = 0; event < size_; ++event) {
    begin_row(event);
    std::vector<Edge>& edges = into[event];
    EventId id{static_cast<int>(event)};
    auto is_before = [this](EventId a, EventId b) { return before(a, b); };
    for (const Edge& edge : channels.edges_into(id, is_before)) edges.push_back(edge);
    sort_edges(edges);
    // The latest first: what it brings makes most of the others superfluous.
    for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge) add_to_row(event, *edge);
    first_edge_.push_back(edges_.size());
    edges_.insert(edges_.end(), edges.begin(), edges.end());
  }
  first_edge_.push_back(edges_.size());
}

bool Order::before(EventId a, EventId b) const {
  return holds(a) && holds(b) && a < b && bit(index_of(a), index_of(b));
}

bool Order::concurrent(EventId a, EventId b) const {
  return holds(a) && holds(b) && a != b && !before(a, b) && !before(b, a);
}

std::vector<Edge> Order::edges_into(EventId id) const {
  if (!holds(id)) return {};
  auto at = [&](size_t event) { return edges_.begin() + static_cast<std::ptrdiff_t>(first_edge_[event]); };
  return {at(index_of(id)), at(index_of(id) + 1)};
}

std::vector<EventId> Order::predecessors(EventId id) const {
  std::vector<EventId> result;
  for (int a = 0; holds(id) && a < id.value; ++a) {
    if (before(EventId{a}, id)) result.push_back(EventId{a});
  }
  return result;
}

std::vector<Edge> Order::explain(EventId a, EventId b) const {
  if (!before(a, b)) return {};
  // Breadth-first from b backwards, only through events that a is before.
  std::map<EventId, Edge> towards_b;  // the edge that leaves an event
  std::deque<EventId> queue{b};
  while (!towards_b.contains(a)) {
    EventId at = queue.front();
    queue.pop_front();
    for (const Edge& edge : edges_into(at)) {
      if (edge.from != a && !before(a, edge.from)) continue;
      if (towards_b.emplace(edge.from, edge).second) queue.push_back(edge.from);
    }
  }
  std::vector<Edge> chain;
  for (EventId at = a; at != b; at = chain.back().to) chain.push_back(towards_b.at(at));
  return chain;
}

}  // namespace squall::trace
