// The Lab: an Experiment in, a Run out.
//
// An experiment loads a page, lets a user act on it and decides the order in which events happen. Analyses plan
// experiments and judge their outcomes; they never see a browser, only this interface, which a fake can stand in for.
// Both are plain data, so that a batch can run elsewhere and be judged here.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <variant>
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
class BodyFilter;
class Library;
}  // namespace squall::network

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
  double step_ms = 500;              // a person takes for a step, on the page's clock; for a key within a text, a fifth

  bool operator==(const Conditions&) const = default;
};

// Who answers what the recording does not know.
enum class Server {
  Never,      // nobody: the page sees a network error
  Reads,      // the real server, where the method changes nothing there
  All,        // the real server, whatever the method
  Connected,  // the same, and WebSocket and EventSource are the real ones: only to record them
};
inline bool may_ask(Server server) { return server != Server::Never; }
inline bool may_write(Server server) { return server == Server::All || server == Server::Connected; }
inline Server server_for(bool ask, bool write) { return !ask ? Server::Never : write ? Server::All : Server::Reads; }

// What a run is to tell beside how the page behaved.
struct Wanted {
  bool trace = false;       // Run::trace; costs a little
  bool picture = true;      // Outcome::picture; costs about half a load
  bool discovered = false;  // Run::discovered, at the end

  bool operator==(const Wanted&) const = default;
};

// What a visit leaves in the browser for the next one.
struct Stored {
  Json cookies;  // as Network.getAllCookies tells them
  Json storage;  // { origin: { "local": {k: v}, "session": {k: v} } }

  bool empty() const { return cookies.size() == 0 && storage.size() == 0; }
  bool operator==(const Stored&) const = default;
};

// What is done to a page whenever it is at rest while it loads, to find out what an impatient user could do to it.
struct Eager {
  bool fields = false;    // give each form field another value once, and see whether it stays
  bool handlers = false;  // call each handler of a user event until it works, without its lasting effects
  std::string only;       // of the handlers, only the one with this key

  bool any() const { return fields || handlers; }
  bool operator==(const Eager&) const = default;
};

// What only `squall init` asks of an experiment.
struct ForInit {
  bool moment = false;  // FromInit::moment
  Eager eager;          // FromInit::survey

  bool operator==(const ForInit&) const = default;
};

// What an experiment needs while it runs and is no part of what was run: it belongs to one process, is not written, and
// decides nothing. An experiment that comes from a file has none. Whatever does decide has an identity that is written.
struct Means {
  // Of those who ask the server the same, so that it is asked once; null when nobody else does.
  std::shared_ptr<network::Library> library;
};

// Everything that decides how a run ends, as a plain value. experiment_file.h writes and reads it.
struct Experiment {
  std::string url;
  flow::Flow flow;
  schedule::Schedule schedule;
  std::shared_ptr<const network::Recording> recording;  // never null; empty when everything is live
  Conditions conditions;
  Stored stored;  // by earlier visits; at the end of the experiment it is gone
  Server server = Server::Never;
  // Which all bodies pass on their way to the page; null: none. Written as its identity.
  std::shared_ptr<const network::BodyFilter> filter;
  Wanted wanted;
  ForInit init;
  // How it is run, not what: neither of these changes a run that comes to its end.
  Millis timeout{30'000};
  bool fresh = false;  // in a browser context of its own, not in a page that was reset
  Means means;
};

// An element that no step was made for.
struct PassedOver {
  std::string locator;
  std::string why;
  bool leaves = false;  // the page would be left

  bool operator==(const PassedOver&) const = default;
};

// A step that may do something for good.
struct Risky {
  flow::Step step;
  std::string why;  // "may delete something"

  bool operator==(const Risky&) const = default;
};

// What a user can do on the page, as the agent sees it.
struct Discovered {
  std::vector<flow::Step> steps;
  std::vector<PassedOver> skipped;
  std::vector<Risky> risky;
  std::string unread;  // why a step that the agent suggests is none; "" when all are

  bool operator==(const Discovered&) const = default;
};

// The screen as the user sees it who is about to perform the last step.
struct Moment {
  std::string picture;  // PNG; empty when there is none
  Rect element;         // that the step is about, on the picture; without an area when it is not there
};

// What an eager agent found out about the main frame, in its own words: analysis/init/survey.h reads them.
struct EagerSurvey {
  Json fields;
  Json handlers;
  Json steps;

  bool operator==(const EagerSurvey&) const = default;
};

// What only `squall init` learns from a run.
struct FromInit {
  Moment moment;
  EagerSurvey survey;
};

// A response that the schedule let come.
struct Came {
  std::string name;    // of the event
  int entry = -1;      // of the recording, that it was answered with; -1: none
  bool fresh = false;  // its request was sent without the browser's cache

  bool operator==(const Came&) const = default;
};

// Everything that came of an experiment, as a plain value. run_file.h writes and reads it.
struct Run {
  Outcome outcome;
  trace::Trace trace;
  std::vector<std::string> order;              // names of the scheduled events, as they ran
  Decisions decisions;                         // what else could have run, each time
  std::vector<std::string> skipped, admitted;  // by an approximate order
  std::vector<Came> came;                      // in the order in which they did
  network::Recording fetched;                  // what the real server answered
  Stored stored;                               // what it leaves in the browser: cookies, and storage of its last page
  Discovered discovered;
  FromInit init;
  double real_ms = 0;
  double virtual_ms = 0;
};

// An experiment that is to be run, and the ticket by which its list knows it again: no two that are under way have the
// same.
struct Item {
  size_t ticket = 0;
  Experiment experiment;
};
struct Wait {};      // nothing now: ask again when a run that is under way has ended
struct Finished {};  // nothing more, ever
using Next = std::variant<Item, Wait, Finished>;

// Work for a lab, handed out one experiment at a time: what is run next may depend on what the runs before it taught.
// A lab that runs several at a time calls from several threads, but never two at once.
class WorkList {
 public:
  virtual ~WorkList() = default;
  // Waiting while nothing is under way would be waiting for ever: that is a mistake, and stops the program.
  virtual Next next() = 0;
  // Told of each run as it ends. False ends the work: no more is handed out, and what is under way is still told.
  virtual bool done(size_t ticket, Run run) = 0;
  // No more than so many are under way at a time, whatever the lab could do.
  virtual size_t width() const { return std::numeric_limits<size_t>::max(); }
};

class Lab {
 public:
  virtual ~Lab() = default;
  // An Error means that the environment is broken (no browser). Whatever the page does is part of the outcome.
  virtual Result<Run> run(const Experiment& experiment) = 0;
  // Runs what the list hands out, until it has finished or somebody stops it; in parallel where the lab can.
  virtual Status work(WorkList& list) = 0;
};

// All of them. `done` is told of each run as it ends, from any thread but one at a time, and ends the work by returning
// false. Results stand in the order of the experiments.
Result<std::vector<Run>> run_all(Lab& lab, const std::vector<Experiment>& experiments,
                                 const std::function<bool(size_t, const Run&)>& done = {});

}  // namespace squall::lab
