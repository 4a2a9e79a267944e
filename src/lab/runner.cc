#include "lab/runner.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "lab/event_names.h"
#include "lab/last_look.h"

namespace squall::lab {
namespace {

using schedule::Choice;

constexpr int kTasksAtOnce = 500;

// No two answers of a server come at one time, ms; and a person takes a while for each step. Pages that compare such
// times ignore what is older. Both are the same in all schedules.
constexpr double kHandling = 1;

double time_of(const flow::Step& step, const Conditions& conditions) {
  if (!flow::is_user_action(step)) return 0;
  bool goes_on = step.type == flow::StepType::Type && !step.clear;
  return goes_on ? conditions.step_ms / 5 : conditions.step_ms;
}

}  // namespace

Runner::Runner(browser::Page& page, const Experiment& experiment, browser::Allowance::Starved starved)
    : experiment_(experiment),
      stage_(page, experiment, std::move(starved)),
      page_(stage_, experiment, progress_),
      quiescence_(page_, [this](const std::string& frame, const FrameStatus& status) { take_status(frame, status); }),
      player_(*experiment.recording),
      performer_(stage_),
      scheduler_(experiment.schedule) {
  steps_ = experiment.schedule.steps;
  if (steps_.empty()) {
    for (size_t i = 0; i < experiment.flow.steps.size(); ++i) steps_.push_back(static_cast<int>(i));
  }
}

Run Runner::run() {
  auto start = Clock::now();
  Run run;
  if (load()) {
    while (quiescence_.reach()) {
      auto all = options();
      enabled_.clear();
      for (const Option& option : all) enabled_.push_back(option.choice);
      auto decision = scheduler_.decide(enabled_);
      bool runs = decision.kind == schedule::Decision::Run;
      bool is_end = !runs || all[decision.choice].choice.kind == Choice::Step;  // of all that happens by itself
      if (is_end && !quiescence_.listen()) continue;
      if (decision.kind == schedule::Decision::Diverged) diverged_ = decision.why;
      if (!runs) break;
      const Option& chosen = all[decision.choice];
      if (!(is_task(chosen.choice) ? run_tasks(chosen, all, decision.tasks_until) : make_happen(chosen))) break;
      if (performer_.closed()) break;
    }
  }
  conclude(run);
  run.real_ms = ms_since(start);
  run.virtual_ms = progress_.time;
  return run;
}

bool Runner::load() {
  auto call = stage_.page().send_navigate(experiment_.url);
  auto& connection = stage_.page().connection();
  while (!connection.settled(call)) {
    stage_.pump(call);
    if (stage_.lost()) {
      load_error_ = stage_.allowance().is_over() ? "the page did not answer in time" : "";
      connection.forget(call);
      return false;
    }
    page_.take_events();
  }
  auto reply = connection.wait(call, Deadline::after(Millis(0)));
  if (!reply)
    load_error_ = reply.error().message;
  else if (reply->has("errorText"))
    load_error_ = (*reply)["errorText"].as_string();
  return load_error_.empty();
}

void Runner::take_status(const std::string& frame, const FrameStatus& status) {
  progress_.time = std::max(progress_.time, status.time);
  const auto* where = stage_.page().frame(frame);
  for (Announced one : status.announced) {
    if (where) one.name = in_frame(*where, one.name);
    naming_.announce(frame, std::move(one));
  }
  cuts_.insert(cuts_.end(), status.cuts.begin(), status.cuts.end());
}

// The page's clock moves to `time` in every frame, and what runs next belongs to this turn. A script that no script
// announced may be a dynamic import: the agent knows by its URL what waited for it. A response takes another way to the
// page than what we say to the agent, so the agent's answer is waited for.
void Runner::move_time(double time, const Option& option) {
  progress_.time = std::max(progress_.time, time);
  const auto* passage = stage_.traffic().find(option.request);
  bool unannounced = passage && passage->request.type == "script" && !naming_.announced(passage->id);
  std::vector<browser::CallId> calls;
  for (const auto& frame : stage_.page().frames()) {
    if (frame.context == 0) continue;
    Json script;
    if (unannounced && passage->frame == frame.id) {
      script = Json::object({{"url", passage->request.url}, {"step", option.choice.step}});
    }
    calls.push_back(stage_.page().send_evaluate(frame, agent_call("turn", {progress_.turn, progress_.time, script})));
  }
  for (auto call : calls) (void)stage_.await(call);
}

void Runner::note(const Choice& choice) {
  ++progress_.turn;
  order_.push_back(choice.name);
  log_.note(enabled_, choice);
  scheduler_.ran(choice);
}

bool Runner::make_happen(const Option& option) {
  note(option.choice);
  quiescence_.disturb();
  if (option.choice.kind == Choice::Step) return perform_step(progress_.position++);
  bool takes_time = experiment_.schedule.network_takes_time || option.choice.kind == Choice::Animation;
  move_time(std::max(takes_time ? option.choice.due : 0, progress_.time + kHandling), option);
  if (auto* passage = stage_.traffic().find(option.request)) {
    bool held = passage->state == network::PassageState::Held;  // the page may have given it up meanwhile
    if (held) release(*passage, option.choice.name);
    return true;
  }
  const auto* frame = stage_.page().frame(option.frame);
  if (!frame) return true;
  std::string call = agent_call("finish", {progress_.turn});
  if (option.choice.kind == Choice::Message) {
    player_.played(option.frame, option.id, option.delivery);
    call = agent_call("deliver", {option.id, option.delivery, progress_.turn});
  }
  return quiescence_.take(option.frame, stage_.evaluate(*frame, call, true)) || !stage_.lost();
}

void Runner::release(network::Passage& passage, const std::string& name) {
  int entry = passage.answer ? static_cast<int>(passage.answer->index) : -1;
  came_.push_back({name, entry, naming_.fresh(passage.id) || network::avoids_cache(passage.request)});
  stage_.traffic().release(passage);
}

// Tasks that nothing can come between run in one go, without a word to us after each. Other frames and workers run
// beside the page, and have to be asked.
bool Runner::run_tasks(const Option& chosen, const std::vector<Option>& all, double until) {
  const auto* frame = stage_.page().frame(chosen.frame);
  if (!frame) return true;
  bool alone = stage_.page().frames().size() == 1 && stage_.page().workers().empty();
  if (!alone || until <= chosen.choice.due) return run_task(chosen, *frame);
  Json before = std::isinf(until) ? Json(1e300) : Json(until);
  auto reply =
      stage_.evaluate(*frame, agent_call("drain", {std::move(before), progress_.turn + 1, kTasksAtOnce}), true);
  if (!reply) {
    quiescence_.disturb();
    return !stage_.lost();
  }
  note_drained(*frame, all, (*reply)["ran"]);
  bool told = quiescence_.take(chosen.frame, browser::Reply((*reply)["status"]));
  if (!told || !stage_.page().workers().empty()) quiescence_.disturb();
  return !stage_.lost();
}

bool Runner::run_task(const Option& option, const browser::Frame& frame) {
  note(option.choice);
  if (stage_.page().frames().size() > 1) move_time(option.choice.due, option);
  auto reply = stage_.evaluate(frame, agent_call("run", {option.id, progress_.turn}), true);
  bool told = quiescence_.take(option.frame, reply);
  if (!told || stage_.page().frames().size() > 1 || !stage_.page().workers().empty()) quiescence_.disturb();
  return !stage_.lost();
}

// Tasks have run by themselves: before each of them, some had come since the one before it, and some were gone.
void Runner::note_drained(const browser::Frame& frame, const std::vector<Option>& all, const Json& ran) {
  std::map<int, Choice> waiting;
  std::vector<Choice> others;
  for (const Option& option : all) {
    if (is_task(option.choice))
      waiting[option.id] = option.choice;
    else
      others.push_back(option.choice);
  }
  auto add = [&](Task task) {
    task.choice.name = in_frame(frame, task.choice.name);
    waiting[task.id] = std::move(task.choice);
  };
  for (const RanTask& one : parse_ran(ran)) {
    for (int id : one.gone) waiting.erase(id);
    for (const Task& task : one.came) add(task);
    add(one.task);
    enabled_ = others;
    for (const auto& [id, choice] : waiting) enabled_.push_back(choice);
    note(waiting[one.task.id]);
    waiting.erase(one.task.id);
  }
}

bool Runner::perform_step(int position) {
  int index = steps_[static_cast<size_t>(position)];
  const flow::Step& step = experiment_.flow.steps[static_cast<size_t>(index)];
  progress_.time += time_of(step, experiment_.conditions);
  if (experiment_.init.moment && position + 1 == static_cast<int>(steps_.size())) {
    moment_.element = performer_.box_of(step).value_or(Rect{});
    moment_.picture = take_picture(stage_);
  }
  auto why = performer_.perform(step, position, progress_.turn, progress_.time);
  flow::Step performed = step;  // its name tells what it turned out to be
  if (step.type == flow::StepType::Change && step.field.empty()) performed.field = performer_.field();
  results_.push_back({flow::label_of(performed), !why, why.value_or(""), performer_.field()});
  return !stage_.lost();
}

}  // namespace squall::lab
