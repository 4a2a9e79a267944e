#include "lab/kept_lab.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"
#include "lab/fake_lab.h"
#include "lab/testing.h"
#include "network/body_filter.h"
#include "network/library.h"

namespace squall::lab {
namespace {

using ::testing::ElementsAre;

// Counts its runs, and says in each which one it is.
class CountingLab : public FakeLab {
 public:
  CountingLab() : FakeLab([this](const auto&) { return next(); }) {}
  int runs = 0;
  outcome::Ending ending = outcome::Ending::Settled;

 private:
  Run next() {
    Run run;
    run.outcome.url = "run " + std::to_string(++runs);
    run.outcome.ending = ending;
    run.outcome.picture = std::string("\x89PNG", 4);
    run.init.moment = {"moment", {1, 2, 3, 4}};
    run.order = {"root/user:1"};
    network::Entry entry;
    entry.request.url = "http://h/x";
    entry.response.status = 200;
    entry.response.body = "answer";
    run.fetched.entries.push_back(entry);
    return run;
  }
};

struct NamedFilter : network::BodyFilter {
  explicit NamedFilter(std::string given) : name(std::move(given)) {}
  std::string identity() const override { return name; }
  std::optional<std::string> filter(const network::Request&, const network::Response&,
                                    std::string_view) const override {
    return std::nullopt;
  }
  const std::string name;
};

class KeptLabTest : public ::testing::Test {
 protected:
  KeptLabTest() {
    std::string name = (std::filesystem::temp_directory_path() / "squall-kept-XXXXXX").string();
    SQUALL_CHECK(::mkdtemp(name.data()) != nullptr);
    base_ = name;
    folder_ =
        std::make_unique<store::RunFolder>(*store::RunFolder::create_at(base_ / "run", {"ajax", "http://h/", {}}));
    experiment_.url = "http://h/";
    experiment_.recording = std::make_shared<network::Recording>();
  }
  ~KeptLabTest() override { std::filesystem::remove_all(base_); }

