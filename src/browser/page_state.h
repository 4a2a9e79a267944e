// The inside of a Page, shared by the files that implement it.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "browser/frame_tree.h"
#include "browser/page.h"

namespace squall::browser {

struct Page::State {
  State(Connection& given, const std::string& agent_of_user, const PageOptions& chosen)
      : connection(given), user_agent(agent_of_user), options(chosen) {}
  ~State();  // closes the context with all that is in it

  Status open(Deadline deadline);
  Status make_context(Deadline deadline);
  Status make_target(Deadline deadline);
  Status set_up(Deadline deadline);
  bool use_agent(const std::string& agent, Deadline deadline);

  // Brings the picture of the page up to date. False when the event is nobody's business: that of a popup.
  bool note(const Event& event);
  void note_attached(const Event& event);
  void note_detached(const SessionId& session);
  void note_crash(const SessionId& session);
  void note_popup_url(const std::string& url);
  // Takes note of all that has arrived, and hands on nothing.
  void absorb();
  std::optional<Event> next(Deadline deadline);
  bool can_bring_more() const { return health == Health::Usable && !connection.closed(); }

  // Goes to about:blank and waits until it is there.
  bool go_blank(Deadline deadline);
  CallId take_mouse_away();
  bool commit(const std::string& loader, Deadline deadline);
  bool clear(const std::vector<std::string>& origins, Deadline deadline);
  bool clear_history(Deadline deadline);
  bool interrupt(Deadline deadline);
  bool wait_all(const std::vector<CallId>& calls, Deadline deadline);

  Connection& connection;
  const std::string user_agent;
  PageOptions options;
  std::string agent_script;  // what Chromium calls the agent's script; "" when there is none
  QueueId queue;
  SessionId main;
  std::string loader;  // of the document that the main frame holds

  FrameTree frames;
  std::map<SessionId, Worker> workers;
  std::set<SessionId> popups;
  std::string opening_url;   // of a window.open whose window has not come yet
  size_t unnamed_popup = 0;  // 1 + the place among the incidents of a popup whose URL is not known yet
  std::vector<PageIncident> incidents;
  Health health = Health::Usable;
};

}  // namespace squall::browser
