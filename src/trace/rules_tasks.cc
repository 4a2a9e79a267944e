#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "trace/rules.h"

namespace squall::trace {
namespace {

// Names an element, or a handler on it, within a frame.
std::string key_of(const Trace& trace, const Operation& op, std::string_view more = "") {
  const std::string& frame = trace[op.event].frame;
  std::string key;
  key.reserve(frame.size() + op.text.size() + more.size() + 2);
  return key.append(frame).append(1, '\n').append(op.text).append(1, '\n').append(more);
}

// Requests before plain creation: both often give the same edge, and the request says more.
void add_explicit_edges(const Trace& trace, EdgeSink& sink) {
  for (const Operation& op : trace.operations) {
    if (op.kind == OpKind::Send) sink.add(op.event, op.other, Rule::Request);
  }
  for (const Event& event : trace.events) sink.add(event.cause, event.id, Rule::Creation);
  for (const Operation& op : trace.operations) {
    if (op.kind == OpKind::Fork) sink.add(op.event, op.other, Rule::Creation);
    if (op.kind == OpKind::Join) sink.add(op.event, op.other, Rule::Join);
  }
}

// The latest registration that still stands. Which of several handlers is taken away is not known: the latest is
// assumed, which leaves the earlier registration, and so the weaker order.
void add_registration_edges(const Trace& trace, EdgeSink& sink) {
  std::unordered_map<std::string, std::vector<EventId>> standing;
  for (const Operation& op : trace.operations) {
    if (op.kind != OpKind::Register && op.kind != OpKind::Unregister && op.kind != OpKind::Dispatch) continue;
    std::vector<EventId>& events = standing[key_of(trace, op, op.extra)];
    if (op.kind == OpKind::Register)
      events.push_back(op.event);
    else if (events.empty())
      continue;
    else if (op.kind == OpKind::Unregister)
      events.pop_back();
    else
      sink.add(events.back(), op.event, Rule::Registration);
  }
}

// The events that created the elements of a locator: one for each time that it came to be.
class Elements {
 public:
  explicit Elements(const Trace& trace) : trace_(trace) {}

  void note(const Operation& op) {
    bool mutate = op.kind == OpKind::Mutate;
    bool created = op.kind == OpKind::ParseElement || (mutate && op.extra.starts_with("insert"));
    bool removed = mutate && op.extra.starts_with("remove");
    if (!created && !removed) return;
    Lives& lives = lives_[key_of(trace_, op)];
    // An element that is inserted again while it is there has only moved.
    if (created && !lives.present) lives.creators.push_back(op.event);
    lives.present = created;
  }
  // The last creation no later than `event`.
  EventId creator(const Operation& op) const {
    auto lives = lives_.find(key_of(trace_, op));
    if (lives == lives_.end()) return {};
    const std::vector<EventId>& creators = lives->second.creators;
    auto found = std::find_if(creators.rbegin(), creators.rend(), [&](EventId id) { return id <= op.event; });
    return found == creators.rend() ? EventId{} : *found;
  }

