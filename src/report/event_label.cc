#include "report/event_label.h"

#include <algorithm>

#include "base/text.h"
#include "base/url.h"
#include "trace/event_name.h"

namespace squall::report {
namespace {

using trace::EventKind;

// Longer names are cut, in bytes.
constexpr size_t kLongest = 160;
constexpr size_t kLongestFrame = 40;

using Segment = trace::EventName::Segment;

Lane lane_of(EventKind kind) {
  switch (kind) {
    case EventKind::User:
    case EventKind::Input: return Lane::Step;
    case EventKind::Timeout:
    case EventKind::Interval:
    case EventKind::AnimationFrame:
    case EventKind::Idle:
    case EventKind::Animation: return Lane::Timer;
    case EventKind::Xhr:
    case EventKind::Fetch:
    case EventKind::Body:
    case EventKind::Script:
    case EventKind::Module:
    case EventKind::ScriptLoad:
    case EventKind::ImageLoad:
    case EventKind::StyleLoad:
    case EventKind::FrameLoad:
    case EventKind::MediaLoad:
    case EventKind::Resource: return Lane::Response;
    case EventKind::Message:
    case EventKind::Port:
    case EventKind::BroadcastChannel:
    case EventKind::Worker:
    case EventKind::WebSocket:
    case EventKind::EventSource: return Lane::Message;
    default: return Lane::Other;
  }
}

// "GET http://h/a?b" gives "GET /a?b"; a URL alone gives "/a?b".
std::string request_words(std::string_view detail) {
  size_t space = detail.find(' ');
  if (space == std::string_view::npos) return short_url(detail);
  return std::string(detail.substr(0, space + 1)) + short_url(detail.substr(space + 1));
}

std::string stream_words(const char* what, const std::vector<Segment>& path) {
  const Segment& last = path.back();
  if (path.size() < 2 || path[path.size() - 2].kind != last.kind) {
    return std::string(what) + " " + short_url(last.detail) + " opens";
  }
  return std::string(what) + " " + short_url(path[path.size() - 2].detail) + ": " + std::string(last.detail);
}

// Of a body that is read, what matters is whose body it is.
std::string body_words(const std::vector<Segment>& path) {
  for (size_t i = path.size(); i-- > 0;) {
    if (path[i].kind == EventKind::Fetch) return "body of " + request_words(path[i].detail);
  }
  return "body";
}

std::string words_of(const std::vector<Segment>& path) {
  const Segment& last = path.back();
  std::string detail(last.detail);
  switch (last.kind) {
    case EventKind::User: return "step " + detail;
    case EventKind::Timeout: return "timer, " + detail + " ms";
    case EventKind::Interval: return "interval, " + detail + " ms";
    case EventKind::AnimationFrame: return "animation frame";
    case EventKind::Idle: return "idle callback";
    case EventKind::Animation: return "animations end";
    case EventKind::Script:
    case EventKind::Module:
    case EventKind::ScriptLoad: return "script " + request_words(detail);
    case EventKind::ImageLoad: return "image " + request_words(detail);
    case EventKind::StyleLoad: return "style sheet " + request_words(detail);
    case EventKind::FrameLoad: return "frame " + request_words(detail);
    case EventKind::MediaLoad: return "media " + request_words(detail);
    case EventKind::Xhr:
    case EventKind::Fetch:
    case EventKind::Resource: return request_words(detail);
    case EventKind::Body: return body_words(path);
    case EventKind::WebSocket: return stream_words("WebSocket", path);
    case EventKind::EventSource: return stream_words("event stream", path);
    default: return std::string(trace::name_of(last.kind)) + (detail.empty() ? "" : " " + detail);
  }
}

}  // namespace

const char* name_of(Lane lane) {
  switch (lane) {
    case Lane::Step: return "step";
    case Lane::Response: return "response";
    case Lane::Timer: return "timer";
    case Lane::Message: return "message";
    case Lane::Other: break;
  }
  return "other";
}

EventLabel label_of_event(std::string_view name) {
  EventLabel label;
  label.name = name;
  label.what = shorten(name, kLongest);
  auto parsed = trace::parse_event_name(name);
  if (!parsed || parsed->path.empty()) return label;
  label.lane = lane_of(parsed->path.back().kind);
  label.what = shorten(words_of(parsed->path), kLongest);
  label.step = parsed->step() + 1;
  label.from = label.step > 0 ? "step " + std::to_string(label.step) : "loading";
  if (!parsed->frame.empty()) label.from += ", in " + shorten("frame " + parsed->frame, kLongestFrame);
  return label;
}

std::string step_label(const ShownRun& run, const flow::Flow& flow, size_t position) {
  const auto& results = run.run.outcome.steps;
  if (position < results.size() && !results[position].label.empty()) return results[position].label;
  const auto& chosen = run.schedule.steps;
  size_t index = position;
  if (!chosen.empty()) index = position < chosen.size() ? static_cast<size_t>(chosen[position]) : flow.steps.size();
  return index < flow.steps.size() ? flow::label_of(flow.steps[index]) : "";
}

std::vector<EventLabel> event_labels(const ShownRun& run, const flow::Flow& flow) {
  std::vector<EventLabel> labels;
  for (const std::string& name : run.run.order) {
    EventLabel label = label_of_event(name);
    if (label.lane == Lane::Step && label.step > 0) {
      std::string known = step_label(run, flow, static_cast<size_t>(label.step - 1));
      if (!known.empty()) label.what = shorten(known, kLongest);
    }
    labels.push_back(std::move(label));
  }
  return labels;
}

std::string phrase(const EventLabel& label) {
  if (label.lane == Lane::Step) return label.from + " (" + label.what + ")";
  return label.from.empty() ? label.what : label.what + " (from " + label.from + ")";
}

}  // namespace squall::report
