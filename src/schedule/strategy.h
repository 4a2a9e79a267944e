// A schedule's part in a decision each: an order wraps a strategy that takes over when its list is exhausted; that one
// holds something, or lets everything come; and what comes first of what may come is a comparison.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "schedule/choice.h"

namespace squall::schedule {

class Strategy {
 public:
  virtual ~Strategy() = default;
  virtual Decision decide(const std::vector<Choice>& enabled) = 0;
  virtual void ran(const Choice&) {}
  virtual const std::vector<std::string>& skipped() const;
  virtual const std::vector<std::string>& admitted() const;
};

std::unique_ptr<Strategy> make_strategy(const Schedule& schedule);

// Defined in order.cc.
std::unique_ptr<Strategy> make_order(const Schedule& schedule, std::unique_ptr<Strategy> afterwards);

// Whether `one` comes before `other` when nobody interferes: the sooner due, then the older. Steps come last.
bool comes_before(const Choice& one, const Choice& other);
// The same, but responses come before everything else, in the order of their requests.
bool responses_come_before(const Choice& one, const Choice& other);

// The first of the enabled choices that pass `filter`, according to `before`; Finished when none passes.
template <typename Filter, typename Before>
Decision first_of(const std::vector<Choice>& enabled, Filter filter, Before before) {
  Decision first;
  for (size_t i = 0; i < enabled.size(); ++i) {
    if (!filter(enabled[i])) continue;
    if (first.kind == Decision::Run && !before(enabled[i], enabled[first.choice])) continue;
    first.kind = Decision::Run;
    first.choice = i;
  }
  return first;
}

}  // namespace squall::schedule
