// Differences that come from random numbers, or from the time at which something was done, and mean nothing.
//
// Both are fixed within an experiment, so that equal experiments end equally; but two schedules draw the same numbers
// in another order, and at other times. Under other numbers and another time, such a difference shows other values on
// both sides. One that means something keeps its value on at least one of them: what was lost is lost whatever the
// time.
#pragma once

#include <optional>

#include "lab/lab.h"
#include "oracle/compare.h"

namespace squall::analysis {

// Whether that is worth a second look: all that differs is alike but for numbers, or some of it is a time or a long
// number.
bool may_be_chance(const oracle::Comparison& comparison);

// Random numbers are others, the clock goes a minute slow, so that what was valid then is valid still, and the user
// takes longer for each step, so that durations are others, too.
lab::Conditions with_other_chance(lab::Conditions conditions);

// Two schedules, each as it was and with other chance.
struct Chances {
  const outcome::Outcome &first, &first_otherwise;
  const outcome::Outcome &second, &second_otherwise;
};
// Without the differences that mean nothing, which are not counted any more. Nothing when no other is left but where
// things are and how they look.
std::optional<oracle::Comparison> without_chance(const oracle::Comparison& comparison, const Chances& chances);

}  // namespace squall::analysis
