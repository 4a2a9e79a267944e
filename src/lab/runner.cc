#include "lab/runner.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "base/url.h"

namespace squall::lab {
namespace {

using network::Passage;
using schedule::Choice;

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr int kTasksAtOnce = 500;
constexpr Millis kStreamSilence{500};  // while recording: a live connection that says nothing for so long is done

// The kind of event in which the response to a request of the parser is handled, as the agent would name it.
std::string event_kind(const std::string& type) {
  if (type == "script") return "script";
  if (type == "image") return "image-load";
  if (type == "stylesheet") return "style-load";
  if (type == "document") return "frame-load";
  if (type == "media") return "media-load";
  return "resource";
}

std::string parser_event(const Passage& passage) {
  return "root/" + event_kind(passage.request.type) + ":" + passage.request.url;
}

Answer answer_of(const Passage& passage) {
  using network::Fate;
  if (passage.progress == network::Progress::Held) return Answer::Held;
  switch (passage.fate.how) {
    case Fate::FromRecording: return Answer::Recorded;
    case Fate::RepeatedAnswer: return Answer::Repeated;
    case Fate::ApproximateAnswer: return Answer::Approximate;
    case Fate::FromServer: return Answer::Live;
    case Fate::MadeToFail: return Answer::Failed;
    case Fate::Unanswered: return Answer::Unanswered;
    case Fate::Waiting: break;
  }
  return Answer::Abandoned;
}

std::string with_ordinal(const std::string& name, int ordinal) {
  return ordinal == 0 ? name : name + "#" + std::to_string(ordinal);
}

std::string frame_prefix(const browser::Frame& frame, const std::string& name) {
  return frame.path == "0" ? name : "frame " + frame.path + ": " + name;
}

}  // namespace

Runner::Runner(browser::Page& page, const Experiment& experiment)
    : experiment_(experiment), stage_(page, experiment), performer_(stage_), scheduler_(experiment.schedule) {
  steps_ = experiment.schedule.steps;
  if (steps_.empty() && !experiment.discover) {
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
      bool task = chosen.choice.kind == Choice::Timer || chosen.choice.kind == Choice::Frame ||
                  chosen.choice.kind == Choice::Idle;
      if (!(task ? run_tasks(chosen, all) : make_happen(chosen))) break;
      if (performer_.closed()) break;
    }
  }
  conclude(run);
  run.real_ms = ms_since(start);
  run.virtual_ms = time_;
  return run;
}

// ---- loading and quiet ----

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
    while (stage_.traffic().in_flight()) {
      fresh_ = false;
      if (stage_.lost()) return false;
      stage_.pump();
      release_plumbing();
    }
    if (stage_.lost()) return false;
    if (!fresh_ && !ask_frames()) {
      if (stage_.lost()) return false;
      continue;  // a frame went away or came while we asked
    }
    stage_.pump_ready();
    release_plumbing();
    if (!stage_.traffic().in_flight() && fresh_) {
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
    asked.push_back({frame.id, frame.context, stage_.page().send_evaluate(frame, agent_call("settle"), true)});
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
  fresh_ = all && statuses_.size() == alive;
  return all;
}

bool Runner::take_status(const std::string& frame, const browser::Reply& reply) {
  if (!reply) {
    statuses_.erase(frame);
    return false;
  }
  FrameStatus status = parse_status(*reply);
  time_ = std::max(time_, status.time);
  if (const auto* where = stage_.page().frame(frame)) {
    for (Announced& one : status.announced) one.name = frame_prefix(*where, one.name);
  }
  announced_.insert(announced_.end(), status.announced.begin(), status.announced.end());
  cuts_.insert(cuts_.end(), status.cuts.begin(), status.cuts.end());
  statuses_[frame] = std::move(status);
  return true;
}

bool Runner::named_in_order(const std::string& name) const {
  const auto& order = experiment_.schedule.order;
  return std::any_of(order.begin(), order.end(),
                     [&](const std::string& one) { return one == name || one.starts_with(name + "#"); });
}

