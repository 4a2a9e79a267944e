// What `squall_bench --only verdicts` takes for the same answer, and what it tells of those that differ.
#include "bench/answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/program.h"

namespace squall {
namespace {

using bench::Answers;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Json parsed(const std::string& text) { return parse_json(text).value(); }

Json answer(const std::string& verdict) {
  return bench::answer_of(parsed(R"({"tests": [{"id": "u0-u1", "verdict": ")" + verdict + R"("}]})"));
}

TEST(Answers, TimesPortsAndRunsDoNotCount) {
  Json one = parsed(R"({"tests": [{"id": "u0-u1", "reason": "http://127.0.0.1:4000/a at 10:42:07", "runs": [0, 1]}],
                        "timing": {"total_ms": 100}, "runs": [{"real_ms": 7}], "url": "http://127.0.0.1:4000/"})");
  Json other = parsed(R"({"tests": [{"id": "u0-u1", "reason": "http://127.0.0.1:5123/a at 23:01:59", "runs": [2, 3]}],
                          "timing": {"total_ms": 900}, "runs": [], "url": "http://127.0.0.1:5123/"})");
  EXPECT_EQ(bench::answer_of(one).dump(), bench::answer_of(other).dump());
}

TEST(Answers, EveryWordOfTestsFindingsAndNotesCounts) {
  for (const char* changed : {R"({"tests": [{"id": "a", "verdict": "same"}]})", R"({"findings": [{"id": "F1"}]})",
                              R"({"notes": ["n"]})", R"({"headline": "h"})", R"({"events": [{"id": "u0"}]})"}) {
    EXPECT_NE(bench::answer_of(parsed(changed)).dump(), bench::answer_of(parsed("{}")).dump()) << changed;
  }
}

TEST(Answers, DifferencesAreNamedByTheIdsOfWhatTheyAreIn) {
  EXPECT_THAT(bench::differences(answer("race"), answer("race")), IsEmpty());
  EXPECT_THAT(bench::differences(answer("race"), answer("same")),
              ElementsAre("- tests[u0-u1].verdict: \"race\"", "+ tests[u0-u1].verdict: \"same\""));
}

TEST(Answers, TheSameAnswerAgainIsNoVariation) {
  testing::Workplace place;
  Answers answers(place.folder() / "kept");
  EXPECT_FALSE(answers.add("ajax/shop", answer("race"), place.folder() / "nothing"));
  EXPECT_FALSE(answers.add("ajax/shop", answer("race"), place.folder() / "nothing"));
  EXPECT_EQ(answers.times("ajax/shop"), 2);
  EXPECT_FALSE(answers.varies("ajax/shop"));
}

TEST(Answers, AnAnswerUnlikeTheOthersIsToldAndWhatTheRunLeftIsKept) {
  testing::Workplace place;
  auto kept = place.folder() / "kept", run = place.folder() / "run";
  ASSERT_TRUE(make_folder(run));
  ASSERT_TRUE(write_file(run / "results.json", "{}"));
  Answers answers(kept);
  answers.add("ajax/shop", answer("race"), run);
  answers.add("ajax/shop", answer("race"), run);
  EXPECT_TRUE(answers.add("ajax/shop", answer("same"), run));
  EXPECT_TRUE(answers.varies("ajax/shop"));
  EXPECT_TRUE(std::filesystem::exists(kept / "ajax~shop" / "2" / "results.json"));
  EXPECT_THAT(answers.tell("ajax/shop"),
              ElementsAre("ajax/shop: 2 of 3 in " + (kept / "ajax~shop" / "1").string(),
                          "ajax/shop: 1 of 3 in " + (kept / "ajax~shop" / "2").string(),
                          "  - tests[u0-u1].verdict: \"race\"", "  + tests[u0-u1].verdict: \"same\""));
}

TEST(Answers, AFolderOfAnswersIsGoneOnWith) {
  testing::Workplace place;
  auto kept = place.folder() / "kept";
  {
    Answers answers(kept);
    answers.add("init/shop", answer("race"), place.folder() / "nothing");
    answers.add("init/shop", answer("same"), place.folder() / "nothing");
  }
  Answers answers(kept);
  EXPECT_EQ(answers.times("init/shop"), 2);
  EXPECT_TRUE(answers.varies("init/shop"));
  EXPECT_FALSE(answers.add("init/shop", answer("race"), place.folder() / "nothing"));
  EXPECT_EQ(answers.times("ajax/shop"), 0);
}

}  // namespace
}  // namespace squall
