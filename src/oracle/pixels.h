// Compares two screens pixel by pixel.
//
// Pixels that already differ between runs of the same schedule (a clock, an advertisement) stand in a Mask and do not
// count. What is left is gathered into areas: pixels that touch, also at a corner, belong together, and so do pixels
// with a gap of a few between them, so that a changed word is one area and not one for each letter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "oracle/picture.h"

namespace squall::oracle {

struct PixelRect {
  int x = 0, y = 0, width = 0, height = 0;
  int64_t size() const { return int64_t{width} * height; }
  bool operator==(const PixelRect&) const = default;
};

// A set of pixels. It grows as pixels are added; everything outside is not masked.
class Mask {
 public:
  bool empty() const { return count_ == 0; }
  size_t count() const { return count_; }
  bool covers(int x, int y) const {
    return x < width_ && y < height_ &&
           bits_[static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x)] != 0;
  }
  // Parts of the rectangle with negative coordinates are left out.
  void add(const PixelRect& rect);
  void add(const Mask& other);
  // Room for a picture of this size, so that adding its pixels one by one is quick.
  void reserve(int width, int height);

 private:
  int width_ = 0;
  int height_ = 0;
  size_t count_ = 0;
  std::vector<uint8_t> bits_;
};

// A connected area: its bounding rectangle, and how many pixels in it differ.
struct PixelArea {
  PixelRect rect;
  size_t pixels = 0;
  bool operator==(const PixelArea&) const = default;
};

struct PixelOptions {
  int merge_distance = 4;    // the widest gap, in pixels, within one area; 0 is plain 8-connectivity
  size_t smallest_area = 1;  // areas with fewer differing pixels are taken for noise
};

struct PixelDiff {
  std::vector<PixelArea> areas;  // largest rectangle first, then from top to bottom
  size_t pixels = 0;             // in all areas together
  bool equal() const { return areas.empty(); }
};

// When the sizes differ, each pixel that only one of the pictures has is a difference.
PixelDiff compare_pixels(const Picture& a, const Picture& b, const Mask& mask = {}, const PixelOptions& options = {});

// The pixels in which pictures of the same schedule differ.
Mask mask_of(const std::vector<Picture>& pictures);

// The second picture dimmed, the changed areas in full colour within an outline, masked pixels tinted blue. As large as
// the areas need, when the first picture was the larger one.
Picture highlight(const Picture& second, const std::vector<PixelArea>& areas, const Mask& mask = {});

}  // namespace squall::oracle
