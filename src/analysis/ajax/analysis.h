// `squall ajax`: from a recording to verdicts and findings. Phase 1 is the recording with its trace, planning is
// plan.h, and phase 2 is here: each pair in both schedules, compared; what differs is repeated, and only then believed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/ajax/plan.h"
#include "analysis/evidence.h"

namespace squall::analysis::ajax {

struct Options {
  PlanOptions plan;
  BenchOptions bench;
  std::vector<oracle::Selector> ignore;  // parts of the page that do not count
};

struct Analysis : Evidence {
  Plan plan;
  std::vector<std::string> learned;  // "GET http://…"
};

// `page` is recorded with a trace, under the flow that is tested. `on_progress` is told of the analysis so far, now and
// then. Error: the environment is broken.
Result<Analysis> analyse(lab::Lab& lab, const lab::RecordedPage& page, const Options& options,
                         const std::function<void(const Analysis&)>& on_progress = {});

}  // namespace squall::analysis::ajax
