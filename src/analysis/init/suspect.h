// A Suspect: something that an impatient user may lose, and how to find out: what to do, and what to hold meanwhile.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/init/delays.h"
#include "flow/flow.h"

namespace squall::analysis::init {

enum class Kind {
  Overwritten,   // form-input-overwritten: P1'
  FocusStolen,   // the same kind for others; the user is in the middle of typing
  LateHandler,   // late-event-handler: P2, P2'
  MissedLoad,    // the same kind for others; nobody but the network makes the event
  EarlyFailure,  // access-before-definition: P3a without P3b
};
// As results.json has it.
const char* name_of(Kind kind);

// What speaks for a suspect: what happens only after a long delay. words.h tells it.
struct Clue {
  enum Kind {
    Written,         // a script writes `element`
    Replaced,        // … or puts another in its place
    FocusMoved,      // to `element`
    RegisteredLate,  // the handler for `type` on `element`
    FailsEarly,      // the handler for `type`: with `failure`, before the delay is over
  };
  Kind kind = Written;
  Delay delay;
  std::string element = {};
  std::string type = {};
  std::string failure = {};
};

struct Suspect {
  Kind kind = Kind::Overwritten;
  std::string element;             // its locator
  std::vector<flow::Step> steps;   // the first while the delay lasts, the others after it
  std::vector<Delay> delays;       // one of them is held; the first is the likeliest
  std::optional<Delay> rival;      // MissedLoad: the load that the handler waits for, or what it waits for itself
  std::string awaited;             // MissedLoad: the event that the handler waits for, in words
  std::vector<Clue> why;           // most telling first
  std::vector<trace::Call> calls;  // that do what the first clue says
  bool certain = false;            // the delay lies in between in every execution, by happens-before
  bool prevents = false;           // the handler prevents the browser's default action
  std::string failure;             // EarlyFailure: the error

  bool can_be_tried() const { return !steps.empty() || rival; }
};

// Its handler waits for the page itself, not for an element.
inline bool is_of_page(const Suspect& suspect) { return suspect.element == "document" || suspect.element == "window"; }

}  // namespace squall::analysis::init
