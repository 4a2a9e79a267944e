// `squall ajax`: from a recording to verdicts and findings. Phase 1 is the recording with its trace, planning is
// plan.h, and phase 2 is here: each pair in both schedules, compared; what differs is repeated, and only then believed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/ajax/plan.h"
#include "analysis/bench.h"
#include "finding/finding.h"
#include "oracle/compare.h"

namespace squall::analysis::ajax {

struct Options {
  PlanOptions plan;
  BenchOptions bench;
  std::vector<oracle::Selector> ignore;  // parts of the page that do not count
};

// A run that is evidence, and two of them side by side; places are those of Analysis::runs.
struct KeptRun {
  std::string title;
  schedule::Schedule schedule;
  lab::Run run;
};
struct KeptComparison {
  size_t first = 0;
  size_t second = 0;
  oracle::Comparison comparison;
};

struct Analysis {
  Plan plan;
  std::vector<finding::Test> tests;  // in the order of the plan, as far as the work came
  std::vector<finding::Finding> findings;
  std::vector<KeptRun> runs;
  std::vector<KeptComparison> comparisons;
  Recording recording;               // with all that was learned
  std::vector<std::string> learned;  // "GET http://…"
  int experiments = 0;
  bool complete = true;  // false when the work was stopped; what was found until then is there
};

// `page` is recorded with a trace, under the flow that is tested. `on_progress` is told of the analysis so far, now and
// then. Error: the environment is broken.
Result<Analysis> analyse(lab::Lab& lab, const lab::RecordedPage& page, const Options& options,
                         const std::function<void(const Analysis&)>& on_progress = {});

}  // namespace squall::analysis::ajax
