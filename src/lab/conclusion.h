// Conclusion: how an experiment ended, told from what is known when nothing more happens.
#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "browser/page.h"
#include "network/traffic.h"
#include "outcome/outcome.h"

namespace squall::lab {

// What is known at the end. Texts are empty where nothing went wrong.
struct Facts {
  browser::Health health = browser::Health::Usable;
  bool interrupted = false;
  bool out_of_time = false;
  std::string load_error;   // why the page could not be opened; one of the network begins with "net::"
  std::string agent_error;  // why an agent failed
  std::string diverged;     // why an exact order could not be followed
  Millis timeout{0};
  std::vector<const network::Passage*> requests;  // in the order of sending
  std::string silent_frame;                       // URL of a frame that did not answer
  bool answered = false;                          // whether the page was ever quiet and something happened then
  std::string last_event;                         // that happened
};

class Conclusion {
 public:
  explicit Conclusion(Facts facts) : facts_(std::move(facts)) {}

  outcome::Ending ending() const;
  // Why it ended so, for people; empty when it settled.
  std::string detail() const;

 private:
  std::string why_unsettled() const;
  Facts facts_;
};

// What the page asked for, and how it was answered.
std::vector<outcome::SentRequest> requests_of(const std::vector<const network::Passage*>& passages);

}  // namespace squall::lab
