// A Schedule: a plain value that says in which order the events of an experiment happen.
//
// Step numbers in here are positions in the executed sequence of steps, from 0: when `steps` is {2, 2}, the second
// execution of the flow's step 2 is position 1. The position -1 is the loading of the page. People see positions from 1
// (`describe`, `parse_schedule`).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace squall::schedule {

enum class Mode {
  AsTheyCome,   // each event when it is due; the user waits until the page has settled before each step
  Synchronous,  // the same, but responses arrive at once, in the order of their requests
  Adverse,      // the same as AsTheyCome, but what step `hold` causes is held until step `until` has settled
  Order,        // the events that `order` names, in that order; then as they come
};
const char* name_of(Mode mode);
// Good and bad weather are compared with each other, so that a page which shows the time must not differ by that alone:
// there, time passes by timers only, and a response arrives whenever the schedule says, at no cost.
bool network_takes_time(Mode mode);

struct Schedule {
  Mode mode = Mode::AsTheyCome;
  // Adverse: responses and messages that derive from step `hold` (-1: from loading) wait until step `until` has run and
  // nothing else but steps is left to happen. When there is no step `until`, they wait for everything else. Timers that
  // are due long after what is held would have come are not waited for: a second later, those of `until` three.
  int hold = -1;
  int until = -1;
  std::vector<std::string> only;   // Adverse: of these, hold only the events with these names; empty: hold all
  std::vector<std::string> order;  // Order: event names; a step is "root/user:N"
  bool exact = false;              // Order: a name that cannot happen is a divergence, otherwise it is skipped
  std::vector<int> steps;          // which steps of the flow, in which order; they may repeat; empty: all in order

  bool operator==(const Schedule&) const = default;
};

// Members that the mode does not use, or that have their default value, are left out.
Json to_json(const Schedule& schedule);
Result<Schedule> schedule_from_json(const Json& json);

// In words, for people: "hold what step 1 causes until step 2 has settled".
std::string describe(const Schedule& schedule);

// For the command line: "as-they-come", "synchronous", "adverse:1,2", "adverse:load,1", "order:FILE", "exact:FILE".
// FILE holds a schedule as JSON, a JSON array of event names, or event names, one in a line.
Result<Schedule> parse_schedule(std::string_view text);

}  // namespace squall::schedule
