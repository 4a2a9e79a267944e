// Takes trials through all stages, a few at a time: within a stage all experiments may run side by side, so that all
// browsers are kept busy.
//
//   both schedules ──► other ways ──► both again ──► equal server ──► other chance ──► ignored? ──► smallest witness
//     ──► as browsers do
//
// Only what differs in every stage is a race; each stage looks only at what the one before it has left.
#pragma once

#include <vector>

#include "analysis/trial.h"

namespace squall::analysis {

class Tester {
 public:
  // Both outlive the tester.
  Tester(Bench& bench, const TrialRules& rules) : bench_(bench), rules_(rules) {}

  // A trial for each of these subjects, in their order. An Error also when the bench was stopped.
  Result<std::vector<Trial>> test(const std::vector<size_t>& subjects);

 private:
  using Trials = std::vector<Trial*>;

  // Runs what these trials have no run of yet, and gives a first verdict: a race is only suspected.
  Status perform(const Trials& trials);
  Status try_other_way(std::vector<Trial>& trials, size_t way);
  // Both schedules again, and the relaxed one.
  Status repeat(const Trials& suspects);
  // Takes back what is there only because the server answered the same question differently.
  Status rule_out_server(const Trials& suspects);
  // Takes back what is only a random number or the time, and what the page leaves undone on purpose.
  Status rule_out_chance(Trials suspects);
  Status rule_out_ignored(const Trials& suspects);
  Status find_witness(Trial& race);
  Status try_as_browsers_do(const Trials& races);

  void judge(Trial& trial) const;
  void judge_again(Trial& trial, lab::Run& right, lab::Run& wrong, const lab::Run& relaxed) const;
  void take_learned(Trial& trial) const;
  // With the most telling of the differences, and how many more there are.
  Reason reason_for(Reason::Kind kind, const oracle::Comparison& comparison) const;
  oracle::CompareOptions compare_options() const;

  Bench& bench_;
  const TrialRules& rules_;
};

}  // namespace squall::analysis
