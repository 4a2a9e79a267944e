// What every analysis leaves behind, whatever it looked for: its tests, its findings, and the runs that show them.
#pragma once

#include <string>
#include <vector>

#include "analysis/bench.h"
#include "finding/finding.h"
#include "finding/shown_run.h"

namespace squall::analysis {

struct Evidence {
  std::vector<finding::Test> tests;  // in the order of the plan, as far as the work came
  std::vector<finding::Finding> findings;
  std::vector<finding::ShownRun> runs;
  std::vector<finding::ShownComparison> comparisons;
  Recording recording;  // with all that was learned
  size_t untested = 0;  // that there was no time for
  int experiments = 0;
  bool complete = true;  // false when the work was stopped; what was found until then is there

  // Two runs become evidence; the place of their comparison.
  size_t keep(finding::ShownRun first, finding::ShownRun second, oracle::Comparison comparison);
  // Numbers the finding, and gives its id.
  std::string add(finding::Finding finding);
};

}  // namespace squall::analysis
