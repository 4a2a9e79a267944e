#include "bench/figure.h"

#include <algorithm>
#include <cstdio>

#include "base/text.h"

namespace squall::bench {
namespace {

constexpr const char* kSenses[] = {"at most", "at least", "below"};

// Ratios with two digits after the point, small ones with three, counts and sizes without.
std::string value_text(double value, const std::string& unit) {
  bool whole = value == static_cast<double>(static_cast<long long>(value));
  std::string text = number(value, whole ? 0 : value < 0.1 ? 3 : value < 10 ? 2 : 0);
  return unit.empty() ? text : text + " " + unit;
}

}  // namespace

bool Figure::kept() const {
  switch (sense) {
    case AtMost: return value <= target;
    case AtLeast: return value >= target;
    case Below: return value < target;
  }
  return false;
}

std::string to_text(const Figure& figure) {
  std::string target = std::string(kSenses[figure.sense]) + " " + value_text(figure.target, figure.unit);
  char head[120];
  std::snprintf(head, sizeof head, "%-18s %9s  %-15s %-7s ", figure.name.c_str(),
                value_text(figure.value, figure.unit).c_str(), target.c_str(), figure.kept() ? "ok" : "MISSED");
  std::string out = head + figure.how + "\n";
  for (const auto& note : figure.notes) {
    for (const auto& line : split(trim(note), '\n')) out += "    " + line + "\n";
  }
  return out;
}

Json to_json(const Figure& figure) {
  Json notes = Json::array();
  for (const auto& note : figure.notes) notes.push(note);
  return Json::object({{"name", figure.name},
                       {"value", figure.value},
                       {"unit", figure.unit},
                       {"sense", kSenses[figure.sense]},
                       {"target", figure.target},
                       {"kept", figure.kept()},
                       {"how", figure.how},
                       {"notes", notes}});
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string number(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

}  // namespace squall::bench
