#include <algorithm>

#include "base/text.h"
#include "oracle/words.h"
#include "report/sections.h"

namespace squall::report {
namespace {

using oracle::Difference;

constexpr size_t kDifferencesShown = 12;

// The two values, where there are two and the sentence does not hold them already.
Html values_of(const Difference& difference) {
  if (difference.before.empty() || difference.after.empty() || oracle::tells_values(difference)) return {};
  auto value = [](const char* name, const std::string& content) {
    return element("dt", text(name)) + element("dd", text(content, kLongText));
  };
  return element("details", element("summary", text("Both values")) +
                                element("dl", {{"class", "values"}},
                                        value("First run", difference.before) + value("Second run", difference.after)));
}

Html difference_item(const Difference& difference) {
  return element("li", element("span", {{"class", "tag"}}, text(aspect_words(difference.aspect))) +
                           element("div", text(oracle::sentence_of(difference), kLongText) + values_of(difference)));
}

Html difference_list(const std::vector<Difference>& differences, size_t from, size_t to) {
  Html items;
  for (size_t i = from; i < std::min(to, differences.size()); ++i) items += difference_item(differences[i]);
  return element("ul", {{"class", "differences"}}, items);
}

std::string outcome_words(const oracle::Comparison& comparison) {
  if (comparison.equal) {
    return comparison.not_counted.empty() ? "The outcomes are equal." : "The outcomes are equal in all that counts.";
  }
  return "The outcomes differ in " + count_of(comparison.differences.size(), "point") + "; " +
         (comparison.visible ? "it shows on the screen." : "it does not show on the screen.");
}

Html run_line(const Report& report, const char* name, size_t index) {
  const ShownRun& run = report.runs[index];
  return element("dt", text(name)) +
         element("dd", element("a", {{"href", "#run-" + std::to_string(index + 1)}}, text(run_name(index))) +
                           text(", ") + text(run.title, kShortText) + text(": ") +
                           element("span", {{"class", "quiet"}}, text(schedule::describe(run.schedule), kShortText)));
}

}  // namespace

Html differences_part(const oracle::Comparison& comparison, int level) {
  const auto& all = comparison.differences;
  Html out;
  if (!all.empty()) {
    out += heading(level, text("What differs")) + difference_list(all, 0, kDifferencesShown);
    if (all.size() > kDifferencesShown) {
      out += element("details", element("summary", text(count_of(all.size() - kDifferencesShown, "more difference"))) +
                                    difference_list(all, kDifferencesShown, all.size()));
    }
  }
  if (!comparison.not_counted.empty()) {
    out += element("details",
                   element("summary", text(count_of(comparison.not_counted.size(), "difference") + " not counted")) +
                       element("p", text("They differ between runs of the same order too, or are differences of order "
                                         "that were not asked for.")) +
                       difference_list(comparison.not_counted, 0, comparison.not_counted.size()));
  }
  for (const std::string& note : comparison.notes) out += element("p", {{"class", "quiet"}}, text(note, kLongText));
  return out;
}

Html pair_lines(const Report& report, const ShownComparison& shown) {
  return run_line(report, "First run", shown.first) + run_line(report, "Second run", shown.second);
}

Html pair_part(const Report& report, const ShownComparison& shown) {
  return element("dl", {{"class", "pair"}}, pair_lines(report, shown));
}

Html comparison_section(const Report& report, size_t index) {
  const ShownComparison& shown = report.comparisons[index];
  bool equal = shown.comparison.equal;
  std::string title = run_name(shown.first) + " and " + to_lower(run_name(shown.second));
  Html title_part =
      element("h2", {{"id", "comparison-" + std::to_string(index + 1)}},
              text(title + " ") + element("span", {{"class", equal ? "verdict same" : "verdict different"}},
                                          text(equal ? "same" : "different")));
  return element("section", title_part + element("p", text(outcome_words(shown.comparison))) +
                                pair_part(report, shown) + comparison_timeline(report, shown, 3) +
                                comparison_screens(report, shown, 3) + differences_part(shown.comparison, 3));
}

}  // namespace squall::report
