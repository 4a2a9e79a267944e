#include "analysis/init/trial.h"

#include <algorithm>
#include <iterator>

#include "analysis/bench.h"
#include "analysis/chance.h"
#include "analysis/harm.h"
#include "base/text.h"
#include "oracle/words.h"
#include "trace/event_name.h"

namespace squall::analysis::init {
namespace {

using finding::Verdict;
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

oracle::CompareOptions without_pixels(const network::Recording& recording) {
  oracle::CompareOptions options;
  options.order = false;
  options.pixels = false;
  options.served_cookies = cookies_served_by(recording);
  return options;
}

bool is_early_error(const Difference& difference) {
  return difference.kind == oracle::Kind::Error && difference.side == oracle::Side::Second;
}

// Whether the difference is the one that was suspected.
bool shows(const oracle::Comparison& comparison, const Suspect& suspect) {
  if (comparison.equal) return false;
  if (suspect.kind != Kind::EarlyFailure) return true;
  return std::any_of(comparison.differences.begin(), comparison.differences.end(), is_early_error);
}

std::string not_performed(const outcome::Outcome& outcome, const char* when) {
  for (const auto& step : outcome.steps) {
    if (!step.performed) return step.label + " cannot be performed " + when + ": " + step.reason;
  }
  return "";
}

std::string why_infeasible(const Trial& trial, size_t steps) {
  const outcome::Outcome& early = trial.early_run.outcome;
  const outcome::Outcome& patient = trial.patient_run.outcome;
  if (!early.steps.empty() && !early.steps[0].performed) return "nothing of the page can be seen that early";
  if (patient.ending != outcome::Ending::Settled) {
    return std::string("the page does not come to rest after it (") + outcome::name_of(patient.ending) + ")";
  }
  if (steps == 0) return "";
  if (auto why = not_performed(patient, "after loading"); !why.empty()) return why;
  if (early.ending == outcome::Ending::BrowserDied || early.ending == outcome::Ending::Interrupted)
    return "the browser died";
  // The first act must be possible; what follows it may be what the user loses.
  if (early.steps.size() > 1 && !early.steps[1].performed) return not_performed(early, "that early");
  if (early.steps.size() < 2) return "the page did not last until the user could act";
  return "";
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

void judge(Trial& trial, const Suspect& suspect, const network::Recording& recording) {
  trial.reason = why_infeasible(trial, suspect.steps.size());
  if (!trial.reason.empty()) {
    trial.verdict = Verdict::Infeasible;
    return;
  }
  trial.comparison = compare_loss(trial.patient_run.outcome, trial.early_run.outcome, without_pixels(recording));
  trial.verdict = shows(trial.comparison, suspect) ? Verdict::Race : Verdict::Same;
  if (trial.verdict == Verdict::Same) trial.reason = "an early user loses nothing";
}

void judge_again(Trial& trial, const Suspect& suspect, const network::Recording& recording, lab::Run early,
                 lab::Run patient) {
  auto options = without_pixels(recording);
  options.stability = oracle::stability_of({trial.early_run.outcome, early.outcome},
                                           {trial.patient_run.outcome, patient.outcome}, options);
  auto first = compare_loss(trial.patient_run.outcome, trial.early_run.outcome, options);
  options.pixels = true;
  trial.comparison = compare_loss(patient.outcome, early.outcome, options);
  trial.early_run = std::move(early);
  trial.patient_run = std::move(patient);
  bool repeats = shows(first, suspect) && shows(trial.comparison, suspect);
  if (!repeats && std::ranges::any_of(trial.comparison.not_counted, &Difference::in_head)) {
    trial.verdict = Verdict::Same;
    trial.reason = "nothing that an early user sees differs";
    return;
  }
  trial.verdict = repeats ? Verdict::Race : Verdict::Unstable;
  trial.reason = repeats ? told(*losses(trial.comparison).front(), suspect.rival.has_value())
                         : "the difference did not show a second time, or is there without the user, too";
}

namespace {

oracle::Comparison only_losses(const oracle::Comparison& comparison) {
  oracle::Comparison lost;
  for (const Difference* each : losses(comparison)) lost.differences.push_back(*each);
  return lost;
}

}  // namespace

bool may_be_by_chance(const Trial& trial) { return may_be_chance(only_losses(trial.comparison)); }

void judge_chance(Trial& trial, const outcome::Outcome& early, const outcome::Outcome& patient) {
  Chances chances{trial.patient_run.outcome, patient, trial.early_run.outcome, early};
  if (!is_chance(only_losses(trial.comparison), chances)) return;
  trial.verdict = Verdict::Same;
  trial.reason = "an early user loses nothing: what differs is a random number or the time (" + trial.reason + ")";
}

std::vector<const Difference*> losses(const oracle::Comparison& comparison) {
  std::vector<const Difference*> out;
  for (const Difference& difference : comparison.differences) {
    if (is_loss(difference, comparison)) out.push_back(&difference);
  }
  std::stable_sort(out.begin(), out.end(), [](const auto* a, const auto* b) { return rank(*a) < rank(*b); });
  return out;
}

std::string told(const Difference& difference, bool about_load) {
  std::string early = about_load ? "when the handler was late" : "when the user was early";
  std::string patient = about_load ? "when the handler was in time" : "when the user waited";
  return oracle::sentence_of(difference, {patient, early, patient});
}

}  // namespace squall::analysis::init
