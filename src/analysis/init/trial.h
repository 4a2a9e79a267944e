// A Trial makes a suspect happen, with real input, and compares it with the same input after loading.
//
// Both runs have the same steps: first the user looks at the page, which changes nothing, then acts. The delay is held
// until one of them: in the run "early" until the user has acted, in the run "patient" until the user has looked. So
// the two differ in nothing but the moment at which the user acts.
#pragma once

#include <string>
#include <vector>

#include "analysis/init/suspect.h"
#include "finding/finding.h"
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

struct Trial {
  size_t suspect = 0;  // its place
  size_t delay = 0;    // which of its delays is held
  Places places;
  schedule::Schedule early, patient;
  lab::Run early_run, patient_run;
  finding::Verdict verdict = finding::Verdict::Same;
  std::string reason;
  oracle::Comparison comparison;  // patient first, early second
};

// A first verdict; a race is only suspected until the runs have been repeated.
void judge(Trial& trial, const Suspect& suspect, const network::Recording& recording);
// After a second pair of runs, which have pictures and become the evidence: what does not repeat does not count.
void judge_again(Trial& trial, const Suspect& suspect, const network::Recording& recording, lab::Run early,
                 lab::Run patient);

// Whether all that was lost may be random numbers or times; and the verdict after a third pair of runs, with others.
bool may_be_by_chance(const Trial& trial);
void judge_chance(Trial& trial, const outcome::Outcome& early, const outcome::Outcome& patient);

// The differences of a trial in which the user lost something, the most telling first.
std::vector<const oracle::Difference*> losses(const oracle::Comparison& comparison);
// "#guests shows “1” when the user was early": a sentence of a comparison in the words of a trial.
// About a load that was missed, it is the handler that is late or in time.
std::string told(const oracle::Difference& difference, bool about_load = false);

}  // namespace squall::analysis::init
