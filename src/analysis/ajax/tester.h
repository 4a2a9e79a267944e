// Phase 2 for a few pairs at a time, stage by stage; within a stage all experiments may run side by side.
#pragma once

#include <string>
#include <vector>

#include "analysis/ajax/analysis.h"
#include "analysis/ajax/judge.h"

namespace squall::analysis::ajax {

// A pair under test. `verdict` is only of worth after the stages that it passed.
struct Trial {
  Pair pair;
  Sequence sequence;
  schedule::Schedule in_order;  // synchronous; or quick, where the user must be
  lab::Run calm, crossed;       // in order and adverse
  finding::Verdict verdict = finding::Verdict::Same;
  std::string reason;
  oracle::Comparison comparison;
  oracle::Stability stability;
  std::vector<std::string> held, overtaking;  // of a race: the smallest witness
  std::vector<std::string> learned;           // requests of it that the recording did not know
};

class Tester {
 public:
  // All outlive the tester.
  Tester(Bench& bench, const lab::RecordedPage& page, const Options& options);

  // Takes the pairs through all stages. An Error also when the bench was stopped.
  Result<std::vector<Trial>> test(const std::vector<Pair>& pairs);

 private:
  using Trials = std::vector<Trial*>;

  // Algorithm 2, lines 1 to 13, and a first verdict (line 14): a race is only suspected.
  Status run_both(const Trials& trials);
  // These pairs again in other sequences of steps: infeasible ones after all that the flow does before them, those that
  // send something else on the fresh page than in the flow with all that the flow does around them. What cannot be
  // performed so stays as it was.
  using Resequence = Sequence (*)(const Pair&, const flow::Flow&, int begin);
  Status retry(const Trials& trials, Resequence resequence);
  // Pairs of which only a quick user can perform the second, against the same user with responses in order.
  Status retry_quickly(const Trials& trials);
  // Both schedules again, and, where the clock has moved, one in which time passes but nothing crosses.
  Status confirm(const Trials& suspects);
  // Takes back what is only there because the server answered the same question differently.
  Status control(const Trials& suspects);
  // Takes back what is only a random number or the time, and what the page leaves undone on purpose.
  Status rule_out_chance(Trials suspects);
  Status rule_out_guards(Trials suspects);
  Status find_witness(Trial& race);

  static bool time_passed(const Trial& trial);
  void take_learned(Trial& trial) const;
  bool sends_as_recorded(const Trial& trial) const;
  void judge_first(Trial& trial) const;
  void judge_again(Trial& trial, lab::Run& calm, lab::Run& crossed, const lab::Run& relaxed) const;
  oracle::CompareOptions compare_options() const;

  Bench& bench_;
  const lab::RecordedPage& page_;
  const Options& options_;
};

}  // namespace squall::analysis::ajax
