// What is special about trying a suspect: the right user is patient, the other one early; and only what the user loses
// counts.
#pragma once

#include <string>
#include <vector>

#include "analysis/init/trial.h"
#include "analysis/trial.h"

namespace squall::analysis::init {

class Rules : public TrialRules {
 public:
  // All outlive the rules; a subject is a place among `suspects`. `places` are those of each suspect's steps in the
  // flow of the bench; `load` is the order of the events of an observed load.
  Rules(const std::vector<Suspect>& suspects, const std::vector<Places>& places, const std::vector<std::string>& load)
      : suspects_(suspects), places_(places), load_(load) {}

  // Each way holds another of the suspect's delays: where the likeliest shows nothing, the next may.
  Way first_way(size_t subject) const override { return way_of(subject, 0); }
  size_t other_ways() const override { return 1; }
  std::optional<Way> other_way(const Trial& so_far, size_t way) const override;
  bool is_better(const Trial& before, const Trial& other) const override;
  PicturesOf evidence(size_t subject) const override;
  bool runs_wrong_first() const override { return true; }

  std::optional<Reason> why_infeasible(const Trial& trial) const override;
  oracle::Comparison compare(const outcome::Outcome& patient, const outcome::Outcome& early,
                             const oracle::CompareOptions& options) const override {
    return compare_loss(patient, early, options);
  }
  bool shows(size_t subject, const oracle::Comparison& comparison) const override;
  std::vector<const oracle::Difference*> telling(const oracle::Comparison& comparison) const override {
    return losses(comparison);
  }
  std::optional<Reason> why_nothing(const oracle::Comparison& again) const override;
  // Both runs load the same page, and ask for the same while they do.
  bool server_may_differ() const override { return false; }

 private:
  Way way_of(size_t subject, size_t delay) const;

  const std::vector<Suspect>& suspects_;
  const std::vector<Places>& places_;
  const std::vector<std::string>& load_;
};

}  // namespace squall::analysis::init
