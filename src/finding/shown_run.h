// Runs that are evidence: an analysis keeps them, and a report shows them.
#pragma once

#include <string>

#include "lab/lab.h"
#include "oracle/compare.h"
#include "schedule/schedule.h"

namespace squall::finding {

// An experiment that was run.
struct ShownRun {
  std::string title;  // "as they come"
  schedule::Schedule schedule;
  lab::Run run;
};

// Two of them side by side, by their places among those that are shown.
struct ShownComparison {
  size_t first = 0;
  size_t second = 0;
  oracle::Comparison comparison;
};

}  // namespace squall::finding
