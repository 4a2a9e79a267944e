// Lines for the terminal about tests and findings, each without line breaks.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "finding/finding.h"

namespace squall::analysis {

using Lines = std::vector<std::string>;

// Findings with one cause stand together, in the order of the first of them.
using FindingGroup = std::vector<const finding::Finding*>;
std::vector<FindingGroup> groups_of(const std::vector<finding::Finding>& findings,
                                    const std::function<std::string(const finding::Finding&)>& cause_of);

// A line for each of the first `limit` places: "    /shop/stations.js:32 sends GET /stations".
void add_places(const finding::Finding& finding, size_t limit, Lines& lines);
// A line for each of the first tests that are infeasible or unstable; how many more there are.
size_t add_unjudged(const std::vector<finding::Test>& tests, Lines& lines);
void add_notes(const std::vector<std::string>& notes, Lines& lines);

}  // namespace squall::analysis
