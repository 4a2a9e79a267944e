// Adverse and validation mode: handlers that fail before the page is ready and work later (P3a without P3b).
#pragma once

#include <optional>
#include <vector>

#include "analysis/init/survey.h"
#include "analysis/init/suspect.h"

namespace squall::analysis::init {

// P3a: of the handlers that were tried all together, those that failed at first. One for each failure and element.
std::vector<TriedHandler> failing_early(const std::vector<TriedHandler>& tried);

// What a load says in which only this handler was tried: a suspect when it failed early and worked later (not P3b).
// Without an action that leads to the handler, the suspect has no steps, and cannot be shown to happen.
std::optional<Suspect> validated(const TriedHandler& handler, const lab::Run& alone, const std::vector<Action>& actions,
                                 double long_timer_ms);

}  // namespace squall::analysis::init
