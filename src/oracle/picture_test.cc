#include "oracle/picture.h"

#include <gtest/gtest.h>

namespace squall::oracle {
namespace {

TEST(Picture, ComesBackFromPngAsItWas) {
  Picture picture(17, 5, 0x102030FF);
  picture.set(3, 4, 0xFF000080);
  picture.set(16, 0, 0x00FF00FF);
  auto png = encode_png(picture);
  ASSERT_TRUE(png) << png.error().message;
  auto again = decode_png(*png);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, picture);
  EXPECT_EQ(again->pixel(3, 4), 0xFF000080u);
  EXPECT_EQ(again->pixel(2, 4), 0x102030FFu);
}

TEST(Picture, EqualPicturesGiveEqualBytes) {
  EXPECT_EQ(*encode_png(Picture(30, 30, 0xAABBCCFF)), *encode_png(Picture(30, 30, 0xAABBCCFF)));
}

TEST(Picture, ReadsPngsWithoutAlpha) {
  // A PNG of 1×1 pixel, 8 bits RGB, red, as another encoder wrote it.
  const unsigned char kRed[] = {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
                                0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00,
                                0x00, 0x90, 0x77, 0x53, 0xde, 0x00, 0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78,
                                0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0x00, 0x00, 0x03, 0x01, 0x01, 0x00, 0xc9, 0xfe, 0x92,
                                0xef, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
  auto picture = decode_png(std::string_view(reinterpret_cast<const char*>(kRed), sizeof kRed));
  ASSERT_TRUE(picture) << picture.error().message;
  EXPECT_EQ(picture->width, 1);
  EXPECT_EQ(picture->pixel(0, 0), 0xFF0000FFu);
}

TEST(Picture, BrokenPngsAreErrors) {
  std::string png = *encode_png(Picture(40, 40, 0x123456FF));
  EXPECT_FALSE(decode_png(""));
  EXPECT_FALSE(decode_png("not a picture at all"));
  EXPECT_FALSE(decode_png(std::string_view(png).substr(0, png.size() / 2)));
  std::string damaged = png;
  damaged[png.size() / 2] = static_cast<char>(damaged[png.size() / 2] ^ 0x55);
  auto result = decode_png(damaged);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message.rfind("A picture could not be read: ", 0), 0u) << result.error().message;
}

TEST(Picture, HugeDimensionsAreErrors) {
  // The header alone promises 32768×32768 pixels, 4 GB; its checksum is right.
  const unsigned char kHuge[] = {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00,
                                 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x80, 0x00, 0x00, 0x00,
                                 0x80, 0x00, 0x08, 0x06, 0x00, 0x00, 0x00, 0xc4, 0x7c, 0xa3, 0x7f};
  auto result = decode_png(std::string_view(reinterpret_cast<const char*>(kHuge), sizeof kHuge));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "A picture could not be read: arithmetic overflow.");
}

TEST(Picture, EmptyPicturesCannotBeWritten) { EXPECT_FALSE(encode_png(Picture())); }

}  // namespace
}  // namespace squall::oracle
