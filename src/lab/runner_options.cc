// What could happen next: responses, messages, tasks, animations, the user's next step.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "base/url.h"
#include "lab/event_names.h"
#include "lab/runner.h"

namespace squall::lab {

using network::Passage;
using schedule::Choice;

// The event that handles the response. Scripts announce theirs; the rest is named as the agent would name it.
const Choice& Runner::name_of(Passage& passage) {
  auto known = names_.find(passage.id);
  if (known != names_.end()) return known->second;
  Choice choice{Choice::Response, "", position_ - 1, time_, passage.order};
  double sent = time_;
  auto match = std::find_if(announced_.begin(), announced_.end(), [&](const Announced& one) {
    return one.url == passage.request.url && one.method == passage.request.method;
  });
  if (match != announced_.end()) {
    choice.name = match->name;
    choice.step = match->step;
    sent = match->time;
    announced_.erase(match);
  } else {
    // The parser asked for it, or a step of the user led to a dynamic import.
    bool imported = !passage.by_parser && passage.request.type == "script" && choice.step >= 0;
    auto name = parser_event(passage, stage_.page(), imported ? trace::step_name(choice.step) : trace::EventName{});
    unannounced_.insert(passage.id);
    name.path.back().ordinal = ordinals_[to_text(name)]++;
    choice.name = to_text(name);
  }
  double latency = passage.answer ? experiment_.recording->entries[passage.answer->index].response.latency_ms : 0;
  choice.due = sent + std::max(1.0, std::ceil(latency));
  return names_[passage.id] = choice;
}

Runner::Option Runner::response_option(Passage& passage) {
  Option option;
  option.choice = name_of(passage);
  option.passage = &passage;
  return option;
}

Runner::Playing& Runner::playing(const std::string& frame, const Stream& stream) {
  auto [found, added] = playing_.try_emplace({frame, stream.id});
  if (!added) return found->second;
  int wanted = streams_seen_[stream.url]++;
  const char* type = stream.kind == "web-socket" ? "websocket" : "eventsource";
  const network::Entry* last = nullptr;
  for (const auto& entry : experiment_.recording->entries) {
    if (entry.request.type != type || entry.request.url != without_fragment(stream.url)) continue;
    last = &entry;
    if (wanted-- == 0) break;
  }
  found->second.entry = last;
  stream_requests_.push_back({"GET", stream.url, "", type, last ? Answer::Recorded : Answer::Unanswered,
                              last ? "" : "the recording has no answer to it"});
  return found->second;
}

// What the server does next on a connection; nothing when it waits for the page, or has no more to say.
std::optional<Json> Runner::next_delivery(Playing& state, const Stream& stream) const {
  auto just = [](const char* what) { return Json::object({{"what", what}}); };
  if (!state.opened) {
    if (!state.entry || !state.entry->response.failure.empty()) return just("error");
    // An EventSource that the server refuses is not tried again.
    bool refused = stream.kind == "event-source" && state.entry->response.status != 200;
    return just(refused ? "close" : "open");
  }
  if (!state.entry) return std::nullopt;
  const auto& messages = state.entry->messages;
  while (state.next < messages.size() && messages[state.next].sent) ++state.next;
  if (state.next == messages.size()) return std::nullopt;
  const auto& message = messages[state.next];
  auto answered = static_cast<size_t>(std::max(0, message.after_sent));
  if (answered > stream.sent.size()) return std::nullopt;
  static constexpr const char* kWhat[] = {"message", "open", "error", "close"};
  Json delivery = just(kWhat[static_cast<int>(message.signal)]);
  delivery.set("data", message.binary ? base64_encode(message.data) : message.data).set("binary", message.binary);
  delivery.set("event", message.event).set("id", message.id);
  if (message.code != 0) delivery.set("code", message.code);
  // It answers the last message that the page had sent before it, and so derives from the step that sent that.
  if (answered > 0) delivery.set("step", stream.sent[answered - 1]);
  return delivery;
}

void Runner::add_stream_options(const browser::Frame& frame, const FrameStatus& status, std::vector<Option>& out) {
  for (const Stream& stream : status.streams) {
    Playing& state = playing(frame.id, stream);
    if (stream.closed) continue;
    auto delivery = next_delivery(state, stream);
    if (!delivery) continue;
    Option option;
    option.frame = frame.id;
    option.id = stream.id;
    option.choice = {Choice::Message, in_frame(frame, stream.name), stream.step, stream.time + 1, stream.id};
    if (state.opened) {
      const std::string& what = (*delivery)["what"].as_string();
      auto opening = trace::parse_event_name(option.choice.name).value_or(trace::EventName{});
      option.choice.name = to_text(opening.child(trace::event_kind_of(stream.kind), what, state.delivered[what]));
      option.choice.due = std::max(time_, stream.time + std::ceil(state.entry->messages[state.next].time_ms));
      option.choice.step = static_cast<int>((*delivery)["step"].as_int(stream.step));
    }
    option.delivery = std::move(*delivery);
    out.push_back(std::move(option));
  }
}

// An order that was given may name it all the same.
bool Runner::is_ahead_of_parser(const Passage& passage) {
  auto status = statuses_.find(passage.frame);
  if (status == statuses_.end() || experiment_.schedule.mode == schedule::Mode::Order) return false;
  const Parsing& parsing = status->second.parsing;
  return parsing.stage == Parsing::Loading &&
         lab::is_ahead_of_parser(parsing, request_of(passage), held_in(passage.frame));
}

std::vector<Runner::Option> Runner::options() {
  std::vector<Option> out;
  for (Passage* passage : stage_.traffic().held()) {
    if (is_plumbing(*passage)) continue;
    Option option = response_option(*passage);
    if (!is_ahead_of_parser(*passage)) out.push_back(std::move(option));
  }
  for (const auto& frame : stage_.page().frames()) {
    auto status = statuses_.find(frame.id);
    if (status == statuses_.end()) continue;
    for (const Task& task : status->second.tasks) {
      Option option{task.choice, nullptr, frame.id, task.id, Json()};
      option.choice.name = in_frame(frame, option.choice.name);
      out.push_back(std::move(option));
    }
    if (!experiment_.live_streams) add_stream_options(frame, status->second, out);
    if (status->second.moving_ms >= 0) {
      Choice choice{Choice::Animation, in_frame(frame, trace::EventName{}.child(trace::EventKind::Animation)),
                    position_ - 1, time_ + status->second.moving_ms, 0};
      out.push_back({choice, nullptr, frame.id, 0, Json()});
    }
  }
  if (position_ < static_cast<int>(steps_.size())) {
    Choice choice{Choice::Step, to_text(trace::step_name(position_)), position_,
                  std::numeric_limits<double>::infinity(), position_};
    out.push_back({choice, nullptr, "", 0, Json()});
  }
  return out;
}

}  // namespace squall::lab
