// What the screens show. Both pictures stand side by side, with what differs outlined; with the script they can also be
// laid over each other, with a slider between them.
//
// Many runs end with the same screen, and a run can be part of many comparisons. So the pictures are drawings (SVG)
// that use an image of the store, which holds each picture once.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "report/sections.h"

namespace squall::report {
namespace {

constexpr size_t kMostOutlines = 200;
constexpr int kMargin = 4;  // pixels between what differs and its outline
// Areas closer to each other than this part of the width of a screen get one outline.
constexpr int kGapOfWidth = 60;
constexpr int kCloseUpMargin = 24;
constexpr double kCloseUpPart = 0.8;  // of the screen's width; what is wider needs no close-up

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

Size size_of_screen(const ShownRun& run) { return size_of_png(run.run.outcome.picture); }

// A picture in the store is called after the first run that has it.
using PictureOf = const std::string& (*)(const lab::Run&);
const std::string& screen_of(const lab::Run& run) { return run.outcome.picture; }
const std::string& moment_of(const lab::Run& run) { return run.init.moment.picture; }

std::string stored_id(const Report& report, size_t run, PictureOf picture_of, const char* kind) {
  const std::string& picture = picture_of(report.runs[run].run);
  auto same = [&](const ShownRun& other) { return picture_of(other.run) == picture; };
  auto first = std::ranges::find_if(report.runs, same);
  return fmt::format("{}-{}", kind, first - report.runs.begin() + 1);
}

std::string picture_id(const Report& report, size_t run) { return stored_id(report, run, screen_of, "screen"); }
std::string moment_id(const Report& report, size_t run) { return stored_id(report, run, moment_of, "moment"); }

Html stored(const std::string& id, const std::string& picture, Size size) {
  return element("image",
                 {{"id", id},
                  {"width", std::to_string(size.width)},
                  {"height", std::to_string(size.height)},
                  {"href", "data:image/png;base64," + base64_encode(picture)}},
                 {});
}

// A part of a picture of the store, with a drawing over it.
Html picture_part(const std::string& id, const oracle::PixelRect& part, const std::string& description,
                  const Html& over) {
  return element("div", {{"class", "frame"}},
                 element("svg",
                         {{"class", "picture"},
                          {"viewBox", fmt::format("{} {} {} {}", part.x, part.y, part.width, part.height)},
                          {"width", std::to_string(part.width)},
                          {"height", std::to_string(part.height)},
                          {"role", "img"},
                          {"aria-label", description}},
                         element("use", {{"href", "#" + id}}, {}) + over));
}

Html picture(const Report& report, size_t run, const std::string& description, const Html& over) {
  Size size = size_of_screen(report.runs[run]);
  return picture_part(picture_id(report, run), {0, 0, size.width, size.height}, description, over);
}

bool near(const oracle::PixelRect& a, const oracle::PixelRect& b, int gap) {
  return a.x <= b.x + b.width + gap && b.x <= a.x + a.width + gap && a.y <= b.y + b.height + gap &&
         b.y <= a.y + a.height + gap;
}

oracle::PixelRect around(const oracle::PixelRect& a, const oracle::PixelRect& b) {
  int x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.x + a.width, b.x + b.width) - x, std::max(a.y + a.height, b.y + b.height) - y};
}

