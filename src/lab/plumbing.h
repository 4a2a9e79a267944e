// Plumbing: the requests that a schedule does not choose. They are answered as soon as they are held.
#pragma once

#include <set>
#include <string>

#include "network/traffic.h"
#include "schedule/schedule.h"
#include "trace/event_name.h"

namespace squall::lab {

class Plumbing {
 public:
  explicit Plumbing(const schedule::Schedule& schedule);
  // `of_page`: in the main frame. `name` is what the response is called, were it the parser's.
  bool is_plumbing(const network::Passage& passage, bool of_page, const trace::EventName& name) const;

 private:
  schedule::Visible visible_;
  std::set<std::string> named_;  // events that the schedule names, whichever of several that are called so
};

}  // namespace squall::lab
