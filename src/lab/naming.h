// Naming: what the responses of held requests are called, and of which step they are.
//
// Scripts announce the requests that they send, with the event that will handle the response; the browser pauses
// requests, and knows nothing of events. The two are joined by identity where the browser gives one: it tells from
// which function a request was sent, and the agent gives that function a name of its own for each fetch() and each
// XMLHttpRequest. Images, scripts and other elements are joined by frame, kind of request, method and URL, the earliest
// first. What no script announced comes from the parser, and is named as the agent would name it.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "lab/agent_port.h"
#include "network/traffic.h"
#include "schedule/choice.h"

namespace squall::lab {

// A request that is held, with what is known of it elsewhere.
struct Asked {
  const network::Passage* passage = nullptr;
  std::string frame;      // id of the frame that handles the response: of a frame's document the one around it
  std::string path;       // of that frame
  double latency_ms = 0;  // that was recorded
};

class Naming {
 public:
  // A script of this frame has sent a request; its event is named as seen from the whole page.
  void announce(const std::string& frame, Announced announced);
  // Names those that have no name yet; they were sent during `step`, and before `now`.
  void name(const std::vector<Asked>& held, int step, double now);
  // Of a request that has been named.
  const schedule::Choice& choice(const network::RequestId& id) const { return names_.at(id); }
  bool announced(const network::RequestId& id) const { return !unannounced_.contains(id); }
  // Whether a script asked for it without the browser's cache.
  bool fresh(const network::RequestId& id) const { return fresh_.contains(id); }

 private:
  struct Waiting {
    std::string frame;
    Announced announced;
  };
  template <typename Fits>
  void join(std::vector<const Asked*>& unnamed, Fits fits, bool latest);
  void name_as(const Asked& asked, const Announced& announced);
  void name_alone(const Asked& asked, int step, double now);

  std::vector<Waiting> waiting_;  // not yet seen at the browser
  std::map<network::RequestId, schedule::Choice> names_;
  std::set<network::RequestId> unannounced_;  // of these, those that no script announced
  std::set<network::RequestId> fresh_;
  std::map<std::string, int> ordinals_;
};

}  // namespace squall::lab
