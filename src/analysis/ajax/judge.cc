#include "analysis/ajax/judge.h"

#include <algorithm>
#include <set>

#include "analysis/ajax/witness.h"
#include "analysis/bench.h"
#include "base/url.h"
#include "trace/event_name.h"

namespace squall::analysis::ajax {
namespace {

using outcome::Outcome;
using schedule::Schedule;

Schedule with_steps(Schedule schedule, const Sequence& sequence) {
  schedule.steps = sequence.steps;
  return schedule;
}

}  // namespace

Schedule synchronous(const Sequence& sequence) { return with_steps(schedule::synchronous(), sequence); }
Schedule as_they_come(const Sequence& sequence) { return with_steps(schedule::as_they_come(), sequence); }

Schedule adverse(const Sequence& sequence, std::vector<std::string> only) {
  return with_steps(schedule::adverse(sequence.hold, sequence.until, std::move(only)), sequence);
}

Schedule in_order(const lab::Run& adverse, const Sequence& sequence) {
  auto second = std::ranges::find(adverse.order, to_text(trace::step_name(sequence.until)));
  std::vector<std::string> names(adverse.order.begin(), second == adverse.order.end() ? second : second + 1);
  for (const std::string& name : held_in(adverse, sequence)) names.push_back(name);
  return with_steps(schedule::in_order(std::move(names)), sequence);
}

std::vector<std::string> unanswered(const std::vector<const Outcome*>& outcomes, const Outcome& recorded) {
  auto before = unanswered_requests(recorded);
  std::set<std::string> names;
  for (const Outcome* outcome : outcomes) {
    for (const auto& request : outcome->requests) {
      bool lost = request.answer == outcome::Answer::Unanswered && request.type != "ping" &&
                  !before.contains(request.method + " " + request.url);
      if (lost) names.insert(request.method + " " + short_url(request.url));
    }
  }
  return {names.begin(), names.end()};
}

}  // namespace squall::analysis::ajax
