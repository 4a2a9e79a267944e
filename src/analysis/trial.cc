#include "analysis/trial.h"

#include <algorithm>

#include "analysis/harm.h"
#include "analysis/telling.h"

namespace squall::analysis {

using outcome::Ending;

std::optional<Reason> step_not_performed(const outcome::Outcome& outcome, Why kind, int begin) {
  auto lost = std::ranges::find(outcome.steps, false, &outcome::StepResult::performed);
  if (lost == outcome.steps.end()) return std::nullopt;
  bool set_up = lost - outcome.steps.begin() < begin;
  return Reason{.kind = kind, .step = lost->label, .set_up = set_up, .detail = lost->reason};
}

std::optional<Reason> why_not_comparable(const outcome::Outcome& right, const outcome::Outcome& wrong, int begin) {
  if (auto why = step_not_performed(right, Why::StepOfRight, begin)) return why;
  if (auto why = step_not_performed(wrong, Why::StepOfWrong, begin)) return why;
  if (right.ending == Ending::BrowserDied || wrong.ending == Ending::BrowserDied) {
    return Reason{.kind = Why::BrowserDied};
  }
  if (right.ending == Ending::Settled) return std::nullopt;
  return Reason{.kind = Why::NeverSettles, .detail = right.ending_detail, .ending = right.ending};
}

std::optional<Reason> TrialRules::why_infeasible(const Trial& trial) const {
  return why_not_comparable(trial.right_run.outcome, trial.wrong_run.outcome);
}

oracle::Comparison TrialRules::compare(const outcome::Outcome& right, const outcome::Outcome& wrong,
                                       const oracle::CompareOptions& options) const {
  return compare_harm(right, wrong, options);
}

std::vector<const oracle::Difference*> TrialRules::telling(const oracle::Comparison& comparison) const {
  return most_telling_first(comparison);
}

finding::Test test_of(const Trial& trial, std::string reason) {
  finding::Test test;
  test.verdict = trial.verdict;
  test.reason = std::move(reason);
  test.reason_kind = trial.reason.kind;
  return test;
}

Json evidence_of(const Trial& race) {
  schedule::Schedule least = race.wrong;
  if (least.hold && !race.held.empty()) least.hold->only = race.held;
  return Json::object({{"synchronous", schedule::to_json(race.right)}, {"witness", schedule::to_json(least)}});
}

}  // namespace squall::analysis
