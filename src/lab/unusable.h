// In words, why a run of a page is of no use.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "outcome/outcome.h"

namespace squall::lab {

using outcome::Ending;
using outcome::Incident;
using outcome::Outcome;

// The page did not settle, or is not the page that was meant; nothing when it can be used.
std::optional<Error> why_unusable(const Outcome& outcome, const std::string& url);

// No step could be performed, or one of the set-up, which are those before `begin`, could not: the flow is for another
// page, or the page is broken.
std::optional<Error> why_worthless(const Outcome& outcome, int begin = 0);

}  // namespace squall::lab
