#include "analysis/ajax/tester.h"

#include <algorithm>
#include <future>
#include <set>

#include "analysis/ajax/witness.h"
#include "analysis/chance.h"
#include "analysis/harm.h"
#include "base/text.h"

namespace squall::analysis::ajax {
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

std::string in_words(const std::vector<std::string>& names) { return join(names, ", "); }

std::string why_equal(const oracle::Comparison& comparison) {
  if (comparison.not_counted.empty()) return "Both orders end equally.";
  return "Both orders end equally in all that counts; what does not count: " + told(comparison.not_counted[0]) + ".";
}

// Requests that both steps of the pair may have sent: those of which a run has two.
std::vector<std::string> asked_again(const outcome::Outcome& outcome) {
  std::vector<std::string> requests;
  for (const auto& request : outcome.requests) {
    if (request.method == "GET" && request.body_hash.empty()) requests.push_back("GET " + request.url);
  }
  return requests;
}

}  // namespace

Tester::Tester(Bench& bench, const lab::RecordedPage& page, const Options& options)
    : bench_(bench), page_(page), options_(options) {}

oracle::CompareOptions Tester::compare_options() const {
  oracle::CompareOptions compare;
  compare.ignore = options_.ignore;
  compare.order = false;
  compare.served_cookies = cookies_served_by(*bench_.recording());
  return compare;
}

Result<std::vector<Trial>> Tester::test(const std::vector<Pair>& pairs) {
  std::vector<Trial> trials;
  for (const Pair& pair : pairs) {
    trials.push_back({});
    trials.back().pair = pair;
    trials.back().sequence = sequence_of(pair, page_.flow, options_.plan.begin);
  }
  Trials all;
  for (Trial& trial : trials) all.push_back(&trial);
  if (auto status = run_both(all); !status) return status.error();
  if (auto status = retry(with_verdict(trials, Verdict::Infeasible), sequence_within_flow); !status)
    return status.error();
  if (auto status = retry_quickly(with_verdict(trials, Verdict::Infeasible)); !status) return status.error();
  auto other = with_verdict(trials, Verdict::Same);
  std::erase_if(other, [this](const Trial* trial) { return sends_as_recorded(*trial); });
  if (auto status = retry(other, sequence_through_flow); !status) return status.error();
  if (auto status = confirm(with_verdict(trials, Verdict::Race)); !status) return status.error();
  if (auto status = control(with_verdict(trials, Verdict::Race)); !status) return status.error();
  if (auto status = rule_out_chance(with_verdict(trials, Verdict::Race)); !status) return status.error();
  if (auto status = rule_out_guards(with_verdict(trials, Verdict::Race)); !status) return status.error();
  for (Trial* race : with_verdict(trials, Verdict::Race)) {
    if (auto status = find_witness(*race); !status) return status.error();
  }
  return trials;
}

Status Tester::run_both(const Trials& trials) {
  if (trials.empty()) return {};
  std::vector<Schedule> schedules;
  std::vector<Pictures> pictures;
  for (Trial* trial : trials) {
    trial->in_order = synchronous(trial->sequence);
    schedules.push_back(trial->in_order);
    schedules.push_back(adverse(trial->sequence));
    pictures.insert(pictures.end(), 2, trial->pair.draws ? Pictures::End : Pictures::None);
  }
  auto runs = bench_.run(schedules, pictures);
  if (!runs) return runs.error();
  for (size_t i = 0; i < trials.size(); ++i) {
    Trial& trial = *trials[i];
    trial.calm = std::move((*runs)[2 * i]);
    trial.crossed = std::move((*runs)[2 * i + 1]);
    take_learned(trial);
    judge_first(trial);
  }
  return {};
}

void Tester::take_learned(Trial& trial) const {
  std::set<std::string> learned(bench_.learned().begin(), bench_.learned().end()), own;
  for (const lab::Run* run : {&trial.calm, &trial.crossed}) {
    for (const auto& request : run->outcome.requests) {
      std::string name = request.method + " " + request.url;
      if (learned.contains(name)) own.insert(name);
    }
  }
  trial.learned.assign(own.begin(), own.end());
}

void Tester::judge_first(Trial& trial) const {
  const auto& calm = trial.calm.outcome;
  const auto& crossed = trial.crossed.outcome;
  if (auto why = why_infeasible(calm, crossed, trial.sequence)) {
    trial.verdict = Verdict::Infeasible;
    trial.reason = *why;
    return;
  }
  trial.comparison = compare_harm(calm, crossed, compare_options());
  trial.verdict = trial.comparison.equal ? Verdict::Same : Verdict::Race;
  if (trial.comparison.equal) trial.reason = why_equal(trial.comparison);
  auto lost = unanswered({&calm, &crossed}, page_.outcome);
  if (lost.empty()) return;
  // What differs may come from that; and what is equal, because nothing came back.
  bool reads = std::ranges::all_of(lost, [](const std::string& request) { return request.starts_with("GET "); });
  trial.verdict = Verdict::Infeasible;
  trial.reason = "nobody answered " + in_words(lost) + ": the recording does not know it" +
                 (options_.bench.offline ? ", and --offline keeps it from the server"
                  : reads                ? ", and the server did not answer"
                                         : "; --allow-writes would send it to the server");
}

