// P2 for events that no user makes: an image, a frame or a script that loads before the handler for its load is there;
// the page itself, whose DOMContentLoaded or load is over when a late script begins to wait for it. The handler never
// runs, and nobody can repeat the event.
#pragma once

#include <vector>

#include "analysis/init/delays.h"
#include "analysis/init/suspect.h"

namespace squall::analysis::init {

// `load` is the run that `delays` are of.
std::vector<Suspect> missed_loads(const Delays& delays, const lab::Run& load);
std::vector<Suspect> missed_milestones(const Delays& delays);

}  // namespace squall::analysis::init
