#include <set>

#include "browser/page_state.h"

namespace squall::browser {
namespace {

// A page that does not leave in this time is busy with a script, and is interrupted.
constexpr Millis kPatience(400);
constexpr Millis kProbe(300);
constexpr const char* kBlank = "about:blank";

}  // namespace

// Stops a script that never ends. It may be followed by another, so this goes on until the page answers.
bool Page::State::interrupt(Deadline deadline) {
  while (can_bring_more() && !deadline.passed()) {
    std::set<SessionId> sessions;
    for (const auto& frame : frames.in_order()) sessions.insert(frame.session);
    for (const auto& session : sessions) connection.post(session, "Runtime.terminateExecution");
    // What is asked first after an interruption may be cut short by it.
    Reply probe =
        connection.call(main, "Runtime.evaluate", Json::object({{"expression", "1"}}), deadline.at_most(kProbe));
    if (probe && !probe->has("exceptionDetails")) return true;
    if (!probe && probe.error().kind == CallError::Gone) return false;
  }
  return false;
}

// Where the mouse is outlives the document: the next page would feel it come from there. The answer comes with the next
// frame that is drawn.
CallId Page::State::take_mouse_away() {
  constexpr double kNowhere = -1000;
  return connection.send(main, "Input.dispatchMouseEvent",
                         Json::object({{"type", "mouseMoved"}, {"x", kNowhere}, {"y", kNowhere}}));
}

bool Page::State::go_blank(Deadline deadline) {
  while (can_bring_more() && !deadline.passed()) {
    Deadline patience = deadline.at_most(kPatience);
    Reply reply = connection.call(main, "Page.navigate", Json::object({{"url", kBlank}}), patience);
    if (reply && commit((*reply)["loaderId"].as_string(), patience)) return true;
    if (!reply && reply.error().kind == CallError::Gone) return false;
    interrupt(deadline.at_most(kPatience));
  }
  return false;
}

// The reply to a navigation comes before its document is there.
bool Page::State::commit(const std::string& wanted, Deadline deadline) {
  while (loader != wanted) {
    auto event = connection.next_event(queue, deadline);
    if (event) note(*event);
    if (!can_bring_more() || (!event && deadline.passed())) return false;
  }
  return true;
}

bool Page::State::clear(const std::vector<std::string>& origins, Deadline deadline) {
  std::vector<CallId> calls = {
      connection.send(main, "Network.clearBrowserCookies"),
      connection.send(main, "Network.clearBrowserCache"),
      connection.send(main, "Runtime.evaluate", Json::object({{"expression", "window.name = ''"}})),
  };
  for (const auto& origin : origins) {
    calls.push_back(connection.send(main, "Storage.clearDataForOrigin",
                                    Json::object({{"origin", origin}, {"storageTypes", "all"}})));
  }
  return wait_all(calls, deadline) && clear_history(deadline);
}

// The browser process takes note of a document somewhat later than its frame tells of it, and only then forgets those
// before it.
bool Page::State::clear_history(Deadline deadline) {
  while (can_bring_more() && !deadline.passed()) {
    connection.post(main, "Page.resetNavigationHistory");
    Reply history = connection.call(main, "Page.getNavigationHistory", Json::object(), deadline);
    if (!history) return false;
    const Json& entries = (*history)["entries"];
    if (entries.size() == 1 && entries[size_t(0)]["url"].as_string() == kBlank) return true;
  }
  return false;
}

bool Page::State::wait_all(const std::vector<CallId>& calls, Deadline deadline) {
  bool all = true;
  for (CallId call : calls) all = connection.wait(call, deadline).ok() && all;
  return all;
}

}  // namespace squall::browser
