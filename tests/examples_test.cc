// Every example: recorded with its flow, replayed without its server, in good and in bad weather.
#include <gtest/gtest.h>

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
    EXPECT_TRUE(request.answer == lab::Answer::Recorded || request.answer == lab::Answer::Repeated ||
                request.answer == lab::Answer::Abandoned)
        << request.method << " " << request.url << ": " << name_of(request.answer) << " " << request.detail;
  }
  for (const char* schedule : {"as-they-come", "synchronous"}) {
    auto first = ExampleLab::get().run(*page, schedule);
    EXPECT_EQ(first.outcome.ending, lab::Ending::Settled) << first.outcome.ending_detail;
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

INSTANTIATE_TEST_SUITE_P(All, Example, ::testing::ValuesIn(all_examples()), [](const auto& example) {
  std::string name = example.param.name;
  for (char& c : name) {
    if (c == '-') c = '_';
  }
  return name;
});

}  // namespace
}  // namespace squall
