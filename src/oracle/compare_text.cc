// A Comparison for people and for other programs.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "oracle/compare.h"
#include "oracle/words.h"

namespace squall::oracle {
namespace {

constexpr size_t kLines = 8;

std::string headline(const Comparison& comparison) {
  if (!comparison.equal) {
    return fmt::format("The outcomes differ in {}; {}.\n", count_of(comparison.differences.size(), "point"),
                       comparison.visible ? "it shows on the screen" : "it does not show on the screen");
  }
  return comparison.not_counted.empty() ? "The outcomes are equal.\n" : "The outcomes are equal in all that counts.\n";
}

// "dom (#clock), requests (order)"
std::string not_counted(const Comparison& comparison) {
  std::vector<std::string> names;
  for (const Difference& difference : comparison.not_counted) {
    std::string name = fmt::format("{} ({})", name_of(difference.aspect), difference.subject);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  if (names.size() > kLines) {
    size_t more = names.size() - kLines;
    names.resize(kLines);
    names.push_back(fmt::format("and {} more", more));
  }
  return join(names, ", ");
}

// For the document "inserted", "text", "moved"…; for a request that was sent its type.
std::string kind_of(const Difference& difference) {
  bool sent = difference.kind == Kind::Sent || difference.kind == Kind::Body || difference.kind == Kind::SentAs;
  return sent ? difference.type : name_of(difference.kind);
}

Json json_of(const std::vector<Difference>& differences) {
  Json list = Json::array();
  for (const Difference& difference : differences) {
    Json json = Json::object({{"aspect", name_of(difference.aspect)},
                              {"subject", difference.subject},
                              {"sentence", sentence_of(difference)},
                              {"before", difference.before},
                              {"after", difference.after}});
    if (difference.kind == Kind::Order) json.set("only_order", true);
    if (std::string kind = kind_of(difference); !kind.empty()) json.set("kind", kind);
    list.push(std::move(json));
  }
  return list;
}

}  // namespace

std::string summary(const Comparison& comparison) {
  std::string text = headline(comparison);
  size_t shown = std::min(comparison.differences.size(), kLines);
  for (size_t i = 0; i < shown; ++i) text += "- " + sentence_of(comparison.differences[i]) + "\n";
  if (shown < comparison.differences.size()) {
    text += fmt::format("- and {} more\n", comparison.differences.size() - shown);
  }
  if (!comparison.not_counted.empty()) text += "Not counted: " + not_counted(comparison) + "\n";
  if (comparison.masked_pixels > 0) text += "Masked: " + count_of(comparison.masked_pixels, "pixel") + "\n";
  for (const std::string& note : comparison.notes) text += note + "\n";
  return text;
}

Json to_json(const Comparison& comparison) {
  Json areas = Json::array();
  for (const PixelArea& area : comparison.areas) {
    areas.push(Json(Json::Array{area.rect.x, area.rect.y, area.rect.width, area.rect.height}));
  }
  return Json::object({{"equal", comparison.equal},
                       {"visible", comparison.visible},
                       {"differences", json_of(comparison.differences)},
                       {"not_counted", json_of(comparison.not_counted)},
                       {"areas", areas},
                       {"masked_pixels", comparison.masked_pixels},
                       {"notes", Json::strings(comparison.notes)}});
}

}  // namespace squall::oracle
