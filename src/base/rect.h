// A rectangle of a page, in CSS pixels. That of a picture, in whole pixels, is oracle::PixelRect.
#pragma once

namespace squall {

struct Rect {
  double x = 0, y = 0, width = 0, height = 0;

  // Nothing overlaps what has no area.
  bool overlaps(const Rect& other) const {
    if (width <= 0 || height <= 0 || other.width <= 0 || other.height <= 0) return false;
    return x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height;
  }
  bool contains(const Rect& inner) const {
    return x <= inner.x && y <= inner.y && x + width >= inner.x + inner.width && y + height >= inner.y + inner.height;
  }
  bool operator==(const Rect&) const = default;
};

}  // namespace squall
