#include "analysis/init/trial.h"

#include <algorithm>
#include <iterator>

#include "analysis/bench.h"
#include "analysis/harm.h"
#include "base/text.h"
#include "trace/event_name.h"

namespace squall::analysis::init {
namespace {

using oracle::Aspect;
using oracle::Difference;
using schedule::Schedule;

Schedule schedule_for(const Delay& delay, const Places& places, const std::vector<std::string>& load, int until) {
  Schedule schedule = schedule::adverse(-1, until, {delay.event});
  if (delay.kind == Delay::Timer) {
    auto before = std::min(load.size(), static_cast<size_t>(delay.turn - 1));
    std::vector<std::string> names(load.begin(), load.begin() + static_cast<long>(before));
    for (int position = 0; position <= until; ++position) names.push_back(to_text(trace::step_name(position)));
    schedule = schedule::in_order(std::move(names));
  }
  schedule.steps = {places.look};
  schedule.steps.insert(schedule.steps.end(), places.steps.begin(), places.steps.end());
  return schedule;
}

// A class that says where the mouse or the focus is: whoever moves on is heard.
bool is_pointer_state(const Difference& difference) {
  if (difference.kind != oracle::Kind::Attribute || difference.name != "class") return false;
  auto before = split(difference.before, ' '), after = split(difference.after, ' ');
  std::ranges::sort(before);
  std::ranges::sort(after);
  std::vector<std::string> changed;
  std::ranges::set_symmetric_difference(before, after, std::back_inserter(changed));
  return std::ranges::all_of(changed, [](const std::string& name) {
    return name.empty() || name.find("hover") != std::string::npos || name.find("focus") != std::string::npos;
  });
}

// What a user loses. Where the mouse is, and how far things moved, follow from when the user acted.
bool is_loss(const Difference& difference, const oracle::Comparison& comparison) {
  if (is_pointer_state(difference)) return false;
  if (difference.aspect == Aspect::Layout || difference.aspect == Aspect::Screen) return false;
  if (difference.kind == oracle::Kind::More) return false;
  return harms(difference, comparison);
}

// What Chromium and Firefox, or a library that speaks like them, say of a request that nobody answered.
bool is_network_failure(const std::string& error) {
  return error.find("Failed to fetch") != std::string::npos || error.find("NetworkError") != std::string::npos;
}

// What a page says when nobody answers it, because the server must not be changed, is our doing.
bool is_ours(const Difference& difference, const outcome::Outcome& patient, const outcome::Outcome& early) {
  if (difference.kind != oracle::Kind::Error || !is_network_failure(difference.text)) return false;
  return !(unanswered_requests(patient).empty() && unanswered_requests(early).empty());
}

int rank(const Difference& difference) {
  switch (difference.aspect) {
    case Aspect::Ending:
    case Aspect::Url: return 0;
    case Aspect::Form: return 1;
    case Aspect::Error: return 2;
    case Aspect::Dom: return difference.kind == oracle::Kind::Text ? 3 : 4;
    case Aspect::Requests: return 5;
    case Aspect::Storage:
    case Aspect::Cookies: return 6;
    default: return 9;
  }
}

}  // namespace

Schedule early_schedule(const Delay& delay, const Places& places, const std::vector<std::string>& load) {
  return schedule_for(delay, places, load, 1);
}
Schedule patient_schedule(const Delay& delay, const Places& places, const std::vector<std::string>& load) {
  return schedule_for(delay, places, load, 0);
}

oracle::Comparison compare_loss(const outcome::Outcome& patient, const outcome::Outcome& early,
                                const oracle::CompareOptions& options) {
  auto comparison = oracle::compare(patient, early, options);
  std::erase_if(comparison.differences, [&](const Difference& each) { return is_ours(each, patient, early); });
  if (!losses(comparison).empty()) return comparison;
  auto& rest = comparison.not_counted;
  rest.insert(rest.end(), comparison.differences.begin(), comparison.differences.end());
  comparison.differences.clear();
  comparison.equal = true;
  return comparison;
}

// Nothing is shown before the style sheets of the head have come.
flow::Step look_at_page() {
  flow::Step seen;
  seen.type = flow::StepType::WaitForExpression;
  seen.expression = "__squall.isDrawn()";
  flow::Step step;
  step.type = flow::StepType::Macro;
  step.name = "look at the page";
  step.parts = {seen};
  return step;
}

std::vector<const Difference*> losses(const oracle::Comparison& comparison) {
  std::vector<const Difference*> out;
  for (const Difference& difference : comparison.differences) {
    if (is_loss(difference, comparison)) out.push_back(&difference);
  }
  std::stable_sort(out.begin(), out.end(), [](const auto* a, const auto* b) { return rank(*a) < rank(*b); });
  return out;
}

}  // namespace squall::analysis::init
