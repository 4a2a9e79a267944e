#include "trace/trace.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "trace/event_name.h"

namespace squall::trace {
namespace {

template <typename Kind>
struct Named {
  Kind kind;
  const char* name;
};

constexpr Named<EventKind> kEventKinds[] = {
    {EventKind::Root, "root"},
    {EventKind::Parse, "parse"},
    {EventKind::Script, "script"},
    {EventKind::Module, "module"},
    {EventKind::User, "user"},
    {EventKind::Input, "input"},
    {EventKind::Timeout, "timeout"},
    {EventKind::Interval, "interval"},
    {EventKind::AnimationFrame, "frame"},
    {EventKind::Idle, "idle"},
    {EventKind::Xhr, "xhr"},
    {EventKind::Fetch, "fetch"},
    {EventKind::Body, "body"},
    {EventKind::ScriptLoad, "script-load"},
    {EventKind::ImageLoad, "image-load"},
    {EventKind::StyleLoad, "style-load"},
    {EventKind::FrameLoad, "frame-load"},
    {EventKind::MediaLoad, "media-load"},
    {EventKind::Resource, "resource"},
    {EventKind::Message, "message"},
    {EventKind::Port, "port"},
    {EventKind::BroadcastChannel, "channel"},
    {EventKind::Worker, "worker"},
    {EventKind::WebSocket, "web-socket"},
    {EventKind::EventSource, "event-source"},
    {EventKind::Milestone, "milestone"},
    {EventKind::Observer, "observer"},
    {EventKind::Animation, "animation"},
    {EventKind::Other, "other"},
};

constexpr Named<OpKind> kOpKinds[] = {
    {OpKind::Fork, "fork"},
    {OpKind::Join, "join"},
    {OpKind::Read, "read"},
    {OpKind::Write, "write"},
    {OpKind::Mutate, "mutate"},
    {OpKind::Register, "register"},
    {OpKind::Unregister, "unregister"},
    {OpKind::Dispatch, "dispatch"},
    {OpKind::WriteField, "write-field"},
    {OpKind::Focus, "focus"},
    {OpKind::PreventDefault, "prevent-default"},
    {OpKind::Fail, "fail"},
    {OpKind::Send, "send"},
    {OpKind::ParseElement, "parse-element"},
};

// "ScriptLoad", "script load" and "script-load" are one name.
bool same_name(std::string_view a, std::string_view b) {
  auto skip = [](std::string_view text, size_t at) {
    while (at < text.size() && (text[at] == '-' || text[at] == '_' || text[at] == ' ')) ++at;
    return at;
  };
  auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  size_t i = skip(a, 0), j = skip(b, 0);
  while (i < a.size() && j < b.size() && lower(a[i]) == lower(b[j])) {
    i = skip(a, i + 1);
    j = skip(b, j + 1);
  }
  return i == a.size() && j == b.size();
}

template <typename Kind, size_t N>
const Named<Kind>* find_name(const Named<Kind> (&table)[N], std::string_view name) {
  for (const Named<Kind>& entry : table) {
    if (name == entry.name) return &entry;
  }
  for (const Named<Kind>& entry : table) {
    if (same_name(name, entry.name)) return &entry;
  }
  return nullptr;
}

template <typename Kind, size_t N>
const char* find_kind(const Named<Kind> (&table)[N], Kind kind) {
  for (const Named<Kind>& entry : table) {
    if (entry.kind == kind) return entry.name;
  }
  return "other";
}

}  // namespace

const char* name_of(EventKind kind) { return find_kind(kEventKinds, kind); }

EventKind event_kind_of(std::string_view name) {
  const auto* entry = find_name(kEventKinds, name);
  return entry ? entry->kind : EventKind::Other;
}

const char* name_of(OpKind kind) { return find_kind(kOpKinds, kind); }

OpKind op_kind_of(std::string_view name) {
  const auto* entry = find_name(kOpKinds, name);
  return entry ? entry->kind : OpKind::Mutate;
}

bool known_op_kind(std::string_view name) { return find_name(kOpKinds, name) != nullptr; }

std::vector<std::string> event_kind_names() {
  std::vector<std::string> names;
  for (const auto& entry : kEventKinds) {
    if (entry.kind != EventKind::Root) names.emplace_back(entry.name);
  }
  return names;
}

}  // namespace squall::trace
