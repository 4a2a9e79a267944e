// What the screens show. Both pictures stand side by side, with what differs outlined; with the script they can also be
// laid over each other, with a slider between them.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/sections.h"

namespace squall::report {
namespace {

constexpr size_t kMostOutlines = 200;
constexpr int kMargin = 4;  // pixels between what differs and its outline

struct Size {
  int width = 0;
  int height = 0;
  bool valid() const { return width > 0 && height > 0; }
};

// From the header of a PNG; not valid for anything else.
Size size_of_png(std::string_view bytes) {
  constexpr std::string_view kStart("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
  if (bytes.size() < 24 || !bytes.starts_with(kStart)) return {};
  auto number_at = [&](size_t at) {
    uint32_t value = 0;
    for (size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value <= static_cast<uint32_t>(oracle::kMaxSide) ? static_cast<int>(value) : 0;
  };
  return {number_at(16), number_at(20)};
}

Html image(std::string_view png, Size size, const std::string& description) {
  return void_element("img", {{"src", "data:image/png;base64," + base64_encode(png)},
                              {"alt", description},
                              {"width", std::to_string(size.width)},
                              {"height", std::to_string(size.height)}});
}

bool touch(const oracle::PixelRect& a, const oracle::PixelRect& b) {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

oracle::PixelRect around(const oracle::PixelRect& a, const oracle::PixelRect& b) {
  int x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.x + a.width, b.x + b.width) - x, std::max(a.y + a.height, b.y + b.height) - y};
}

// The areas with a margin around them; those that would then touch get one outline.
std::vector<oracle::PixelRect> outlines_of(const std::vector<oracle::PixelArea>& areas) {
  std::vector<oracle::PixelRect> rects;
  for (const auto& [area, pixels] : areas) {
    oracle::PixelRect rect{area.x - kMargin, area.y - kMargin, area.width + 2 * kMargin, area.height + 2 * kMargin};
    for (auto it = rects.begin(); it != rects.end();) {
      if (touch(rect, *it)) {
        rect = around(rect, *it);
        rects.erase(it);
        it = rects.begin();  // what is larger now may touch more
      } else {
        ++it;
      }
    }
    if (rects.size() < kMostOutlines) rects.push_back(rect);
  }
  return rects;
}

Html outlines(const std::vector<oracle::PixelArea>& areas, Size size) {
  Html rects;
  for (const oracle::PixelRect& rect : outlines_of(areas)) {
    rects += element("rect",
                     {{"x", std::to_string(rect.x)},
                      {"y", std::to_string(rect.y)},
                      {"width", std::to_string(rect.width)},
                      {"height", std::to_string(rect.height)},
                      {"rx", "4"}},
                     {});
  }
  if (rects.empty()) return {};
  return element(
      "svg",
      {{"class", "outlines"}, {"viewBox", fmt::format("0 0 {} {}", size.width, size.height)}, {"aria-hidden", "true"}},
      rects);
}

Html screen(const ShownRun& run, const std::string& name, const std::vector<oracle::PixelArea>& areas) {
  Size size = size_of_png(run.run.outcome.picture);
  Html caption = element("figcaption", element("b", text(name)) + text(" ") + text(run.title, kShortText));
  if (!size.valid())
    return element("figure", {{"class", "shot none"}}, caption + element("p", text("No picture was taken.")));
  Html picture = image(run.run.outcome.picture, size, "The screen at the end of " + name);
  return element("figure", {{"class", "shot"}},
                 caption + element("div", {{"class", "frame"}}, picture + outlines(areas, size)));
}

Html difference_screen(const oracle::Comparison& comparison) {
  if (!comparison.highlighted) return {};
  auto png = oracle::encode_png(*comparison.highlighted);
  if (!png) return {};
  Size size{comparison.highlighted->width, comparison.highlighted->height};
  Html caption = element("figcaption", element("b", text("What differs")) + text(" the rest is dimmed"));
  Html picture = image(*png, size, "The second screen, with everything dimmed that is the same in both runs");
  return element("figure", {{"class", "shot difference"}}, caption + element("div", {{"class", "frame"}}, picture));
}

Html view_button(const char* view, const char* label, bool chosen) {
  return element("button", {{"type", "button"}, {"data-show", view}, {"aria-pressed", chosen ? "true" : "false"}},
                 text(label));
}

// Hidden until the script is there to serve them.
Html controls(bool has_difference) {
  Html views = view_button("both", "Side by side", true) + view_button("slider", "Slider", false);
  if (has_difference) views += view_button("difference", "What differs", false);
  Html slider =
      element("label", {{"class", "slide"}},
              element("span", text("First run")) +
                  void_element("input", {{"type", "range"},
                                         {"min", "0"},
                                         {"max", "100"},
                                         {"value", "50"},
                                         {"aria-label", "How much of the first run’s screen is shown, in percent"}}) +
                  element("span", text("Second run")));
  return element(
      "div", {{"class", "controls"}, {"hidden", ""}},
      element("div", {{"class", "views"}, {"role", "group"}, {"aria-label", "How to show the screens"}}, views) +
          slider);
}

std::string screens_words(const oracle::Comparison& comparison) {
  if (comparison.areas.empty()) return comparison.visible ? "" : "The screens show no difference that counts.";
  size_t pixels = 0;
  for (const auto& area : comparison.areas) pixels += area.pixels;
  return "The screens differ in " + count_of(comparison.areas.size(), "area") + ", " + count_of(pixels, "pixel") +
         " in all.";
}

}  // namespace

Html comparison_screens(const Report& report, const ShownComparison& shown) {
  const ShownRun &first = report.runs[shown.first], &second = report.runs[shown.second];
  const oracle::Comparison& comparison = shown.comparison;
  Size one = size_of_png(first.run.outcome.picture), other = size_of_png(second.run.outcome.picture);
  if (!one.valid() && !other.valid()) return {};
  Html difference = difference_screen(comparison);
  Html shots = screen(first, run_name(shown.first), comparison.areas) +
               screen(second, run_name(shown.second), comparison.areas) + difference;
  std::string words = screens_words(comparison);
  if (comparison.masked_pixels > 0) {
    words += " " + count_of(comparison.masked_pixels, "pixel") +
             " did not count, because they change from one run to the next, or were to be ignored.";
  }
  Html bar = one.valid() && other.valid() ? controls(!difference.empty()) : Html();
  return element("h3", text("The screens")) + (words.empty() ? Html() : element("p", text(words))) +
         element("div", {{"class", "screens"}, {"data-view", "both"}},
                 bar + element("div", {{"class", "shots"}}, shots));
}

Html run_screen(const ShownRun& run) {
  if (!size_of_png(run.run.outcome.picture).valid()) return {};
  return element("h3", text("The screen")) +
         element("div", {{"class", "screens single"}}, screen(run, "At the end", {}));
}

}  // namespace squall::report
