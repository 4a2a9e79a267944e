// A witnessed suspect in words: what a user loses, what led to it, where in the code, and how such things are repaired.
#pragma once

#include "analysis/init/suspect.h"
#include "analysis/init/trial.h"
#include "analysis/trial.h"
#include "finding/code.h"

namespace squall::analysis::init {

// Without id and comparison. `trial` is a race, and its way the place of the delay that was held. The evidence holds
// the schedules of both runs, for `squall replay`, and the delay by the name of its event and by its URL.
finding::Finding explain(const Suspect& suspect, const Places& places, const Trial& trial, finding::Code& code);
// Of a suspect that only the patterns speak of; `why_not` says why there is no witness.
finding::Finding note(const Suspect& suspect, const std::string& why_not, finding::Code& code);

}  // namespace squall::analysis::init
