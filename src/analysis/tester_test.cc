#include "analysis/tester.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/fake_lab.h"

namespace squall::analysis {
namespace {

using finding::Verdict;
using Kind = Reason::Kind;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Schedules are told apart by their steps: those of the right one begin with 0, those of the wrong one with 1.
schedule::Schedule performing(std::vector<int> steps) {
  schedule::Schedule schedule;
  schedule.steps = std::move(steps);
  return schedule;
}
bool is_wrong(const lab::Experiment& experiment) { return experiment.schedule.steps[0] == 1; }
bool has_other_chance(const lab::Experiment& experiment) {
  return experiment.conditions.seed != lab::Conditions{}.seed;
}

lab::Run showing(const std::string& text) {
  lab::Run run;
  run.outcome.url = "http://h/";
  run.outcome.frames =
      *parse_json(R"([{"path":"0","url":"http://h/","root":{"t":"html","c":[{"t":"p","a":{"id":"out"},)"
                  R"("r":[0,0,9,9],"c":[")" +
                  text + R"("]}]}}])");
  return run;
}

struct Rules : TrialRules {
  Way first_way(size_t subject) const override {
    int n = static_cast<int>(subject);
    return {performing({0, n}), performing({1, n})};
  }
};

struct Tried {
  std::vector<Trial> trials;
  std::vector<lab::Experiment> experiments;
};

Tried tried(const TrialRules& rules, lab::FakeLab::Page page, const std::vector<size_t>& subjects = {0},
            const network::Recording& recording = {}) {
  lab::FakeLab lab(std::move(page));
  lab::RecordedPage recorded;
  recorded.url = "http://h/";
  recorded.recording = std::make_shared<network::Recording>(recording);
  Bench bench(lab, recorded, {});
  auto trials = Tester(bench, rules).test(subjects);
  EXPECT_TRUE(trials);
  return {trials ? std::move(trials).value() : std::vector<Trial>{}, lab.experiments};
}

lab::Run differs(const lab::Experiment& experiment) { return showing(is_wrong(experiment) ? "old" : "new"); }

TEST(Tester, WhatEndsEquallyIsRunOnce) {
  auto [trials, experiments] = tried(Rules{}, [](const auto&) { return showing("new"); });
  EXPECT_EQ(trials[0].verdict, Verdict::Same);
  EXPECT_EQ(trials[0].reason.kind, Kind::Equal);
  EXPECT_EQ(experiments.size(), 2u);
}

TEST(Tester, WhatDiffersIsRunAgainWithPicturesAndIsARace) {
  auto [trials, experiments] = tried(Rules{}, differs);
  EXPECT_EQ(trials[0].verdict, Verdict::Race);
  EXPECT_EQ(trials[0].reason.kind, Kind::Differs);
  ASSERT_EQ(trials[0].reason.differences.size(), 1u);
  EXPECT_EQ(trials[0].reason.differences[0].subject, "#out");
  std::vector<std::pair<bool, bool>> runs;  // which schedule, and whether with a picture
  for (const auto& experiment : experiments) runs.emplace_back(is_wrong(experiment), experiment.wanted.picture);
  EXPECT_THAT(runs, ElementsAre(std::pair(false, false), std::pair(true, false), std::pair(false, true),
                                std::pair(true, true)));
}

TEST(Tester, EachStageTakesAllTrialsTogether) {
  auto [trials, experiments] = tried(Rules{}, differs, {3, 4});
  std::vector<std::vector<int>> steps;
  for (const auto& experiment : experiments) steps.push_back(experiment.schedule.steps);
  std::vector<std::vector<int>> stage = {{0, 3}, {1, 3}, {0, 4}, {1, 4}}, twice = stage;
  twice.insert(twice.end(), stage.begin(), stage.end());
  EXPECT_EQ(steps, twice);
  EXPECT_EQ(trials[1].subject, 4u);
}

TEST(Tester, ADifferenceThatDoesNotShowAgainIsUnstable) {
  int wrong = 0;
  auto [trials, experiments] = tried(
      Rules{}, [&](const auto& experiment) { return showing(is_wrong(experiment) && ++wrong == 1 ? "old" : "new"); });
  EXPECT_EQ(trials[0].verdict, Verdict::Unstable);
  EXPECT_EQ(trials[0].reason.kind, Kind::NotRepeated);
  EXPECT_THAT(trials[0].reason.subjects, ElementsAre("dom"));
}

