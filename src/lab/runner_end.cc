// The end of an experiment: everything that the outcome holds.
#include "base/interrupt.h"
#include "lab/conclusion.h"
#include "lab/last_look.h"
#include "lab/run_file.h"
#include "lab/runner.h"
#include "lab/source_maps.h"

namespace squall::lab {

Facts Runner::facts() {
  Facts facts;
  facts.health = stage_.page().health();
  facts.interrupted = interrupted();
  facts.out_of_time = stage_.allowance().is_over();
  facts.load_error = load_error_;
  facts.agent_error = quiescence_.agent_error();
  facts.diverged = diverged_;
  facts.timeout = experiment_.timeout;
  facts.requests = stage_.traffic().passages();
  for (const auto& frame : stage_.page().frames()) {
    bool silent = frame.context != 0 && !quiescence_.statuses().contains(frame.id);
    if (silent && facts.silent_frame.empty()) facts.silent_frame = frame.url;
  }
  facts.answered = progress_.turn > 0;
  if (!order_.empty()) facts.last_event = order_.back();
  return facts;
}

void Runner::read_page(Run& run) {
  if (experiment_.wanted.trace) take_trace(stage_, run);
  auto frames = stage_.page().frames();
  if (experiment_.wanted.discovered && !frames.empty()) {
    if (auto found = stage_.evaluate(frames[0], agent_call("discover"))) run.discovered = discovered_from_json(*found);
  }
  if (experiment_.init.eager.any() && !frames.empty()) {
    if (auto found = stage_.evaluate(frames[0], agent_call("eagerness"))) run.init.survey = survey_from_json(*found);
  }
  take_screen(stage_, experiment_.wanted.picture, run);
}

void Runner::conclude(Run& run) {
  Outcome& outcome = run.outcome;
  Conclusion conclusion(facts());
  outcome.ending = conclusion.ending();
  outcome.ending_detail = conclusion.detail();
  if (outcome.ending == Ending::Settled || outcome.ending == Ending::Diverged) read_page(run);
  outcome.requests = requests_of(stage_.traffic().passages());
  const auto& streams = player_.requests();
  outcome.requests.insert(outcome.requests.end(), streams.begin(), streams.end());
  outcome.errors = stage_.errors;
  outcome.console = stage_.console;
  outcome.steps = results_;
  outcome.incidents = stage_.incidents;
  outcome.incidents.insert(outcome.incidents.end(), cuts_.begin(), cuts_.end());
  for (const std::string& script : stage_.traffic().service_workers())
    outcome.incidents.push_back({"service-worker", script + " was not started: its requests could not be held"});
  outcome.status = stage_.status;
  run.init.moment = moment_;
  run.order = order_;
  run.decisions = log_.decisions();
  run.came = came_;
  run.skipped = scheduler_.skipped();
  run.admitted = scheduler_.admitted();
  run.fetched = stage_.traffic().fetched();
  if (may_ask(experiment_.server) && outcome.ending == Ending::Settled) fetch_source_maps(stage_, run.fetched);
}

}  // namespace squall::lab
