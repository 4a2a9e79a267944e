#include "analysis/ajax/analysis.h"

#include <algorithm>
#include <numeric>

#include "analysis/ajax/explain.h"
#include "analysis/ajax/rules.h"
#include "analysis/ajax/witness.h"
#include "analysis/ajax/words.h"
#include "analysis/tester.h"

namespace squall::analysis::ajax {
namespace {

using finding::Verdict;

// Pairs that go through the stages together: enough to keep the browsers busy, few enough that findings come early.
constexpr size_t kBatch = 8;

// The two runs of a trial become evidence; the place of their comparison.
size_t keep(Analysis& analysis, Trial& trial) {
  return analysis.keep({"responses in order", trial.right, std::move(trial.right_run)},
                       {"responses that cross", trial.wrong, std::move(trial.wrong_run)}, trial.comparison);
}

finding::Finding finding_of(const Trial& race, const Rules& rules, const lab::RecordedPage& page) {
  Sequence sequence = rules.sequence(race);
  Crossing crossing{race.held, overtaking_in(race.wrong_run, sequence), race.wrong_run.outcome.requests,
                    aborted_in(race.wrong_run, sequence)};
  auto finding = explain({rules.pair(race), race.comparison, crossing, race.is_prevented}, page);
  finding.confirmed = 2;
  finding.new_requests = race.learned;
  finding.evidence = evidence_of(race);
  finding.evidence.set("adverse", schedule::to_json(race.wrong)).set("held", Json::strings(race.held));
  finding.evidence.set("overtaking", Json::strings(crossing.overtaking));
  return finding;
}

void add(Analysis& analysis, Trial& trial, const Rules& rules, const lab::RecordedPage& page, bool offline) {
  const Pair& pair = rules.pair(trial);
  finding::Test test = test_of(trial, words_for(trial.reason, offline));
  test.id = pair.id();
  test.events = pair.events();
  test.why = pair.why;
  std::optional<finding::Finding> finding;
  if (trial.verdict == Verdict::Race) finding = finding_of(trial, rules, page);
  if (finding || trial.verdict == Verdict::Unstable) test.comparison = keep(analysis, trial);
  if (finding) {
    finding->comparison = test.comparison;
    test.finding = analysis.add(std::move(*finding));
  }
  analysis.tests.push_back(std::move(test));
}

}  // namespace

Result<Analysis> analyse(lab::Lab& lab, const lab::RecordedPage& page, const Options& options,
                         const std::function<void(const Analysis&)>& on_progress) {
  Analysis analysis;
  PlanOptions plan = options.plan;
  plan.loading = std::ranges::any_of(page.order, is_data_of_loading);  // a synchronous request stops the page
  analysis.plan = plan_tests(page.trace, page.flow, plan);
  analysis.recording = page.recording;
  if (on_progress) on_progress(analysis);
  Bench bench(lab, page, options.bench);
  Rules rules(analysis.plan.pairs, page, options);
  Tester tester(bench, rules);
  size_t count = analysis.plan.pairs.size();
  for (size_t i = 0; i < count && analysis.complete; i += kBatch) {
    if (!bench.has_time_for_more(i, count)) {
      analysis.untested = count - i;
      break;
    }
    std::vector<size_t> batch(std::min(kBatch, count - i));
    std::iota(batch.begin(), batch.end(), i);
    auto trials = tester.test(batch);
    if (!trials && !bench.stopped()) return trials.error();
    analysis.complete = trials.ok();
    if (trials) {
      for (Trial& trial : *trials) add(analysis, trial, rules, page, options.bench.offline);
    }
    analysis.recording = bench.recording();
    analysis.learned = bench.learned();
    analysis.experiments = bench.experiments();
    if (on_progress) on_progress(analysis);
  }
  return analysis;
}

}  // namespace squall::analysis::ajax
