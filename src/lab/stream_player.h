// StreamPlayer: plays the server of the page's connections from the recording: WebSockets and event streams.
//
// It knows where each connection is in its recorded messages, and says what comes next on it; the schedule says when.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lab/agent_port.h"
#include "network/recording.h"
#include "outcome/outcome.h"
#include "schedule/choice.h"

namespace squall::lab {

class StreamPlayer {
 public:
  // `recording` outlives the player.
  explicit StreamPlayer(const network::Recording& recording) : recording_(recording) {}

  // What the server does next: the choice, named as seen from the frame, and the delivery that the agent understands.
  struct Next {
    schedule::Choice choice;
    Json delivery;
  };
  // Nothing when the server waits for the page, or has no more to say. `frame` is an id.
  std::optional<Next> next(const std::string& frame, const Stream& stream, double now);
  // It has been delivered.
  void played(const std::string& frame, int stream, const Json& delivery);

  // The requests by which the connections seen so far were opened.
  const std::vector<outcome::SentRequest>& requests() const { return requests_; }

 private:
  // Where we are in the recorded messages of a connection.
  struct Playing {
    const network::Entry* entry = nullptr;  // null when the recording does not know it
    bool opened = false;
    size_t next = 0;
    std::map<std::string, int> delivered;  // how often each kind of thing
  };
  Playing& playing(const std::string& frame, const Stream& stream);
  static std::optional<Json> next_delivery(Playing& state, const Stream& stream);

  const network::Recording& recording_;
  std::map<std::pair<std::string, int>, Playing> playing_;
  std::map<std::string, int> seen_;  // connections so far, by URL
  std::vector<outcome::SentRequest> requests_;
};

}  // namespace squall::lab
