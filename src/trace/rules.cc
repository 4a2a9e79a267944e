#include "trace/rules.h"

#include <algorithm>

namespace squall::trace {

void EdgeSink::add(EventId from, EventId to, Rule rule) {
  if (!holds(from) || !holds(to) || from == to) return;
  if (from > to)
    dropped_.emplace(from, to);
  else
    edges_by_target_[static_cast<size_t>(to.value)].push_back({from, to, rule});
}

std::vector<std::string_view> fork_texts_of(const Trace& trace) {
  std::vector<std::string_view> texts(trace.events.size());
  for (const Operation& op : trace.operations) {
    bool holds = op.other.valid() && static_cast<size_t>(op.other.value) < texts.size();
    if (op.kind != OpKind::Fork || !holds) continue;
    std::string_view& text = texts[static_cast<size_t>(op.other.value)];
    if (text.empty()) text = op.text;
  }
  return texts;
}

std::string channel_of(const Trace& trace, const Event& event) {
  switch (event.kind) {
    case EventKind::Message: return "window " + event.detail;
    case EventKind::Port:
    case EventKind::BroadcastChannel:
    case EventKind::Worker: return event.detail;
    case EventKind::WebSocket:
    case EventKind::EventSource: {
      // The event that opened it tells a connection from others to the same URL.
      std::string opener = std::to_string(event.cause.value);
      if (event.cause.valid() && trace[event.cause].kind == event.kind) return opener;
      auto words = words_of(event.detail);
      return words.empty() ? "" : opener + " " + std::string(words.front());
    }
    default: return "";
  }
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  size_t at = 0;
  while ((at = text.find_first_not_of(' ', at)) != std::string_view::npos) {
    size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

bool has_word(std::string_view text, std::string_view word) {
  auto words = words_of(text);
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_resource(EventKind kind) {
  switch (kind) {
    case EventKind::ScriptLoad:
    case EventKind::ImageLoad:
    case EventKind::StyleLoad:
    case EventKind::FrameLoad:
    case EventKind::MediaLoad:
    case EventKind::Resource: return true;
    default: return false;
  }
}

}  // namespace squall::trace
