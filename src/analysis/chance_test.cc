#include "analysis/chance.h"

#include <gtest/gtest.h>

namespace squall::analysis {
namespace {

using oracle::Aspect;
using oracle::Comparison;
using oracle::Difference;

Difference text(const std::string& before, const std::string& after) {
  return {.subject = "#out", .before = before, .after = after};
}
const Difference kScreen = {.aspect = Aspect::Screen, .kind = oracle::Kind::Pixels, .subject = "screen"};

bool may_be(const std::vector<Difference>& differences) {
  Comparison comparison;
  comparison.differences = differences;
  return may_be_chance(comparison);
}

outcome::Outcome showing(const std::string& shown) {
  outcome::Outcome outcome;
  outcome.frames =
      *parse_json(R"([{"path":"0","url":"http://h/","root":{"t":"html","c":[{"t":"p","a":{"id":"out"},"c":[")" + shown +
                  R"("]}]}}])");
  return outcome;
}

TEST(Chance, IsLookedForWhereAllThatDiffersIsAlikeButForNumbers) {
  EXPECT_TRUE(may_be({text("at 11:38:58 AM", "at 11:39:00 AM"), kScreen}));
  EXPECT_TRUE(may_be({text("id 7f3c-a1", "id 09bd-22")}));
  EXPECT_FALSE(may_be({text("Alpha", "Beta")}));
  EXPECT_FALSE(may_be({text("1", "2"), text("Alpha", "Beta")}));
  EXPECT_FALSE(may_be({text("", "2")}));
}

TEST(Chance, APictureSaysNothingOfNumbers) {
  EXPECT_FALSE(may_be({kScreen}));
  EXPECT_FALSE(may_be({}));
}

TEST(Chance, IsWhatVariesOnBothSides) {
  Comparison comparison;
  comparison.differences = {text("601", "448")};
  comparison.differences[0].subject = "#out";
  EXPECT_TRUE(is_chance(comparison, {showing("601"), showing("17"), showing("448"), showing("93")}));
  EXPECT_FALSE(is_chance(comparison, {showing("601"), showing("17"), showing("448"), showing("448")}));
  EXPECT_FALSE(is_chance(comparison, {showing("601"), showing("601"), showing("448"), showing("448")}));
}

}  // namespace
}  // namespace squall::analysis
