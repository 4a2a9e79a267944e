#include "schedule/names.h"

#include <gtest/gtest.h>

namespace squall::schedule {
namespace {

TEST(Names, LoseOrdinalsDigitsAndQueryValues) {
  EXPECT_EQ(without_details("root/user:1/xhr:GET http://h/a?t=17#2/timeout:100"),
            "root/user:1/xhr:GET http://h/a?t=/timeout:0");
  EXPECT_EQ(without_details("root/user:12#3/idle#4"), "root/user:12/idle");
  EXPECT_EQ(without_details("root/fetch:GET http://h:8080/v2/x?a=b&c=d/e&f"), "root/fetch:GET http://h:0/v0/x?a=&c=&f");
  EXPECT_EQ(without_details(""), "");
}

TEST(Names, AreAlikeWhenDetailsDifferInWhatChanges) {
  EXPECT_TRUE(alike("root/timeout:100", "root/timeout:250#1"));
  EXPECT_TRUE(alike("root/user:1/xhr:GET http://h/a?_=1", "root/user:1/xhr:GET http://h/a?_=22#3"));
  EXPECT_TRUE(
      alike("root/user:1/xhr:GET http://h/a?q=car wash/timeout:5", "root/user:1/xhr:GET http://h/a?q=gas/timeout:6"));
  EXPECT_TRUE(alike("root/xhr:GET http://h/a?u=http%3A%2F%2Fx", "root/xhr:GET http://h/a?u=y"));
}

TEST(Names, AreNotAlikeWhenAnotherStepOrKindOrPathIsMeant) {
  EXPECT_FALSE(alike("root/user:1", "root/user:2"));
  EXPECT_FALSE(alike("root/user:1/xhr:GET http://h/a", "root/user:2/xhr:GET http://h/a"));
  EXPECT_FALSE(alike("root/timeout:5", "root/interval:5"));
  EXPECT_FALSE(alike("root/xhr:GET http://h/a?q=1", "root/xhr:GET http://h/a?q=1/idle"));
  EXPECT_FALSE(alike("root/xhr:GET http://h/a?q=1/timeout:3", "root/xhr:GET http://h/a?q=1/frame"));
  EXPECT_FALSE(alike("root/xhr:GET http://h/a?q=1", "root/xhr:GET http://h/a?p=1"));
  EXPECT_FALSE(alike("root/xhr:GET http://h/a", "root/xhr:POST http://h/a"));
  EXPECT_FALSE(alike("root/xhr:GET http://h/a", "root/xhr:GET http://h/b"));
}

TEST(Names, InDoubtWhetherAQueryValueEndsAreNotAlike) {
  EXPECT_FALSE(alike("root/xhr:GET http://h/a?u=x/idle", "root/xhr:GET http://h/a?u=x"));
}

TEST(Names, ALocatorIsNotAnOrdinal) {
  EXPECT_FALSE(alike("root/input:#car", "root/input:#gas"));
  EXPECT_TRUE(alike("root/input:#row-1", "root/input:#row-2"));
}

}  // namespace
}  // namespace squall::schedule
