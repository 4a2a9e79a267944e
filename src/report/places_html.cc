// Positions in the code, each with the lines around it.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "base/url.h"
#include "report/sections.h"

namespace squall::report {
namespace {

using finding::Place;

constexpr size_t kMostPlaces = 30;
constexpr size_t kMostRoles = 8;
constexpr size_t kMostCodeLines = 40;
constexpr size_t kLongestLine = 240;

std::string position_words(const std::string& file, int line, int column) {
  if (line <= 0) return file;
  return column > 0 ? fmt::format("{}:{}:{}", file, line, column) : fmt::format("{}:{}", file, line);
}

// What is left of a long line: the part around the column, so that minified code shows the right place.
std::string part_of(const std::string& line, int column) {
  if (line.size() <= kLongestLine || column <= 0) return shorten(line, kLongestLine);
  size_t at = std::min(static_cast<size_t>(column - 1), line.size());
  size_t from = at > kLongestLine / 2 ? at - kLongestLine / 2 : 0;
  while (from > 0 && (static_cast<unsigned char>(line[from]) & 0xC0) == 0x80) --from;
  return (from > 0 ? "…" : "") + shorten(std::string_view(line).substr(from), kLongestLine);
}

Html excerpt_of(const Place& place) {
  bool mapped = !place.source.empty() && place.source_line > 0;
  int wanted = mapped ? place.source_line : place.line, column = mapped ? place.source_column : place.column;
  Html lines;
  for (size_t i = 0; i < std::min(place.excerpt.size(), kMostCodeLines); ++i) {
    int number = place.excerpt_line + static_cast<int>(i);
    bool here = number == wanted;
    Html code = text(part_of(place.excerpt[i], here ? column : 0) + "\n");
    lines += element("span", {{"class", here ? "line here" : "line"}},
                     element("span", {{"class", "number"}, {"aria-hidden", "true"}}, text(std::to_string(number))) +
                         (here ? element("mark", code) : element("span", code)));
  }
  return lines.empty() ? Html() : element("pre", {{"class", "excerpt"}}, element("code", lines));
}

// The calls that led to a place, innermost first.
Html callers_of(const Place& place) {
  if (place.callers.empty()) return {};
  Html items;
  for (const Place& caller : place.callers) {
    Html where = element("code", text(place_words(caller), kShortText));
    if (!caller.function.empty()) where = element("code", text(caller.function, kShortText)) + text(", ") + where;
    items += element("li", where);
  }
  return element("details", element("summary", text("called by " + count_of(place.callers.size(), "function"))) +
                                element("ol", {{"class", "callers"}}, items));
}

bool same_position(const Place& a, const Place& b) {
  return std::tie(a.url, a.line, a.column, a.function, a.source, a.source_line, a.source_column) ==
         std::tie(b.url, b.line, b.column, b.function, b.source, b.source_line, b.source_column);
}

// A place, and all that happens there.
Html place_item(const Place& place, const std::vector<std::string>& roles) {
  std::string address = position_words(short_url(place.url), place.line, place.column);
  Html in_browser = link_to(place.url, element("code", text(address, kShortText)));
  Html where = in_browser;
  if (!place.source.empty()) {
    where = element("code", text(position_words(place.source, place.source_line, place.source_column), kShortText)) +
            element("span", {{"class", "quiet"}}, text(", in the browser ") + in_browser);
  }
  if (!place.function.empty()) where += text(" in ") + element("code", text(place.function, kShortText));
  Html what;
  for (const std::string& role : roles) what += element("b", {{"class", "role"}}, text(role, kShortText)) + text(" ");
  return element(
      "li", element("p", what + element("span", {{"class", "place"}}, where)) + excerpt_of(place) + callers_of(place));
}

}  // namespace

std::string place_words(const Place& place) {
  bool mapped = !place.source.empty();
  std::string file = mapped ? place.source : short_url(place.url);
  return position_words(file, mapped ? place.source_line : place.line, 0);
}

Html place_list(const std::vector<Place>& places) {
  Html items;
  std::vector<const Place*> shown;
  for (const Place& place : places) {
    if (std::ranges::any_of(shown, [&](const Place* other) { return same_position(*other, place); })) continue;
    if (shown.size() == kMostPlaces) break;
    shown.push_back(&place);
    std::vector<std::string> roles;
    for (const Place& other : places) {
      bool told = other.role.empty() || std::ranges::find(roles, other.role) != roles.end();
      if (!told && same_position(other, place) && roles.size() < kMostRoles) roles.push_back(other.role);
    }
    items += place_item(place, roles);
  }
  return items.empty() ? Html() : element("ul", {{"class", "places"}}, items);
}

}  // namespace squall::report
