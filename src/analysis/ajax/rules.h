// Phase 2: what is special about trying a pair of user events. The two schedules are those of Algorithm 2; the
// responses to the first event come in order, or are held until the second has settled.
#pragma once

#include "analysis/ajax/analysis.h"
#include "analysis/ajax/judge.h"
#include "analysis/trial.h"

namespace squall::analysis::ajax {

class Rules : public TrialRules {
 public:
  // All outlive the rules; a subject is a place in `pairs`.
  Rules(const std::vector<Pair>& pairs, const lab::RecordedPage& page, const Options& options);

  Way first_way(size_t subject) const override;
  size_t other_ways() const override { return kThroughFlow; }
  std::optional<Way> other_way(const Trial& so_far, size_t way) const override;
  bool is_better(const Trial& before, const Trial& other) const override;
  PicturesOf first_pictures(size_t subject) const override;

  std::optional<Reason> why_infeasible(const Trial& trial) const override;
  std::vector<oracle::Selector> ignored() const override { return options_.ignore; }
  std::optional<schedule::Schedule> relaxed(const Trial& suspect) const override;
  std::optional<schedule::Schedule> without_ignored(const Trial& suspect) const override;
  std::vector<std::string> held_in(const Trial& race) const override;
  std::optional<schedule::Schedule> as_browsers_do(const Trial& race) const override;

  const Pair& pair(const Trial& trial) const { return pairs_[trial.subject]; }
  // What is performed in this trial.
  Sequence sequence(const Trial& trial) const { return sequence(trial.subject, trial.way); }

 private:
  // The pair by itself; infeasible ones after all that the flow does before them, or by a user who is quick; those that
  // send something else on the fresh page than in the flow with all that the flow does around them.
  enum Ways : size_t { kAlone, kWithinFlow, kQuickly, kThroughFlow };
  Sequence sequence(size_t subject, size_t way) const;
  Way both(const Sequence& sequence) const;
  bool sends_as_recorded(const Trial& trial) const;

  const std::vector<Pair>& pairs_;
  const lab::RecordedPage& page_;
  const Options& options_;
  std::vector<std::string> loading_;  // the responses to the loading page, and its messages
};

}  // namespace squall::analysis::ajax
