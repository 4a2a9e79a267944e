// The least that must happen for a difference to show: of the events that a schedule holds back, the smallest set that
// still leads to it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace squall::analysis {

// For each of these sets of held events: whether the difference still shows. All of them can be tried at once.
using Sets = std::vector<std::vector<std::string>>;
using Shows = std::function<Result<std::vector<bool>>(const Sets& sets)>;
// A set of which no part shows the difference: single events are tried first, then parts are taken away (ddmin with
// one event at a time). At most about `limit` sets are tried; then the smallest so far is the answer.
Result<std::vector<std::string>> smallest(const std::vector<std::string>& held, const Shows& shows, size_t limit = 24);

}  // namespace squall::analysis
