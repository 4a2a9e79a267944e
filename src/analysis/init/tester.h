// Tries suspects, a few at a time: each early and patient, with another delay where the likeliest shows nothing, and
// again where something shows.
#pragma once

#include <string>
#include <vector>

#include "analysis/bench.h"
#include "analysis/init/trial.h"

namespace squall::analysis::init {

class Tester {
 public:
  // All outlive the tester. `places` are those of each suspect's steps in the flow of the bench; `load` is the order of
  // the events of an observed load.
  Tester(Bench& bench, const std::vector<Suspect>& suspects, const std::vector<Places>& places,
         const std::vector<std::string>& load)
      : bench_(bench), suspects_(suspects), places_(places), load_(load) {}

  // A trial for each suspect from `from` to before `to`. Those that cannot be tried stay as they are. An
  // Error also when the bench was stopped.
  Result<std::vector<Trial>> test(size_t from, size_t to);

 private:
  using Trials = std::vector<Trial*>;
  Status try_once(const Trials& trials);
  Status try_next(const Trials& trials);
  Status rule_out_chance(const Trials& trials);
  Status repeat(const Trials& trials);
  Result<std::vector<lab::Run>> run_both(const Trials& trials, bool with_pictures);
  Trial trial_of(size_t suspect, size_t delay) const;

  Bench& bench_;
  const std::vector<Suspect>& suspects_;
  const std::vector<Places>& places_;
  const std::vector<std::string>& load_;
};

}  // namespace squall::analysis::init
