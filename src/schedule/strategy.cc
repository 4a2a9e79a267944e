#include "schedule/strategy.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <unordered_set>

namespace squall::schedule {
namespace {

const std::vector<std::string> kNone;

// In ms of the page's clock, from when what is held would have come: how soon the user goes on, and how long what the
// other step causes may take. The time limits of pages are longer, and must not strike because of us; spinners and
// fading are shorter.
constexpr double kHaste = 1000;
constexpr double kLateness = 3000;

bool comes_by_network(const Choice& choice) {
  return choice.kind == Choice::Response || choice.kind == Choice::Message;
}

bool any(const Choice&) { return true; }

// A due time that is no number is as late as can be, so that the order stays a strict one.
double due_of(const Choice& choice) {
  return std::isnan(choice.due) ? std::numeric_limits<double>::infinity() : choice.due;
}

using Before = bool (*)(const Choice& one, const Choice& other);

class LetCome : public Strategy {
 public:
  explicit LetCome(Before before) : before_(before) {}
  Decision decide(const std::vector<Choice>& enabled) override { return first_of(enabled, any, before_); }

 private:
  Before before_;
};

// When the first of those is due that are no tasks and may come after the chosen task.
double first_other(const std::vector<Choice>& enabled, const Choice& chosen) {
  double first = std::numeric_limits<double>::infinity();
  for (const Choice& other : enabled) {
    if (!is_task(other) && other.due >= chosen.due) first = std::min(first, other.due);
  }
  return first;
}

class Holding : public Strategy {
 public:
  Holding(const Hold& hold, Before before)
      : from_(hold.from), until_(hold.until), only_(hold.only.begin(), hold.only.end()), before_(before) {}

  Decision decide(const std::vector<Choice>& enabled) override {
    double expected = first_held(enabled);
    auto is_free = [&](const Choice& choice) {
      bool takes_time = choice.kind != Choice::Step && !comes_by_network(choice);
      double patience = choice.step >= until_ ? kLateness : kHaste;
      return !held(choice) && !(takes_time && due_of(choice) > expected + patience);
    };
    Decision free = first_of(enabled, is_free, before_);
    free.tasks_until = expected + kHaste;
    bool settled = free.kind != Decision::Run || enabled[free.choice].kind == Choice::Step;
    bool step_left = free.kind == Decision::Run && settled;
    if (released_ || !settled || (step_left && !until_ran_)) return free;
    released_ = until_ran_;
    Decision first = first_of(enabled, any, before_);
    if (first.kind == Decision::Run && enabled[first.choice].kind != Choice::Step) first.why = why_released();
    return first;
  }

  void ran(const Choice& choice) override {
    if (choice.kind == Choice::Step && choice.step >= until_) until_ran_ = true;
  }

 private:
  bool held(const Choice& choice) const {
    if (released_ || choice.step != from_) return false;
    if (!comes_by_network(choice)) return false;
    return only_.empty() || only_.contains(choice.name);
  }

  // When the first of what is held would have come.
  double first_held(const std::vector<Choice>& enabled) const {
    double first = std::numeric_limits<double>::infinity();
    for (const Choice& choice : enabled) {
      if (held(choice)) first = std::min(first, due_of(choice));
    }
    return first;
  }

  std::string why_released() const {
    if (!until_ran_) return "Nothing else was left to happen, so what was held is released.";
    return "Step " + std::to_string(until_ + 1) + " has settled, so what was held is released.";
  }

  int from_;
  int until_;
  std::unordered_set<std::string> only_;
  Before before_;
  bool until_ran_ = false;
  bool released_ = false;
};

}  // namespace

const std::vector<std::string>& Strategy::skipped() const { return kNone; }
const std::vector<std::string>& Strategy::admitted() const { return kNone; }

bool comes_before(const Choice& one, const Choice& other) {
  auto rank = [](const Choice& choice) {
    return std::make_tuple(choice.kind == Choice::Step, due_of(choice), choice.created);
  };
  return rank(one) < rank(other);
}

bool responses_come_before(const Choice& one, const Choice& other) {
  bool response = one.kind == Choice::Response;
  if (response != (other.kind == Choice::Response)) return response;
  return response ? one.created < other.created : comes_before(one, other);
}

bool is_task(const Choice& choice) {
  return choice.kind == Choice::Timer || choice.kind == Choice::AnimationFrame || choice.kind == Choice::Idle;
}

std::unique_ptr<Strategy> make_strategy(const Schedule& schedule) {
  Before before = schedule.prefer == Prefer::Responses ? responses_come_before : comes_before;
  std::unique_ptr<Strategy> strategy;
  if (schedule.hold)
    strategy = std::make_unique<Holding>(*schedule.hold, before);
  else
    strategy = std::make_unique<LetCome>(before);
  return schedule.order.empty() ? std::move(strategy) : make_order(schedule, std::move(strategy));
}

Scheduler::Scheduler(Schedule schedule) : schedule_(std::move(schedule)), strategy_(make_strategy(schedule_)) {}
Scheduler::~Scheduler() = default;
Scheduler::Scheduler(Scheduler&&) noexcept = default;
Scheduler& Scheduler::operator=(Scheduler&&) noexcept = default;

Decision Scheduler::decide(const std::vector<Choice>& enabled) {
  Decision decision = strategy_->decide(enabled);
  if (decision.kind != Decision::Run) return decision;
  SQUALL_CHECK(decision.choice < enabled.size());
  const Choice& chosen = enabled[decision.choice];
  if (schedule_.tasks == Tasks::OneByOne) decision.tasks_until = -std::numeric_limits<double>::infinity();
  if (is_task(chosen)) decision.tasks_until = std::min(decision.tasks_until, first_other(enabled, chosen));
  return decision;
}

void Scheduler::ran(const Choice& choice) { strategy_->ran(choice); }
const std::vector<std::string>& Scheduler::skipped() const { return strategy_->skipped(); }
const std::vector<std::string>& Scheduler::admitted() const { return strategy_->admitted(); }

}  // namespace squall::schedule
