// What two outcomes of one pair say: whether the test could be done at all, and whether they differ in something that
// harms somebody.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/ajax/plan.h"
#include "finding/finding.h"
#include "lab/lab.h"
#include "oracle/compare.h"

namespace squall::analysis::ajax {

// Both schedules of a pair, as Algorithm 2 has them; and a third in which time passes, but nothing crosses.
schedule::Schedule synchronous(const Sequence& sequence);
schedule::Schedule adverse(const Sequence& sequence, std::vector<std::string> only = {});
schedule::Schedule as_they_come(const Sequence& sequence);
// As in an adverse run until the second event was performed, then with the responses in the order of their requests.
schedule::Schedule in_order(const lab::Run& adverse, const Sequence& sequence);

// Why a schedule could not be played, in words; nothing when it could.
std::optional<std::string> why_infeasible(const outcome::Outcome& synchronous, const outcome::Outcome& adverse,
                                          const Sequence& sequence);
// Requests of the runs that nobody answered and that were not already without an answer in the recording: "POST /x".
std::vector<std::string> unanswered(const std::vector<const outcome::Outcome*>& outcomes,
                                    const outcome::Outcome& recorded);

// The comparison, with what harms nobody moved to `not_counted`: lines of the console, requests that only read, and
// what differs in the head only.
oracle::Comparison compare_harm(const outcome::Outcome& a, const outcome::Outcome& b,
                                const oracle::CompareOptions& options);

// The difference that tells most: what a user sees before what only a program does; null when there is none.
const oracle::Difference* main_difference(const oracle::Comparison& comparison);
finding::Severity severity_of(const oracle::Comparison& comparison);

// A sentence of a comparison, about the two schedules in place of "the first run" and "the second run".
std::string told(const oracle::Difference& difference);
// The most telling sentences, at most `limit`, and how many more there are.
std::string told(const oracle::Comparison& comparison, size_t limit);

}  // namespace squall::analysis::ajax
