#include "oracle/pixels.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace squall::oracle {
namespace {

constexpr uint32_t kOutline = 0xE0006AFF;
constexpr uint32_t kNothing = 0xC8C8C8FF;  // where the second picture has no pixels
constexpr int kOutlineGap = 2;             // pixels between an area and its outline
constexpr int kOutlineWidth = 2;

uint32_t load(const uint8_t* row, int x) {
  uint32_t value;
  std::memcpy(&value, row + static_cast<size_t>(x) * 4, 4);
  return value;
}

// Calls change(x, y) for each pixel that differs, row by row.
template <typename Change>
void for_each_change(const Picture& a, const Picture& b, Change change) {
  int width = std::min(a.width, b.width), height = std::min(a.height, b.height);
  int full_width = std::max(a.width, b.width), full_height = std::max(a.height, b.height);
  for (int y = 0; y < full_height; ++y) {
    int common = y < height ? width : 0;
    if (common > 0 && std::memcmp(a.row(y), b.row(y), static_cast<size_t>(common) * 4) != 0) {
      const uint8_t *row_a = a.row(y), *row_b = b.row(y);
      for (int x = 0; x < common; ++x) {
        if (load(row_a, x) != load(row_b, x)) change(x, y);
      }
    }
    for (int x = common; x < full_width; ++x) {
      if ((x < a.width && y < a.height) || (x < b.width && y < b.height)) change(x, y);
    }
  }
}

// Differing pixels of one row, with gaps no wider than the merge distance.
struct Span {
  int y, first, last;
  size_t pixels;
};

// Spans joined into areas: a forest in which each span points towards its area's first one.
class Areas {
 public:
  explicit Areas(std::vector<Span> spans) : spans_(std::move(spans)), parent_(spans_.size()) {
    std::iota(parent_.begin(), parent_.end(), size_t{0});
  }

  // Joins the spans that lie at most `distance` apart: `reach` rows up, and as far to the sides.
  void join(int distance) {
    int reach = distance + 1;
    std::vector<size_t> starts;   // the first span of each row that is still within reach, above the current row
    std::vector<size_t> cursors;  // where in those rows the current span's neighbours may begin
    size_t row_start = 0;
    for (size_t i = 0; i < spans_.size(); ++i) {
      if (spans_[i].y != spans_[row_start].y) {
        starts.push_back(row_start);
        std::erase_if(starts, [&](size_t start) { return spans_[start].y < spans_[i].y - reach; });
        cursors = starts;
        row_start = i;
      }
      for (size_t& cursor : cursors) join_with_row(i, cursor, reach);
    }
  }

  std::vector<PixelArea> collect() {
    std::vector<PixelArea> areas;
    std::vector<size_t> area_of(spans_.size(), SIZE_MAX);
    for (size_t i = 0; i < spans_.size(); ++i) {
      size_t root = find(i);
      if (area_of[root] == SIZE_MAX) {
        area_of[root] = areas.size();
        areas.push_back({{spans_[i].first, spans_[i].y, 0, 0}, 0});
      }
      extend(areas[area_of[root]], spans_[i]);
    }
    return areas;
  }

 private:
  // Moves the cursor past the spans of its row that lie left of span `i` and of all that follow it.
  void join_with_row(size_t i, size_t& cursor, int reach) {
    const Span& span = spans_[i];
    int y = spans_[cursor].y;
    while (spans_[cursor + 1].y == y && spans_[cursor].last + reach < span.first) ++cursor;
    for (size_t j = cursor; spans_[j].y == y && spans_[j].first <= span.last + reach; ++j) {
      if (spans_[j].last + reach >= span.first) parent_[find(j)] = find(i);
    }
  }

