#include "browser/page_state.h"
#include "browser/session_setup.h"

namespace squall::browser {

std::optional<Event> Page::State::next(Deadline deadline) {
  while (can_bring_more() || connection.has_event(queue)) {
    auto event = connection.next_event(queue, deadline);
    if (!event) return std::nullopt;
    if (note(*event)) return event;
  }
  return std::nullopt;
}

void Page::State::absorb() {
  while (connection.has_event(queue)) {
    if (auto event = connection.next_event(queue, Deadline::after(Millis(0)))) note(*event);
  }
}

bool Page::State::note(const Event& event) {
  const Json& params = event.params;
  if (popups.contains(event.session)) {
    if (event.method == "Fetch.requestPaused") note_popup_url(params.at("request", "url").as_string());
    return false;
  }
  if (event.method == "Target.attachedToTarget") {
    note_attached(event);
  } else if (event.method == "Target.detachedFromTarget") {
    SessionId session{params["sessionId"].as_string()};
    popups.erase(session);
    note_detached(session);
  } else if (event.method == "Inspector.targetCrashed") {
    note_crash(event.session);
  } else if (event.method == "Page.javascriptDialogOpening") {
    incidents.push_back({PageIncident::Dialog, params["type"].as_string() + ": " + params["message"].as_string()});
  } else if (event.method == "Browser.downloadWillBegin") {
    incidents.push_back({PageIncident::Download, params["url"].as_string()});
  } else if (event.method == "Page.windowOpen") {
    opening_url = params["url"].as_string();
  } else if (event.method == "Page.frameNavigated" && event.session == main) {
    if (params.at("frame", "parentId").as_string().empty()) loader = params.at("frame", "loaderId").as_string();
  }
  frames.note(event);
  return true;
}

void Page::State::note_attached(const Event& event) {
  SessionId session{event.params["sessionId"].as_string()};
  const Json& target = event.params["targetInfo"];
  const std::string& type = target["type"].as_string();
  if (is_popup(event)) {
    popups.insert(session);
    incidents.push_back({PageIncident::Popup, std::exchange(opening_url, "")});
    unnamed_popup = incidents.back().detail.empty() ? incidents.size() : 0;
  } else if (type == "worker" || type == "shared_worker" || type == "service_worker") {
    workers[session] = {session, type, target["url"].as_string()};
  }
}

// A popup that a link opened, rather than a script, is known by what it asks for.
void Page::State::note_popup_url(const std::string& url) {
  if (unnamed_popup == 0 || unnamed_popup > incidents.size()) return;
  incidents[unnamed_popup - 1].detail = url;
  unnamed_popup = 0;
}

void Page::State::note_detached(const SessionId& session) {
  workers.erase(session);
  if (session != main || health != Health::Usable) return;
  health = Health::Closed;
  incidents.push_back({PageIncident::Closed, "the page was closed"});
}

void Page::State::note_crash(const SessionId& session) {
  if (session == main) {
    health = Health::Crashed;
    incidents.push_back({PageIncident::Crash, "the page crashed"});
    return;
  }
  std::string detail = "a worker crashed";
  for (const auto& frame : frames.in_order()) {
    if (frame.session == session) detail = "a frame crashed: " + frame.url;
  }
  incidents.push_back({PageIncident::Crash, detail});
}

}  // namespace squall::browser
