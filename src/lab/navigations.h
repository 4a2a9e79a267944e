// Navigations that a page has asked for and of which nothing else is seen yet.
//
// The renderer says that it wants one (Page.frameRequestedNavigation) before it answers anything we ask later. But the
// browser process begins it, and its request, or the new document of one that needs none (srcdoc, data:, blob:), may
// come after such an answer. Until then the page is not quiet, whatever its frames say.
#pragma once

#include <map>
#include <string>

#include "base/clock.h"
#include "browser/connection.h"

namespace squall::lab {

class Navigations {
 public:
  // Takes note of one event of the page.
  void note(const browser::Event& event, Clock::time_point now);

  // Whether one is under way. One of which nothing is heard for 5 s has come to nothing.
  bool any(Clock::time_point now) const;

 private:
  std::map<std::string, Clock::time_point> asked_;  // by frame, and when
};

}  // namespace squall::lab
