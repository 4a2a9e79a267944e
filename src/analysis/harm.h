// Which differences between two outcomes harm somebody.
#pragma once

#include "network/recording.h"
#include "oracle/compare.h"

namespace squall::analysis {

// Lines of the console and where the focus is harm nobody. Reading requests change nothing on the server; how one was
// answered depends on our recording.
bool harms(const oracle::Difference& difference);
// The same for a difference of this comparison: style sheets and the like of the head harm by what shows on the screen.
bool harms(const oracle::Difference& difference, const oracle::Comparison& comparison);

// The comparison, with what harms nobody moved to `not_counted`: lines of the console, requests that only read, what
// differs in the head only, and what moves because an ignored part is larger or smaller.
oracle::Comparison compare_harm(const outcome::Outcome& a, const outcome::Outcome& b,
                                const oracle::CompareOptions& options);

// What its responses set anew, for CompareOptions.
oracle::Served served_by(const network::Recording& recording);

}  // namespace squall::analysis
