#include "base/rect.h"

#include <gtest/gtest.h>

namespace squall {
namespace {

TEST(Rect, OverlapNeedsACommonArea) {
  Rect rect{10, 10, 20, 20};
  EXPECT_TRUE(rect.overlaps({29, 29, 5, 5}));
  EXPECT_TRUE(rect.overlaps({15, 15, 1, 1}));
  EXPECT_FALSE(rect.overlaps({30, 10, 5, 5}));
  EXPECT_FALSE(rect.overlaps({10, 0, 20, 10}));
  EXPECT_FALSE(rect.overlaps({15, 15, 0, 10}));
}

TEST(Rect, ContainsWhatReachesItsEdgesAndNoMore) {
  Rect rect{10, 10, 20, 20};
  EXPECT_TRUE(rect.contains(rect));
  EXPECT_TRUE(rect.contains({10, 10, 0, 0}));
  EXPECT_FALSE(rect.contains({9, 10, 20, 20}));
  EXPECT_FALSE(rect.contains({10, 9, 20, 20}));
  EXPECT_FALSE(rect.contains({10, 10, 21, 20}));
  EXPECT_FALSE(rect.contains({10, 10, 20, 21}));
}

}  // namespace
}  // namespace squall