// Requests whose order nobody can see are answered at once: the document itself, and what the parser needs in order to
// go on. With a schedule over the loading of the page, or an order that names them, only the document is.
bool Runner::is_plumbing(const Passage& passage) const {
  const std::string& type = passage.request.type;
  if (passage.preflight || type == "font" || type == "manifest" || type == "ping" || type == "other") return true;
  const auto* frame = const_cast<Stage&>(stage_).page().frame(passage.frame);
  if (passage.navigation && (!frame || frame->parent.empty())) return true;
  const auto& schedule = experiment_.schedule;
  if (schedule.mode == schedule::Mode::Adverse && schedule.hold < 0) return false;
  if (!passage.by_parser) return false;
  if (schedule.mode == schedule::Mode::Order && named_in_order(parser_event(passage))) return false;
  return type == "stylesheet" || type == "image" || (type == "script" && !passage.low_priority);
}

void Runner::release_plumbing() {
  for (Passage* passage : stage_.traffic().held()) {
    if (!is_plumbing(*passage)) continue;
    stage_.traffic().release(*passage);
    fresh_ = false;
  }
}

// ---- what could happen next ----

// The event that handles the response. Scripts announce theirs; the rest is named as the agent would name it.
const Choice& Runner::name_of(Passage& passage) {
  auto known = names_.find(passage.id);
  if (known != names_.end()) return known->second;
  Choice choice{Choice::Response, "", position_ - 1, time_, passage.order};
  double sent = time_;
  auto match = std::find_if(announced_.begin(), announced_.end(), [&](const Announced& one) {
    return one.url == passage.request.url && one.method == passage.request.method;
  });
  if (match != announced_.end()) {
    choice.name = match->name;
    choice.step = match->step;
    sent = match->time;
    announced_.erase(match);
  } else {
    std::string name = parser_event(passage);
    choice.name = with_ordinal(name, ordinals_[name]++);
  }
  double latency = passage.answer ? experiment_.recording->entries[passage.answer->index].response.latency_ms : 0;
  // "At once" means that no time passes for the page.
  bool at_once = experiment_.schedule.mode == schedule::Mode::Synchronous;
  choice.due = at_once ? sent : sent + std::max(1.0, std::ceil(latency));
  return names_[passage.id] = choice;
}

Runner::Option Runner::response_option(Passage& passage) {
  Option option;
  option.choice = name_of(passage);
  option.passage = &passage;
  return option;
}

Runner::Playing& Runner::playing(const std::string& frame, const Stream& stream) {
  auto [found, added] = playing_.try_emplace({frame, stream.id});
  if (!added) return found->second;
  int wanted = streams_seen_[stream.url]++;
  const char* type = stream.kind == "web-socket" ? "websocket" : "eventsource";
  const network::Entry* last = nullptr;
  for (const auto& entry : experiment_.recording->entries) {
    if (entry.request.type != type || entry.request.url != without_fragment(stream.url)) continue;
    last = &entry;
    if (wanted-- == 0) break;
  }
  found->second.entry = last;
  stream_requests_.push_back({"GET", stream.url, "", type, last ? Answer::Recorded : Answer::Unanswered,
                              last ? "" : "the recording has no answer to it"});
  return found->second;
}

void Runner::add_stream_options(const browser::Frame& frame, const FrameStatus& status, std::vector<Option>& out) {
  for (const Stream& stream : status.streams) {
    Playing& state = playing(frame.id, stream);
    if (stream.closed) continue;
    Option option;
    option.frame = frame.id;
    option.id = stream.id;
    option.choice = {Choice::Message, frame_prefix(frame, stream.name), stream.step, stream.time + 1, stream.id};
    if (!state.entry) {
      if (state.opened) continue;
      option.delivery = Json::object({{"what", "error"}});
    } else if (!state.opened) {
      option.delivery = Json::object({{"what", "open"}});
    } else {
      const auto& messages = state.entry->messages;
      while (state.next < messages.size() && messages[state.next].sent) ++state.next;
      if (state.next == messages.size()) continue;
      const auto& message = messages[state.next];
      if (message.after_sent > stream.total_sent) continue;
      option.choice.name += "/" + stream.kind + ":message" + (state.next == 0 ? "" : "#" + std::to_string(state.next));
      option.choice.due = std::max(time_, stream.time + std::ceil(message.time_ms));
      option.delivery = Json::object({{"what", "message"},
                                      {"data", message.binary ? base64_encode(message.data) : message.data},
                                      {"binary", message.binary},
                                      {"event", message.event},
                                      {"id", message.id}});
    }
    out.push_back(std::move(option));
  }
}

