#include "analysis/ajax/observe.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/ajax/plan.h"
#include "analysis/bench.h"
#include "base/interrupt.h"
#include "lab/unusable.h"
#include "network/library.h"

namespace squall::analysis::ajax {
namespace {

constexpr int kMostReplays = 3;  // each finds requests that the one before it did not lead to

lab::Experiment traced(const lab::RecordedPage& page, const ObserveOptions& options) {
  auto experiment = lab::experiment_on(page);
  experiment.wanted.trace = true;
  experiment.wanted.picture = false;
  experiment.server = lab::server_for(!options.offline, options.allow_writes);
  experiment.timeout = options.timeout;
  return experiment;
}

// What was not asked because we must not, or could not, is not known to be without an answer.
void forget_restricted(outcome::Outcome& observed, const outcome::Outcome& recorded) {
  auto hopeless = unanswered_requests(recorded);
  std::erase_if(observed.requests, [&](const outcome::SentRequest& request) {
    return request.answer == outcome::Answer::Unanswered && !hopeless.contains(request.method + " " + request.url);
  });
}

// Adds the events of one step of another trace, in which it stands at `position`, as those of step `step`.
void add_step(trace::Trace& to, const trace::Trace& from, int position, int step) {
  std::map<trace::EventId, trace::EventId> places;  // of those that were added
  for (trace::Event event : from.events) {
    if (event.step != position) continue;
    trace::EventId place{static_cast<int>(to.events.size())};
    places[event.id] = place;
    event.id = place;
    event.step = step;
    auto cause = places.find(event.cause);
    event.cause = cause == places.end() ? trace::EventId{0} : cause->second;
    to.events.push_back(std::move(event));
  }
  for (trace::Operation op : from.operations) {
    auto event = places.find(op.event), other = places.find(op.other);
    if (event == places.end()) continue;
    op.event = event->second;
    op.other = other == places.end() ? trace::EventId{} : other->second;
    to.operations.push_back(std::move(op));
  }
}

// What has to be performed for a step by itself: the set-up, and the strokes of its text before it.
std::vector<int> steps_alone(const flow::Flow& flow, int step, int begin) {
  std::vector<int> steps;
  for (int i = 0; i < begin; ++i) steps.push_back(i);
  for (int i = text_begin(flow, step); i <= step; ++i) steps.push_back(i);
  return steps;
}

}  // namespace

Result<lab::RecordedPage> observe_alone(lab::Lab& lab, const lab::RecordedPage& page, int begin,
                                        const ObserveOptions& options, size_t limit) {
  std::set<int> seen;
  for (const trace::Event& event : page.trace.events) {
    if (event.kind == trace::EventKind::User) seen.insert(event.step);
  }
  std::vector<int> lost;
  for (int i = begin; i < std::ssize(page.outcome.steps) && lost.size() < limit; ++i) {
    bool performed = page.outcome.steps[static_cast<size_t>(i)].performed;
    if (performed ? !seen.contains(i) : options.unperformed) lost.push_back(i);
  }
  std::vector<lab::Experiment> experiments;
  auto library = std::make_shared<network::Library>();
  for (int step : lost) {
    experiments.push_back(traced(page, options));
    experiments.back().means.library = library;
    experiments.back().schedule.steps = steps_alone(page.flow, step, begin);
  }
  if (experiments.empty()) return page;
  auto runs = lab::run_all(lab, experiments, [](size_t, const lab::Run&) { return !interrupted(); });
  if (!runs) return runs.error();
  if (interrupted()) return Error{"interrupted", ""};
  lab::RecordedPage observed = page;
  for (size_t k = 0; k < lost.size(); ++k) {
    const auto& run = (*runs)[k];
    add_answers(observed, run.fetched);
    if (run.outcome.steps.empty() || !run.outcome.steps.back().performed) continue;
    int position = static_cast<int>(experiments[k].schedule.steps.size()) - 1;
    add_step(observed.trace, run.trace, position, lost[k]);
    observed.outcome.steps[static_cast<size_t>(lost[k])] = run.outcome.steps.back();
  }
  return observed;
}

Result<lab::RecordedPage> observe_again(lab::Lab& lab, const lab::RecordedPage& page, int begin,
                                        const ObserveOptions& options, size_t limit) {
  int count = static_cast<int>(page.flow.steps.size());
  auto seen = footprints(page.trace, count);
  std::vector<int> idle;
  for (int i = begin; i < count && idle.size() < limit; ++i) {
    const flow::Step& step = page.flow.steps[static_cast<size_t>(i)];
    const auto& performed = page.outcome.steps;
    bool was = static_cast<size_t>(i) < performed.size() && performed[static_cast<size_t>(i)].performed;
    bool may = flow::is_user_action(step) && step.type != flow::StepType::Type && step.type != flow::StepType::KeyUp;
    if (was && may && !seen.steps[static_cast<size_t>(i)].waits) idle.push_back(i);
  }
  bool any_waits = seen.loading.waits || std::ranges::any_of(seen.steps, &Footprint::waits);
  if (idle.empty() || !any_waits) return page;
  auto experiment = traced(page, options);
  for (int i = 0; i < count; ++i) experiment.schedule.steps.push_back(i);
  experiment.schedule.steps.insert(experiment.schedule.steps.end(), idle.begin(), idle.end());
  auto run = lab.run(experiment);
  if (!run) return run.error();
  if (interrupted()) return Error{"interrupted", ""};
  lab::RecordedPage observed = page;
  add_answers(observed, run->fetched);
  auto then = footprints(run->trace, count + static_cast<int>(idle.size()));
  for (size_t k = 0; k < idle.size(); ++k) {
    int position = count + static_cast<int>(k);
    if (then.steps[static_cast<size_t>(position)].waits) add_step(observed.trace, run->trace, position, idle[k]);
  }
  return observed;
}

MeasuredFlow measured_flow(const flow::Flow& before, const flow::Flow& flow) {
  MeasuredFlow measured{flow::fold_presses(flow::expand_typing(flow)), 0};
  auto& steps = measured.flow.steps;
  while (static_cast<size_t>(measured.begin) < steps.size() &&
         !flow::is_user_action(steps[static_cast<size_t>(measured.begin)])) {
    ++measured.begin;
  }
  steps.insert(steps.begin(), before.steps.begin(), before.steps.end());
  measured.begin += static_cast<int>(before.steps.size());
  return measured;
}

flow::Flow with_known_fields(flow::Flow flow, const lab::RecordedPage& page) {
  auto is_of = [](const flow::Step& performed, const flow::Step& step) {
    const std::string& value = performed.type == flow::StepType::Type ? performed.whole : performed.value;
    return value == step.value && performed.selectors == step.selectors && performed.frame == step.frame;
  };
  size_t known = std::min(page.outcome.steps.size(), page.flow.steps.size());
  for (flow::Step& step : flow.steps) {
    if (step.type != flow::StepType::Change || !step.field.empty()) continue;
    for (size_t i = 0; i < known && step.field.empty(); ++i) {
      if (is_of(page.flow.steps[i], step)) step.field = page.outcome.steps[i].field;
    }
  }
  return flow;
}

Result<lab::RecordedPage> observe(lab::Lab& lab, const lab::RecordedPage& page, const flow::Flow& flow,
                                  const ObserveOptions& options) {
  if (flow.steps == page.flow.steps && !page.trace.events.empty()) return page;
  lab::RecordedPage observed = page;
  observed.flow = flow;
  for (int i = 0; i < kMostReplays; ++i) {
    auto experiment = traced(observed, options);
    auto run = lab.run(experiment);
    if (!run) return run.error();
    if (interrupted()) return Error{"interrupted", ""};
    if (auto why = lab::why_unusable(run->outcome, page.url)) return *why;
    observed.trace = std::move(run->trace);
    observed.outcome = std::move(run->outcome);
    forget_restricted(observed.outcome, page.outcome);
    observed.order = std::move(run->order);
    if (run->fetched.entries.empty()) break;
    add_answers(observed, run->fetched);
  }
  return observed;
}

}  // namespace squall::analysis::ajax
