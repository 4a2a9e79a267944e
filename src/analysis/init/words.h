// The words of `squall init` for what was tried.
#pragma once

#include <string>
#include <vector>

#include "analysis/init/suspect.h"
#include "analysis/reason.h"

namespace squall::analysis::init {

// "#guests shows “1” when the user was early": a sentence of a comparison in the words of a trial. About a load that
// was missed, it is the handler that is late or in time.
std::string told(const oracle::Difference& difference, bool about_load = false);

// "the handler for click on #save is registered only after the script /app.js"
std::string words_for(const Clue& clue);
// All of them: the reasons for a test.
std::vector<std::string> words_for(const std::vector<Clue>& clues);
// What happens at its place in the code: "registers the handler for click".
std::string role_for(const Clue& clue);

// A verdict's reason.
std::string words_for(const Reason& reason, bool about_load);

}  // namespace squall::analysis::init