std::vector<Runner::Option> Runner::options() {
  std::vector<Option> out;
  for (Passage* passage : stage_.traffic().held()) {
    if (!is_plumbing(*passage)) out.push_back(response_option(*passage));
  }
  for (const auto& frame : stage_.page().frames()) {
    auto status = statuses_.find(frame.id);
    if (status == statuses_.end()) continue;
    for (const Task& task : status->second.tasks) {
      Option option{task.choice, nullptr, frame.id, task.id, Json()};
      option.choice.name = frame_prefix(frame, option.choice.name);
      out.push_back(std::move(option));
    }
    if (!experiment_.live_streams) add_stream_options(frame, status->second, out);
    if (status->second.moving_ms >= 0) {
      Choice choice{Choice::Animation, frame_prefix(frame, "root/animation"), position_ - 1,
                    time_ + status->second.moving_ms, 0};
      out.push_back({choice, nullptr, frame.id, 0, Json()});
    }
  }
  if (position_ < static_cast<int>(steps_.size())) {
    Choice choice{Choice::Step, "root/user:" + std::to_string(position_ + 1), position_, kNever, position_};
    out.push_back({choice, nullptr, "", 0, Json()});
  }
  return out;
}

// ---- making it happen ----

// The page's clock moves to `time` in every frame, and what runs next belongs to this turn.
void Runner::move_time(double time) {
  time_ = std::max(time_, time);
  for (const auto& frame : stage_.page().frames()) {
    if (frame.context == 0) continue;
    stage_.page().connection().forget(stage_.page().send_evaluate(frame, agent_call("turn", {turn_, time_})));
  }
}

bool Runner::make_happen(const Option& option) {
  ++turn_;
  order_.push_back(option.choice.name);
  scheduler_.ran(option.choice);
  if (option.choice.kind == Choice::Step) return perform_step(position_++);
  move_time(option.choice.due);
  fresh_ = false;
  if (option.passage) {
    stage_.traffic().release(*option.passage);
    return true;
  }
  const auto* frame = stage_.page().frame(option.frame);
  if (!frame) return true;
  if (option.choice.kind == Choice::Animation) {
    return take_status(option.frame, stage_.evaluate(*frame, agent_call("finish", {turn_}), true)) || !stage_.lost();
  }
  Playing& state = playing_[{option.frame, option.id}];
  if (option.delivery["what"].as_string() == "message")
    ++state.next;
  else
    state.opened = true;
  auto reply = stage_.evaluate(*frame, agent_call("deliver", {option.id, option.delivery, turn_}), true);
  return take_status(option.frame, reply) || !stage_.lost();
}

