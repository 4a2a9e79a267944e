#include "analysis/ajax/analysis.h"

#include <algorithm>

#include "analysis/ajax/explain.h"
#include "analysis/ajax/tester.h"

namespace squall::analysis::ajax {
namespace {

using finding::Verdict;

// Pairs that go through the stages together: enough to keep the browsers busy, few enough that findings come early.
constexpr size_t kBatch = 8;

// What `squall replay --finding` needs, and what other tools may want.
Json evidence_of(const Trial& trial) {
  schedule::Schedule least = adverse(trial.sequence, trial.held);
  return Json::object({{"synchronous", schedule::to_json(trial.in_order)},
                       {"adverse", schedule::to_json(adverse(trial.sequence))},
                       {"witness", schedule::to_json(least)},
                       {"held", Json::strings(trial.held)},
                       {"overtaking", Json::strings(trial.overtaking)}});
}

// The two runs of a trial become evidence; the place of their comparison.
size_t keep(Analysis& analysis, Trial& trial) {
  return analysis.keep({"responses in order", trial.in_order, std::move(trial.calm)},
                       {"responses that cross", adverse(trial.sequence), std::move(trial.crossed)}, trial.comparison);
}

void add(Analysis& analysis, Trial& trial, const lab::RecordedPage& page) {
  finding::Test test;
  test.id = trial.pair.id();
  test.events = {"u" + std::to_string(trial.pair.first), "u" + std::to_string(trial.pair.second)};
  test.verdict = trial.verdict;
  test.reason = trial.reason;
  test.why = trial.pair.why;
  Crossing crossing{trial.held, trial.overtaking, trial.crossed.outcome.requests};
  if (trial.verdict == Verdict::Race || trial.verdict == Verdict::Unstable) test.comparison = keep(analysis, trial);
  if (trial.verdict == Verdict::Race) {
    auto finding = explain({trial.pair, trial.comparison, std::move(crossing)}, page);
    finding.comparison = test.comparison;
    finding.confirmed = 2;
    finding.new_requests = trial.learned;
    finding.evidence = evidence_of(trial);
    test.finding = analysis.add(std::move(finding));
  }
  analysis.tests.push_back(std::move(test));
}

}  // namespace

Result<Analysis> analyse(lab::Lab& lab, const lab::RecordedPage& page, const Options& options,
                         const std::function<void(const Analysis&)>& on_progress) {
  Analysis analysis;
  analysis.plan = plan_tests(page.trace, page.flow, options.plan);
  analysis.recording = page.recording;
  if (on_progress) on_progress(analysis);
  Bench bench(lab, page, options.bench);
  Tester tester(bench, page, options);
  const auto& pairs = analysis.plan.pairs;
  for (size_t i = 0; i < pairs.size() && analysis.complete; i += kBatch) {
    std::vector<Pair> batch(pairs.begin() + static_cast<long>(i),
                            pairs.begin() + static_cast<long>(std::min(i + kBatch, pairs.size())));
    auto trials = tester.test(batch);
    if (!trials && !bench.stopped()) return trials.error();
    analysis.complete = trials.ok();
    if (trials) {
      for (Trial& trial : *trials) add(analysis, trial, page);
    }
    analysis.recording = bench.recording();
    analysis.learned = bench.learned();
    analysis.experiments = bench.experiments();
    if (on_progress) on_progress(analysis);
  }
  return analysis;
}

}  // namespace squall::analysis::ajax