TEST(Tester, AStepThatOneScheduleDoesNotAllowIsNamed) {
  for (bool wrong : {false, true}) {
    auto [trials, experiments] = tried(Rules{}, [&](const auto& experiment) {
      auto run = differs(experiment);
      run.outcome.steps = {{"click #a", true, ""}, {"click #b", is_wrong(experiment) != wrong, "disabled"}};
      return run;
    });
    EXPECT_EQ(trials[0].verdict, Verdict::Infeasible);
    EXPECT_EQ(trials[0].reason.kind, wrong ? Kind::StepOfWrong : Kind::StepOfRight);
    EXPECT_EQ(words_for(trials[0].reason), "click #b cannot be performed: disabled");
    EXPECT_EQ(experiments.size(), 2u);
  }
}

TEST(Tester, ABrowserThatDiedUnderEitherScheduleIsNoRace) {
  for (bool wrong : {false, true}) {
    auto [trials, experiments] = tried(Rules{}, [&](const auto& experiment) {
      auto run = differs(experiment);
      if (is_wrong(experiment) == wrong) run.outcome.ending = outcome::Ending::BrowserDied;
      return run;
    });
    EXPECT_EQ(trials[0].verdict, Verdict::Infeasible);
    EXPECT_EQ(trials[0].reason.kind, Kind::BrowserDied);
  }
}

TEST(Tester, ANumberThatIsAnotherUnderOtherChanceIsNoRace) {
  for (bool by_chance : {true, false}) {
    auto [trials, experiments] = tried(Rules{}, [&](const auto& experiment) {
      int number = 17 + (is_wrong(experiment) ? 1 : 0) + (by_chance && has_other_chance(experiment) ? 50 : 0);
      return showing("ticket " + std::to_string(number));
    });
    EXPECT_EQ(trials[0].verdict, by_chance ? Verdict::Same : Verdict::Race);
    EXPECT_EQ(trials[0].reason.kind, by_chance ? Kind::Chance : Kind::Differs);
    EXPECT_EQ(experiments.size(), 6u);
  }
}

TEST(Tester, ATimeBesideWhatIsLostIsNotTold) {
  auto [trials, experiments] = tried(Rules{}, [&](const auto& experiment) {
    auto run = differs(experiment);
    std::string time = is_wrong(experiment) ? "11:38:58" : "11:38:54";
    if (has_other_chance(experiment)) time[3] = '2';
    run.outcome.url = "http://h/#" + time;
    return run;
  });
  EXPECT_EQ(trials[0].verdict, Verdict::Race);
  ASSERT_EQ(trials[0].comparison.differences.size(), 1u);
  EXPECT_EQ(trials[0].comparison.differences[0].subject, "#out");
  EXPECT_EQ(trials[0].reason.more, 0u);
  EXPECT_EQ(experiments.size(), 6u);
}

// Of a server that tells the time.
network::Recording two_times() {
  network::Recording recording;
  for (const char* body : {"12:00", "12:01"}) {
    network::Entry entry;
    entry.request.url = "http://h/time";
    entry.response.status = 200;
    entry.response.body = body;
    recording.entries.push_back(entry);
  }
  return recording;
}

TEST(Tester, AServerThatAnswersOneQuestionDifferentlyIsNoRace) {
  auto [trials, experiments] = tried(
      Rules{},
      [](const auto& experiment) {
        auto run = showing("at " + experiment.recording->entries[is_wrong(experiment) ? 0 : 1].response.body);
        run.outcome.requests = {{"GET", "http://h/time", "", "fetch", outcome::Answer::Recorded, ""}};
        return run;
      },
      {0}, two_times());
  EXPECT_EQ(trials[0].verdict, Verdict::Same);
  EXPECT_EQ(trials[0].reason.kind, Kind::Server);
  EXPECT_THAT(trials[0].reason.subjects, ElementsAre("GET http://h/time"));
}

// Beside the two schedules, one in which time passes.
struct Relaxed : Rules {
  std::optional<schedule::Schedule> relaxed(const Trial&) const override { return performing({2}); }
};

TEST(Tester, WhatTimeAloneBringsIsUnstable) {
  auto [trials, experiments] = tried(
      Relaxed{}, [](const auto& experiment) { return showing(experiment.schedule.steps[0] == 0 ? "new" : "old"); });
  EXPECT_EQ(trials[0].verdict, Verdict::Unstable);
  EXPECT_EQ(experiments.size(), 5u);
}

