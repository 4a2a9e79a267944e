#include "lab/stream_player.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "base/url.h"
#include "trace/event_name.h"

namespace squall::lab {
namespace {

using schedule::Choice;

Json just(const char* what) { return Json::object({{"what", what}}); }

Json delivery_of(const network::StreamMessage& message) {
  static constexpr const char* kWhat[] = {"message", "open", "error", "close"};
  Json delivery = just(kWhat[static_cast<int>(message.signal)]);
  delivery.set("data", message.binary ? base64_encode(message.data) : message.data).set("binary", message.binary);
  delivery.set("event", message.event).set("id", message.id);
  if (message.code != 0) delivery.set("code", message.code);
  return delivery;
}

}  // namespace

StreamPlayer::Playing& StreamPlayer::playing(const std::string& frame, const Stream& stream) {
  auto [found, added] = playing_.try_emplace({frame, stream.id});
  if (!added) return found->second;
  int wanted = seen_[stream.url]++;
  const char* type = stream.kind == "web-socket" ? "websocket" : "eventsource";
  const network::Entry* last = nullptr;
  for (const auto& entry : recording_.entries) {
    if (entry.request.type != type || entry.request.url != without_fragment(stream.url)) continue;
    last = &entry;
    if (wanted-- == 0) break;
  }
  found->second.entry = last;
  auto answer = last ? outcome::Answer::Recorded : outcome::Answer::Unanswered;
  requests_.push_back({"GET", stream.url, "", type, answer, last ? "" : "the recording has no answer to it"});
  return found->second;
}

std::optional<Json> StreamPlayer::next_delivery(Playing& state, const Stream& stream) {
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
  Json delivery = delivery_of(message);
  // It answers the last message that the page had sent before it, and so derives from the step that sent that.
  if (answered > 0) delivery.set("step", stream.sent[answered - 1]);
  return delivery;
}

std::optional<StreamPlayer::Next> StreamPlayer::next(const std::string& frame, const Stream& stream, double now) {
  Playing& state = playing(frame, stream);
  if (stream.closed) return std::nullopt;
  auto delivery = next_delivery(state, stream);
  if (!delivery) return std::nullopt;
  Choice choice{Choice::Message, stream.name, stream.step, stream.time + 1, stream.id};
  if (state.opened) {
    const std::string& what = (*delivery)["what"].as_string();
    auto opening = trace::parse_event_name(choice.name).value_or(trace::EventName{});
    choice.name = to_text(opening.child(trace::event_kind_of(stream.kind), what, state.delivered[what]));
    choice.due = std::max(now, stream.time + std::ceil(state.entry->messages[state.next].time_ms));
    choice.step = static_cast<int>((*delivery)["step"].as_int(stream.step));
  }
  return Next{std::move(choice), std::move(*delivery)};
}

void StreamPlayer::played(const std::string& frame, int stream, const Json& delivery) {
  Playing& state = playing_[{frame, stream}];
  if (state.opened) {
    ++state.next;
    ++state.delivered[delivery["what"].as_string()];
  }
  state.opened = true;
}

}  // namespace squall::lab
