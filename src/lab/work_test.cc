#include "lab/work.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>

#include "lab/fake_lab.h"

namespace squall::lab {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

Run run_of(const Experiment& experiment) {
  Run run;
  run.outcome.url = experiment.url;
  return run;
}

Experiment named(const std::string& name) {
  Experiment experiment;
  experiment.url = name;
  return experiment;
}

// Hands out what `plan` says, and lets a test add to it when a run has ended.
class Script : public WorkList {
 public:
  Next next() override {
    ++asked;
    if (plan.empty()) return waits ? Next(Wait{}) : Next(Finished{});
    std::string name = plan.front();
    plan.pop_front();
    names_.push_back(name);
    return Item{names_.size() - 1, named(name)};
  }
  bool done(size_t ticket, Run run) override {
    EXPECT_EQ(names_.at(ticket), run.outcome.url);
    told.push_back(run.outcome.url);
    return on_done(run.outcome.url);
  }
  size_t width() const override { return most; }

  std::deque<std::string> plan;
  bool waits = false;  // when nothing is planned
  size_t most = 100;
  std::function<bool(const std::string&)> on_done = [](const std::string&) { return true; };
  std::vector<std::string> told;
  int asked = 0;

 private:
  std::vector<std::string> names_;
};

// Lets a run begin to wait for another to do something. A test that fails ends all the same.
class Signal {
 public:
  void give() {
    std::lock_guard lock(mutex_);
    given_ = true;
    changed_.notify_all();
  }
  bool wait() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), [&] { return given_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool given_ = false;
};

Crew crew_of(size_t size, std::function<Result<Run>(size_t, const Experiment&)> run) {
  Crew crew;
  crew.size = size;
  crew.run = std::move(run);
  return crew;
}

Crew plain_crew(size_t size) {
  return crew_of(size, [](size_t, const Experiment& experiment) { return run_of(experiment); });
}

TEST(Work, OneWorkerTellsOfEachRunInTurn) {
  Script list;
  list.plan = {"a", "b", "c"};
  EXPECT_TRUE(work_off(list, plain_crew(1)));
  EXPECT_THAT(list.told, ElementsAre("a", "b", "c"));
  EXPECT_EQ(list.asked, 4);
}

TEST(Work, AnEmptyListIsFinished) {
  Script list;
  EXPECT_TRUE(work_off(list, plain_crew(3)));
  EXPECT_THAT(list.told, IsEmpty());
}

TEST(Work, WorkersWorkAtTheSameTime) {
  Script list;
  list.plan = {"a", "b"};
  Signal a, b;
  auto crew = crew_of(2, [&](size_t, const Experiment& experiment) {
    bool first = experiment.url == "a";
    (first ? a : b).give();
    EXPECT_TRUE((first ? b : a).wait()) << "the other never began";
    return run_of(experiment);
  });
  EXPECT_TRUE(work_off(list, crew));
  EXPECT_THAT(list.told, UnorderedElementsAre("a", "b"));
}

TEST(Work, WhoWaitsIsAskedAgainWhenARunEnds) {
  Script list;
  list.plan = {"a"};
  list.waits = true;
  list.on_done = [&](const std::string& name) {
    if (name == "a") list.plan = {"b", "c"};
    list.waits = name == "a";
    return true;
  };
  EXPECT_TRUE(work_off(list, plain_crew(3)));
  EXPECT_EQ(list.told.at(0), "a");
  EXPECT_THAT(list.told, UnorderedElementsAre("a", "b", "c"));
}

TEST(Work, AStrategyGrowsWhileItLearns) {
  for (size_t workers : {1, 2, 5}) {
    Script list;
    list.plan = {""};
    list.waits = true;
    int left = 15;  // the nodes of a tree in which each run leads to two more, down to the fourth level
    list.on_done = [&](const std::string& name) {
      if (name.size() < 3) list.plan.insert(list.plan.end(), {name + "l", name + "r"});
      list.waits = --left > 0;
      return true;
    };
    EXPECT_TRUE(work_off(list, plain_crew(workers)));
    EXPECT_EQ(std::set<std::string>(list.told.begin(), list.told.end()).size(), 15u);
  }
}

TEST(Work, WhatIsUnderWayIsToldAfterTheEnd) {
  Script list;
  list.plan = {"long", "short", "never"};
  Signal begun, ended;
  list.on_done = [&](const std::string& name) {
    if (name == "short") ended.give();
    return name != "short";
  };
  auto crew = crew_of(2, [&](size_t, const Experiment& experiment) {
    if (experiment.url == "long") {
      begun.give();
      EXPECT_TRUE(ended.wait());
    } else {
      EXPECT_TRUE(begun.wait());
    }
    return run_of(experiment);
  });
  EXPECT_TRUE(work_off(list, crew));
  EXPECT_THAT(list.told, ElementsAre("short", "long"));
}

TEST(Work, TheErrorOfOneWorkerEndsTheWorkOfAll) {
  Script list;
  list.plan = {"long", "broken", "never"};
  Signal begun, broken;
  auto crew = crew_of(2, [&](size_t, const Experiment& experiment) -> Result<lab::Run> {
    if (experiment.url == "long") {
      begun.give();
      EXPECT_TRUE(broken.wait());
      return run_of(experiment);
    }
    EXPECT_TRUE(begun.wait());
    return Error{"no browser", ""};
  });
  crew.leaves = [&](size_t) { broken.give(); };  // the broken one goes first
  auto status = work_off(list, crew);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, "no browser");
  EXPECT_THAT(list.told, ElementsAre("long"));
}

