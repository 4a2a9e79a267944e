// The tests that showed nothing wrong: why each was worth a test, and why it is fine.
#include <algorithm>
#include <map>

#include "base/text.h"
#include "report/sections.h"

namespace squall::report {
namespace {

using finding::Test;
using finding::Verdict;

constexpr size_t kMostTests = 1'000;
constexpr size_t kMostShown = 40;  // with both of their runs

Html why_list(const Test& test) {
  Html items;
  for (const std::string& why : test.why) items += element("li", text(why, kLongText));
  if (items.empty()) return {};
  return element("dt", text("Tested because")) + element("dd", element("ul", items));
}

Html runs_of(const Report& report, const Test& test) {
  if (!test.comparison) return {};
  const ShownComparison& shown = report.comparisons[*test.comparison];
  return element("details",
                 element("summary", text("Both runs")) +
                     element("div", {{"class", "inside"}},
                             pair_part(report, shown) + comparison_timeline(report, shown, 3) +
                                 comparison_screens(report, shown, 3) + differences_part(shown.comparison, 3)));
}

Html test_item(const Report& report, const Test& test, bool with_runs) {
  std::string verdict = finding::name_of(test.verdict);
  Html facts = why_list(test);
  if (!test.reason.empty()) facts += element("dt", text("Result")) + element("dd", text(test.reason, kLongText));
  return element(
      "li", {{"class", "test"}},
      element("p", element("b", text(sequence_words(test.events, report.flow), kLongText)) + text(" ") +
                       element("span", {{"class", "verdict " + verdict}}, text(verdict_words(test.verdict))) +
                       text(" ") + element("span", {{"class", "quiet"}}, text(test.id, kShortText))) +
          (facts.empty() ? Html() : element("dl", facts)) + (with_runs ? runs_of(report, test) : Html()));
}

// "12 tests showed nothing wrong: 10 × same outcome, 2 × cannot happen."
std::string summary_of(const std::vector<const Test*>& tests) {
  std::map<Verdict, size_t> counts;
  for (const Test* test : tests) ++counts[test->verdict];
  std::vector<std::string> parts;
  for (const auto& [verdict, count] : counts) parts.push_back(std::to_string(count) + " × " + verdict_words(verdict));
  return count_of(tests.size(), "more test") + ": " + join(parts, ", ") + ".";
}

}  // namespace

Html tests_section(const Report& report) {
  std::vector<const Test*> fine;
  for (const Test& test : report.tests) {
    if (test.finding.empty()) fine.push_back(&test);
  }
  if (fine.empty()) return {};
  Html items;
  for (size_t i = 0; i < std::min(fine.size(), kMostTests); ++i) items += test_item(report, *fine[i], i < kMostShown);
  if (fine.size() > kMostTests) items += element("li", text(count_of(fine.size() - kMostTests, "more test")));
  return element("section", {{"aria-labelledby", "tests"}},
                 element("h2", {{"id", "tests"}}, text(report.findings.empty() ? "What was tested" : "Also tested")) +
                     element("p", text(summary_of(fine))) + element("ul", {{"class", "tests"}}, items));
}

}  // namespace squall::report
