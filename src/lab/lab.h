// The Lab: an Experiment in, a Run out.
//
// An experiment loads a page, lets a user act on it and decides the order in which events happen. Analyses plan
// experiments and judge their outcomes; they never see a browser, only this interface, which a fake can stand in for.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "flow/flow.h"
#include "lab/decisions.h"
#include "network/recording.h"
#include "outcome/outcome.h"
#include "schedule/schedule.h"
#include "trace/trace.h"

namespace squall::network {
class Library;
}

namespace squall::lab {

using outcome::Answer;
using outcome::ConsoleLine;
using outcome::Ending;
using outcome::Incident;
using outcome::Outcome;
using outcome::PageError;
using outcome::SentRequest;
using outcome::StepResult;

// What is fixed, so that equal experiments end equally.
struct Conditions {
  int width = 1280;
  int height = 800;
  std::string locale = "en-US";
  std::string timezone = "UTC";
  int64_t epoch_ms = 1735689600000;  // the page's clock at the start: 2025-01-01T00:00:00Z, or that of the recording
  uint32_t seed = 42;
  double longest_timer_ms = 60'000;  // longer timers are cut
  int timer_chain = 20;              // timers that create timers: longer chains are cut
  int frame_chain = 60;              // the same for animation frames

  bool operator==(const Conditions&) const = default;
};

// What is done to a page whenever it is at rest while it loads, to find out what an impatient user could do to it.
struct Eager {
  bool fields = false;    // give each form field another value once, and see whether it stays
  bool handlers = false;  // call each handler of a user event until it works, without its lasting effects
  std::string only;       // of the handlers, only the one with this key

  bool any() const { return fields || handlers; }
};

// What a visit leaves in the browser for the next one.
struct Stored {
  Json cookies;  // as Network.getAllCookies tells them
  Json storage;  // { origin: { "local": {k: v}, "session": {k: v} } }

  bool empty() const { return cookies.size() == 0 && storage.size() == 0; }
};

struct Experiment {
  std::string url;
  flow::Flow flow;
  schedule::Schedule schedule;
  std::shared_ptr<const network::Recording> recording;  // never null; empty when everything is live
  Conditions conditions;
  Stored stored;                              // by earlier visits; at the end of the experiment it is gone
  bool live = false;                          // ask the real server what the recording does not know
  std::shared_ptr<network::Library> library;  // with `live`: of those who ask the same; null when nobody else does
  bool live_streams = false;                  // WebSocket and EventSource are the real ones: only to record them
  bool allow_writes = true;                   // with `live`: also other methods than GET and HEAD
  bool trace = false;                         // fill Run::trace; costs a little
  bool picture = true;                        // fill Outcome::picture
  bool moment = false;                        // fill Run::moment
  bool fresh = false;                         // in a browser context of its own, not in a page that was reset
  bool discover = false;                      // fill Run::discovered at the end
  Eager eager;                                // fill Run::eager
  Millis timeout{30'000};
};

// The screen as the user sees it who is about to perform the last step.
struct Moment {
  std::string picture;  // PNG; empty when there is none
  trace::Rect element;  // that the step is about, on the picture; without an area when it is not there
};

struct Run {
  Outcome outcome;
  trace::Trace trace;
  std::vector<std::string> order;              // names of the scheduled events, as they ran
  Decisions decisions;                         // what else could have run, each time
  std::vector<std::string> skipped, admitted;  // by an approximate order
  network::Recording fetched;                  // what the real server answered
  Stored stored;                               // what it leaves in the browser: cookies, and storage of its last page
  Json discovered;                             // { "steps": […], "skipped": […] }
  Moment moment;
  Json eager;  // { "fields": […], "handlers": […], "steps": […] }, of the main frame
  double real_ms = 0;
  double virtual_ms = 0;
};

class Lab {
 public:
  virtual ~Lab() = default;
  // An Error means that the environment is broken (no browser). Whatever the page does is part of the outcome.
  virtual Result<Run> run(const Experiment& experiment) = 0;
  // All of them, in parallel where the lab can; `done` is told of each run as it ends, from any thread but one at a
  // time, and ends the work by returning false. Results stand in the order of the experiments.
  virtual Result<std::vector<Run>> run_all(const std::vector<Experiment>& experiments,
                                           const std::function<bool(size_t, const Run&)>& done) = 0;
};

}  // namespace squall::lab
