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

outcome::Outcome ending_with(const std::string& shown) {
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

TEST(Chance, IsLookedForWhereATimeOrALongNumberIsAmongOtherThings) {
  EXPECT_TRUE(may_be({text("03:45:48", "03:45:52"), text("Alpha", "Beta")}));
  EXPECT_TRUE(may_be({text("at 9:05", "at 9:06"), text("Alpha", "Beta")}));
  EXPECT_TRUE(may_be({text("1735689600000", "1735689600001"), text("Alpha", "Beta")}));
  EXPECT_TRUE(may_be({text("x7f3cA1", "x09bD22"), text("Alpha", "Beta")}));
  EXPECT_FALSE(may_be({text("4 stations", "2 stations"), text("Alpha", "Beta")}));
  EXPECT_FALSE(may_be({text("item 12: a", "item 13: a"), text("Alpha", "Beta")}));
  EXPECT_FALSE(may_be({text("03:45:48 rain", "03:45:52 sun"), text("Alpha", "Beta")}));
}

TEST(Chance, APictureSaysNothingOfNumbers) {
  EXPECT_FALSE(may_be({kScreen}));
  EXPECT_FALSE(may_be({}));
}

TEST(Chance, IsWhatVariesOnBothSides) {
  Comparison comparison;
  comparison.differences = {text("601", "448"), kScreen};
  auto is_chance = [&](const Chances& chances) { return !without_chance(comparison, chances); };
  EXPECT_TRUE(is_chance({ending_with("601"), ending_with("17"), ending_with("448"), ending_with("93")}));
  EXPECT_FALSE(is_chance({ending_with("601"), ending_with("17"), ending_with("448"), ending_with("448")}));
  EXPECT_FALSE(is_chance({ending_with("601"), ending_with("601"), ending_with("448"), ending_with("448")}));
}

TEST(Chance, WhatMeansNothingIsLeftOutOfTheRest) {
  Comparison comparison;
  comparison.differences = {text("03:45:48", "03:45:52"), text("Alpha", "Beta"), kScreen};
  comparison.differences[1].subject = "#name";
  auto rest = without_chance(
      comparison, {ending_with("03:45:48"), ending_with("03:44:47"), ending_with("03:45:52"), ending_with("03:44:51")});
  ASSERT_TRUE(rest);
  ASSERT_EQ(rest->differences.size(), 2u);
  EXPECT_EQ(rest->differences[0].subject, "#name");
  ASSERT_EQ(rest->not_counted.size(), 1u);
  EXPECT_EQ(rest->not_counted[0].subject, "#out");
  // What varies in other things than numbers is no chance: it may be what was lost.
  comparison.differences[0] = text("none", "03:45:52");
  EXPECT_EQ(without_chance(comparison, {ending_with("none"), ending_with("03:44:47"), ending_with("03:45:52"),
                                        ending_with("03:44:51")})
                ->differences.size(),
            3u);
}

}  // namespace
}  // namespace squall::analysis
