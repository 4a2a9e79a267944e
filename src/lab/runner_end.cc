// The end of an experiment: what became of the page, and everything that the outcome holds.
#include <algorithm>

#include "base/interrupt.h"
#include "base/text.h"
#include "lab/run_file.h"
#include "lab/runner.h"
#include "lab/source_maps.h"

namespace squall::lab {
namespace {

using network::Passage;

Answer answer_of(const Passage& passage) {
  if (passage.state == network::PassageState::Held) return Answer::Held;
  return passage.fate.how.value_or(Answer::Abandoned);
}

// "30", "1.5"
std::string seconds_of(Millis time) { return Json(static_cast<double>(time.count()) / 1000).dump(); }

browser::CallId ask_for_picture(browser::Page& page) {
  return page.connection().send(page.session(), "Page.captureScreenshot",
                                Json::object({{"format", "png"}, {"optimizeForSpeed", true}}));
}

std::string picture_of(const browser::Reply& reply) {
  return reply ? base64_decode((*reply)["data"].as_string()).value_or("") : "";
}

}  // namespace

Ending Runner::ending_of_page() const {
  switch (stage_.page().health()) {
    case browser::Health::Crashed: return Ending::Crashed;
    case browser::Health::Closed: return Ending::Closed;
    case browser::Health::BrowserDied: return Ending::BrowserDied;
    case browser::Health::Usable: break;
  }
  if (interrupted()) return Ending::Interrupted;
  if (!agent_error_.empty()) return Ending::AgentFailed;
  if (!load_error_.empty() && load_error_.starts_with("net::")) return Ending::LoadFailed;
  if (stage_.deadline().passed()) return Ending::TimedOut;
  if (!load_error_.empty()) return Ending::LoadFailed;
  return diverged_.empty() ? Ending::Settled : Ending::Diverged;
}

std::string Runner::why_unsettled() {
  for (const auto& passage : stage_.traffic().passages()) {
    bool out = passage->state == network::PassageState::Released || passage->state == network::PassageState::Announced;
    if (out && passage->request.type != "eventsource")
      return passage->request.method + " " + passage->request.url + " has no end";
  }
  for (const auto& frame : stage_.page().frames()) {
    if (frame.context != 0 && !statuses_.contains(frame.id)) return "a frame does not answer (" + frame.url + ")";
  }
  return turn_ == 0 ? "it does not answer"
                    : "something goes on for ever; the last was " + (order_.empty() ? "loading" : order_.back());
}

void Runner::conclude(Run& run) {
  Outcome& outcome = run.outcome;
  outcome.ending = ending_of_page();
  if (outcome.ending == Ending::Settled || outcome.ending == Ending::Diverged) {
    if (experiment_.wanted.trace) take_trace(run);
    if (experiment_.wanted.discovered && !stage_.page().frames().empty()) {
      if (auto found = stage_.evaluate(stage_.page().frames()[0], agent_call("discover")))
        run.discovered = discovered_from_json(*found);
    }
    if (experiment_.init.eager.any() && !stage_.page().frames().empty()) {
      if (auto found = stage_.evaluate(stage_.page().frames()[0], agent_call("eagerness")))
        run.init.survey = survey_from_json(*found);
    }
    take_screen(run);
  }
  if (outcome.ending == Ending::LoadFailed) outcome.ending_detail = load_error_;
  if (outcome.ending == Ending::AgentFailed) outcome.ending_detail = agent_error_;
  if (outcome.ending == Ending::Diverged) outcome.ending_detail = diverged_;
  if (outcome.ending == Ending::TimedOut) {
    outcome.ending_detail =
        "the page had not settled after " + seconds_of(experiment_.timeout) + " s: " + why_unsettled();
  }
  outcome.errors = stage_.errors;
  outcome.console = stage_.console;
  for (const auto& passage : stage_.traffic().passages()) {
    const auto& request = passage->request;
    if (request.type == "ping" && request.url.empty()) continue;
    outcome.requests.push_back({request.method, request.url, request.body.empty() ? "" : hash_hex(request.body),
                                request.type, answer_of(*passage), passage->fate.detail});
  }
  outcome.requests.insert(outcome.requests.end(), stream_requests_.begin(), stream_requests_.end());
  outcome.steps = results_;
  outcome.incidents = stage_.incidents;
  outcome.incidents.insert(outcome.incidents.end(), cuts_.begin(), cuts_.end());
  for (const std::string& script : stage_.traffic().service_workers())
    outcome.incidents.push_back({"service-worker", script + " was not started: its requests could not be held"});
  outcome.status = stage_.status;
  run.init.moment = moment_;
  run.order = order_;
  run.skipped = scheduler_.skipped();
  run.admitted = scheduler_.admitted();
  run.fetched = stage_.traffic().fetched();
  if (may_ask(experiment_.server) && outcome.ending == Ending::Settled) fetch_source_maps(stage_, run.fetched);
}

void Runner::take_screen(Run& run) {
  Outcome& outcome = run.outcome;
  auto& page = stage_.page();
  auto frames = page.frames();
  std::vector<browser::CallId> calls;
  std::erase_if(frames, [](const browser::Frame& frame) { return frame.context == 0; });
  for (const auto& frame : frames) {
    calls.push_back(page.send_evaluate(frame, "(__squall.freeze(),__squall.screen(" + Json(frame.path).dump() + "))"));
  }
  auto cookies = page.connection().send(page.session(), "Network.getAllCookies");
  std::optional<browser::CallId> picture;
  if (experiment_.wanted.picture) picture = ask_for_picture(page);
  outcome.frames = Json::array();
  std::map<std::string, Json> storage;
  for (size_t i = 0; i < calls.size(); ++i) {
    auto reply = browser::Page::value_of(stage_.await(calls[i]));
    auto seen = reply ? parse_json(reply->as_string()) : Result<Json>(Error{reply.error().message, ""});
    if (!seen) {
      stage_.incidents.push_back(
          {"frame", "the frame " + frames[i].path + " could not be read: " + seen.error().message});
      continue;
    }
    outcome.frames.push((*seen)["frame"]);
    bool empty = (*seen)["local"].size() == 0 && (*seen)["session"].size() == 0;
    if (!empty) {
      storage[(*seen)["origin"].as_string()] =
          Json::object({{"local", (*seen)["local"]}, {"session", (*seen)["session"]}});
    }
  }
  outcome.storage = Json::object();
  for (auto& [origin, value] : storage) outcome.storage.set(origin, std::move(value));
  if (outcome.frames.size() > 0) outcome.url = outcome.frames[size_t{0}]["url"].as_string();
  std::vector<Json> jar;
  if (auto reply = stage_.await(cookies)) {
    run.stored = {(*reply)["cookies"], outcome.storage};
    for (const Json& cookie : (*reply)["cookies"].items()) {
      jar.push_back(Json::object({{"name", cookie["name"]},
                                  {"value", cookie["value"]},
                                  {"domain", cookie["domain"]},
                                  {"path", cookie["path"]}}));
    }
  }
  std::sort(jar.begin(), jar.end(), [](const Json& a, const Json& b) { return a.dump() < b.dump(); });
  outcome.cookies = Json(std::move(jar));
  if (picture) outcome.picture = picture_of(stage_.await(*picture));
}

void Runner::take_moment(const flow::Step& step) {
  moment_.element = performer_.box_of(step).value_or(Rect{});
  moment_.picture = picture_of(stage_.await(ask_for_picture(stage_.page())));
}

void Runner::take_trace(Run& run) {
  std::vector<Json> parts;
  for (const auto& frame : stage_.page().frames()) {
    if (frame.context == 0) continue;
    auto reply = stage_.evaluate(frame, agent_call("trace", {frame.path}));
    if (reply) parts.push_back(*reply);
  }
  if (auto status = trace::add_frames(run.trace, parts); !status) {
    stage_.incidents.push_back({"trace", status.error().message});
  }
}

}  // namespace squall::lab