  std::filesystem::path base_;
  std::unique_ptr<store::RunFolder> folder_;
  CountingLab lab_;
  Experiment experiment_;
};

TEST_F(KeptLabTest, AnExperimentThatWasKeptIsNotRunAgain) {
  KeptLab(lab_, *folder_).run(experiment_).value();
  KeptLab again(lab_, *folder_);
  auto run = again.run(experiment_);
  ASSERT_TRUE(run);
  EXPECT_EQ(lab_.runs, 1);
  EXPECT_EQ(again.reused(), 1);
  EXPECT_EQ(run->outcome.url, "run 1");
  EXPECT_EQ(run->outcome.picture.size(), 4u);
  EXPECT_EQ(run->init.moment.picture, "moment");
  EXPECT_EQ(run->init.moment.element.height, 4);
  EXPECT_THAT(run->order, ElementsAre("root/user:1"));
  ASSERT_EQ(run->fetched.entries.size(), 1u);
  EXPECT_EQ(run->fetched.entries[0].response.body, "answer");
}

TEST_F(KeptLabTest, ARepetitionIsARunOfItsOwn) {
  KeptLab first(lab_, *folder_);
  first.run(experiment_).value();
  first.run(experiment_).value();
  EXPECT_EQ(lab_.runs, 2);
  KeptLab again(lab_, *folder_);
  EXPECT_EQ(again.run(experiment_)->outcome.url, "run 1");
  EXPECT_EQ(again.run(experiment_)->outcome.url, "run 2");
  EXPECT_EQ(again.run(experiment_)->outcome.url, "run 3");
}

TEST_F(KeptLabTest, AnotherScheduleOrAnotherRecordingIsAnotherExperiment) {
  KeptLab(lab_, *folder_).run(experiment_).value();
  KeptLab again(lab_, *folder_);
  auto other = experiment_;
  other.schedule.steps = {0, 0};
  again.run(other).value();
  EXPECT_EQ(lab_.runs, 2);
  auto grown = std::make_shared<network::Recording>();
  grown->entries.resize(1);
  grown->entries[0].request.url = "http://h/x";
  other = experiment_;
  other.recording = grown;
  again.run(other).value();
  EXPECT_EQ(lab_.runs, 3);
}

TEST_F(KeptLabTest, AllThatDecidesHowARunEndsMakesAnotherExperiment) {
  using Change = void (*)(Experiment&);
  const Change changes[] = {
      [](Experiment& e) { e.url = "http://h/other"; },
      [](Experiment& e) { e.flow.steps.resize(1); },
      [](Experiment& e) { e.server = Server::Reads; },
      [](Experiment& e) { e.server = Server::All; },
      [](Experiment& e) { e.server = Server::Connected; },
      [](Experiment& e) { e.wanted.picture = false; },
      [](Experiment& e) { e.wanted.trace = true; },
      [](Experiment& e) { e.wanted.discovered = true; },
      [](Experiment& e) { e.init.moment = true; },
      [](Experiment& e) { e.init.eager.fields = true; },
      [](Experiment& e) { e.init.eager.handlers = true; },
      [](Experiment& e) { e.init.eager.only = "key"; },
      [](Experiment& e) { e.filter = std::make_shared<NamedFilter>("one"); },
      [](Experiment& e) { e.filter = std::make_shared<NamedFilter>("another"); },
      [](Experiment& e) { e.stored.cookies = Json(Json::Array{Json("c")}); },
      [](Experiment& e) { ++e.conditions.width; },
      [](Experiment& e) { ++e.conditions.height; },
      [](Experiment& e) { e.conditions.locale = "de-DE"; },
      [](Experiment& e) { e.conditions.timezone = "Europe/Zurich"; },
      [](Experiment& e) { ++e.conditions.epoch_ms; },
      [](Experiment& e) { ++e.conditions.seed; },
      [](Experiment& e) { ++e.conditions.longest_timer_ms; },
      [](Experiment& e) { ++e.conditions.timer_chain; },
      [](Experiment& e) { ++e.conditions.frame_chain; },
      [](Experiment& e) { ++e.conditions.step_ms; },
  };
  KeptLab(lab_, *folder_).run(experiment_).value();
  KeptLab again(lab_, *folder_);
  for (size_t i = 0; i < std::size(changes); ++i) {
    auto other = experiment_;
    changes[i](other);
    again.run(other).value();
    EXPECT_EQ(lab_.runs, static_cast<int>(i) + 2) << "change " << i;
  }
  EXPECT_EQ(again.run(experiment_)->outcome.url, "run 1");
}

TEST_F(KeptLabTest, HowItIsRunMakesNoOtherExperiment) {
  KeptLab(lab_, *folder_).run(experiment_).value();
  KeptLab again(lab_, *folder_);
  experiment_.timeout *= 2;
  experiment_.fresh = true;
  EXPECT_EQ(again.run(experiment_)->outcome.url, "run 1");
}

TEST_F(KeptLabTest, ARunThatTimedOutAnswersOnlyWhereItWouldHaveTheSameTime) {
  lab_.ending = outcome::Ending::TimedOut;
  KeptLab(lab_, *folder_).run(experiment_).value();
  EXPECT_EQ(KeptLab(lab_, *folder_).run(experiment_)->outcome.url, "run 1");
  experiment_.timeout *= 2;
  lab_.ending = outcome::Ending::Settled;
  EXPECT_EQ(KeptLab(lab_, *folder_).run(experiment_)->outcome.url, "run 2");
  EXPECT_EQ(KeptLab(lab_, *folder_).run(experiment_)->outcome.url, "run 2");
}

TEST_F(KeptLabTest, EverythingOfEveryKindOfRunIsKept) {
  FakeLab full([](const auto&) { return testing::full_run(); });
  experiment_ = testing::full_experiment();
  KeptLab(full, *folder_).run(experiment_).value();
  auto run = KeptLab(full, *folder_).run(experiment_);
  ASSERT_TRUE(run);
  EXPECT_EQ(full.experiments.size(), 1u);
  EXPECT_EQ(testing::differing(testing::members_of(*run), testing::members_of(testing::full_run())), 0u);
}

TEST_F(KeptLabTest, TheFileSaysWhatWasRun) {
  experiment_ = testing::full_experiment();
  KeptLab(lab_, *folder_).run(experiment_).value();
  auto about = read_json_file(folder_->experiment(1) / "experiment.json");
  ASSERT_TRUE(about);
  EXPECT_EQ((*about)["version"].as_int(), 2);
  Recordings recordings;
  recordings.hash_of(experiment_.recording);
  auto read = experiment_from_json((*about)["experiment"], recordings, {experiment_.filter});
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(testing::differing(testing::members_of(*read), testing::members_of(experiment_)), 0u);
}

TEST_F(KeptLabTest, AnswersThatWereLearnedAreThereForTheOthers) {
  experiment_.server = Server::All;
  KeptLab(lab_, *folder_).run(experiment_).value();
  experiment_.means.library = std::make_shared<network::Library>();
  KeptLab(lab_, *folder_).run(experiment_).value();
  network::Request request;
  request.url = "http://h/x";
  EXPECT_NE(experiment_.means.library->find(request), nullptr);
}

// Asks for one experiment after another, each with one step more, until a run is that of `last`.
class Growing : public WorkList {
 public:
  Growing(Experiment first, std::string last) : experiment_(std::move(first)), last_(std::move(last)) {}
  Next next() override {
    if (waiting_) return Wait{};
    if (!told.empty() && told.back() == last_) return Finished{};
    waiting_ = true;
    experiment_.schedule.steps.push_back(0);
    return Item{experiment_.schedule.steps.size(), experiment_};
  }
  bool done(size_t ticket, Run run) override {
    EXPECT_EQ(ticket, experiment_.schedule.steps.size());
    waiting_ = false;
    told.push_back(run.outcome.url);
    return true;
  }
  std::vector<std::string> told;