// The areas with a margin around them; those that are then near each other get one outline.
std::vector<oracle::PixelRect> outlines_of(const std::vector<oracle::PixelArea>& areas, Size size) {
  std::vector<oracle::PixelRect> rects;
  for (const auto& [area, pixels] : areas) {
    oracle::PixelRect rect{area.x - kMargin, area.y - kMargin, area.width + 2 * kMargin, area.height + 2 * kMargin};
    for (auto it = rects.begin(); it != rects.end();) {
      if (near(rect, *it, size.width / kGapOfWidth)) {
        rect = around(rect, *it);
        rects.erase(it);
        it = rects.begin();  // what is larger now may be near to more
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
  for (const oracle::PixelRect& rect : outlines_of(areas, size)) {
    rects += element("rect",
                     {{"class", "outline"},
                      {"x", std::to_string(rect.x)},
                      {"y", std::to_string(rect.y)},
                      {"width", std::to_string(rect.width)},
                      {"height", std::to_string(rect.height)},
                      {"rx", "4"}},
                     {});
  }
  return rects;
}

// A veil over the whole screen, with a hole for each area.
Html veil(const std::vector<oracle::PixelArea>& areas, Size size) {
  std::string path = fmt::format("M0 0H{}V{}H0z", size.width, size.height);
  for (const oracle::PixelRect& rect : outlines_of(areas, size)) {
    path += fmt::format("M{} {}v{}h{}v-{}z", rect.x, rect.y, rect.height, rect.width, rect.height);
  }
  return element("path", {{"class", "veil"}, {"fill-rule", "evenodd"}, {"d", path}}, {});
}

std::string areas_words(const std::vector<oracle::PixelArea>& areas) {
  if (areas.empty()) return "";
  const oracle::PixelRect& largest = areas[0].rect;
  return fmt::format("; {} outlined, the largest {} by {} pixels, {} from the left and {} from the top",
                     areas.size() == 1 ? "what differs is" : std::to_string(areas.size()) + " areas that differ are",
                     largest.width, largest.height, largest.x, largest.y);
}

Html screen(const Report& report, size_t index, const std::string& name, const std::vector<oracle::PixelArea>& areas) {
  const ShownRun& run = report.runs[index];
  Html caption = element("figcaption", element("b", text(name)) + text(" ") + text(run.title, kShortText));
  Size size = size_of_screen(run);
  if (!size.valid())
    return element("figure", {{"class", "shot none"}}, caption + element("p", text("No picture was taken.")));
  std::string description = "The screen at the end of the " + to_lower(name) + areas_words(areas);
  return element("figure", {{"class", "shot"}}, caption + picture(report, index, description, outlines(areas, size)));
}

Html single_screen(const Report& report, size_t index, const std::string& description) {
  return element("div", {{"class", "screens single"}},
                 element("figure", {{"class", "shot"}}, picture(report, index, description, {})));
}

Html difference_screen(const Report& report, const ShownComparison& shown) {
  const auto& areas = shown.comparison.areas;
  Size size = size_of_screen(report.runs[shown.second]);
  if (areas.empty() || !size.valid()) return {};
  Html caption =
      element("figcaption", element("b", text("What differs")) + text(" the second run, with everything else dimmed"));
  return element(
      "figure", {{"class", "shot difference"}},
      caption + picture(report, shown.second, "The second screen, with everything dimmed that is the same in both runs",
                        veil(areas, size) + outlines(areas, size)));
}

// The part of the screens that holds all that differs; none when that is nearly everything.
std::optional<oracle::PixelRect> close_up_of(const std::vector<oracle::PixelArea>& areas, Size size) {
  if (areas.empty() || !size.valid()) return std::nullopt;
  oracle::PixelRect all = areas[0].rect;
  for (const auto& area : areas) all = around(all, area.rect);
  int left = std::max(all.x - kCloseUpMargin, 0), top = std::max(all.y - kCloseUpMargin, 0);
  int right = std::min(all.x + all.width + kCloseUpMargin, size.width);
  int bottom = std::min(all.y + all.height + kCloseUpMargin, size.height);
  if (right - left > kCloseUpPart * size.width || bottom <= top || right <= left) return std::nullopt;
  return oracle::PixelRect{left, top, right - left, bottom - top};
}

Html close_ups(const Report& report, const ShownComparison& shown) {
  Size first = size_of_screen(report.runs[shown.first]), second = size_of_screen(report.runs[shown.second]);
  Size size{std::min(first.width, second.width), std::min(first.height, second.height)};
  auto part = close_up_of(shown.comparison.areas, size);
  if (!part) return {};
  auto shot = [&](size_t run, const std::string& name) {
    Html caption =
        element("figcaption", element("b", text(name)) + text(" ") + text(report.runs[run].title, kShortText));
    std::string description = "The part of the screen that differs, at the end of the " + to_lower(name);
    return element("figure", {{"class", "shot close"}},
                   caption + picture_part(picture_id(report, run), *part, description, {}));
  };
  return shot(shown.first, "First run") + shot(shown.second, "Second run");
}

Html view_button(const char* view, const char* label, bool chosen) {
  return element("button", {{"type", "button"}, {"data-show", view}, {"aria-pressed", chosen ? "true" : "false"}},
                 text(label));
}

// Hidden until the script is there to serve them.
Html controls(bool has_difference, bool has_close_ups) {
  Html views = view_button("both", "Side by side", true) + view_button("slider", "Slider", false);
  if (has_close_ups) views += view_button("close", "Close-up", false);
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

Html picture_store(const Report& report) {
  Html images;
  for (size_t i = 0; i < report.runs.size(); ++i) {
    const lab::Run& run = report.runs[i].run;
    std::string number = std::to_string(i + 1);
    Size size = size_of_screen(report.runs[i]), moment = size_of_png(moment_of(run));
    if (size.valid() && picture_id(report, i) == "screen-" + number) {
      images += stored("screen-" + number, screen_of(run), size);
    }
    if (moment.valid() && moment_id(report, i) == "moment-" + number) {
      images += stored("moment-" + number, moment_of(run), moment);
    }
  }
  if (images.empty()) return {};
  return element("svg", {{"class", "store"}, {"width", "0"}, {"height", "0"}, {"aria-hidden", "true"}},
                 element("defs", images));
}

Html moment_screen(const Report& report, size_t index, int level) {
  const lab::Moment& moment = report.runs[index].run.init.moment;
  Size size = size_of_png(moment.picture);
  if (!size.valid()) return {};
  oracle::PixelRect rect{static_cast<int>(moment.element.x), static_cast<int>(moment.element.y),
                         static_cast<int>(std::ceil(moment.element.width)),
                         static_cast<int>(std::ceil(moment.element.height))};
  std::vector<oracle::PixelArea> areas;
  if (rect.width > 0 && rect.height > 0) areas.push_back({rect, 0});
  std::string description = "The screen at that moment";
  if (!areas.empty()) {
    description +=
        fmt::format("; what the user acts on is outlined, {} by {} pixels, {} from the left and {} from the top",
                    rect.width, rect.height, rect.x, rect.y);
  }
  return heading(level, text("The moment in question")) +
         element("p", text("What the user sees and uses, while what the page waits for is still on its way.")) +
         element("div", {{"class", "screens single"}},
                 element("figure", {{"class", "shot"}},
                         picture_part(moment_id(report, index), {0, 0, size.width, size.height}, description,
                                      outlines(areas, size))));
}

Html comparison_screens(const Report& report, const ShownComparison& shown, int level) {
  const oracle::Comparison& comparison = shown.comparison;
  bool one = size_of_screen(report.runs[shown.first]).valid(),
       other = size_of_screen(report.runs[shown.second]).valid();
  if (!one && !other) return {};
  if (comparison.areas.empty() && picture_id(report, shown.first) == picture_id(report, shown.second)) {
    return heading(level, text("The screens")) + element("p", text("Both runs end with the same screen.")) +
           single_screen(report, shown.first, "The screen at the end of both runs");
  }
  Html difference = difference_screen(report, shown);
  Html close = close_ups(report, shown);
  Html shots = screen(report, shown.first, "First run", comparison.areas) +
               screen(report, shown.second, "Second run", comparison.areas) + close + difference;
  std::string words = screens_words(comparison);
  if (comparison.masked_pixels > 0) {
    words += " " + count_of(comparison.masked_pixels, "pixel") +
             " did not count, because they change from one run to the next, or were to be ignored.";
  }
  Html bar = one && other ? controls(!difference.empty(), !close.empty()) : Html();
  return heading(level, text("The screens")) + (words.empty() ? Html() : element("p", text(words))) +
         element("div", {{"class", "screens"}, {"data-view", "both"}},
                 bar + element("div", {{"class", "shots"}}, shots));
}

Html run_screen(const Report& report, size_t run) {
  if (!size_of_screen(report.runs[run]).valid()) return {};
  return element("h3", text("The screen")) + single_screen(report, run, "The screen at the end");
}

}  // namespace squall::report
