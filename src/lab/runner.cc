#include "lab/runner.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "lab/event_names.h"
#include "lab/parser_rest.h"

namespace squall::lab {
namespace {

using network::Passage;
using schedule::Choice;

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr int kTasksAtOnce = 500;
constexpr Millis kParserPatience{5000};  // for a parser that stands still, and nothing that is held explains it
constexpr Millis kParserGlance{2};       // between two looks at one that works
constexpr Millis kStreamSilence{500};    // while recording: a live connection that says nothing for so long is done

constexpr const char* kWhenIdle =
    "new Promise((done) => { const c = new MessageChannel(); c.port1.onmessage = () => { c.port1.close(); done(0); }; "
    "c.port2.postMessage(0); })";

bool is_task(const Choice& choice) {
  return choice.kind == Choice::Timer || choice.kind == Choice::Frame || choice.kind == Choice::Idle;
}

}  // namespace

Runner::Runner(browser::Page& page, const Experiment& experiment)
    : experiment_(experiment), stage_(page, experiment), performer_(stage_), scheduler_(experiment.schedule) {
  steps_ = experiment.schedule.steps;
  if (steps_.empty()) {
    for (size_t i = 0; i < experiment.flow.steps.size(); ++i) steps_.push_back(static_cast<int>(i));
  }
}

Run Runner::run() {
  auto start = Clock::now();
  Run run;
  if (load()) {
    while (quiesce()) {
      auto all = options();
      std::vector<Choice> enabled;
      for (const Option& option : all) enabled.push_back(option.choice);
      auto decision = scheduler_.decide(enabled);
      if (decision.kind == schedule::Decision::Diverged) diverged_ = decision.why;
      if (decision.kind != schedule::Decision::Run) break;
      const Option& chosen = all[decision.choice];
      bool task = is_task(chosen.choice);
      if (!(task ? run_tasks(chosen, all, decision.tasks_until) : make_happen(chosen))) break;
      if (performer_.closed()) break;
    }
  }
  conclude(run);
  run.real_ms = ms_since(start);
  run.virtual_ms = time_;
  return run;
}

bool Runner::load() {
  auto call = stage_.page().send_navigate(experiment_.url);
  auto& connection = stage_.page().connection();
  while (!connection.settled(call)) {
    stage_.pump(call);
    if (stage_.lost()) {
      load_error_ = stage_.deadline().passed() ? "the page did not answer in time" : "";
      connection.forget(call);
      return false;
    }
    release_plumbing();
  }
  auto reply = connection.wait(call, stage_.deadline());
  if (!reply)
    load_error_ = reply.error().message;
  else if (reply->has("errorText"))
    load_error_ = (*reply)["errorText"].as_string();
  return load_error_.empty();
}

bool Runner::quiesce() {
  for (;;) {
    stage_.pump_ready();
    release_plumbing();
    while (stage_.in_flight()) {
      fresh_ = false;
      if (stage_.lost()) return false;
      stage_.pump();
      release_plumbing();
    }
    if (stage_.lost() || !agent_error_.empty()) return false;
    if (!fresh_ && !ask_frames()) {
      if (stage_.lost()) return false;
      continue;  // a frame went away or came while we asked
    }
    stage_.pump_ready();
    release_plumbing();
    if (!stage_.in_flight() && fresh_) {
      if (!parsers_rest()) {
        fresh_ = false;
        stage_.page().wait_any(std::nullopt, Deadline::after(kParserGlance));
        continue;
      }
      if (!experiment_.live_streams || !stage_.traffic().has_live_streams()) return true;
      auto before = stage_.traffic().last_stream_message();
      wait_for_live_streams();
      if (stage_.traffic().last_stream_message() == before && fresh_) return true;
    }
  }
}

// A server can speak at any time. While recording, it has said what it has to say when it has been silent for a while.
void Runner::wait_for_live_streams() {
  auto& page = stage_.page();
  for (;;) {
    auto silent_at = stage_.traffic().last_stream_message() + kStreamSilence;
    if (Clock::now() >= silent_at || stage_.lost()) return;
    page.wait_any(std::nullopt,
                  Deadline::after(std::chrono::duration_cast<Millis>(silent_at - Clock::now()) + Millis(1)));
    if (!page.has_event()) continue;
    stage_.pump_ready();
    fresh_ = false;
  }
}

bool Runner::ask_frames() {
  struct Asked {
    std::string id;
    int64_t context;
    browser::CallId call;
  };
  std::vector<Asked> asked;
  bool waiting = false;
  for (const auto& frame : stage_.page().frames()) {
    if (frame.context == 0) {
      waiting = waiting || frame.parent.empty();
      continue;
    }
    // A new document begins at its own zero: bring its clock up to ours.
    if (contexts_[frame.id] != frame.context && time_ > 0) {
      stage_.page().connection().forget(stage_.page().send_evaluate(frame, agent_call("turn", {turn_, time_})));
    }
    asked.push_back({frame.id, frame.context, stage_.page().send_evaluate(frame, agent_call_if_any("settle"), true)});
  }
  if (waiting || asked.empty()) {
    // The main frame is between two documents: its next event tells more.
    for (const auto& one : asked) stage_.page().connection().forget(one.call);
    stage_.pump();
    return false;
  }
  bool all = true;
  for (const auto& one : asked) {
    auto reply = browser::Page::value_of(stage_.await(one.call));
    const auto* frame = stage_.page().frame(one.id);
    bool same = frame && frame->context == one.context;
    contexts_[one.id] = one.context;
    if (!take_status(one.id, reply) || !same) all = false;
  }
  // Frames that are gone have nothing to say any more.
  std::erase_if(statuses_, [&](const auto& entry) { return stage_.page().frame(entry.first) == nullptr; });
  size_t alive = 0;  // a frame whose document has not come yet has nothing to say
  for (const auto& frame : stage_.page().frames()) alive += frame.context != 0 ? 1 : 0;
  fresh_ = all && statuses_.size() == alive && workers_are_quiet();
  return all;
}

// While a document is loading, quiet means that its parser waits for something that is held, or has ended; and always,
// that no script has come that has not run.
bool Runner::parsers_rest() {
  for (const auto& frame : stage_.page().frames()) {
    auto status = statuses_.find(frame.id);
    if (status == statuses_.end()) continue;
    const Parsing& parsing = status->second.parsing;
    if (parsing.stage == Parsing::Done && parsing.queues.empty()) continue;
    auto held = held_in(frame.id);
    if (parser_rests(parsing, held) && scripts_rest(parsing, held, scripts_come_in(frame.id))) continue;
    // The same sight for so long is no work: we do not know what it waits for.
    std::vector<std::string> awaited = parsing.scripts;
    for (const auto& queue : parsing.queues) awaited.insert(awaited.end(), queue.urls.begin(), queue.urls.end());
    std::tuple sight(frame.context, status->second.seen, awaited);
    auto& [before, since] = parser_sights_[frame.id];
    if (before != sight) std::tie(before, since) = std::pair(sight, Clock::now());
    if (Clock::now() - since < kParserPatience) return false;
  }
  return true;
}

HeldRequest Runner::request_of(const Passage& passage) {
  bool stops_parser = passage.by_parser && passage.request.type == "script" && !passage.low_priority;
  HeldRequest request{passage.request.type, {}, passage.by_parser, stops_parser};
  for (const Passage* hop : stage_.traffic().passages()) {
    if (hop->id == passage.id) request.urls.push_back(hop->request.url);
  }
  return request;
}

std::vector<HeldRequest> Runner::held_in(const std::string& frame) {
  std::vector<HeldRequest> out;
  for (const Passage* held : stage_.traffic().held()) {
    if (held->frame == frame && !held->navigation) out.push_back(request_of(*held));
  }
  return out;
}

std::set<std::string> Runner::scripts_come_in(const std::string& frame) {
  std::set<std::string> urls;
  for (const Passage* passage : stage_.traffic().passages()) {
    bool came = passage->progress == network::Progress::Done && passage->request.type == "script";
    if (came && passage->frame == frame) urls.insert(passage->request.url);
  }
  return urls;
}

// Workers run beside the page: they are done when each has answered a question, twice, and no frame has seen anything
// in between. The answer is a task of the worker's own, behind those that are waiting there. What a worker waits for by
// its own timers is not seen.
bool Runner::workers_are_quiet() {
  auto workers = stage_.page().workers();
  if (workers.empty()) return true;
  int64_t seen = 0;
  for (const auto& [id, status] : statuses_) seen += status.seen;
  bool first = std::exchange(seen_with_workers_, seen) != seen;
  for (const auto& worker : workers) {
    auto& connection = stage_.page().connection();
    auto call = connection.send(worker.session, "Runtime.evaluate",
                                Json::object({{"expression", kWhenIdle}, {"awaitPromise", true}}));
    if (!stage_.await(call)) return false;
  }
  return !first;
}

bool Runner::take_status(const std::string& frame, const browser::Reply& reply) {
  if (!reply) {
    statuses_.erase(frame);
    // A document that goes away under the agent may make it fail; one that stays may not.
    if (reply.error().kind == browser::CallError::Threw) {
      stage_.pump_ready();
      const auto* where = stage_.page().frame(frame);
      bool same = where && where->context == contexts_[frame];
      if (same && agent_error_.empty()) agent_error_ = reply.error().message;
    }
    return false;
  }
  FrameStatus status = parse_status(*reply);
  time_ = std::max(time_, status.time);
  if (const auto* where = stage_.page().frame(frame)) {
    for (Announced& one : status.announced) one.name = in_frame(*where, one.name);
  }
  announced_.insert(announced_.end(), status.announced.begin(), status.announced.end());
  cuts_.insert(cuts_.end(), status.cuts.begin(), status.cuts.end());
  statuses_[frame] = std::move(status);
  return true;
}

// Whichever of several that are called so.
bool Runner::named_in_order(const trace::EventName& name) const {
  return std::ranges::any_of(experiment_.schedule.order, [&](const std::string& text) {
    auto one = trace::parse_event_name(text);
    if (!one || one->path.empty()) return false;
    one->path.back().ordinal = 0;
    return *one == name;
  });
}

// Requests whose order nobody can see are answered at once: the document itself, and what the parser needs in order to
// go on. With a schedule over the loading of the page, or an order that names them, only the document is, and the style
// sheets that a user must wait for: who sees nothing yet cannot act.
bool Runner::is_plumbing(const Passage& passage) const {
  const std::string& type = passage.request.type;
  if (passage.preflight || type == "font" || type == "manifest" || type == "ping" || type == "other") return true;
  const browser::Page& page = stage_.page();
  const auto* frame = page.frame(passage.frame);
  if (passage.navigation && (!frame || frame->parent.empty())) return true;
  const auto& schedule = experiment_.schedule;
  if (schedule.mode == schedule::Mode::Adverse && schedule.hold < 0) {
    return passage.blocks_rendering && type == "stylesheet" && schedule.only.empty();
  }
  if (!passage.by_parser) return false;
  if (schedule.mode == schedule::Mode::Order && named_in_order(parser_event(passage, page))) return false;
  return type == "stylesheet" || type == "image" || (type == "script" && !passage.low_priority);
}

void Runner::release_plumbing() {
  for (Passage* passage : stage_.traffic().held()) {
    if (!is_plumbing(*passage)) continue;
    stage_.traffic().release(*passage);
    fresh_ = false;
  }
}

// The page's clock moves to `time` in every frame, and what runs next belongs to this turn. A script that no script
// announced may be a dynamic import: the agent knows by its URL what waited for it. A response takes another way to the
// page than what we say to the agent, so the agent's answer is waited for.
void Runner::move_time(double time, const Option& option) {
  time_ = std::max(time_, time);
  const Passage* passage = option.passage;
  bool unannounced = passage && passage->request.type == "script" && unannounced_.contains(passage->id);
  std::vector<browser::CallId> calls;
  for (const auto& frame : stage_.page().frames()) {
    if (frame.context == 0) continue;
    Json script;
    if (unannounced && passage->frame == frame.id) {
      script = Json::object({{"url", passage->request.url}, {"step", option.choice.step}});
    }
    calls.push_back(stage_.page().send_evaluate(frame, agent_call("turn", {turn_, time_, script})));
  }
  for (auto call : calls) (void)stage_.await(call);
}

bool Runner::make_happen(const Option& option) {
  ++turn_;
  order_.push_back(option.choice.name);
  scheduler_.ran(option.choice);
  if (option.choice.kind == Choice::Step) return perform_step(position_++);
  bool takes_time = schedule::network_takes_time(experiment_.schedule.mode);
  move_time(takes_time || option.choice.kind == Choice::Animation ? option.choice.due : time_, option);
  fresh_ = false;
  if (option.passage) {
    bool held = option.passage->progress == network::Progress::Held;  // the page may have given it up meanwhile
    if (held) stage_.traffic().release(*option.passage);
    return true;
  }
  const auto* frame = stage_.page().frame(option.frame);
  if (!frame) return true;
  if (option.choice.kind == Choice::Animation) {
    return take_status(option.frame, stage_.evaluate(*frame, agent_call("finish", {turn_}), true)) || !stage_.lost();
  }
  Playing& state = playing_[{option.frame, option.id}];
  if (state.opened) {
    ++state.next;
    ++state.delivered[option.delivery["what"].as_string()];
  }
  state.opened = true;
  auto reply = stage_.evaluate(*frame, agent_call("deliver", {option.id, option.delivery, turn_}), true);
  return take_status(option.frame, reply) || !stage_.lost();
}

// Tasks that nothing can come between run in one go, without a word to us after each.
bool Runner::run_tasks(const Option& chosen, const std::vector<Option>& all, double until) {
  const auto* frame = stage_.page().frame(chosen.frame);
  if (!frame) return true;
  bool alone = experiment_.schedule.mode != schedule::Mode::Order && stage_.page().frames().size() == 1;
  double before = until;
  for (const Option& other : all) {
    bool task = is_task(other.choice);
    if (!task && other.choice.due >= chosen.choice.due) before = std::min(before, other.choice.due);
  }
  if (!alone || before <= chosen.choice.due) {
    ++turn_;
    order_.push_back(chosen.choice.name);
    scheduler_.ran(chosen.choice);
    if (stage_.page().frames().size() > 1) move_time(chosen.choice.due, chosen);
    auto reply = stage_.evaluate(*frame, agent_call("run", {chosen.id, turn_}), true);
    fresh_ = take_status(chosen.frame, reply) && stage_.page().frames().size() == 1 && stage_.page().workers().empty();
    return !stage_.lost();
  }
  auto reply = stage_.evaluate(
      *frame, agent_call("drain", {std::isinf(before) ? Json(1e300) : Json(before), turn_ + 1, kTasksAtOnce}), true);
  if (!reply) {
    fresh_ = false;
    return !stage_.lost();
  }
  for (const Json& name : (*reply)["ran"].items()) {
    ++turn_;
    order_.push_back(name.as_string());
  }
  fresh_ = take_status(chosen.frame, browser::Reply((*reply)["status"])) && stage_.page().workers().empty();
  return !stage_.lost();
}

bool Runner::perform_step(int position) {
  int index = steps_[static_cast<size_t>(position)];
  const flow::Step& step = experiment_.flow.steps[static_cast<size_t>(index)];
  fresh_ = false;
  if (experiment_.moment && position + 1 == static_cast<int>(steps_.size())) take_moment(step);
  auto why = performer_.perform(step, position, turn_);
  flow::Step performed = step;  // its name tells what it turned out to be
  if (step.type == flow::StepType::Change && step.field.empty()) performed.field = performer_.field();
  results_.push_back({flow::label_of(performed), !why, why.value_or(""), performer_.field()});
  return !stage_.lost();
}

}  // namespace squall::lab
