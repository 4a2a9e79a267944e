#include "analysis/ajax/judge.h"

#include <algorithm>
#include <set>

#include "analysis/ajax/witness.h"
#include "analysis/bench.h"
#include "analysis/harm.h"
#include "base/text.h"
#include "base/url.h"
#include "oracle/words.h"
#include "trace/event_name.h"

namespace squall::analysis::ajax {
namespace {

using oracle::Aspect;
using oracle::Difference;
using oracle::Kind;
using outcome::Ending;
using outcome::Outcome;
using schedule::Schedule;

Schedule with_steps(Schedule schedule, const Sequence& sequence) {
  schedule.steps = sequence.steps;
  return schedule;
}

std::optional<std::string> step_not_performed(const Outcome& outcome, const Sequence& sequence, const char* when) {
  for (size_t i = 0; i < outcome.steps.size(); ++i) {
    const auto& step = outcome.steps[i];
    if (step.performed) continue;
    const char* what = static_cast<int>(i) < sequence.hold ? " (performed before the pair)" : "";
    return step.label + what + " cannot be performed" + when + ": " + step.reason;
  }
  return std::nullopt;
}

// An element that shows something else in each run has other pixels in each; no mask of some runs holds them all.
bool is_of_unstable_element(const Difference& difference, const oracle::Stability& stability) {
  if (difference.aspect != Aspect::Screen) return false;
  Difference element = difference;
  element.aspect = Aspect::Dom;
  return stability.covers(element);
}

// An ignored part that grows or shrinks moves what is around it, and that is all.
bool is_only_layout(const oracle::Comparison& comparison) {
  return std::all_of(comparison.differences.begin(), comparison.differences.end(), [](const Difference& difference) {
    return difference.aspect == Aspect::Layout || difference.aspect == Aspect::Screen || !harms(difference);
  });
}

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

std::vector<const Difference*> by_rank(const oracle::Comparison& comparison) {
  std::vector<const Difference*> sorted;
  for (const Difference& difference : comparison.differences) sorted.push_back(&difference);
  std::stable_sort(sorted.begin(), sorted.end(), [&](const auto* a, const auto* b) {
    return rank(*a, comparison.visible) < rank(*b, comparison.visible);
  });
  return sorted;
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

std::optional<std::string> why_infeasible(const Outcome& synchronous, const Outcome& adverse,
                                          const Sequence& sequence) {
  if (auto why = step_not_performed(synchronous, sequence, "")) return why;
  if (auto why = step_not_performed(adverse, sequence, " before the responses to the first have come")) return why;
  for (const Outcome* outcome : {&synchronous, &adverse}) {
    if (outcome->ending == Ending::BrowserDied) return "the browser died";
  }
  if (synchronous.ending != Ending::Settled) {
    std::string detail = synchronous.ending_detail.empty() ? "" : ": " + synchronous.ending_detail;
    return std::string("the page does not come to rest after them (") + outcome::name_of(synchronous.ending) + detail +
           ")";
  }
  return std::nullopt;
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

oracle::Comparison compare_harm(const Outcome& a, const Outcome& b, const oracle::CompareOptions& options) {
  auto comparison = oracle::compare(a, b, options);
  bool follows = !options.ignore.empty() && is_only_layout(comparison);
  std::vector<Difference> harmful;
  for (Difference& difference : comparison.differences) {
    bool counts = harms(difference, comparison) && !follows && !is_of_unstable_element(difference, options.stability);
    (counts ? harmful : comparison.not_counted).push_back(std::move(difference));
  }
  comparison.differences = std::move(harmful);
  comparison.equal = comparison.differences.empty();
  return comparison;
}

const Difference* main_difference(const oracle::Comparison& comparison) {
  auto sorted = by_rank(comparison);
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

std::string told(const Difference& difference) {
  static const oracle::RunNames kNames = {"when they come in order", "when the responses cross",
                                          "when they come in order"};
  return oracle::sentence_of(difference, kNames);
}

std::string told(const oracle::Comparison& comparison, size_t limit) {
  std::vector<std::string> sentences;
  auto sorted = by_rank(comparison);
  for (size_t i = 0; i < std::min(limit, sorted.size()); ++i) sentences.push_back(told(*sorted[i]));
  std::string text = join(sentences, "; ");
  if (sorted.size() > limit) text += "; and " + count_of(sorted.size() - limit, "more difference");
  return text;
}

}  // namespace squall::analysis::ajax
