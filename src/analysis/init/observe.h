// The loads that nobody acts in: observation mode, adverse mode and validation mode (section 11.5).
#pragma once

#include <string>
#include <vector>

#include "analysis/bench.h"
#include "analysis/init/survey.h"
#include "analysis/init/suspect.h"

namespace squall::analysis::init {

// A load in which every response is released by itself, and nothing is held; the agent is eager as the caller says.
lab::Experiment eager_load(const lab::RecordedPage& page, Millis timeout);

struct Observed {
  lab::Run load;                    // observation mode: every form field was probed
  Survey survey;                    // of it
  std::vector<TriedHandler> tried;  // adverse mode: every handler, in one other load
  std::string untried;              // why the handlers could not be tried; "" when they could
};
// Two loads.
Result<Observed> observe(const lab::RecordedPage& page, Millis timeout, Bench& bench);

// Validation mode: one load for each of these handlers, and a suspect for each that failed early and worked later.
Result<std::vector<Suspect>> validate(const lab::RecordedPage& page, const Observed& observed,
                                      const std::vector<TriedHandler>& failing, double long_timer_ms, Millis timeout,
                                      Bench& bench);

}  // namespace squall::analysis::init
