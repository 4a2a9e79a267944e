// The schedules of one pair, and what its outcomes say beyond comparing them.
#pragma once

#include <string>
#include <vector>

#include "analysis/ajax/plan.h"
#include "lab/lab.h"
#include "schedule/schedule.h"

namespace squall::analysis::ajax {

// Both schedules of a pair, as Algorithm 2 has them; and a third in which time passes, but nothing crosses.
schedule::Schedule synchronous(const Sequence& sequence);
schedule::Schedule adverse(const Sequence& sequence, std::vector<std::string> only = {});
schedule::Schedule as_they_come(const Sequence& sequence);
// As in an adverse run until the second event was performed, then with the responses in the order of their requests.
schedule::Schedule in_order(const lab::Run& adverse, const Sequence& sequence);

// Requests of the runs that nobody answered and that were not already without an answer in the recording: "POST /x".
std::vector<std::string> unanswered(const std::vector<const outcome::Outcome*>& outcomes,
                                    const outcome::Outcome& recorded);

}  // namespace squall::analysis::ajax
