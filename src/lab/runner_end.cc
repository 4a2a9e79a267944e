// The end of an experiment: everything that the outcome holds.
#include <cstdlib>

#include "base/interrupt.h"
#include "base/text.h"
#include "base/url.h"
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
  if (experiment_.init.eager.any() && !frames.empty()) {
    if (auto found = stage_.evaluate(frames[0], agent_call("eagerness"))) run.init.survey = survey_from_json(*found);
  }
  take_screen(stage_, experiment_.wanted.picture, run);
}

namespace {

// "0/1/0" is the first child of the second child of the main frame.
std::vector<int> places_of(const std::string& path) {
  std::vector<int> places;
  for (const std::string& place : split(path, '/')) places.push_back(std::atoi(place.c_str()));
  places.erase(places.begin());
  return places;
}

void put_into(const std::vector<int>& frame, flow::Step& step) {
  step.frame = frame;
  for (flow::Step& part : step.parts) put_into(frame, part);
}

void add_from(const std::string& frame, Discovered found, Discovered& all) {
  for (flow::Step& step : found.steps) put_into(places_of(frame), all.steps.emplace_back(std::move(step)));
  for (Risky& risky : found.risky) put_into(places_of(frame), all.risky.emplace_back(std::move(risky)).step);
  all.skipped.insert(all.skipped.end(), found.skipped.begin(), found.skipped.end());
  if (all.unread.empty()) all.unread = found.unread;
}

bool is_of(const std::string& url, const std::string& page) {
  return url.starts_with("about:") || parse_url(url).origin() == parse_url(page).origin();
}

}  // namespace

// Last of all, since the page is tried, and is another afterwards. What others have put into it, such as
// advertisements, is left alone.
void Runner::discover(Run& run) {
  if (!experiment_.wanted.discovered) return;
  auto frames = stage_.page().frames();
  for (const auto& frame : frames) {
    if (frame.context == 0 || !is_of(frame.url, frames[0].url)) continue;
    auto found = stage_.evaluate(frame, agent_call_if_any("discover"));
    if (found)
      add_from(frame.path, discovered_from_json(*found), run.discovered);
    else
      run.discovered.unread = "what a user can do on the page cannot be told: " + found.error().message;
  }
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
  if (outcome.ending == Ending::Settled || outcome.ending == Ending::Diverged) discover(run);
}

}  // namespace squall::lab