  size_t find(size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  static void extend(PixelArea& area, const Span& span) {
    PixelRect& rect = area.rect;
    int right = std::max(rect.x + rect.width, span.last + 1);
    rect.x = std::min(rect.x, span.first);
    rect.width = right - rect.x;
    rect.height = span.y + 1 - rect.y;
    area.pixels += span.pixels;
  }

  std::vector<Span> spans_;
  std::vector<size_t> parent_;
};

bool comes_first(const PixelArea& a, const PixelArea& b) {
  if (a.rect.size() != b.rect.size()) return a.rect.size() > b.rect.size();
  return std::pair(a.rect.y, a.rect.x) < std::pair(b.rect.y, b.rect.x);
}

bool contains(const PixelRect& rect, int x, int y) {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

PixelRect inflate(const PixelRect& rect, int by) {
  return {rect.x - by, rect.y - by, rect.width + 2 * by, rect.height + 2 * by};
}

uint32_t blend(uint32_t colour, uint32_t with, uint32_t percent) {
  uint32_t out = 0;
  for (int shift = 8; shift < 32; shift += 8) {
    uint32_t mixed = ((colour >> shift & 255) * (100 - percent) + (with >> shift & 255) * percent) / 100;
    out |= mixed << shift;
  }
  return out | 0xFF;
}

// Calls paint(x, y) for the pixels of `rect` that lie within `picture`.
template <typename Paint>
void for_each_pixel(const Picture& picture, const PixelRect& rect, Paint paint) {
  for (int y = std::max(0, rect.y); y < std::min(picture.height, rect.y + rect.height); ++y) {
    for (int x = std::max(0, rect.x); x < std::min(picture.width, rect.x + rect.width); ++x) paint(x, y);
  }
}

}  // namespace

void Mask::reserve(int width, int height) {
  if (width <= width_ && height <= height_) return;
  width = std::max(width, width_);
  height = std::max(height, height_);
  std::vector<uint8_t> bits(static_cast<size_t>(width) * static_cast<size_t>(height));
  for (int y = 0; y < height_; ++y) {
    std::copy_n(bits_.begin() + static_cast<ptrdiff_t>(y) * width_, width_,
                bits.begin() + static_cast<ptrdiff_t>(y) * width);
  }
  width_ = width;
  height_ = height;
  bits_ = std::move(bits);
}

void Mask::add(const PixelRect& rect) {
  int left = std::max(0, rect.x), top = std::max(0, rect.y);
  int right = rect.x + rect.width, bottom = rect.y + rect.height;
  if (left >= right || top >= bottom) return;
  reserve(right, bottom);
  for (int y = top; y < bottom; ++y) {
    uint8_t* row = bits_.data() + static_cast<size_t>(y) * static_cast<size_t>(width_);
    for (int x = left; x < right; ++x) {
      count_ += row[x] == 0;
      row[x] = 1;
    }
  }
}

void Mask::add(const Mask& other) {
  reserve(other.width_, other.height_);
  for (int y = 0; y < other.height_; ++y) {
    for (int x = 0; x < other.width_; ++x) {
      if (other.covers(x, y)) add(PixelRect{x, y, 1, 1});
    }
  }
}

PixelDiff compare_pixels(const Picture& a, const Picture& b, const Mask& mask, const PixelOptions& options) {
  std::vector<Span> spans;
  for_each_change(a, b, [&](int x, int y) {
    if (!mask.empty() && mask.covers(x, y)) return;
    if (!spans.empty() && spans.back().y == y && x - spans.back().last <= options.merge_distance + 1) {
      spans.back().last = x;
      ++spans.back().pixels;
    } else {
      spans.push_back({y, x, x, 1});
    }
  });
  if (spans.empty()) return {};

  Areas areas(std::move(spans));
  areas.join(options.merge_distance);
  PixelDiff diff;
  for (const PixelArea& area : areas.collect()) {
    if (area.pixels < options.smallest_area) continue;
    diff.pixels += area.pixels;
    diff.areas.push_back(area);
  }
  std::sort(diff.areas.begin(), diff.areas.end(), comes_first);
  return diff;
}

Mask mask_of(const std::vector<Picture>& pictures) {
  Mask mask;
  for (size_t i = 1; i < pictures.size(); ++i) {
    mask.reserve(std::max(pictures[0].width, pictures[i].width), std::max(pictures[0].height, pictures[i].height));
    for_each_change(pictures[0], pictures[i], [&](int x, int y) { mask.add(PixelRect{x, y, 1, 1}); });
  }
  return mask;
}

Picture highlight(const Picture& second, const std::vector<PixelArea>& areas, const Mask& mask) {
  int width = second.width, height = second.height;
  for (const PixelArea& area : areas) {
    width = std::max(width, area.rect.x + area.rect.width);
    height = std::max(height, area.rect.y + area.rect.height);
  }
  auto original = [&](int x, int y) { return x < second.width && y < second.height ? second.pixel(x, y) : kNothing; };
  Picture picture(width, height);
  for_each_pixel(picture, {0, 0, width, height}, [&](int x, int y) {
    uint32_t dimmed = blend(original(x, y), 0xFFFFFFFF, 70);
    picture.set(x, y, mask.covers(x, y) ? blend(dimmed, 0x4080FFFF, 30) : dimmed);
  });
  for (const PixelArea& area : areas) {
    PixelRect inside = inflate(area.rect, kOutlineGap);
    for_each_pixel(picture, inflate(inside, kOutlineWidth), [&](int x, int y) {
      if (!contains(inside, x, y)) picture.set(x, y, kOutline);
    });
  }
  // Last, so that no outline hides what changed next to it.
  for (const PixelArea& area : areas) {
    for_each_pixel(picture, inflate(area.rect, kOutlineGap), [&](int x, int y) { picture.set(x, y, original(x, y)); });
  }
  return picture;
}

}  // namespace squall::oracle
