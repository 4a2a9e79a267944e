// The Stage: a page, its traffic, and what the page says while an experiment runs.
//
// Everything that waits, waits here: `await` pumps the page's events until the reply is there, so that dialogs are
// answered and synchronous requests get their response while the page is blocked in the middle of a command.
#pragma once

#include <string>
#include <vector>

#include "browser/allowance.h"
#include "browser/page.h"
#include "lab/lab.h"
#include "lab/navigations.h"
#include "network/traffic.h"

namespace squall::lab {

class Stage {
 public:
  // `page` and `recording` outlive the stage.
  Stage(browser::Page& page, const Experiment& experiment, browser::Allowance::Starved starved = {});

  browser::Page& page() { return page_; }
  const browser::Page& page() const { return page_; }
  network::Traffic& traffic() { return traffic_; }
  const browser::Allowance& allowance() const { return allowance_; }
  // Whether a request or a navigation is on its way, so that the page will change by itself.
  bool in_flight() {
    auto now = allowance_.browser_now();
    return traffic_.in_flight(now) || navigations_.any(now);
  }

  // Waits until something happens (or `call` is answered) and takes note of it.
  void pump(std::optional<browser::CallId> call = std::nullopt);
  // Waits until there are events to take, at most so long; whether there are.
  bool wait(std::optional<Millis> most);
  // Takes the events that are already there.
  void pump_ready();
  browser::Reply await(browser::CallId call);

  // In the page's own world of a frame; the result by value.
  browser::Reply evaluate(const browser::Frame& frame, std::string_view expression, bool await_promise = false);
  browser::Reply call(std::string_view method, const Json& params);

  bool lost() const;  // crashed, closed, browser dead, out of time, or interrupted

  int status = 0;  // HTTP status of the main frame's document
  std::vector<PageError> errors;
  std::vector<ConsoleLine> console;
  std::vector<Incident> incidents;

 private:
  void note(const browser::Event& event);
  void note_said(const Json& message);
  void note_incidents();
  void release_documents();

  browser::Page& page_;
  network::Traffic traffic_;
  Navigations navigations_;
  browser::Allowance allowance_;
};

}  // namespace squall::lab
