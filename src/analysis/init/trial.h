// A trial makes a suspect happen, with real input, and compares it with the same input after loading.
//
// Both runs have the same steps: first the user looks at the page, which changes nothing, then acts. The delay is held
// until one of them: in the run "early" until the user has acted, in the run "patient" until the user has looked. So
// the two differ in nothing but the moment at which the user acts.
#pragma once

#include <string>
#include <vector>

#include "analysis/init/suspect.h"
#include "lab/lab.h"
#include "oracle/compare.h"

namespace squall::analysis::init {

// Places of steps in the flow: the look, and the suspect's own.
struct Places {
  int look = 0;
  std::vector<int> steps;
};

// `load` is the order of the events of a load, which is followed up to a timer that is the delay.
schedule::Schedule early_schedule(const Delay& delay, const Places& places, const std::vector<std::string>& load);
schedule::Schedule patient_schedule(const Delay& delay, const Places& places, const std::vector<std::string>& load);

// The step with which the user looks at the page.
flow::Step look_at_page();

// The comparison, which is equal when nothing is lost: then all that differs is in `not_counted`.
oracle::Comparison compare_loss(const outcome::Outcome& patient, const outcome::Outcome& early,
                                const oracle::CompareOptions& options);

// Those differences in which the user lost something, the most telling first.
std::vector<const oracle::Difference*> losses(const oracle::Comparison& comparison);
}  // namespace squall::analysis::init
