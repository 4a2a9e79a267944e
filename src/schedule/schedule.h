// A Schedule: a plain value that says in which order the events of an experiment happen, and what may be chosen at all.
// Everything that it means stands in it; the presets below are what the command line has words for.
//
// Step numbers in here are positions in the executed sequence of steps, from 0: when `steps` is {2, 2}, the second
// execution of the flow's step 2 is position 1. The position -1 is the loading of the page. People see positions from 1
// (`describe`, `parse_schedule`).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace squall::schedule {

// Which of several events that may happen comes first.
enum class Prefer {
  Due,        // the one that is due first
  Responses,  // responses, in the order of their requests; then the one that is due first
};

// Which requests are choices. All others are plumbing: answered at once, because nobody can see their order. The
// document of the page is always plumbing, and so are preflights, fonts, manifests and pings.
enum class Visible {
  Scripted,  // not what the parser needs in order to go on, unless `order` names it
  Parsed,    // that too, but for the style sheets without which nothing is shown: who sees nothing yet cannot act
  All,       // these as well
};

// How finely tasks are told: timers, animation frames, idle callbacks.
enum class Tasks {
  Together,  // those that nothing else can come between run in one go
  OneByOne,  // each is a choice of its own
};

// Responses and messages that derive from step `from` (-1: from loading) wait until step `until` has run and nothing
// else but steps is left to happen. When there is no step `until`, they wait for everything else. Timers that are due
// long after what is held would have come are not waited for: a second later, those of `until` three.
struct Hold {
  int from = -1;
  int until = 0;
  std::vector<std::string> only;  // hold only the events with these names; empty: all

  bool operator==(const Hold&) const = default;
};

struct Schedule {
  Prefer prefer = Prefer::Due;
  std::optional<Hold> hold;
  std::vector<std::string> order;  // events that come first, in this order; a step is "root/user:N"
  bool exact = false;              // a name of `order` that cannot happen is a divergence, otherwise it is skipped
  std::vector<int> steps;          // which steps of the flow, in which order; they may repeat; empty: all in order
  // Whether the page's clock moves on to when a response is due. Where schedules are compared that delay responses, it
  // must not: a page that shows the time would differ by that alone. There, time passes by tasks only.
  bool network_takes_time = true;
  Visible visible = Visible::Scripted;
  Tasks tasks = Tasks::Together;

  bool operator==(const Schedule&) const = default;
};

// Each event when it is due; the user waits until the page has settled before each step.
Schedule as_they_come();
// The same, but responses arrive at once, in the order of their requests.
Schedule synchronous();
// As they come, but what step `from` causes is held until step `until` has settled.
Schedule adverse(int from, int until, std::vector<std::string> only = {});
// The events with these names, in that order; then as they come.
Schedule in_order(std::vector<std::string> names, bool exact = false);

// "mode" is the preset that the schedule is nearest to; members that are as the preset has them are left out. With a
// member that version 1 did not know, "v" is 2.
Json to_json(const Schedule& schedule);
Result<Schedule> schedule_from_json(const Json& json);

// In words, for people: "hold what step 1 causes until step 2 has settled".
std::string describe(const Schedule& schedule);

// For the command line: "as-they-come", "synchronous", "adverse:1,2", "adverse:load,1", "order:FILE", "exact:FILE".
// FILE holds a schedule as JSON, a JSON array of event names, or event names, one in a line.
Result<Schedule> parse_schedule(std::string_view text);

}  // namespace squall::schedule
