// Differences that come from random numbers, or from the time at which something was done, and mean nothing.
//
// Both are fixed within an experiment, so that equal experiments end equally; but two schedules draw the same numbers
// in another order, and at other times. Under other numbers and another time, such a difference shows other values on
// both sides. One that means something keeps its value on at least one of them: what was lost is lost whatever the
// time.
#pragma once

#include "lab/lab.h"
#include "oracle/compare.h"

namespace squall::analysis {

// Whether all that differs is alike but for numbers: then it is worth a second look.
bool may_be_chance(const oracle::Comparison& comparison);

// Random numbers are others, and the clock goes a minute slow: what was valid then is valid still.
lab::Conditions with_other_chance(lab::Conditions conditions);

// Two schedules, each as it was and with other chance.
struct Chances {
  const outcome::Outcome &first, &first_otherwise;
  const outcome::Outcome &second, &second_otherwise;
};
bool is_chance(const oracle::Comparison& comparison, const Chances& chances);

}  // namespace squall::analysis
