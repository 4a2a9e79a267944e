#include "analysis/telling.h"

#include <algorithm>
#include <set>

namespace squall::analysis {
namespace {

using oracle::Aspect;
using oracle::Difference;
using oracle::Kind;

// Smaller tells more.
int rank(const Difference& difference, bool visible) {
  switch (difference.aspect) {
    case Aspect::Ending: return 0;
    case Aspect::Form: return 2;
    case Aspect::Dom:
      if (difference.kind == Kind::More) return 20;
      if (difference.in_head) return 12;  // what it does to the page tells more
      if (!visible) return 9;
      if (difference.kind == Kind::Text) return 1;
      // An element that comes or goes tells something when it has a text.
      if (difference.kind != Kind::Inserted && difference.kind != Kind::Removed) return 5;
      return difference.before.empty() && difference.after.empty() ? 13 : 3;
    case Aspect::Url: return 4;
    case Aspect::Storage:
    case Aspect::Cookies: return 6;
    case Aspect::Error: return 7;
    case Aspect::Requests: return 8;
    case Aspect::Layout: return 10;
    case Aspect::Screen: return 11;
    default: return 12;
  }
}

}  // namespace

std::vector<const Difference*> most_telling_first(const oracle::Comparison& comparison) {
  std::vector<const Difference*> sorted;
  for (const Difference& difference : comparison.differences) sorted.push_back(&difference);
  std::stable_sort(sorted.begin(), sorted.end(), [&](const auto* a, const auto* b) {
    return rank(*a, comparison.visible) < rank(*b, comparison.visible);
  });
  return sorted;
}

const Difference* main_difference(const oracle::Comparison& comparison) {
  auto sorted = most_telling_first(comparison);
  return sorted.empty() ? nullptr : sorted.front();
}

finding::Severity severity_of(const oracle::Comparison& comparison) {
  static const std::set<Aspect> kGrave = {Aspect::Ending,  Aspect::Url,     Aspect::Form,   Aspect::Error,
                                          Aspect::Storage, Aspect::Cookies, Aspect::Screen, Aspect::Requests};
  if (comparison.visible) return finding::Severity::Error;
  bool grave = std::any_of(comparison.differences.begin(), comparison.differences.end(),
                           [](const Difference& difference) { return kGrave.contains(difference.aspect); });
  return grave ? finding::Severity::Error : finding::Severity::Warning;
}

}  // namespace squall::analysis