 private:
  Experiment experiment_;
  std::string last_;
  bool waiting_ = false;
};

TEST_F(KeptLabTest, AListThatLearnsGoesOnWhereItsRunsEnd) {
  Growing first(experiment_, "run 2"), second(experiment_, "run 3"), third(experiment_, "run 3");
  for (Growing* list : {&first, &second, &third}) {
    KeptLab kept(lab_, *folder_);
    ASSERT_TRUE(kept.work(*list));
  }
  EXPECT_THAT(first.told, ElementsAre("run 1", "run 2"));
  EXPECT_THAT(second.told, ElementsAre("run 1", "run 2", "run 3"));
  EXPECT_THAT(third.told, ElementsAre("run 1", "run 2", "run 3"));
  EXPECT_EQ(lab_.runs, 3);
}

TEST_F(KeptLabTest, ARunThatIsThereCanEndTheWork) {
  KeptLab(lab_, *folder_).run(experiment_).value();
  KeptLab kept(lab_, *folder_);
  std::vector<Experiment> all(2, experiment_);
  all[1].url = "http://h/other";
  EXPECT_TRUE(run_all(kept, all, [](size_t, const lab::Run&) { return false; }));
  EXPECT_EQ(lab_.runs, 1);
}

TEST_F(KeptLabTest, RunAndKeepNumbersTheRunsByTheirPlaces) {
  std::vector<Experiment> all(2, experiment_);
  int told = 0;
  auto runs = run_and_keep(lab_, all, *folder_, [&] { ++told; });
  ASSERT_TRUE(runs);
  EXPECT_EQ(told, 2);
  EXPECT_THAT(folder_->experiments(), ElementsAre(1, 2));
  auto outcome = read_json_file(folder_->experiment(2) / "outcome.json");
  ASSERT_TRUE(outcome);
  EXPECT_EQ((*outcome)["url"].as_string(), "run 2");
}

TEST_F(KeptLabTest, TheRunOfABrowserThatDiedIsNotKept) {
  lab_.ending = outcome::Ending::BrowserDied;
  EXPECT_EQ(KeptLab(lab_, *folder_).run(experiment_)->outcome.ending, outcome::Ending::BrowserDied);
  EXPECT_TRUE(folder_->experiments().empty());
  lab_.ending = outcome::Ending::Crashed;
  KeptLab(lab_, *folder_).run(experiment_).value();
  EXPECT_EQ(KeptLab(lab_, *folder_).run(experiment_)->outcome.ending, outcome::Ending::Crashed);
  EXPECT_EQ(lab_.runs, 2);
}

TEST_F(KeptLabTest, WhatCannotBeReadIsRunAgain) {
  KeptLab(lab_, *folder_).run(experiment_).value();
  std::filesystem::remove(folder_->experiment(1) / "outcome.json");
  KeptLab again(lab_, *folder_);
  EXPECT_EQ(again.run(experiment_)->outcome.url, "run 2");
}

TEST_F(KeptLabTest, ARunThatWasStoppedKeepsWhatEnded) {
  int left = 2;
  auto stop = [&](size_t, const lab::Run&) { return --left > 0; };
  std::vector<Experiment> all(4, experiment_);
  for (size_t i = 0; i < all.size(); ++i) all[i].schedule.steps = {static_cast<int>(i)};
  KeptLab kept(lab_, *folder_);
  ASSERT_TRUE(run_all(kept, all, stop));
  EXPECT_THAT(folder_->experiments(), ElementsAre(1, 2));
}

}  // namespace
}  // namespace squall::lab