TEST(Work, AnErrorWakesThoseWhoWait) {
  Script list;
  list.plan = {"broken"};
  list.waits = true;
  auto crew = crew_of(3, [](size_t, const Experiment&) -> Result<lab::Run> { return Error{"no browser", ""}; });
  EXPECT_FALSE(work_off(list, crew));
}

TEST(Work, NoMoreWorkersBeginThanTheListIsWide) {
  Script list;
  list.plan = {"a", "b", "c", "d"};
  list.most = 2;
  std::mutex mutex;
  std::vector<size_t> left;
  Crew crew = plain_crew(9);
  crew.leaves = [&](size_t worker) {
    std::lock_guard lock(mutex);
    left.push_back(worker);
  };
  EXPECT_TRUE(work_off(list, crew));
  EXPECT_THAT(left, UnorderedElementsAre(0u, 1u));
}

TEST(WorkDeathTest, WaitingForNothingIsAMistake) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Script list;
  list.waits = true;
  EXPECT_DEATH({ (void)work_off(list, plain_crew(1)); }, "under_way_ > 0");
}

TEST(RunAll, ResultsStandInTheOrderOfTheExperiments) {
  class BackwardLab : public Lab {
   public:
    Result<lab::Run> run(const Experiment& experiment) override { return run_of(experiment); }
    Status work(WorkList& list) override {
      std::vector<Item> items;
      for (Next next = list.next(); std::holds_alternative<Item>(next); next = list.next()) {
        items.push_back(std::get<Item>(std::move(next)));
      }
      for (size_t i = items.size(); i-- > 0;) list.done(items[i].ticket, run_of(items[i].experiment));
      return {};
    }
  } lab;
  std::vector<size_t> told;
  auto runs = run_all(lab, {named("a"), named("b"), named("c")}, [&](size_t i, const lab::Run&) {
    told.push_back(i);
    return true;
  });
  ASSERT_TRUE(runs);
  std::vector<std::string> names;
  for (const lab::Run& run : *runs) names.push_back(run.outcome.url);
  EXPECT_THAT(names, ElementsAre("a", "b", "c"));
  EXPECT_THAT(told, ElementsAre(2u, 1u, 0u));
}

TEST(RunAll, WhatWasNotRunIsEmpty) {
  FakeLab lab(run_of);
  auto runs = run_all(lab, {named("a"), named("b")}, [](size_t, const lab::Run&) { return false; });
  ASSERT_TRUE(runs);
  EXPECT_EQ(runs->at(0).outcome.url, "a");
  EXPECT_EQ(runs->at(1).outcome.url, "");
  EXPECT_EQ(lab.experiments.size(), 1u);
}

TEST(RunAll, NothingIsDoneAtOnce) {
  FakeLab lab(run_of);
  EXPECT_THAT(*run_all(lab, {}), IsEmpty());
}

}  // namespace
}  // namespace squall::lab
