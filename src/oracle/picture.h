// A Picture: the pixels of a screen, as they are compared. PNG is only how they travel.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace squall::oracle {

// Rows from top to bottom, four bytes a pixel: red, green, blue, alpha.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<uint8_t> rgba;

  Picture() = default;
  // Filled with one colour, 0xRRGGBBAA.
  Picture(int width, int height, uint32_t colour = 0xFFFFFFFF);

  const uint8_t* row(int y) const { return rgba.data() + offset(0, y); }
  uint32_t pixel(int x, int y) const;
  void set(int x, int y, uint32_t colour);
  bool operator==(const Picture&) const = default;

 private:
  size_t offset(int x, int y) const {
    return (static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)) * 4;
  }
};

// Broken PNGs, and pictures beyond kMaxSide or kMaxPixels, are errors; nothing is allocated for the latter.
inline constexpr int kMaxSide = 32768;
inline constexpr int64_t kMaxPixels = 64 << 20;
Result<Picture> decode_png(std::string_view bytes);

// Quick rather than small. Equal pictures give equal bytes.
Result<std::string> encode_png(const Picture& picture);

}  // namespace squall::oracle
