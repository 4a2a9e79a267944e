// P2 for events that no user makes: an image, a frame or a script that loads before the handler for its load is there;
// the page itself, whose DOMContentLoaded or load is over when a late script begins to wait for it. The handler never
// runs, and nobody can repeat the event.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/init/delays.h"
#include "analysis/init/survey.h"
#include "analysis/init/suspect.h"

namespace squall::analysis::init {

// `load` is the run that `delays` are of.
std::vector<Suspect> missed_loads(const Delays& delays, const lab::Run& load);
std::vector<Suspect> missed_milestones(const Delays& delays);

// What a user can do only when the handlers of a milestone have run, in a load in which they did: they register what
// hears of it.
std::optional<flow::Step> step_behind(const lab::Run& load, const std::string& awaited);

}  // namespace squall::analysis::init