 private:
  struct Lives {
    std::vector<EventId> creators;
    bool present = false;
  };
  const Trace& trace_;
  std::unordered_map<std::string, Lives> lives_;
};

void add_element_edges(const Trace& trace, EdgeSink& sink) {
  Elements elements(trace);
  for (const Operation& op : trace.operations) {
    elements.note(op);
    EventKind kind = trace[op.event].kind;
    bool on_element = kind == EventKind::Input || kind == EventKind::User || is_resource(kind);
    if (op.kind != OpKind::Dispatch || !on_element) continue;
    sink.add(elements.creator(op), op.event, Rule::ElementCreation);
  }
}

// The steps, and the handlers that input ran within them.
void add_user_edges(const Trace& trace, EdgeSink& sink) {
  EventId last;
  for (const Event& event : trace.events) {
    bool of_step = event.kind == EventKind::Input && event.cause.valid() && trace[event.cause].kind == EventKind::User;
    if (event.kind != EventKind::User && !of_step) continue;
    sink.add(last, event.id, Rule::UserOrder);
    last = event.id;
  }
}

struct Timer {
  EventId id;
  double delay = 0;
  size_t created = 0;  // place of its Fork
};

std::optional<double> delay_of(const Event& event) {
  double delay = 0;
  const char* end = event.detail.data() + event.detail.size();
  if (std::from_chars(event.detail.data(), end, delay).ec != std::errc{}) return std::nullopt;
  return std::max(delay, 0.0);
}

// `timers` in the order of creation. A timer follows the earlier ones with no longer a delay; of those it is enough to
// name the ones that no other of them follows.
void add_timer_edges(const std::vector<Timer>& timers, EdgeSink& sink) {
  std::map<double, Timer> latest;  // by delay
  for (const Timer& timer : timers) {
    std::optional<size_t> covered;
    for (auto at = latest.upper_bound(timer.delay); at != latest.begin();) {
      --at;
      const Timer& earlier = at->second;
      if (covered && earlier.created < *covered) continue;
      covered = earlier.created;
      sink.add(earlier.id, timer.id, Rule::TimerOrder);
    }
    latest[timer.delay] = timer;
  }
}

// Browsers differ in whether an interval's next tick is set before or after the callback's own timers.
bool is_next_tick(const Trace& trace, const Event& event, EventId creator) {
  return event.kind == EventKind::Interval && trace[creator].kind == EventKind::Interval &&
         event.detail == trace[creator].detail;
}

// The order in which an event created its timers is that of its Forks. Timers without a Fork get no edge.
void add_timer_edges(const Trace& trace, EdgeSink& sink) {
  std::map<EventId, std::vector<Timer>> timers_of;
  std::vector<bool> seen(trace.events.size());
  for (size_t i = 0; i < trace.operations.size(); ++i) {
    const Operation& op = trace.operations[i];
    bool holds = op.other.valid() && static_cast<size_t>(op.other.value) < seen.size();
    if (op.kind != OpKind::Fork || !holds || seen[static_cast<size_t>(op.other.value)]) continue;
    const Event& event = trace[op.other];
    if (event.kind != EventKind::Timeout && event.kind != EventKind::Interval) continue;
    seen[static_cast<size_t>(op.other.value)] = true;
    if (is_next_tick(trace, event, op.event)) continue;
    if (auto delay = delay_of(event)) timers_of[op.event].push_back({event.id, *delay, i});
  }
  for (const auto& [creator, timers] : timers_of) add_timer_edges(timers, sink);
}

// Events of one cause that keep the order in which they were asked for, so that the trace has it.
void add_chain_edges(const Trace& trace, EventKind kind, Rule rule, EdgeSink& sink) {
  std::map<std::tuple<EventId, std::string_view, std::string_view>, EventId> last;
  for (const Event& event : trace.events) {
    if (event.kind != kind || !event.cause.valid()) continue;
    std::string_view detail = kind == EventKind::Interval ? std::string_view(event.detail) : std::string_view();
    EventId& previous = last[{event.cause, event.frame, detail}];
    sink.add(previous, event.id, rule);
    previous = event.id;
  }
}

}  // namespace

void add_task_edges(const Trace& trace, EdgeSink& sink) {
  add_explicit_edges(trace, sink);
  add_registration_edges(trace, sink);
  add_element_edges(trace, sink);
  add_user_edges(trace, sink);
  add_timer_edges(trace, sink);
  // Two intervals of one event with the same delay tick in turns: the second's tick is due before the first's next.
  add_chain_edges(trace, EventKind::Interval, Rule::IntervalOrder, sink);
  add_chain_edges(trace, EventKind::AnimationFrame, Rule::AnimationFrame, sink);
}

}  // namespace squall::trace