Status Tester::retry(const Trials& trials, Resequence resequence) {
  Trials again;
  std::vector<Trial> before;
  for (Trial* trial : trials) {
    auto sequence = resequence(trial->pair, page_.flow, options_.plan.begin);
    if (sequence == trial->sequence) continue;
    before.push_back(*trial);
    trial->sequence = sequence;
    again.push_back(trial);
  }
  if (auto status = run_both(again); !status) return status;
  for (size_t i = 0; i < again.size(); ++i) {
    if (again[i]->verdict == Verdict::Infeasible) *again[i] = std::move(before[i]);
  }
  return {};
}

// A dialog that the first response opens, or a list that it empties, keeps a patient user from the second event. Who is
// quick performs both, and then it is the order of the responses alone that may differ.
Status Tester::retry_quickly(const Trials& trials) {
  Trials again;
  std::vector<Schedule> schedules;
  std::vector<Pictures> pictures;
  for (Trial* trial : trials) {
    const auto& patient = trial->calm.outcome.steps;
    const auto& quick = trial->crossed.outcome.steps;
    auto performed = [](const outcome::StepResult& step) { return step.performed; };
    bool only_quickly = patient.size() == trial->sequence.steps.size() && quick.size() == patient.size() &&
                        !patient.back().performed && std::all_of(patient.begin(), patient.end() - 1, performed) &&
                        std::ranges::all_of(quick, performed);
    if (!only_quickly) continue;
    again.push_back(trial);
    schedules.push_back(in_order(trial->crossed, trial->sequence));
    pictures.push_back(trial->pair.draws ? Pictures::End : Pictures::None);
  }
  auto runs = bench_.run(schedules, pictures);
  if (!runs) return runs.error();
  for (size_t i = 0; i < again.size(); ++i) {
    Trial& trial = *again[i];
    trial.in_order = schedules[i];
    trial.calm = std::move((*runs)[i]);
    take_learned(trial);
    judge_first(trial);
  }
  return {};
}

// Whether the two events ask for what they asked for when the flow was performed as a whole.
bool Tester::sends_as_recorded(const Trial& trial) const {
  std::set<std::string> sent;
  for (const auto& request : trial.calm.outcome.requests) sent.insert(request.method + " " + request.url);
  for (const trace::Operation& op : page_.trace.operations) {
    if (op.kind != trace::OpKind::Send || !op.event.valid()) continue;
    int step = page_.trace[op.event].step;
    bool of_pair = step == trial.pair.first || step == trial.pair.second;
    if (of_pair && op.text.find("://") != std::string::npos && !sent.contains(op.text)) return false;
  }
  return true;
}

// Whether what differs could be the time alone: the page's clock has moved.
bool Tester::time_passed(const Trial& trial) {
  if (trial.in_order.network_takes_time) return false;  // who does not hurry cannot perform it
  return trial.calm.virtual_ms > 0 || trial.crossed.virtual_ms > 0;
}

Status Tester::confirm(const Trials& suspects) {
  if (suspects.empty()) return {};
  std::vector<Schedule> schedules;
  std::vector<Pictures> pictures;
  for (const Trial* trial : suspects) {
    schedules.push_back(trial->in_order);
    schedules.push_back(adverse(trial->sequence));
    pictures.insert(pictures.end(), 2, Pictures::End);
    if (!time_passed(*trial)) continue;
    schedules.push_back(as_they_come(trial->sequence));
    pictures.push_back(trial->pair.draws ? Pictures::End : Pictures::None);
  }
  auto runs = bench_.run(schedules, pictures);
  if (!runs) return runs.error();
  std::vector<std::future<void>> judgements;  // comparing pictures takes its time
  auto next = runs->begin();
  for (Trial* trial : suspects) {
    lab::Run& calm = *next++;
    lab::Run& crossed = *next++;
    const lab::Run& relaxed = time_passed(*trial) ? *next++ : calm;
    judgements.push_back(std::async([&, trial] { judge_again(*trial, calm, crossed, relaxed); }));
  }
  for (auto& judgement : judgements) judgement.wait();
  return {};
}

