// What every analysis leaves behind, whatever it looked for: its tests, its findings, and the runs that show them.
#pragma once

#include <string>
#include <vector>

#include "analysis/bench.h"
#include "finding/finding.h"
#include "oracle/compare.h"

namespace squall::analysis {

// A run that is evidence, and two of them side by side; places are those of Evidence::runs.
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

struct Evidence {
  std::vector<finding::Test> tests;  // in the order of the plan, as far as the work came
  std::vector<finding::Finding> findings;
  std::vector<KeptRun> runs;
  std::vector<KeptComparison> comparisons;
  Recording recording;  // with all that was learned
  int experiments = 0;
  bool complete = true;  // false when the work was stopped; what was found until then is there

  // Two runs become evidence; the place of their comparison.
  size_t keep(KeptRun first, KeptRun second, oracle::Comparison comparison);
  // Numbers the finding, and gives its id.
  std::string add(finding::Finding finding);
};

}  // namespace squall::analysis
