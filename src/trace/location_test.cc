#include "trace/location.h"

#include <gtest/gtest.h>

#include <string>

namespace squall::trace {
namespace {

TEST(Location, OneItemMeetsItselfOnly) {
  EXPECT_TRUE(meet("storage:local:cart", "storage:local:cart"));
  EXPECT_FALSE(meet("storage:local:cart", "storage:local:carts"));
  EXPECT_FALSE(meet("storage:local:sid", "cookie:sid"));
  EXPECT_TRUE(meet("field:#q", "field:#q"));
}

TEST(Location, AWholeAreaMeetsEachOfItsItems) {
  for (const char* area : {"storage:local:", "storage:session:", "cookie:", "another:"}) {
    std::string all = std::string(area) + "*", item = std::string(area) + "a:b";
    EXPECT_TRUE(meet(all, item)) << area;
    EXPECT_TRUE(meet(item, all)) << area;
    EXPECT_TRUE(meet(all, all)) << area;
  }
}

TEST(Location, AreasAreApart) {
  EXPECT_FALSE(meet("storage:local:*", "storage:session:cart"));
  EXPECT_FALSE(meet("storage:local:*", "storage:session:*"));
  EXPECT_FALSE(meet("cookie:*", "storage:local:cookie:"));
  EXPECT_FALSE(meet("cookie:*", "field:#q"));
}

TEST(Location, AStarWithinAnItemIsPartOfIt) {
  EXPECT_FALSE(meet("storage:local:a*", "storage:local:ab"));
  EXPECT_FALSE(meet("field:#q*", "field:#q1"));
  EXPECT_TRUE(meet("storage:local:a*", "storage:local:*"));
}

}  // namespace
}  // namespace squall::trace
