#include "browser/allowance.h"

#include <gtest/gtest.h>

namespace squall::browser {
namespace {

class AllowanceTest : public ::testing::Test {
 protected:
  // Real time passes, of which the browser could not use a part; somebody looks every second.
  void pass(int seconds, Millis starved_of_each) {
    for (int i = 0; i < seconds; ++i) {
      now += Millis(1000);
      starved = starved_of_each;
      allowance.look();
    }
  }

  Clock::time_point now{};
  Millis starved{0};
  int asked = 0;
  Allowance allowance{Millis(10'000),
                      [this] {
                        ++asked;
                        return starved;
                      },
                      [this] { return now; }};
};

TEST_F(AllowanceTest, IsRealTimeWhereTheBrowserCouldRun) {
  pass(9, Millis(0));
  EXPECT_FALSE(allowance.is_over());
  pass(1, Millis(0));
  EXPECT_TRUE(allowance.is_over());
}

TEST_F(AllowanceTest, WhatTheBrowserCouldNotUseDoesNotCount) {
  pass(39, Millis(750));
  EXPECT_FALSE(allowance.is_over());
  EXPECT_EQ(allowance.browser_now() - Clock::time_point{}, Millis(39 * 250));
  pass(1, Millis(750));
  EXPECT_TRUE(allowance.is_over());
}

TEST_F(AllowanceTest, ABrowserThatGetsNothingAtAllIsGivenUpAfterTenTimesAsLong) {
  pass(99, Millis(1000));
  EXPECT_FALSE(allowance.is_over());
  pass(1, Millis(1000));
  EXPECT_TRUE(allowance.is_over());
}

TEST_F(AllowanceTest, LooksOnceASecond) {
  for (int i = 0; i < 25; ++i) {
    now += Millis(100);
    allowance.look();
  }
  EXPECT_EQ(asked, 2);
}

TEST_F(AllowanceTest, OneWaitIsNoLongerThanUntilTheNextLook) {
  EXPECT_LE(allowance.until_next_look().left(), Millis(1000));
  now += Millis(9'500);
  allowance.look();
  EXPECT_LE(allowance.until_next_look().left(), Millis(500));
  EXPECT_GT(allowance.until_next_look().left(), Millis(0));
}

TEST_F(AllowanceTest, WaitingForSomebodyElseIsGivenBack) {
  allowance.extend(Millis(5'000));
  pass(14, Millis(0));
  EXPECT_FALSE(allowance.is_over());
  pass(1, Millis(0));
  EXPECT_TRUE(allowance.is_over());
}

}  // namespace
}  // namespace squall::browser
