// The words of `squall init` for what was tried.
#pragma once

#include <string>

#include "analysis/reason.h"

namespace squall::analysis::init {

// "#guests shows “1” when the user was early": a sentence of a comparison in the words of a trial. About a load that
// was missed, it is the handler that is late or in time.
std::string told(const oracle::Difference& difference, bool about_load = false);

// A verdict's reason.
std::string words_for(const Reason& reason, bool about_load);

}  // namespace squall::analysis::init
