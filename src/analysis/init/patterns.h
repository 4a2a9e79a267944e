// Observation mode (section 11.4): trace patterns P1' and P2 over one load in which nobody but the probe acted.
//
// P1' wants a field that is visible and writable, then a long delay, then a write to the field or the focus elsewhere.
// The probe has given each field another value as soon as a person could have: only a field that lost it is suspected.
// P2 wants an element, then a long delay, then the registration of a handler that hears of what a user does to it.
#pragma once

#include <vector>

#include "analysis/init/delays.h"
#include "analysis/init/survey.h"
#include "analysis/init/suspect.h"

namespace squall::analysis::init {

std::vector<Suspect> overwritten_fields(const Delays& delays, const Survey& survey);
std::vector<Suspect> stolen_focus(const Delays& delays, const Survey& survey);
// `tried` says which handlers prevent the default (P2'); it may be empty.
std::vector<Suspect> late_handlers(const Delays& delays, const Survey& survey, const std::vector<TriedHandler>& tried);

}  // namespace squall::analysis::init
