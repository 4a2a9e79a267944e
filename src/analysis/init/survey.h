// What the agent found out in a load in which it was eager (agent/src/probe.ts, eager.ts, survey.ts).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "flow/flow.h"
#include "lab/lab.h"

namespace squall::analysis::init {

// Another radio button of the same group.
struct OtherChoice {
  std::string element, name, selector;
  int turn = 0;  // from which on a user could choose it
};

// A form field that got another value as soon as a person could have given it one.
struct Field {
  std::string element;
  std::string name;      // its accessible name; "" without one
  std::string selector;  // of a radio button without a name, that says which one it is; "" for none
  std::string kind;      // text, select, check, range…
  std::string before;    // what it held
  std::string given;
  std::string spare;                 // another value that a user could give it; "" for none
  std::string after;                 // what it holds in the end
  int turn = 0;                      // in which the value was given
  int lost = -1;                     // the turn after which the value was gone; -1 when it stayed
  bool gone = false;                 // the element itself is gone
  std::vector<std::string> group;    // the locators of the radio buttons of which one can be chosen; else empty
  std::optional<OtherChoice> other;  // that could have been chosen: a script may check just the one that was
};

// A handler of a user event on one target, tried until it worked.
struct TriedHandler {
  std::string key;  // the same in every load
  std::string place, type, element;
  int first = -1;   // turn of the first try
  int worked = -1;  // turn after which it first worked; -1 when it never did
  int tries = 0;
  bool prevented = false;  // the default action
  std::string failure;     // of the first try; "" when that worked
  trace::Position where;   // of the failure
};

// Something that a user can do after loading, and the handlers that hear of it, wherever they are registered.
struct Action {
  flow::Step step;
  std::string element;
  std::vector<std::pair<std::string, std::string>> handlers;  // place and type
};

// Whether what a user does reaches the handler that the operation registers.
bool hears(const Action& action, const trace::Operation& registration);

struct Survey {
  std::vector<Field> fields;
  std::vector<TriedHandler> handlers;
  std::vector<Action> actions;
};
Survey survey_of(const lab::Run& run);

// The user's step that gives the field that value.
flow::Step step_for(const Field& field);

}  // namespace squall::analysis::init
