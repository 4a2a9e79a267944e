#include "analysis/init/rules.h"

#include <algorithm>

namespace squall::analysis::init {

using finding::Verdict;
using Why = Reason::Kind;
using oracle::Difference;
using outcome::Ending;

// A handler that is late for a load is late for a patient user, too.
Way Rules::way_of(size_t subject, size_t delay) const {
  const Suspect& suspect = suspects_[subject];
  const Delay& held = suspect.delays[delay];
  const Places& places = places_[subject];
  return {patient_schedule(suspect.rival.value_or(held), places, load_),
          suspect.rival ? patient_schedule(held, places, load_) : early_schedule(held, places, load_)};
}

std::optional<Way> Rules::other_way(const Trial& so_far, size_t way) const {
  if (so_far.verdict == Verdict::Race || suspects_[so_far.subject].delays.size() <= way) return std::nullopt;
  return way_of(so_far.subject, way);
}

bool Rules::is_better(const Trial&, const Trial& other) const { return other.verdict == Verdict::Race; }

PicturesOf Rules::evidence(size_t subject) const {
  return {Pictures::End, suspects_[subject].rival ? Pictures::End : Pictures::MomentAndEnd};
}

// The first act must be possible early; what follows it may be what the user loses.
std::optional<Reason> Rules::why_infeasible(const Trial& trial) const {
  const outcome::Outcome &patient = trial.right_run.outcome, &early = trial.wrong_run.outcome;
  if (!early.steps.empty() && !early.steps[0].performed) return Reason{.kind = Why::NothingSeen};
  if (patient.ending != Ending::Settled) return Reason{.kind = Why::NeverSettles, .ending = patient.ending};
  if (suspects_[trial.subject].steps.empty()) return std::nullopt;
  if (auto why = step_not_performed(patient, Why::StepOfRight)) return why;
  if (early.ending == Ending::BrowserDied || early.ending == Ending::Interrupted) {
    return Reason{.kind = Why::BrowserDied};
  }
  if (early.steps.size() < 2) return Reason{.kind = Why::EndedBefore};
  if (!early.steps[1].performed) return step_not_performed(early, Why::StepOfWrong);
  return std::nullopt;
}

// Of a handler that fails early, only an error of the early user is what was suspected.
bool Rules::shows(size_t subject, const oracle::Comparison& comparison) const {
  if (comparison.equal) return false;
  if (suspects_[subject].kind != Kind::EarlyFailure) return true;
  return std::ranges::any_of(comparison.differences, [](const Difference& difference) {
    return difference.kind == oracle::Kind::Error && difference.side == oracle::Side::Second;
  });
}

// The first runs had no pictures: style sheets and the like of the head may differ, and nothing else.
std::optional<Reason> Rules::why_nothing(const oracle::Comparison& again) const {
  if (std::ranges::none_of(again.not_counted, &Difference::in_head)) return std::nullopt;
  return Reason{.kind = Why::Unseen};
}

}  // namespace squall::analysis::init
