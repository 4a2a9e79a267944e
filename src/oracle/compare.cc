#include "oracle/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "oracle/aspects.h"
#include "oracle/dom_diff.h"

namespace squall::oracle {
namespace {

using outcome::Outcome;

constexpr size_t kAreasTold = 3;

// Fills a Comparison, aspect by aspect.
class Judge {
 public:
  Judge(const Outcome& a, const Outcome& b, const CompareOptions& options) : a_(a), b_(b), options_(options) {}

  Comparison compare() {
    take(compare_ending);
    take(compare_steps);
    compare_documents();
    for (auto aspect :
         {compare_errors, compare_console, compare_requests, compare_storage, compare_cookies, compare_incidents}) {
      take(aspect);
    }
    if (options_.pixels) compare_screens();
    if (result_.pictured) note_undrawn();
    result_.equal = result_.differences.empty();
    return std::move(result_);
  }

 private:
  // Whether the difference counts.
  bool add(Difference difference) {
    bool counts = !options_.stability.covers(difference) && (options_.order || difference.kind != Kind::Order) &&
                  !(options_.served && is_served(difference, *options_.served));
    (counts ? result_.differences : result_.not_counted).push_back(std::move(difference));
    return counts;
  }

  void take(void (*aspect)(const Outcome&, const Outcome&, Differences&)) {
    Differences found;
    aspect(a_, b_, found);
    for (Difference& difference : found) add(std::move(difference));
  }

  void compare_documents() {
    size_t counted = 0, more = 0;
    DomDiff diff = compare_dom(a_.frames, b_.frames, options_.ignore, SIZE_MAX);
    for (Difference& difference : diff.differences) {
      // The main frame's URL is the page's, and was compared.
      if (difference.kind == Kind::FrameUrl && difference.frame == "0" && a_.url != b_.url) continue;
      bool unstable = options_.stability.covers(difference);
      if (!unstable && difference.visible && !difference.unseen) result_.visible = true;
      if (!unstable && counted >= options_.limit)
        ++more;
      else if (add(std::move(difference)))
        ++counted;
    }
    if (more > 0) add({.aspect = Aspect::Dom, .kind = Kind::More, .count = more});
  }

  void compare_screens() {
    if (a_.picture.empty() || b_.picture.empty()) {
      const char* which = !a_.picture.empty() ? "of the second run" : !b_.picture.empty() ? "of the first run" : "";
      note(fmt::format("there is no picture{}{}", *which ? " " : "", which));
      return;
    }
    if (a_.picture == b_.picture) {
      result_.pictured = true;
      result_.visible = false;
      return;
    }
    auto first = decode_png(a_.picture), second = decode_png(b_.picture);
    if (!first || !second) {
      note((first ? second : first).error().message);
      return;
    }
    Mask mask = whole_mask(std::max(first->width, second->width), std::max(first->height, second->height));
    PixelDiff diff = compare_pixels(*first, *second, mask, options_.pixel);
    result_.masked_pixels = mask.count();
    result_.pictured = true;
    result_.visible = !diff.equal();
    if (diff.equal()) return;
    result_.areas = diff.areas;
    if (options_.highlight) result_.highlighted = highlight(*second, diff.areas, mask);
    tell_screen(diff, *first, *second);
  }

  // A text of the colour of its ground, or that something covers: no pixel has changed where it is, though all of it is
  // on the picture.
  void note_undrawn() {
    std::vector<Difference*> texts;
    for (Difference& difference : result_.differences) {
      bool text =
          difference.kind == Kind::Text || difference.kind == Kind::Inserted || difference.kind == Kind::Removed;
      if (text && difference.box && !difference.spoken) texts.push_back(&difference);
    }
    if (texts.empty()) return;
    auto picture = decode_png(a_.picture);
    if (!picture) return;
    Mask mask = whole_mask(picture->width, picture->height);
    for (Difference* difference : texts) {
      if (is_undrawn(*difference->box, *picture, mask)) difference->unseen = true;
    }
  }

  bool is_undrawn(const Rect& box, const Picture& picture, const Mask& mask) const {
    const Rect screen{0, 0, double(picture.width), double(picture.height)};
    if (!screen.overlaps(box) || !screen.contains(box)) return false;
    for (const PixelArea& area : result_.areas) {
      const PixelRect& rect = area.rect;
      if (box.overlaps({double(rect.x), double(rect.y), double(rect.width), double(rect.height)})) return false;
    }
    if (mask.empty()) return true;
    for (int y = int(box.y); y < int(std::ceil(box.y + box.height)); ++y) {
      for (int x = int(box.x); x < int(std::ceil(box.x + box.width)); ++x) {
        if (mask.covers(x, y)) return false;
      }
    }
    return true;
  }

  void note(const std::string& why) { result_.notes.push_back("The screens were not compared: " + why); }

  Mask whole_mask(int width, int height) const {
    Mask mask = options_.mask;
    mask.add(options_.stability.mask);
    for (const Json* frames : {&a_.frames, &b_.frames}) {
      for (const Rect& box : ignored_boxes(*frames, options_.ignore)) {
        int left = static_cast<int>(std::clamp(std::floor(box.x), 0.0, double(width)));
        int top = static_cast<int>(std::clamp(std::floor(box.y), 0.0, double(height)));
        int right = static_cast<int>(std::clamp(std::ceil(box.x + box.width), 0.0, double(width)));
        int bottom = static_cast<int>(std::clamp(std::ceil(box.y + box.height), 0.0, double(height)));
        mask.add(PixelRect{left, top, right - left, bottom - top});
      }
    }
    return mask;
  }

  // One difference for the whole screen, which names the largest areas and the elements they lie in.
  void tell_screen(const PixelDiff& diff, const Picture& first, const Picture& second) {
    const Json& document = b_.frames[size_t{0}]["root"];
    const std::vector<Selector> nothing;
    DomTree tree(document, nothing);
    Difference difference{.aspect = Aspect::Screen,
                          .kind = Kind::Pixels,
                          .after = count_of(diff.pixels, "pixel"),
                          .count = diff.areas.size()};
    for (size_t i = 0; i < std::min(diff.areas.size(), kAreasTold); ++i) {
      const PixelRect& rect = diff.areas[i].rect;
      const DomNode* element =
          element_covering(tree, {double(rect.x), double(rect.y), double(rect.width), double(rect.height)});
      difference.areas.push_back({rect, element ? tree.short_path(*element) : ""});
      if (i == 0 && element) difference.subject = tree.path(*element);
    }
    auto size = [](const Picture& picture) { return fmt::format("{}×{}", picture.width, picture.height); };
    if (size(first) != size(second)) difference.told = {size(first), size(second)};
    // What is unstable about the screen is in the mask.
    result_.differences.push_back(std::move(difference));
  }

  const Outcome& a_;
  const Outcome& b_;
  const CompareOptions& options_;
  Comparison result_;
};

}  // namespace

bool Comparison::has(Aspect aspect) const {
  return std::any_of(differences.begin(), differences.end(), [&](const Difference& d) { return d.aspect == aspect; });
}

Comparison compare(const Outcome& a, const Outcome& b, const CompareOptions& options) {
  return Judge(a, b, options).compare();
}

std::string fingerprint(const Outcome& outcome) {
  std::string bytes = outcome::to_json(outcome).dump();
  bytes += '\0';
  bytes += outcome.picture;
  return hash_hex(bytes);
}

}  // namespace squall::oracle
