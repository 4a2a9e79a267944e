#include "report/drawing.h"

#include <fmt/format.h>

namespace squall::report {

Html shape(Lane lane, Mark mark, int x, int y) {
  std::string style = std::string("dot ") + name_of(lane) + " " + name_of(mark);
  auto path = [&](const std::string& points) { return element("path", {{"class", style}, {"d", points}}, {}); };
  switch (lane) {
    case Lane::Step:
      return element("circle", {{"class", style}, {"cx", std::to_string(x)}, {"cy", std::to_string(y)}, {"r", "6"}},
                     {});
    case Lane::Response: return path(fmt::format("M{} {}l6 6l-6 6l-6 -6z", x, y - 6));
    case Lane::Timer: return path(fmt::format("M{} {}h9v9h-9z", x - 4.5, y - 4.5));
    case Lane::Message: return path(fmt::format("M{} {}l6 10h-12z", x, y - 6));
    case Lane::Other: break;
  }
  return element("circle", {{"class", style}, {"cx", std::to_string(x)}, {"cy", std::to_string(y)}, {"r", "3"}}, {});
}

Html svg(const std::string& style, int width, int height, const char* ratio, const Html& content) {
  return element("svg",
                 {{"class", style},
                  {"viewBox", fmt::format("0 0 {} {}", width, height)},
                  {"width", std::to_string(width)},
                  {"height", std::to_string(height)},
                  {"preserveAspectRatio", ratio},
                  {"aria-hidden", "true"},
                  {"focusable", "false"}},
                 content);
}

Html legend(const std::array<bool, kLanes>& used) {
  static constexpr const char* kNames[] = {"user steps", "responses", "timers and frames", "messages", "other events"};
  Html items;
  for (size_t lane = 0; lane < kLanes; ++lane) {
    if (!used[lane]) continue;
    Html drawing = svg("key", 16, 16, "xMidYMid", shape(static_cast<Lane>(lane), Mark::Same, 8, 8));
    items += element("li", drawing + text(kNames[lane]));
  }
  return items.empty() ? Html() : element("ul", {{"class", "legend"}, {"aria-hidden", "true"}}, items);
}

}  // namespace squall::report
