#include "analysis/lines.h"

#include <algorithm>
#include <map>

#include "base/one_line.h"
#include "base/url.h"

namespace squall::analysis {

using finding::Finding;
using finding::Test;
using finding::Verdict;

namespace {

constexpr size_t kTestsTold = 6;  // infeasible and unstable ones

}  // namespace

std::vector<FindingGroup> groups_of(const std::vector<Finding>& findings,
                                    const std::function<std::string(const Finding&)>& cause_of) {
  std::vector<FindingGroup> groups;
  std::map<std::string, size_t> places;  // of the groups, by cause
  for (const Finding& finding : findings) {
    auto [place, is_new] = places.emplace(cause_of(finding), groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(&finding);
  }
  return groups;
}

void add_places(const Finding& finding, size_t limit, Lines& lines) {
  for (size_t i = 0; i < finding.where.size() && i < limit; ++i) {
    const auto& place = finding.where[i];
    bool mapped = !place.source.empty();
    std::string file = mapped ? place.source : short_url(place.url);
    lines.push_back("    " + one_line(file, 100) + ":" + std::to_string(mapped ? place.source_line : place.line) + " " +
                    one_line(place.role, 160));
  }
}

size_t add_unjudged(const std::vector<Test>& tests, Lines& lines) {
  size_t found = 0;
  for (const Test& test : tests) {
    if (test.verdict != Verdict::Infeasible && test.verdict != Verdict::Unstable) continue;
    if (++found > kTestsTold) continue;
    lines.push_back(one_line(test.id + " " + finding::name_of(test.verdict) + ": " + test.reason, 400));
  }
  return found - std::min(found, kTestsTold);
}

void add_notes(const std::vector<std::string>& notes, Lines& lines) {
  for (const auto& note : notes) lines.push_back(one_line(note, 400));
}

}  // namespace squall::analysis
