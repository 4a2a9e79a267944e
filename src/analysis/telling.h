// Which of many differences tells a person most.
#pragma once

#include <vector>

#include "finding/finding.h"
#include "oracle/compare.h"

namespace squall::analysis {

// All that count: what a user sees before what only a program does.
std::vector<const oracle::Difference*> most_telling_first(const oracle::Comparison& comparison);
// The first of them; null when there is none.
const oracle::Difference* main_difference(const oracle::Comparison& comparison);
finding::Severity severity_of(const oracle::Comparison& comparison);

}  // namespace squall::analysis
