#include "analysis/ajax/rules.h"

#include <algorithm>
#include <set>

#include "analysis/ajax/witness.h"

namespace squall::analysis::ajax {
namespace {

using finding::Verdict;
using schedule::Schedule;

// A dialog that the first response opens, or a list that it empties, keeps a patient user from the second event. Who is
// quick performs both, and then it is the order of the responses alone that may differ.
bool needs_haste(const Trial& trial, const Sequence& sequence) {
  const auto& patient = trial.right_run.outcome.steps;
  const auto& quick = trial.wrong_run.outcome.steps;
  auto performed = [](const outcome::StepResult& step) { return step.performed; };
  return patient.size() == sequence.steps.size() && quick.size() == patient.size() && !patient.back().performed &&
         std::all_of(patient.begin(), patient.end() - 1, performed) && std::ranges::all_of(quick, performed);
}

// How much was asked of the server. Whether a picture is, or is still in the browser's memory, is left to the browser.
auto asked(const outcome::Outcome& outcome) {
  return std::ranges::count_if(outcome.requests, [](const outcome::SentRequest& request) {
    return request.type != "image" && request.type != "font" && request.type != "media";
  });
}

}  // namespace

Rules::Rules(const std::vector<Pair>& pairs, const lab::RecordedPage& page, const Options& options)
    : pairs_(pairs), page_(page), options_(options) {
  std::ranges::copy_if(page.order, std::back_inserter(loading_), is_data_of_loading);
}

// Of the loading page, scripts and the like are let in: a user who is faster than those is what `squall init` is about.
Way Rules::both(const Sequence& sequence) const {
  return {synchronous(sequence), adverse(sequence, sequence.hold == kLoading ? loading_ : std::vector<std::string>())};
}

Sequence Rules::sequence(size_t subject, size_t way) const {
  const Pair& pair = pairs_[subject];
  if (way == kWithinFlow) return sequence_within_flow(pair, page_.flow, options_.plan.begin);
  if (way == kThroughFlow) return sequence_through_flow(pair, page_.flow, options_.plan.begin);
  return sequence_of(pair, page_.flow, options_.plan.begin);
}

Way Rules::first_way(size_t subject) const { return both(sequence(subject, kAlone)); }

std::optional<Way> Rules::other_way(const Trial& so_far, size_t way) const {
  Sequence now = sequence(so_far);
  if (way == kQuickly) {
    if (so_far.verdict != Verdict::Infeasible || !needs_haste(so_far, now)) return std::nullopt;
    return Way{in_order(so_far.wrong_run, now), so_far.wrong};
  }
  bool helps = way == kWithinFlow ? so_far.verdict == Verdict::Infeasible
                                  : so_far.verdict == Verdict::Same && !sends_as_recorded(so_far);
  Sequence other = sequence(so_far.subject, way);
  if (!helps || other == now) return std::nullopt;
  return both(other);
}

bool Rules::is_better(const Trial& before, const Trial& other) const {
  return other.way == kQuickly || TrialRules::is_better(before, other);
}

PicturesOf Rules::first_pictures(size_t subject) const {
  Pictures pictures = pairs_[subject].draws ? Pictures::End : Pictures::None;
  return {pictures, pictures};
}

// What differs may come from a request that nobody answered; and what is equal, because nothing came back.
std::optional<Reason> Rules::why_infeasible(const Trial& trial) const {
  const outcome::Outcome &calm = trial.right_run.outcome, &crossed = trial.wrong_run.outcome;
  if (auto why = why_not_comparable(calm, crossed, sequence(trial).hold)) return why;
  auto lost = unanswered({&calm, &crossed}, page_.outcome);
  if (lost.empty()) return std::nullopt;
  return Reason{.kind = Reason::Kind::Unanswered, .subjects = std::move(lost)};
}

// Where the page's clock has moved, what differs could be the time alone.
std::optional<Schedule> Rules::relaxed(const Trial& suspect) const {
  if (suspect.way == kQuickly) return std::nullopt;  // who does not hurry cannot perform it
  if (suspect.right_run.virtual_ms <= 0 && suspect.wrong_run.virtual_ms <= 0) return std::nullopt;
  return as_they_come(sequence(suspect));
}

std::optional<Schedule> Rules::without_ignored(const Trial& suspect) const {
  if (asked(suspect.wrong_run.outcome) >= asked(suspect.right_run.outcome)) return std::nullopt;
  Schedule without = synchronous(sequence(suspect));
  without.steps.pop_back();
  return without;
}

std::vector<std::string> Rules::held_in(const Trial& race) const {
  return ajax::held_in(race.wrong_run, sequence(race));
}

std::optional<Schedule> Rules::as_browsers_do(const Trial& race) const {
  auto order = in_turn(race.wrong_run, race.held);
  if (!order) return std::nullopt;
  Schedule schedule = race.wrong;
  schedule.hold.reset();
  schedule.order = std::move(*order);
  schedule.tasks = schedule::Tasks::OneByOne;
  return schedule;
}

// Whether the two events ask for what they asked for when the flow was performed as a whole.
bool Rules::sends_as_recorded(const Trial& trial) const {
  std::set<std::string> sent;
  for (const auto& request : trial.right_run.outcome.requests) sent.insert(request.method + " " + request.url);
  for (const trace::Operation& op : page_.trace.operations) {
    if (op.kind != trace::OpKind::Send || !op.event.valid()) continue;
    int step = page_.trace[op.event].step;
    bool of_pair = step == pair(trial).first || step == pair(trial).second;
    if (of_pair && op.text.find("://") != std::string::npos && !sent.contains(op.text)) return false;
  }
  return true;
}

}  // namespace squall::analysis::ajax
