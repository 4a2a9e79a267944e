// A race in words: what a user sees, what led to it, where in the code, and how such things are repaired.
#pragma once

#include <string>
#include <vector>

#include "analysis/ajax/plan.h"
#include "analysis/ajax/witness.h"
#include "finding/finding.h"
#include "lab/recorder.h"
#include "oracle/compare.h"

namespace squall::analysis::ajax {

// What is known about a race once it is confirmed.
struct Race {
  Pair pair;
  oracle::Comparison comparison;  // of the two schedules
  Crossing crossing;              // the smallest set of responses to hold, and what came before them
  bool is_prevented = false;      // by the browser's cache
};

// Without id, runs and evidence.
finding::Finding explain(const Race& race, const lab::RecordedPage& page);

// "click “A”, then click “B”"; "click “A” twice".
std::string words_for(const Pair& pair, const flow::Flow& flow);

}  // namespace squall::analysis::ajax