struct Ignoring : Rules {
  std::optional<schedule::Schedule> without_ignored(const Trial&) const override { return performing({3}); }
};

TEST(Tester, WhatThePageIgnoresOnPurposeIsInfeasible) {
  auto page = [](const auto& experiment) {
    auto run = showing(experiment.schedule.steps[0] == 0 ? "both" : "one");
    run.outcome.steps = {{"click #b", true, ""}};
    return run;
  };
  auto [trials, experiments] = tried(Ignoring{}, page);
  EXPECT_EQ(trials[0].verdict, Verdict::Infeasible);
  EXPECT_EQ(trials[0].reason.kind, Kind::Ignored);
  EXPECT_EQ(trials[0].reason.step, "click #b");
}

TEST(Tester, WhatVariesAnywayDoesNotKeepAnEventFromBeingIgnored) {
  int runs = 0;
  auto [trials, experiments] = tried(Ignoring{}, [&](const auto& experiment) {
    auto run = showing(experiment.schedule.steps[0] == 0 ? "both" : "one");
    run.outcome.steps = {{"click #b", true, ""}};
    run.outcome.storage = *parse_json(R"({"http://h":{"local":{"visits":")" + std::to_string(++runs) + R"("}}})");
    return run;
  });
  EXPECT_EQ(trials[0].verdict, Verdict::Infeasible);
  EXPECT_EQ(trials[0].reason.kind, Kind::Ignored);
}

// Another right schedule for what is infeasible.
struct OtherWay : Rules {
  size_t other_ways() const override { return 1; }
  std::optional<Way> other_way(const Trial& so_far, size_t) const override {
    if (so_far.verdict != Verdict::Infeasible) return std::nullopt;
    return Way{performing({2}), so_far.wrong};
  }
};

TEST(Tester, AnotherWayIsTriedAndARunThatIsThereIsNotMadeAgain) {
  auto [trials, experiments] = tried(OtherWay{}, [](const auto& experiment) {
    auto run = showing(is_wrong(experiment) ? "old" : "new");
    run.outcome.steps = {{"click #a", experiment.schedule.steps[0] != 0, "covered"}};
    return run;
  });
  EXPECT_EQ(trials[0].verdict, Verdict::Race);
  EXPECT_EQ(trials[0].way, 1u);
  EXPECT_THAT(trials[0].right.steps, ElementsAre(2));
  EXPECT_EQ(experiments.size(), 3u + 2u);
}

TEST(Tester, AnotherWayThatIsNoBetterLeavesEverythingAsItWas) {
  auto [trials, experiments] = tried(OtherWay{}, [](const auto& experiment) {
    auto run = showing("new");
    run.outcome.steps = {{"click #a", is_wrong(experiment), experiment.schedule.steps[0] == 0 ? "covered" : "gone"}};
    return run;
  });
  EXPECT_EQ(trials[0].way, 0u);
  EXPECT_EQ(trials[0].reason.detail, "covered");
}

struct Holding : Rules {
  Way first_way(size_t subject) const override {
    Way way = Rules::first_way(subject);
    way.wrong.hold = schedule::Hold{0, 1, {}};
    return way;
  }
  std::vector<std::string> held_in(const Trial&) const override { return {"a", "b", "c"}; }
};

TEST(Tester, TheSmallestSetOfHeldEventsIsFound) {
  auto [trials, experiments] = tried(Holding{}, [](const auto& experiment) {
    const auto only = experiment.schedule.hold.value_or(schedule::Hold{}).only;
    bool holds = only.empty() || std::ranges::find(only, "b") != only.end();
    return showing(is_wrong(experiment) && holds ? "old" : "new");
  });
  EXPECT_THAT(trials[0].held, ElementsAre("b"));
  EXPECT_EQ(experiments.size(), 4u + 3u);
}

TEST(Tester, TheEvidenceHoldsWhatTheWitnessDoesAndElseWhatWasHeld) {
  Trial trial;
  trial.wrong = schedule::adverse(0, 1, {"named"});
  auto only = [&] { return evidence_of(trial).at("witness", "only").as_strings(); };
  EXPECT_THAT(only(), ElementsAre("named"));
  trial.held = {"b"};
  EXPECT_THAT(only(), ElementsAre("b"));
}

// The answers come in the order in which a browser would let them.
struct InTurn : Rules {
  std::optional<schedule::Schedule> as_browsers_do(const Trial&) const override { return performing({3}); }
};

TEST(Tester, ARaceThatABrowserPreventsSaysSo) {
  for (bool prevented : {true, false}) {
    auto [trials, experiments] = tried(InTurn{}, [&](const auto& experiment) {
      bool in_turn = experiment.schedule.steps[0] == 3;
      return showing(is_wrong(experiment) || (in_turn && !prevented) ? "old" : "new");
    });
    EXPECT_EQ(trials[0].verdict, Verdict::Race);
    EXPECT_EQ(trials[0].is_prevented, prevented);
    EXPECT_EQ(experiments.size(), 5u);
  }
}

TEST(Tester, AnswersThatStayWithTheirRequestsAreNotTheServersDoing) {
  for (bool crossed : {true, false}) {
    auto [trials, experiments] = tried(
        Rules{},
        [&](const auto& experiment) {
          bool first = is_wrong(experiment);
          auto run = showing(std::string("item ") + experiment.recording->entries[first ? 0 : 1].response.body[4]);
          run.outcome.requests.assign(2, {"GET", "http://h/time", "", "fetch", outcome::Answer::Recorded, ""});
          run.came = {{"a", first && crossed ? 1 : 0, false}, {"b", first && crossed ? 0 : 1, false}};
          return run;
        },
        {0}, two_times());
    EXPECT_EQ(trials[0].verdict, crossed ? Verdict::Same : Verdict::Race);
  }
}

TEST(Tester, NothingToTryNeedsNoExperiment) {
  auto [trials, experiments] = tried(Rules{}, differs, {});
  EXPECT_THAT(trials, IsEmpty());
  EXPECT_THAT(experiments, IsEmpty());
}

TEST(Tester, WorkThatIsStoppedIsAnError) {
  lab::FakeLab lab(differs);
  lab::RecordedPage page;
  page.recording = std::make_shared<network::Recording>();
  BenchOptions options;
  options.on_run = [] { return false; };
  Bench bench(lab, page, options);
  Rules rules;
  EXPECT_FALSE(Tester(bench, rules).test({0}));
  EXPECT_TRUE(bench.stopped());
}

// With pictures from the first run on, which may be the evidence; and how long the server takes moves no clock.
struct Drawing : Rules {
  Way first_way(size_t subject) const override {
    Way way = Rules::first_way(subject);
    way.right.network_takes_time = way.wrong.network_takes_time = false;
    return way;
  }
  PicturesOf first_pictures(size_t) const override { return {Pictures::End, Pictures::End}; }
};

TEST(Tester, WhatTheServerHadAPartInIsNoEvidenceButItsRepetitionIs) {
  for (auto answer : {outcome::Answer::Live, outcome::Answer::Recorded}) {
    int runs = 0;
    auto [trials, experiments] = tried(Drawing{}, [&](const auto& experiment) {
      auto run = differs(experiment);
      bool first = ++runs <= 2;
      run.outcome.requests = {{"GET", "http://h/a", "", "fetch", first ? answer : outcome::Answer::Recorded, ""}};
      run.virtual_ms = first ? 1 : 2;
      return run;
    });
    EXPECT_EQ(trials[0].verdict, Verdict::Race);
    EXPECT_EQ(experiments.size(), 4u);
    double shown = answer == outcome::Answer::Live ? 2 : 1;
    EXPECT_EQ(trials[0].right_run.virtual_ms, shown);
    EXPECT_EQ(trials[0].wrong_run.virtual_ms, shown);
  }
}

// Looks only at whether both runs end equally, whatever runs of one schedule already differ in.
struct Plain : Rules {
  oracle::Comparison compare(const outcome::Outcome& right, const outcome::Outcome& wrong,
                             const oracle::CompareOptions& options) const override {
    auto every = options;
    every.stability = {};
    return TrialRules::compare(right, wrong, every);
  }
};

TEST(Tester, ADifferenceMustShowBothTimes) {
  for (int odd : {1, 2}) {
    int wrong = 0;
    auto [trials, experiments] = tried(Plain{}, [&](const auto& experiment) {
      if (!is_wrong(experiment)) return showing("new");
      return showing(++wrong == 1 || odd == 2 ? "old" : "new");
    });
    EXPECT_EQ(trials[0].verdict, odd == 2 ? Verdict::Race : Verdict::Unstable);
  }
}

}  // namespace
}  // namespace squall::analysis