// Tasks that nothing can come between run in one go, without a word to us after each.
bool Runner::run_tasks(const Option& chosen, const std::vector<Option>& all) {
  const auto* frame = stage_.page().frame(chosen.frame);
  if (!frame) return true;
  bool alone = experiment_.schedule.mode != schedule::Mode::Order && stage_.page().frames().size() == 1;
  double before = kNever;
  for (const Option& other : all) {
    bool task =
        other.choice.kind == Choice::Timer || other.choice.kind == Choice::Frame || other.choice.kind == Choice::Idle;
    if (!task && other.choice.due >= chosen.choice.due) before = std::min(before, other.choice.due);
  }
  if (!alone || before <= chosen.choice.due) {
    ++turn_;
    order_.push_back(chosen.choice.name);
    scheduler_.ran(chosen.choice);
    if (stage_.page().frames().size() > 1) move_time(chosen.choice.due);
    auto reply = stage_.evaluate(*frame, agent_call("run", {chosen.id, turn_}), true);
    fresh_ = take_status(chosen.frame, reply) && stage_.page().frames().size() == 1;
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
  fresh_ = take_status(chosen.frame, browser::Reply((*reply)["status"]));
  return !stage_.lost();
}

bool Runner::perform_step(int position) {
  int index = steps_[static_cast<size_t>(position)];
  const flow::Step& step = experiment_.flow.steps[static_cast<size_t>(index)];
  fresh_ = false;
  auto why = performer_.perform(step, position, turn_);
  results_.push_back({flow::label_of(step), !why, why.value_or("")});
  return !stage_.lost();
}

// ---- the end ----

Ending Runner::ending_of_page() const {
  switch (const_cast<Stage&>(stage_).page().health()) {
    case browser::Health::Crashed: return Ending::Crashed;
    case browser::Health::Closed: return Ending::Closed;
    case browser::Health::BrowserDied: return Ending::BrowserDied;
    case browser::Health::Usable: break;
  }
  if (!load_error_.empty() && load_error_.starts_with("net::")) return Ending::LoadFailed;
  if (stage_.deadline().passed()) return Ending::TimedOut;
  if (!load_error_.empty()) return Ending::LoadFailed;
  return diverged_.empty() ? Ending::Settled : Ending::Diverged;
}

std::string Runner::why_unsettled() {
  for (const auto& passage : stage_.traffic().passages()) {
    bool out = passage->progress == network::Progress::Released || passage->progress == network::Progress::Announced;
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
    if (experiment_.trace) take_trace(run);
    if (experiment_.discover && !stage_.page().frames().empty()) {
      if (auto found = stage_.evaluate(stage_.page().frames()[0], agent_call("discover"))) run.discovered = *found;
    }
    take_screen(run);
  }
  if (outcome.ending == Ending::LoadFailed) outcome.ending_detail = load_error_;
  if (outcome.ending == Ending::Diverged) outcome.ending_detail = diverged_;
  if (outcome.ending == Ending::TimedOut) {
    outcome.ending_detail = "the page had not settled after " + std::to_string(experiment_.timeout.count() / 1000) +
                            " s: " + why_unsettled();
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
  outcome.status = stage_.status;
  run.order = order_;
  run.skipped = scheduler_.skipped();
  run.admitted = scheduler_.admitted();
  run.fetched = stage_.traffic().fetched();
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
  if (experiment_.picture) {
    picture = page.connection().send(page.session(), "Page.captureScreenshot",
                                     Json::object({{"format", "png"}, {"optimizeForSpeed", true}}));
  }
  outcome.frames = Json::array();
  std::map<std::string, Json> storage;
  for (size_t i = 0; i < calls.size(); ++i) {
    auto reply = browser::Page::value_of(stage_.await(calls[i]));
    if (!reply) continue;
    outcome.frames.push((*reply)["frame"]);
    bool empty = (*reply)["local"].size() == 0 && (*reply)["session"].size() == 0;
    if (!empty)
      storage[(*reply)["origin"].as_string()] =
          Json::object({{"local", (*reply)["local"]}, {"session", (*reply)["session"]}});
  }
  outcome.storage = Json::object();
  for (auto& [origin, value] : storage) outcome.storage.set(origin, std::move(value));
  if (outcome.frames.size() > 0) outcome.url = outcome.frames[size_t{0}]["url"].as_string();
  std::vector<Json> jar;
  if (auto reply = stage_.await(cookies)) {
    for (const Json& cookie : (*reply)["cookies"].items()) {
      jar.push_back(Json::object({{"name", cookie["name"]},
                                  {"value", cookie["value"]},
                                  {"domain", cookie["domain"]},
                                  {"path", cookie["path"]}}));
    }
  }
  std::sort(jar.begin(), jar.end(), [](const Json& a, const Json& b) { return a.dump() < b.dump(); });
  outcome.cookies = Json(std::move(jar));
  if (picture) {
    auto reply = stage_.await(*picture);
    if (reply) outcome.picture = base64_decode((*reply)["data"].as_string()).value_or("");
  }
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
