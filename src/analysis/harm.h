// Which differences between two outcomes harm somebody.
#pragma once

#include "oracle/compare.h"

namespace squall::analysis {

// Lines of the console and where the focus is harm nobody. Reading requests change nothing on the server; how one was
// answered depends on our recording.
bool harms(const oracle::Difference& difference);

}  // namespace squall::analysis
