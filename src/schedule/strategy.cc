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

class AsTheyCome : public Strategy {
 public:
  Decision decide(const std::vector<Choice>& enabled) override { return first_of(enabled, any, comes_before); }
};

class Synchronous : public Strategy {
 public:
  Decision decide(const std::vector<Choice>& enabled) override { return first_of(enabled, any, before); }

 private:
  static bool before(const Choice& one, const Choice& other) {
    bool response = one.kind == Choice::Response;
    if (response != (other.kind == Choice::Response)) return response;
    return response ? one.order < other.order : comes_before(one, other);
  }
};

class Adverse : public Strategy {
 public:
  explicit Adverse(const Schedule& schedule)
      : hold_(schedule.hold), until_(schedule.until), only_(schedule.only.begin(), schedule.only.end()) {}

  Decision decide(const std::vector<Choice>& enabled) override {
    double expected = first_held(enabled);
    auto is_free = [&](const Choice& choice) {
      bool takes_time = choice.kind != Choice::Step && !comes_by_network(choice);
      double patience = choice.step >= until_ ? kLateness : kHaste;
      return !held(choice) && !(takes_time && due_of(choice) > expected + patience);
    };
    Decision free = first_of(enabled, is_free, comes_before);
    free.tasks_until = expected + kHaste;
    bool settled = free.kind != Decision::Run || enabled[free.choice].kind == Choice::Step;
    bool step_left = free.kind == Decision::Run && settled;
    if (released_ || !settled || (step_left && !until_ran_)) return free;
    released_ = until_ran_;
    Decision first = first_of(enabled, any, comes_before);
    if (first.kind == Decision::Run && enabled[first.choice].kind != Choice::Step) first.why = why_released();
    return first;
  }

  void ran(const Choice& choice) override {
    if (choice.kind == Choice::Step && choice.step >= until_) until_ran_ = true;
  }

 private:
  bool held(const Choice& choice) const {
    if (released_ || choice.step != hold_) return false;
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

  int hold_;
  int until_;
  std::unordered_set<std::string> only_;
  bool until_ran_ = false;
  bool released_ = false;
};

}  // namespace

const std::vector<std::string>& Strategy::skipped() const { return kNone; }
const std::vector<std::string>& Strategy::admitted() const { return kNone; }

bool comes_before(const Choice& one, const Choice& other) {
  auto rank = [](const Choice& choice) {
    return std::make_tuple(choice.kind == Choice::Step, due_of(choice), choice.order);
  };
  return rank(one) < rank(other);
}

std::unique_ptr<Strategy> make_strategy(const Schedule& schedule) {
  switch (schedule.mode) {
    case Mode::AsTheyCome: break;
    case Mode::Synchronous: return std::make_unique<Synchronous>();
    case Mode::Adverse: return std::make_unique<Adverse>(schedule);
    case Mode::Order: return make_order(schedule, std::make_unique<AsTheyCome>());
  }
  return std::make_unique<AsTheyCome>();
}

Scheduler::Scheduler(Schedule schedule) : schedule_(std::move(schedule)), strategy_(make_strategy(schedule_)) {}
Scheduler::~Scheduler() = default;
Scheduler::Scheduler(Scheduler&&) noexcept = default;
Scheduler& Scheduler::operator=(Scheduler&&) noexcept = default;

Decision Scheduler::decide(const std::vector<Choice>& enabled) {
  Decision decision = strategy_->decide(enabled);
  SQUALL_CHECK(decision.kind != Decision::Run || decision.choice < enabled.size());
  return decision;
}

void Scheduler::ran(const Choice& choice) { strategy_->ran(choice); }
const std::vector<std::string>& Scheduler::skipped() const { return strategy_->skipped(); }
const std::vector<std::string>& Scheduler::admitted() const { return strategy_->admitted(); }

}  // namespace squall::schedule
