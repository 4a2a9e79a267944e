#include "analysis/tester.h"

#include <algorithm>
#include <future>
#include <map>
#include <set>

#include "analysis/chance.h"
#include "analysis/harm.h"
#include "analysis/smallest.h"

namespace squall::analysis {
namespace {

using finding::Verdict;
using schedule::Schedule;

std::vector<Trial*> with_verdict(std::vector<Trial>& trials, Verdict verdict) {
  std::vector<Trial*> found;
  for (Trial& trial : trials) {
    if (trial.verdict == verdict) found.push_back(&trial);
  }
  return found;
}

// Runs to be made, and where each of them goes.
struct Tasks {
  std::vector<Schedule> schedules;
  std::vector<Pictures> pictures;
  std::vector<lab::Run*> places;

  void add(const Schedule& schedule, Pictures picture, lab::Run& place) {
    schedules.push_back(schedule);
    pictures.push_back(picture);
    places.push_back(&place);
  }
  // Both schedules of a trial, in the order of the rules.
  void add_both(const Trial& trial, PicturesOf pictures_of, lab::Run& right, lab::Run& wrong, bool wrong_first) {
    if (wrong_first) add(trial.wrong, pictures_of.wrong, wrong);
    add(trial.right, pictures_of.right, right);
    if (!wrong_first) add(trial.wrong, pictures_of.wrong, wrong);
  }
  Status put(Result<std::vector<lab::Run>> runs) const {
    if (!runs) return runs.error();
    for (size_t i = 0; i < places.size(); ++i) *places[i] = std::move((*runs)[i]);
    return {};
  }
};

// With what differs but does not count, where there is something.
Reason equal(const oracle::Comparison& comparison) {
  Reason reason{.kind = Why::Equal};
  if (!comparison.not_counted.empty()) reason.differences = {comparison.not_counted[0]};
  return reason;
}

// Requests that both parts of a run may have sent: those of which a run has two.
std::vector<std::string> asked_again(const outcome::Outcome& outcome) {
  std::vector<std::string> requests;
  for (const auto& request : outcome.requests) {
    if (request.method == "GET" && request.body_hash.empty()) requests.push_back("GET " + request.url);
  }
  return requests;
}

// Whether each of these requests ("GET URL"), as far as both runs sent it, was answered with the same entry of the
// recording, the one that belongs to it. False also where some were no choice of the schedule, so that nobody knows.
bool keep_their_answers(const network::Recording& recording, const std::vector<std::string>& requests,
                        const lab::Run& right, const lab::Run& wrong) {
  std::map<std::string, int> entries;
  for (const lab::Came& one : right.came) entries[one.name] = one.entry;
  std::map<std::string, int> unknown;  // how often each was sent without being told of
  for (const auto& request : wrong.outcome.requests) ++unknown[request.method + " " + request.url];
  for (const lab::Came& one : wrong.came) {
    auto found = entries.find(one.name);
    if (found != entries.end() && found->second != one.entry) return false;
    bool recorded = one.entry >= 0 && one.entry < std::ssize(recording.entries);
    if (!recorded) continue;
    const auto& request = recording.entries[static_cast<size_t>(one.entry)].request;
    --unknown[request.method + " " + request.url];
  }
  return std::ranges::all_of(requests, [&](const auto& request) { return unknown[request] == 0; });
}

}  // namespace

Result<std::vector<Trial>> Tester::test(const std::vector<size_t>& subjects) {
  std::vector<Trial> trials;
  for (size_t subject : subjects) {
    Way way = rules_.first_way(subject);
    trials.push_back({.subject = subject, .right = std::move(way.right), .wrong = std::move(way.wrong)});
  }
  Trials all;
  for (Trial& trial : trials) all.push_back(&trial);
  if (auto status = perform(all); !status) return status.error();
  for (size_t way = 1; way <= rules_.other_ways(); ++way) {
    if (auto status = try_other_way(trials, way); !status) return status.error();
  }
  if (auto status = repeat(with_verdict(trials, Verdict::Race)); !status) return status.error();
  if (auto status = rule_out_server(with_verdict(trials, Verdict::Race)); !status) return status.error();
  if (auto status = rule_out_chance(with_verdict(trials, Verdict::Race)); !status) return status.error();
  if (auto status = rule_out_ignored(with_verdict(trials, Verdict::Race)); !status) return status.error();
  for (Trial* race : with_verdict(trials, Verdict::Race)) {
    if (auto status = find_witness(*race); !status) return status.error();
  }
  if (auto status = try_as_browsers_do(with_verdict(trials, Verdict::Race)); !status) return status.error();
  return trials;
}

oracle::CompareOptions Tester::compare_options() const {
  oracle::CompareOptions compare;
  compare.ignore = rules_.ignored();
  compare.order = false;
  compare.served = bench_.served();
  return compare;
}

Reason Tester::reason_for(Why kind, const oracle::Comparison& comparison) const {
  Reason reason{.kind = kind};
  auto differences = rules_.telling(comparison);
  if (differences.empty()) return reason;
  reason.differences = {*differences.front()};
  reason.more = differences.size() - 1;
  return reason;
}

// ---- the first runs ----

Status Tester::perform(const Trials& trials) {
  Tasks tasks;
  for (Trial* trial : trials) {
    PicturesOf pictures = rules_.first_pictures(trial->subject);
    tasks.add_both(*trial, pictures, trial->right_run, trial->wrong_run, rules_.runs_wrong_first());
  }
  if (auto status = tasks.put(bench_.run(tasks.schedules, tasks.pictures)); !status) return status;
  for (Trial* trial : trials) judge(*trial);
  return {};
}

void Tester::take_learned(Trial& trial) const {
  std::set<std::string> learned(bench_.learned().begin(), bench_.learned().end()), own;
  for (const lab::Run* run : {&trial.right_run, &trial.wrong_run}) {
    for (const auto& request : run->outcome.requests) {
      std::string name = request.method + " " + request.url;
      if (learned.contains(name)) own.insert(name);
    }
  }
  trial.learned.assign(own.begin(), own.end());
}

void Tester::judge(Trial& trial) const {
  take_learned(trial);
  if (auto why = rules_.why_infeasible(trial)) {
    trial.verdict = Verdict::Infeasible;
    trial.reason = std::move(*why);
    return;
  }
  trial.comparison = rules_.compare(trial.right_run.outcome, trial.wrong_run.outcome, compare_options());
  bool shows = rules_.shows(trial.subject, trial.comparison);
  trial.verdict = shows ? Verdict::Race : Verdict::Same;
  trial.reason = shows ? Reason{} : equal(trial.comparison);
}

// A run that is wanted under the schedule that was run already is not made again.
Status Tester::try_other_way(std::vector<Trial>& trials, size_t way) {
  std::vector<Trial> others;
  Trials before;
  for (Trial& trial : trials) {
    auto other = rules_.other_way(trial, way);
    if (!other) continue;
    before.push_back(&trial);
    others.push_back({.subject = trial.subject, .way = way, .right = other->right, .wrong = other->wrong});
  }
  Tasks tasks;
  for (size_t i = 0; i < others.size(); ++i) {
    PicturesOf pictures = rules_.first_pictures(others[i].subject);
    if (others[i].wrong == before[i]->wrong) {
      others[i].wrong_run = before[i]->wrong_run;
      tasks.add(others[i].right, pictures.right, others[i].right_run);
    } else {
      tasks.add_both(others[i], pictures, others[i].right_run, others[i].wrong_run, rules_.runs_wrong_first());
    }
  }
  if (auto status = tasks.put(bench_.run(tasks.schedules, tasks.pictures)); !status) return status;
  for (size_t i = 0; i < others.size(); ++i) {
    judge(others[i]);
    if (rules_.is_better(*before[i], others[i])) *before[i] = std::move(others[i]);
  }
  return {};
}

// ---- the same again ----

Status Tester::repeat(const Trials& suspects) {
  struct Again {
    lab::Run right, wrong, relaxed;
    bool is_relaxed = false;
  };
  std::vector<Again> again(suspects.size());
  Tasks tasks;
  for (size_t i = 0; i < suspects.size(); ++i) {
    const Trial& trial = *suspects[i];
    tasks.add_both(trial, rules_.evidence(trial.subject), again[i].right, again[i].wrong, rules_.runs_wrong_first());
    auto relaxed = rules_.relaxed(trial);
    again[i].is_relaxed = relaxed.has_value();
    if (relaxed) tasks.add(*relaxed, rules_.first_pictures(trial.subject).right, again[i].relaxed);
  }
  if (auto status = tasks.put(bench_.run(tasks.schedules, tasks.pictures)); !status) return status;
  std::vector<std::future<void>> judgements;  // comparing pictures takes its time
  for (size_t i = 0; i < suspects.size(); ++i) {
    judgements.push_back(std::async([&, i] {
      Again& runs = again[i];
      judge_again(*suspects[i], runs.right, runs.wrong, runs.is_relaxed ? runs.relaxed : runs.right);
    }));
  }
  for (auto& judgement : judgements) judgement.get();
  return {};
}

// What the document shows needs no pictures. Where there were none at first, or where the server still had a part in
// it, the repetition is the evidence.
void Tester::judge_again(Trial& trial, lab::Run& right, lab::Run& wrong, const lab::Run& relaxed) const {
  auto options = compare_options();
  bool pictured = rules_.first_pictures(trial.subject).wrong != Pictures::None;
  options.pixels = pictured;
  // What already differs between runs in which nothing goes wrong, and between runs in which the same does.
  trial.stability = oracle::stability_of({trial.right_run.outcome, right.outcome, relaxed.outcome},
                                         {trial.wrong_run.outcome, wrong.outcome}, options);
  options.stability = trial.stability;
  auto shows = [&](const lab::Run& one, const lab::Run& other) {
    return rules_.shows(trial.subject, rules_.compare(one.outcome, other.outcome, options));
  };
  bool repeats = shows(trial.right_run, trial.wrong_run) && shows(right, wrong);
  if (!pictured || asked_server(trial.right_run) || asked_server(trial.wrong_run)) {
    trial.right_run = std::move(right);
    trial.wrong_run = std::move(wrong);
  }
  options.pixels = true;  // by now there are pictures
  auto again = rules_.compare(trial.right_run.outcome, trial.wrong_run.outcome, options);
  bool shows_again = repeats && rules_.shows(trial.subject, again);
  auto nothing = shows_again ? std::nullopt : rules_.why_nothing(again);
  if (!repeats && !nothing) {
    trial.verdict = Verdict::Unstable;
    trial.reason = reason_for(Why::NotRepeated, trial.comparison);
    trial.reason.subjects = trial.stability.unstable_aspects;
    return;
  }
  trial.comparison = std::move(again);
  trial.verdict = shows_again ? Verdict::Race : Verdict::Same;
  trial.reason = shows_again ? reason_for(Why::Differs, trial.comparison)
                 : nothing   ? std::move(*nothing)
                             : equal(trial.comparison);
}

// ---- what else it could be ----

Status Tester::rule_out_server(const Trials& suspects) {
  if (!rules_.server_may_differ()) return {};
  auto keeps = [&](const Trial& trial, const auto& changing) {
    return keep_their_answers(*bench_.recording(), changing, trial.right_run, trial.wrong_run);
  };
  for (Trial* trial : suspects) {
    auto changing = changing_answers(*bench_.recording(), asked_again(trial->wrong_run.outcome));
    if (changing.empty() || keeps(*trial, changing)) continue;
    auto runs = bench_.run_on(with_equal_answers(*bench_.recording(), changing), {trial->right, trial->wrong});
    if (!runs) return runs.error();
    auto options = compare_options();
    options.stability = trial->stability;
    auto comparison = rules_.compare((*runs)[0].outcome, (*runs)[1].outcome, options);
    if (rules_.shows(trial->subject, comparison)) continue;
    trial->verdict = Verdict::Same;
    trial->comparison = std::move(comparison);
    trial->reason = {.kind = Why::Server, .subjects = changing};
  }
  return {};
}

Status Tester::rule_out_chance(Trials suspects) {
  auto counted = [&](const Trial& trial) {
    oracle::Comparison only;
    for (const auto* difference : rules_.telling(trial.comparison)) only.differences.push_back(*difference);
    return only;
  };
  std::erase_if(suspects, [&](const Trial* trial) { return !may_be_chance(counted(*trial)); });
  std::vector<lab::Run> right(suspects.size()), wrong(suspects.size());
  Tasks tasks;
  for (size_t i = 0; i < suspects.size(); ++i) {
    tasks.add_both(*suspects[i], {}, right[i], wrong[i], rules_.runs_wrong_first());
  }
  if (auto status = tasks.put(bench_.run_with_other_chance(tasks.schedules)); !status) return status;
  for (size_t i = 0; i < suspects.size(); ++i) {
    Trial& trial = *suspects[i];
    Chances chances{trial.right_run.outcome, right[i].outcome, trial.wrong_run.outcome, wrong[i].outcome};
    if (!without_chance(counted(trial), chances)) {
      trial.verdict = Verdict::Same;
      trial.reason.kind = Why::Chance;
    } else if (auto rest = without_chance(trial.comparison, chances)) {
      trial.comparison = std::move(*rest);
      trial.reason = reason_for(Why::Differs, trial.comparison);
    }
  }
  return {};
}

// `if (busy) return;`: the page asks for nothing more while it waits, and ends as if what came meanwhile had not been.
Status Tester::rule_out_ignored(const Trials& suspects) {
  Trials ignoring;
  std::vector<Schedule> schedules;
  for (Trial* trial : suspects) {
    auto without = rules_.without_ignored(*trial);
    if (!without) continue;
    ignoring.push_back(trial);
    schedules.push_back(std::move(*without));
  }
  auto runs = bench_.run(schedules, Pictures::End);
  if (!runs) return runs.error();
  for (size_t i = 0; i < ignoring.size(); ++i) {
    Trial& trial = *ignoring[i];
    auto options = compare_options();
    options.stability = trial.stability;
    if (!rules_.compare((*runs)[i].outcome, trial.wrong_run.outcome, options).equal) continue;
    trial.verdict = Verdict::Infeasible;
    trial.reason = {.kind = Why::Ignored, .step = trial.wrong_run.outcome.steps.back().label};
  }
  return {};
}

// ---- the smallest witness ----

Status Tester::find_witness(Trial& race) {
  race.held = rules_.held_in(race);
  auto telling = rules_.telling(race.comparison);
  if (race.held.empty() || telling.empty() || !race.wrong.hold) return {};
  oracle::Difference wanted = *telling.front();
  auto options = compare_options();
  options.stability = race.stability;
  options.pixels = wanted.aspect == oracle::Aspect::Screen;
  auto shows = [&](const Sets& sets) -> Result<std::vector<bool>> {
    std::vector<Schedule> schedules(sets.size(), race.wrong);
    for (size_t i = 0; i < sets.size(); ++i) schedules[i].hold->only = sets[i];
    auto runs = bench_.run(schedules, options.pixels ? Pictures::End : Pictures::None);
    if (!runs) return runs.error();
    std::vector<bool> out;
    for (const auto& run : *runs) {
      auto comparison = rules_.compare(race.right_run.outcome, run.outcome, options);
      out.push_back(std::ranges::any_of(comparison.differences, [&](const auto& found) {
        return found.aspect == wanted.aspect && found.subject == wanted.subject;
      }));
    }
    return out;
  };
  auto least = smallest(race.held, shows);
  if (!least) return least.error();
  race.held = std::move(least).value();
  return {};
}

// ---- what browsers prevent ----

Status Tester::try_as_browsers_do(const Trials& races) {
  Trials doubtful;
  std::vector<Schedule> schedules;
  for (Trial* race : races) {
    auto schedule = rules_.as_browsers_do(*race);
    if (!schedule) continue;
    doubtful.push_back(race);
    schedules.push_back(std::move(*schedule));
  }
  auto runs = bench_.run(schedules, Pictures::None);
  if (!runs) return runs.error();
  for (size_t i = 0; i < doubtful.size(); ++i) {
    Trial& race = *doubtful[i];
    auto options = compare_options();
    options.stability = race.stability;
    options.pixels = false;
    race.is_prevented =
        !rules_.shows(race.subject, rules_.compare(race.right_run.outcome, (*runs)[i].outcome, options));
  }
  return {};
}

}  // namespace squall::analysis
