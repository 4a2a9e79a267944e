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

Schedule schedule_of(const Sequence& sequence, schedule::Mode mode) {
  Schedule schedule;
  schedule.mode = mode;
  schedule.steps = sequence.steps;
  return schedule;
}

}  // namespace

Schedule synchronous(const Sequence& sequence) { return schedule_of(sequence, schedule::Mode::Synchronous); }
Schedule as_they_come(const Sequence& sequence) { return schedule_of(sequence, schedule::Mode::AsTheyCome); }

Schedule adverse(const Sequence& sequence) {
  Schedule schedule = schedule_of(sequence, schedule::Mode::Adverse);
  schedule.hold = sequence.hold;
  schedule.until = sequence.until;
  return schedule;
}

Schedule in_order(const lab::Run& adverse, const Sequence& sequence) {
  Schedule schedule = schedule_of(sequence, schedule::Mode::Order);
  auto second = std::ranges::find(adverse.order, to_text(trace::step_name(sequence.until)));
  schedule.order.assign(adverse.order.begin(), second == adverse.order.end() ? second : second + 1);
  for (const std::string& name : held_in(adverse, sequence)) schedule.order.push_back(name);
  return schedule;
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
