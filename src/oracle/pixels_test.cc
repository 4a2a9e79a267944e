#include "oracle/pixels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"

namespace squall::oracle {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

void fill(Picture& picture, const PixelRect& rect, uint32_t colour) {
  for (int y = rect.y; y < rect.y + rect.height; ++y) {
    for (int x = rect.x; x < rect.x + rect.width; ++x) picture.set(x, y, colour);
  }
}

constexpr uint32_t kRed = 0xFF0000FF;

TEST(Pixels, EqualPicturesHaveNoAreas) {
  PixelDiff diff = compare_pixels(Picture(20, 20), Picture(20, 20));
  EXPECT_TRUE(diff.equal());
  EXPECT_EQ(diff.pixels, 0u);
}

TEST(Pixels, OneChangedRectangleIsOneArea) {
  Picture a(50, 40), b = a;
  fill(b, {10, 20, 5, 3}, kRed);
  PixelDiff diff = compare_pixels(a, b);
  EXPECT_THAT(diff.areas, ElementsAre(PixelArea{{10, 20, 5, 3}, 15}));
  EXPECT_EQ(diff.pixels, 15u);
}

TEST(Pixels, AChangedWordIsOneArea) {
  Picture a(100, 30), b = a;
  for (int letter = 0; letter < 4; ++letter) fill(b, {10 + 8 * letter, 10, 5, 9}, kRed);  // gaps of 3
  EXPECT_THAT(compare_pixels(a, b).areas, ElementsAre(PixelArea{{10, 10, 29, 9}, 180}));
}

TEST(Pixels, TheMergeDistanceIsTheWidestGap) {
  Picture a(60, 60), b = a;
  fill(b, {10, 10, 2, 2}, kRed);
  fill(b, {16, 16, 2, 2}, kRed);  // a gap of 4 both ways
  EXPECT_THAT(compare_pixels(a, b, {}, {4, 1}).areas, ElementsAre(PixelArea{{10, 10, 8, 8}, 8}));
  EXPECT_THAT(compare_pixels(a, b, {}, {3, 1}).areas,
              ElementsAre(PixelArea{{10, 10, 2, 2}, 4}, PixelArea{{16, 16, 2, 2}, 4}));
}

TEST(Pixels, TheMergeDistanceCountsWithinARowAndWithinAColumn) {
  for (int gap : {4, 5}) {
    Picture a(60, 60), row = a, column = a;
    fill(row, {10, 10, 2, 1}, kRed);
    fill(row, {12 + gap, 10, 2, 1}, kRed);
    fill(column, {10, 10, 1, 2}, kRed);
    fill(column, {10, 12 + gap, 1, 2}, kRed);
    size_t areas = gap == 4 ? 1 : 2;
    EXPECT_EQ(compare_pixels(a, row).areas.size(), areas) << gap;
    EXPECT_EQ(compare_pixels(a, column).areas.size(), areas) << gap;
  }
}

TEST(Pixels, PixelsThatTouchAtACornerAreConnected) {
  Picture a(10, 10), b = a;
  for (int i = 0; i < 5; ++i) b.set(6 - i, 2 + i, kRed);
  EXPECT_THAT(compare_pixels(a, b, {}, {0, 1}).areas, ElementsAre(PixelArea{{2, 2, 5, 5}, 5}));
}

TEST(Pixels, AreasThatMeetFurtherDownAreOne) {
  Picture a(40, 40), b = a;
  fill(b, {5, 5, 2, 20}, kRed);
  fill(b, {25, 8, 2, 17}, kRed);
  fill(b, {15, 3, 2, 3}, kRed);   // stands apart between them
  fill(b, {5, 25, 22, 2}, kRed);  // joins the outer two
  EXPECT_THAT(compare_pixels(a, b, {}, {0, 1}).areas,
              ElementsAre(PixelArea{{5, 5, 22, 22}, 40 + 34 + 44}, PixelArea{{15, 3, 2, 3}, 6}));
}

TEST(Pixels, AreasComeLargestFirst) {
  Picture a(100, 100), b = a;
  fill(b, {50, 5, 2, 2}, kRed);
  fill(b, {5, 5, 2, 2}, kRed);
  fill(b, {60, 60, 10, 10}, kRed);
  EXPECT_THAT(compare_pixels(a, b).areas,
              ElementsAre(PixelArea{{60, 60, 10, 10}, 100}, PixelArea{{5, 5, 2, 2}, 4}, PixelArea{{50, 5, 2, 2}, 4}));
}

TEST(Pixels, TinyAreasCanBeTakenForNoise) {
  Picture a(100, 100), b = a;
  b.set(3, 3, kRed);
  fill(b, {50, 50, 4, 4}, kRed);
  PixelDiff diff = compare_pixels(a, b, {}, {4, 10});
  EXPECT_THAT(diff.areas, ElementsAre(PixelArea{{50, 50, 4, 4}, 16}));
  EXPECT_EQ(diff.pixels, 16u);
}

TEST(Pixels, PixelsThatOnlyOnePictureHasDiffer) {
  Picture a(20, 10), b(10, 20);
  EXPECT_THAT(compare_pixels(a, b, {}, {0, 1}).areas, ElementsAre(PixelArea{{0, 0, 20, 20}, 200}));
  EXPECT_THAT(compare_pixels(Picture(10, 10), Picture(12, 10)).areas, ElementsAre(PixelArea{{10, 0, 2, 10}, 20}));
  EXPECT_THAT(compare_pixels(Picture(), Picture(2, 3)).areas, ElementsAre(PixelArea{{0, 0, 2, 3}, 6}));
  EXPECT_TRUE(compare_pixels(Picture(), Picture()).equal());
}

TEST(Pixels, MaskedPixelsDoNotCount) {
  Picture a(50, 50), b = a;
  fill(b, {10, 10, 10, 10}, kRed);
  Mask mask;
  mask.add(PixelRect{-5, 0, 20, 30});  // columns 0 to 14
  EXPECT_THAT(compare_pixels(a, b, mask).areas, ElementsAre(PixelArea{{15, 10, 5, 10}, 50}));
  mask.add(PixelRect{15, 10, 5, 10});
  EXPECT_TRUE(compare_pixels(a, b, mask).equal());
}

TEST(Mask, CountsEachPixelOnce) {
  Mask mask;
  EXPECT_TRUE(mask.empty());
  mask.add(PixelRect{2, 2, 4, 4});
  mask.add(PixelRect{4, 4, 4, 4});
  EXPECT_EQ(mask.count(), 28u);
  EXPECT_TRUE(mask.covers(7, 7));
  EXPECT_FALSE(mask.covers(7, 2));
  EXPECT_FALSE(mask.covers(100, 0));
  Mask other;
  other.add(PixelRect{0, 30, 1, 2});
  mask.add(other);
  EXPECT_EQ(mask.count(), 30u);
  EXPECT_TRUE(mask.covers(0, 31));
  EXPECT_TRUE(mask.covers(2, 2));
}

TEST(Mask, HoldsWhatDiffersBetweenEqualRuns) {
  Picture a(30, 30), b = a, c = a;
  fill(b, {1, 1, 2, 2}, kRed);
  fill(c, {20, 20, 3, 1}, kRed);
  Mask mask = mask_of({a, b, c});
  EXPECT_EQ(mask.count(), 7u);
  EXPECT_TRUE(mask.covers(2, 2));
  EXPECT_TRUE(mask.covers(22, 20));
  EXPECT_TRUE(mask_of({a, a, a}).empty());
  EXPECT_TRUE(mask_of({}).empty());
  EXPECT_EQ(mask_of({Picture(10, 10), Picture(10, 11)}).count(), 10u);
}

TEST(Highlight, DimsEverythingButTheChangedAreas) {
  Picture second(60, 40, 0x000000FF);
  second.set(30, 20, kRed);
  Mask mask;
  mask.add(PixelRect{0, 0, 1, 1});
  Picture shown = highlight(second, {{{30, 20, 3, 3}, 9}}, mask);
  EXPECT_EQ(shown.width, 60);
  EXPECT_EQ(shown.pixel(30, 20), kRed);
  EXPECT_EQ(shown.pixel(28, 18), 0x000000FFu);  // the gap, in full colour
  EXPECT_EQ(shown.pixel(27, 20), 0xE0006AFFu);  // the outline, two pixels wide
  EXPECT_EQ(shown.pixel(26, 20), 0xE0006AFFu);
  EXPECT_EQ(shown.pixel(25, 20), 0xB2B2B2FFu);  // black, dimmed
  EXPECT_EQ(shown.pixel(0, 0), 0x8FA3C9FFu);    // masked
}

TEST(Highlight, IsLargeEnoughForAreasOfTheFirstPicture) {
  Picture shown = highlight(Picture(10, 10), {{{10, 0, 5, 12}, 60}});
  EXPECT_EQ(shown.width, 15);
  EXPECT_EQ(shown.height, 12);
  EXPECT_EQ(shown.pixel(14, 11), 0xC8C8C8FFu);
}

// Bounds that hold on a busy machine; the usual times are a tenth of them.
TEST(Pixels, AreQuickToCompare) {
  Picture a(1280, 800), b = a;
  auto start = Clock::now();
  EXPECT_TRUE(compare_pixels(a, b).equal());
  double equal_ms = ms_since(start);
  // The worst case: a chessboard, in which each changed pixel is a span of its own.
  for (int y = 0; y < 800; ++y) {
    for (int x = 0; x < 1280; ++x) {
      if ((x + y) % 2 == 0) b.set(x, y, kRed);
    }
  }
  start = Clock::now();
  EXPECT_EQ(compare_pixels(a, b, {}, {0, 1}).areas.at(0).rect, (PixelRect{0, 0, 1280, 800}));
  double worst_ms = ms_since(start);
  RecordProperty("equal_ms", std::to_string(equal_ms));
  RecordProperty("worst_ms", std::to_string(worst_ms));
  EXPECT_LT(equal_ms, 50);
  EXPECT_LT(worst_ms, 2000);
}

}  // namespace
}  // namespace squall::oracle
