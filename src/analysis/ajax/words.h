// The words of `squall ajax` for what was tried.
#pragma once

#include <string>

#include "analysis/reason.h"
#include "oracle/compare.h"

namespace squall::analysis::ajax {

// A sentence of a comparison, about the two schedules in place of "the first run" and "the second run".
std::string told(const oracle::Difference& difference);
// The most telling sentences, at most `limit`, and how many more there are.
std::string told(const oracle::Comparison& comparison, size_t limit);

// A verdict's reason; `offline` is whether the server was kept from answering.
std::string words_for(const Reason& reason, bool offline);

}  // namespace squall::analysis::ajax
