#include "analysis/init/delays.h"

#include <algorithm>
#include <cstdlib>

#include "base/url.h"
#include "trace/event_name.h"

namespace squall::analysis::init {
namespace {

using trace::EventKind;

std::optional<Delay::Kind> kind_of(EventKind kind) {
  switch (kind) {
    case EventKind::Script:
    case EventKind::ScriptLoad: return Delay::Script;
    case EventKind::Module: return Delay::Module;
    case EventKind::Xhr:
    case EventKind::Fetch: return Delay::Response;
    case EventKind::StyleLoad: return Delay::StyleSheet;
    case EventKind::ImageLoad: return Delay::Image;
    case EventKind::FrameLoad: return Delay::Frame;
    case EventKind::WebSocket:
    case EventKind::EventSource: return Delay::Message;
    case EventKind::Timeout:
    case EventKind::Interval: return Delay::Timer;
    default: return std::nullopt;
  }
}

// Of "GET http://…"; of a message, which has no address of its own, that of its connection, which caused it.
std::string url_of(const trace::EventName& name) {
  const auto& last = *name.last();
  auto cause = name.parent();
  bool message = last.kind == EventKind::WebSocket || last.kind == EventKind::EventSource;
  if (message && cause.last() && cause.last()->kind == last.kind) return cause.last()->detail;
  size_t space = last.detail.find(' ');
  return space == std::string::npos ? last.detail : last.detail.substr(space + 1);
}

}  // namespace

std::string words_for(const Delay& delay) {
  std::string url = short_url(delay.url);
  switch (delay.kind) {
    case Delay::Script: return "the script " + url;
    case Delay::Module: return "the module " + url;
    case Delay::Response: return "the response from " + url;
    case Delay::StyleSheet: return "the style sheet " + url;
    case Delay::Image: return "the image " + url;
    case Delay::Frame: return "the frame " + url;
    case Delay::Message: return "a message of " + url;
    case Delay::Timer: break;
  }
  return "a timer of " + std::to_string(static_cast<int>(delay.ms)) + " ms";
}

Delays::Delays(const lab::Run& load, double long_timer_ms)
    : load_(load), long_timer_ms_(long_timer_ms), order_(trace::HappensBefore::of(load.trace)) {
  std::map<std::string, trace::EventId> ids;
  for (const auto& event : load.trace.events) ids.emplace(trace::event_name(load.trace, event.id), event.id);
  for (size_t place = 0; place < load.order.size(); ++place) {
    auto delay = delay_at(place, ids);
    if (delay && !hides_page(*delay)) all_.push_back(std::move(*delay));
  }
}

bool Delays::hides_page(const Delay& delay) const {
  if (delay.kind != Delay::StyleSheet || load_.outcome.frames.size() == 0) return false;
  const Json& frame = load_.outcome.frames[size_t{0}];
  for (const Json& child : frame["root"]["c"].items()) {
    if (child["t"].as_string_or("") != "head") continue;
    for (const Json& link : child["c"].items()) {
      if (!link.is_object() || link["t"].as_string() != "link") continue;
      std::string href = link["a"]["href"].as_string_or("");
      if (resolve_url(frame["url"].as_string(), href) == delay.url) return true;
    }
  }
  return false;
}

const Delay* Delays::nearest_cause(trace::EventId event) const {
  for (; event.valid(); event = trace()[event].cause) {
    for (const Delay& delay : all_) {
      if (delay.id == event) return &delay;
    }
  }
  return nullptr;
}

std::optional<Delay> Delays::delay_at(size_t place, const std::map<std::string, trace::EventId>& ids) const {
  Delay delay;
  delay.event = load_.order[place];
  delay.turn = static_cast<int>(place) + 1;
  auto known = ids.find(delay.event);
  if (known != ids.end()) delay.id = known->second;
  auto name = trace::parse_event_name(delay.event);
  if (!name || !name->last()) return std::nullopt;
  auto kind = kind_of(name->last()->kind);
  if (!kind) return std::nullopt;
  delay.kind = *kind;
  if (delay.kind == Delay::Timer) {
    delay.ms = std::atof(name->last()->detail.c_str());
    if (delay.ms < long_timer_ms_) return std::nullopt;
    return delay;
  }
  delay.url = url_of(*name);
  return delay;
}

// When it was done, among the events. Responses come in any order; scripts run in theirs.
int Delays::place_of(const Delay& delay) const {
  if (delay.id.valid()) return delay.id.value;
  const auto& events = trace().events;
  auto first = std::ranges::find_if(events, [&](const auto& event) { return event.turn >= delay.turn; });
  return static_cast<int>(first - events.begin());
}

std::vector<Delay> Delays::before(trace::EventId event) const {
  std::vector<Delay> out;
  if (!event.valid()) return out;
  for (const Delay& delay : all_) {
    // A style sheet that blocks a script is not part of the trace: what ran when it came waited for it.
    bool led = delay.turn == trace()[event].turn;
    if (delay.id == event || order_.before(delay.id, event) || led) out.push_back(delay);
  }
  std::ranges::stable_sort(out, {}, [this](const Delay& delay) { return place_of(delay); });
  if (const Delay* nearest = nearest_cause(event)) {
    std::stable_partition(out.begin(), out.end(), [&](const Delay& each) { return !(each == *nearest); });
  }
  return out;
}

std::vector<Delay> Delays::before_turn(int turn) const {
  std::vector<Delay> out;
  for (const Delay& delay : all_) {
    if (delay.turn <= turn) out.push_back(delay);
  }
  return out;
}

}  // namespace squall::analysis::init
