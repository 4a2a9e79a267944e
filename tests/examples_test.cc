// Every example: recorded with its flow, replayed without its server, in good and in bad weather.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.h"
#include "tests/example_lab.h"

namespace squall {
namespace {

using testing::ExampleLab;

struct Named {
  std::string name;
  Json about;
};

void PrintTo(const Named& example, std::ostream* out) { *out << example.name; }

std::vector<Named> all_examples() {
  std::vector<Named> out;
  for (const auto& entry : std::filesystem::directory_iterator(testing::examples())) {
    auto about = read_json_file(entry.path() / "example.json");
    if (about) out.push_back({entry.path().filename().string(), *about});
  }
  std::sort(out.begin(), out.end(), [](const Named& a, const Named& b) { return a.name < b.name; });
  return out;
}

class Example : public ::testing::TestWithParam<Named> {};

TEST_P(Example, ReplaysWithoutItsServer) {
  auto page = ExampleLab::get().record(GetParam().name);
  ASSERT_TRUE(page) << page.error().message;
  for (const auto& step : page->outcome.steps) EXPECT_TRUE(step.performed) << step.label << ": " << step.reason;
  for (const auto& request : page->outcome.requests) {
    EXPECT_TRUE(request.answer == outcome::Answer::Recorded || request.answer == outcome::Answer::Repeated ||
                request.answer == outcome::Answer::Abandoned)
        << request.method << " " << request.url << ": " << name_of(request.answer) << " " << request.detail;
  }
  for (const char* schedule : {"as-they-come", "synchronous"}) {
    auto first = ExampleLab::get().run(*page, schedule);
    EXPECT_EQ(first.outcome.ending, outcome::Ending::Settled) << first.outcome.ending_detail;
    auto second = ExampleLab::get().run(*page, schedule);
    EXPECT_EQ(oracle::fingerprint(first.outcome), oracle::fingerprint(second.outcome))
        << oracle::summary(oracle::compare(first.outcome, second.outcome));
    EXPECT_EQ(join(first.order, "\n"), join(second.order, "\n"));
  }
}

TEST_P(Example, BadWeatherDoesWhatItSays) {
  const Json& adverse = GetParam().about["adverse"];
  if (!adverse.is_object()) GTEST_SKIP() << "no two steps expose it";
  auto page = ExampleLab::get().record(GetParam().name);
  ASSERT_TRUE(page) << page.error().message;
  std::string schedule =
      "adverse:" + std::to_string(adverse["hold"].as_int()) + "," + std::to_string(adverse["until"].as_int());
  auto good = ExampleLab::get().run(*page, "synchronous");
  auto bad = ExampleLab::get().run(*page, schedule);
  auto comparison = oracle::compare(good.outcome, bad.outcome);
  bool infeasible = false;
  for (const auto& step : bad.outcome.steps) infeasible = infeasible || !step.performed;
  if (!infeasible) {
    EXPECT_EQ(comparison.visible, GetParam().about["differs"].as_bool()) << oracle::summary(comparison);
  }
  auto again = ExampleLab::get().run(*page, schedule);
  EXPECT_EQ(oracle::fingerprint(bad.outcome), oracle::fingerprint(again.outcome))
      << oracle::summary(oracle::compare(bad.outcome, again.outcome));
}

// A page can be used before a script makes it live. What the user could do before must end as if it had been done
// after; the page is wrong if it does not.
struct Late {
  const char* example;
  const char* script;
};

void PrintTo(const Late& late, std::ostream* out) { *out << late.example; }

class LateScript : public ::testing::TestWithParam<Late> {
 protected:
  static lab::Run run(const lab::Experiment& experiment) {
    auto run = ExampleLab::get().lab().run(experiment);
    EXPECT_TRUE(run) << run.error().message;
    return run ? *run : lab::Run{};
  }

  // The whole flow while only the script is held back.
  static lab::Run before_script(const lab::RecordedPage& page, const std::string& script) {
    auto experiment = lab::experiment_on(page);
    std::vector<std::string> names;
    for (const char* kind : {"script", "module"})
      names.push_back("root/" + std::string(kind) + ":" + page.url + script);
    experiment.schedule = schedule::adverse(-1, static_cast<int>(page.flow.steps.size()) - 1, std::move(names));
    return run(experiment);
  }

  // The steps that could be performed before the script, when the page has settled.
  static lab::Run after_script(const lab::RecordedPage& page, const lab::Run& early) {
    auto experiment = lab::experiment_on(page);
    experiment.flow.steps.clear();
    for (size_t i = 0; i < page.flow.steps.size(); ++i) {
      if (early.outcome.steps.at(i).performed) experiment.flow.steps.push_back(page.flow.steps[i]);
    }
    return run(experiment);
  }
};

TEST_P(LateScript, LosesWhatWasDoneBeforeOnlyWhereThePageIsWrong) {
  const std::string name = GetParam().example;
  auto page = ExampleLab::get().record(name);
  ASSERT_TRUE(page) << page.error().message;
  auto early = before_script(*page, GetParam().script);
  ASSERT_EQ(early.outcome.steps.size(), page->flow.steps.size());
  ASSERT_FALSE(early.order.empty());
  EXPECT_TRUE(early.order.back().ends_with(GetParam().script)) << join(early.order, "\n");
  auto late = after_script(*page, early);
  auto about = read_json_file(testing::examples() / name / "example.json");
  ASSERT_TRUE(about);
  auto comparison = oracle::compare(late.outcome, early.outcome);
  EXPECT_EQ(comparison.visible, !(*about)["wrong"].is_null()) << oracle::summary(comparison);
  if (!(*about)["wrong"].is_null()) return;
  for (auto aspect : {oracle::Aspect::Dom, oracle::Aspect::Form, oracle::Aspect::Error, oracle::Aspect::Console}) {
    EXPECT_FALSE(comparison.has(aspect)) << oracle::summary(comparison);
  }
}

std::string test_name(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, LateScript,
                         ::testing::Values(Late{"hydrate-react", "app.js"}, Late{"hydrate-react-right", "app.js"},
                                           Late{"hydrate-vue", "app.js"}, Late{"hydrate-vue-right", "app.js"},
                                           Late{"hydrate-svelte", "app.js"}, Late{"hydrate-svelte-right", "app.js"},
                                           Late{"late-handler", "panels.js"}, Late{"late-handler-right", "panels.js"},
                                           Late{"used-early", "stats.js"}, Late{"used-early-right", "stats.js"}),
                         [](const auto& late) { return test_name(late.param.example); });

INSTANTIATE_TEST_SUITE_P(All, Example, ::testing::ValuesIn(all_examples()),
                         [](const auto& example) { return test_name(example.param.name); });

}  // namespace
}  // namespace squall