// What the document shows needs no pictures. Where there were none at first, or where the server still had a part in
// it, the repetition is the evidence.
void Tester::judge_again(Trial& trial, lab::Run& calm, lab::Run& crossed, const lab::Run& relaxed) const {
  auto options = compare_options();
  options.pixels = trial.pair.draws;
  // What already differs between runs in which nothing crossed, and between runs in which the same crossed.
  trial.stability = oracle::stability_of({trial.calm.outcome, calm.outcome, relaxed.outcome},
                                         {trial.crossed.outcome, crossed.outcome}, options);
  options.stability = trial.stability;
  bool first = !compare_harm(trial.calm.outcome, trial.crossed.outcome, options).equal;
  bool second = !compare_harm(calm.outcome, crossed.outcome, options).equal;
  if (!trial.pair.draws || asked_server(trial.calm) || asked_server(trial.crossed)) {
    trial.calm = std::move(calm);
    trial.crossed = std::move(crossed);
  }
  if (first && second) {
    options.pixels = true;
    trial.comparison = compare_harm(trial.calm.outcome, trial.crossed.outcome, options);
    trial.verdict = trial.comparison.equal ? Verdict::Same : Verdict::Race;  // by now there are pictures
    trial.reason = trial.comparison.equal ? why_equal(trial.comparison) : told(trial.comparison, 1) + ".";
    return;
  }
  trial.verdict = Verdict::Unstable;
  trial.reason = "It is not the order of responses that decides: runs in which nothing crosses already differ (" +
                 in_words(trial.stability.unstable_aspects) + "), for example " + told(trial.comparison, 1) + ".";
}

Status Tester::control(const Trials& suspects) {
  for (Trial* trial : suspects) {
    auto changing = changing_answers(*bench_.recording(), asked_again(trial->crossed.outcome));
    if (changing.empty()) continue;
    auto runs =
        bench_.run_on(with_equal_answers(*bench_.recording(), changing), {trial->in_order, adverse(trial->sequence)});
    if (!runs) return runs.error();
    auto options = compare_options();
    options.stability = trial->stability;
    auto comparison = compare_harm((*runs)[0].outcome, (*runs)[1].outcome, options);
    if (!comparison.equal) continue;
    trial->verdict = Verdict::Same;
    trial->comparison = std::move(comparison);
    trial->reason =
        "The outcomes differ only because the server answered the same request differently: " + in_words(changing) +
        ".";
  }
  return {};
}

Status Tester::rule_out_chance(Trials suspects) {
  std::erase_if(suspects, [](const Trial* trial) { return !may_be_chance(trial->comparison); });
  std::vector<Schedule> schedules;
  for (const Trial* trial : suspects) {
    schedules.push_back(trial->in_order);
    schedules.push_back(adverse(trial->sequence));
  }
  auto runs = bench_.run_with_other_chance(schedules);
  if (!runs) return runs.error();
  for (size_t i = 0; i < suspects.size(); ++i) {
    Trial& trial = *suspects[i];
    const outcome::Outcome &calm = (*runs)[2 * i].outcome, &crossed = (*runs)[2 * i + 1].outcome;
    if (!is_chance(trial.comparison, {trial.calm.outcome, calm, trial.crossed.outcome, crossed})) continue;
    trial.verdict = Verdict::Same;
    trial.reason = "The outcomes differ only in a random number or in the time: " + trial.reason;
  }
  return {};
}

// `if (busy) return;`: the page asks for nothing more while it waits, and ends as if the second event had not been.
Status Tester::rule_out_guards(Trials suspects) {
  std::erase_if(suspects, [](const Trial* trial) {
    return trial->crossed.outcome.requests.size() >= trial->calm.outcome.requests.size();
  });
  std::vector<Schedule> schedules;
  for (const Trial* trial : suspects) {
    schedules.push_back(synchronous(trial->sequence));
    schedules.back().steps.pop_back();
  }
  auto runs = bench_.run(schedules, Pictures::End);
  if (!runs) return runs.error();
  for (size_t i = 0; i < suspects.size(); ++i) {
    Trial& trial = *suspects[i];
    auto options = compare_options();
    options.stability = trial.stability;
    if (!compare_harm((*runs)[i].outcome, trial.crossed.outcome, options).equal) continue;
    trial.verdict = Verdict::Infeasible;
    trial.reason = trial.crossed.outcome.steps.back().label +
                   " is ignored until the responses to the first have come: the page ends as if it had not been.";
  }
  return {};
}

Status Tester::find_witness(Trial& race) {
  race.overtaking = overtaking_in(race.crossed, race.sequence);
  race.held = held_in(race.crossed, race.sequence);
  const oracle::Difference* wanted = main_difference(race.comparison);
  auto options = compare_options();
  options.stability = race.stability;
  options.pixels = wanted->aspect == oracle::Aspect::Screen;
  auto shows = [&](const Sets& sets) -> Result<std::vector<bool>> {
    std::vector<Schedule> schedules;
    for (const auto& set : sets) schedules.push_back(adverse(race.sequence, set));
    auto runs = bench_.run(schedules, options.pixels ? Pictures::End : Pictures::None);
    if (!runs) return runs.error();
    std::vector<bool> out;
    for (const auto& run : *runs) {
      auto comparison = compare_harm(race.calm.outcome, run.outcome, options);
      out.push_back(std::any_of(comparison.differences.begin(), comparison.differences.end(), [&](const auto& found) {
        return found.aspect == wanted->aspect && found.subject == wanted->subject;
      }));
    }
    return out;
  };
  auto least = smallest(race.held, shows);
  if (!least) return least.error();
  race.held = std::move(least).value();
  return {};
}

}  // namespace squall::analysis::ajax
