// Random worlds under random schedules: whatever is enabled, the scheduler picks something that may happen, the same
// each time it is asked, and each world comes to its end.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "schedule/choice.h"

namespace squall::schedule {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// A page in which each event may create others, up to a limit, and a user with a few steps to do.
class World {
 public:
  explicit World(unsigned seed) : random_(seed), steps_left_(below(4)) {
    for (int i = below(4); i >= 0; --i) create("root", -1);
    offer_step();
  }

  const std::vector<Choice>& enabled() const { return enabled_; }

  Choice run(size_t index) {
    Choice choice = enabled_[index];
    enabled_.erase(enabled_.begin() + static_cast<ptrdiff_t>(index));
    now_ = std::isfinite(choice.due) ? std::max(now_, choice.due) : now_;
    for (int i = below(3); i > 0; --i) create(choice.name, choice.step);
    if (choice.kind == Choice::Step) offer_step();
    std::shuffle(enabled_.begin(), enabled_.end(), random_);
    return choice;
  }

  int below(int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random_); }

 private:
  void create(const std::string& cause, int step) {
    if (created_ >= 40) return;
    auto kind = static_cast<Choice::Kind>(below(Choice::Step));
    std::string name = cause + "/k" + std::to_string(kind) + ":" + std::to_string(below(3));
    enabled_.push_back({kind, name, step, now_ + below(20), created_++});
  }

  void offer_step() {
    if (steps_left_-- <= 0) return;
    enabled_.push_back({Choice::Step, "root/user:" + std::to_string(next_step_), next_step_, kNever, created_++});
    ++next_step_;
  }

  std::mt19937 random_;
  std::vector<Choice> enabled_;
  int created_ = 0;
  int steps_left_ = 0;
  int next_step_ = 0;
  double now_ = 0;
};

// Whether the schedule forbids this choice for as long as something else can happen; told from the outside.
bool forbidden(const Schedule& schedule, const Choice& choice, bool released) {
  if (!schedule.hold || released || choice.step != schedule.hold->from) return false;
  return choice.kind == Choice::Response || choice.kind == Choice::Message;
}

void expect_eligible(const Schedule& schedule, const std::vector<Choice>& enabled, const Choice& chosen,
                     bool released) {
  auto may = [&](const Choice& choice) { return !forbidden(schedule, choice, released); };
  bool others = std::ranges::any_of(enabled, may);
  EXPECT_TRUE(may(chosen) || !others) << chosen.name << " was held";
  bool quiet =
      std::ranges::none_of(enabled, [&](const Choice& choice) { return choice.kind != Choice::Step && may(choice); });
  bool ordered = !schedule.order.empty();
  bool responses_first = schedule.prefer == Prefer::Responses;
  bool patient = chosen.kind != Choice::Step || ordered;
  EXPECT_TRUE(quiet || patient) << "a step came too soon";
  for (const Choice& choice : enabled) {
    if (ordered || !may(choice) || !may(chosen)) continue;
    if (responses_first && chosen.kind == Choice::Response) continue;
    EXPECT_LE(chosen.due, choice.due) << choice.name << " was due before " << chosen.name;
    EXPECT_TRUE(!responses_first || choice.kind != Choice::Response);
  }
}

struct Ran {
  std::vector<std::string> names;
  Decision::Kind end = Decision::Finished;
};

// Runs the world to its end; checks each decision on the way.
Ran run_world(unsigned seed, const Schedule& schedule, Scheduler& scheduler) {
  World world(seed);
  Ran ran;
  bool until_ran = false, released = false;
  for (int turn = 0; turn <= 50; ++turn) {
    const auto& enabled = world.enabled();
    released = released || (until_ran && std::ranges::all_of(enabled, [&](const Choice& choice) {
                              return choice.kind == Choice::Step || forbidden(schedule, choice, false);
                            }));
    Decision decision = scheduler.decide(enabled);
    EXPECT_EQ(scheduler.decide(enabled).choice, decision.choice);
    ran.end = decision.kind;
    if (decision.kind != Decision::Run) {
      EXPECT_TRUE(enabled.empty() || decision.kind == Decision::Diverged) << "finished too soon";
      return ran;
    }
    expect_eligible(schedule, enabled, enabled[decision.choice], released);
    Choice choice = world.run(decision.choice);
    if (choice.kind == Choice::Step && schedule.hold && choice.step >= schedule.hold->until) until_ran = true;
    ran.names.push_back(choice.name);
    scheduler.ran(choice);
  }
  ADD_FAILURE() << "seed " << seed << " did not end";
  return ran;
}

class RandomWorlds : public ::testing::TestWithParam<const char*> {};

Schedule random_schedule(std::string_view preset, unsigned seed) {
  if (preset == "AsTheyCome") return as_they_come();
  if (preset == "Synchronous") return synchronous();
  if (preset == "Order") return in_order({"root/user:0", "root/k1:0"});
  int from = static_cast<int>(seed % 3) - 1;
  return adverse(from, from + static_cast<int>(seed % 2) + (from < 0 ? 1 : 0));
}

TEST_P(RandomWorlds, EndAndNothingIneligibleHappens) {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    Schedule schedule = random_schedule(GetParam(), seed);
    Scheduler scheduler(schedule);
    Ran ran = run_world(seed, schedule, scheduler);
    EXPECT_EQ(ran.end, Decision::Finished) << "seed " << seed;
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, RandomWorlds, ::testing::Values("AsTheyCome", "Synchronous", "Adverse", "Order"),
                         [](const auto& test) { return std::string(test.param); });

TEST(RandomOrders, AShuffledOrderAccountsForEachNameOnce) {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    Scheduler first{Schedule{}};
    std::vector<std::string> names = run_world(seed, Schedule{}, first).names;
    std::shuffle(names.begin(), names.end(), std::mt19937(seed));
    Schedule schedule = in_order(names);
    Scheduler scheduler(schedule);
    Ran ran = run_world(seed, schedule, scheduler);
    EXPECT_EQ(ran.end, Decision::Finished);
    EXPECT_EQ(ran.names.size() + scheduler.skipped().size(), names.size() + scheduler.admitted().size());
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

// A world whose enabled events are not created by others, so that each order of them is possible.
TEST(RandomOrders, AnExactOrderIsFollowedToTheLetter) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<Choice> enabled;
    std::vector<std::string> names;
    for (int i = 0; i < 12; ++i) {
      enabled.push_back({Choice::Timer, "root/timeout:" + std::to_string(i), -1, static_cast<double>(random() % 9), i});
      names.push_back(enabled.back().name);
    }
    std::shuffle(names.begin(), names.end(), random);
    Scheduler scheduler(in_order(names, true));
    for (const std::string& name : names) {
      Decision decision = scheduler.decide(enabled);
      ASSERT_EQ(decision.kind, Decision::Run);
      ASSERT_EQ(enabled[decision.choice].name, name);
      scheduler.ran(enabled[decision.choice]);
      enabled.erase(enabled.begin() + static_cast<ptrdiff_t>(decision.choice));
    }
    EXPECT_EQ(scheduler.decide(enabled).kind, Decision::Finished);
  }
}

}  // namespace
}  // namespace squall::schedule
