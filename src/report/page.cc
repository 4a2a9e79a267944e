// The page as a whole.
#include <algorithm>
#include <set>

#include "base/text.h"
#include "report/embedded.h"
#include "report/sections.h"
#include "store/version.h"

namespace squall::report {
namespace {

constexpr size_t kMostStepsAtOnce = 12;  // a longer list is folded: what was found comes first
constexpr size_t kLongestLocator = 60;

Html head_of(const Report& report) {
  std::string title = report.headline.empty() ? "squall " + report.command : report.headline + " – squall";
  return element(
      "head",
      void_element("meta", {{"charset", "utf-8"}}) +
          void_element("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", content_security_policy()}}) +
          void_element("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}) +
          void_element("meta", {{"name", "color-scheme"}, {"content", "light dark"}}) +
          void_element("meta", {{"name", "referrer"}, {"content", "no-referrer"}}) +
          element("title", text(title, kShortText)) + element("style", Html::trusted(style_text())));
}

Html answer_part(const Report& report) {
  Html facts = link_to(report.url, text(report.url, kShortText));
  if (report.experiments > 0) facts += text(" · " + count_of(static_cast<size_t>(report.experiments), "experiment"));
  if (report.total_ms > 0) facts += text(" · " + duration_words(report.total_ms));
  Html explanation =
      report.explanation.empty() ? Html() : element("p", {{"class", "lead"}}, text(report.explanation, 2 * kLongText));
  return element("header", element("p", {{"class", "kicker"}}, text("squall " + report.command, kShortText)) +
                               element("h1", text(report.headline.empty() ? report.url : report.headline, kLongText)) +
                               explanation + element("p", {{"class", "quiet facts-line"}}, facts));
}

Html steps_part(const Report& report) {
  if (report.flow.steps.empty()) return {};
  Html items;
  for (const flow::Step& step : report.flow.steps) {
    std::string locator = flow::locator_of(step);
    Html where =
        locator.empty() ? Html() : text(" ") + element("code", {{"class", "quiet"}}, text(locator, kLongestLocator));
    items += element("li", text(flow::label_of(step), kShortText) + where);
  }
  std::string title = report.flow.title.empty() ? "" : " (“" + report.flow.title + "”)";
  Html list = element("ol", {{"class", "flow"}}, items);
  size_t steps = report.flow.steps.size();
  if (steps > kMostStepsAtOnce) list = element("details", element("summary", text(count_of(steps, "step"))) + list);
  return element("section", element("h2", text("What the user does" + title, kShortText)) + list);
}

std::string run_summary(const ShownRun& run) {
  const outcome::Outcome& outcome = run.run.outcome;
  std::string words = outcome.ending == outcome::Ending::Settled ? "settled" : outcome::name_of(outcome.ending);
  words += ", " + count_of(outcome.requests.size(), "request");
  if (!outcome.errors.empty()) words += ", " + count_of(outcome.errors.size(), "error");
  return words;
}

bool is_compared(const Report& report, size_t run) {
  return std::ranges::any_of(report.comparisons,
                             [&](const ShownComparison& shown) { return shown.first == run || shown.second == run; });
}

// A run that was compared has shown its order and its screen there; its other facts are folded away.
Html run_section(const Report& report, size_t index) {
  const ShownRun& run = report.runs[index];
  std::string name = report.runs.size() == 1 ? "The run" : run_name(index);
  Html title = element("h2", {{"id", "run-" + std::to_string(index + 1)}},
                       text(name + " ") + element("span", {{"class", "subtitle"}}, text(run.title, kShortText)));
  if (!is_compared(report, index)) {
    return element("section", title + run_facts(run) + run_timeline(report, run) + run_screen(report, index) +
                                  run_details(run, 3));
  }
  Html summary = element("summary", title + element("span", {{"class", "quiet"}}, text(run_summary(run))));
  return element(
      "section", {{"class", "folded"}},
      element("details", summary + element("div", {{"class", "inside"}}, run_facts(run) + run_details(run, 3))));
}

// Beside findings, the runs are there for those who want to know it all.
Html runs_section(const Report& report) {
  Html runs;
  for (size_t i = 0; i < report.runs.size(); ++i) {
    const ShownRun& run = report.runs[i];
    Html title =
        element("h3", {{"id", "run-" + std::to_string(i + 1)}},
                text(run_name(i) + " ") + element("span", {{"class", "subtitle"}}, text(run.title, kShortText)));
    Html summary =
        element("summary", title + text(" ") + element("span", {{"class", "quiet"}}, text(run_summary(run))));
    runs += element(
        "div", {{"class", "folded"}},
        element("details", summary + element("div", {{"class", "inside"}}, run_facts(run) + run_details(run, 4))));
  }
  if (runs.empty()) return {};
  return element("section", {{"aria-labelledby", "runs"}}, element("h2", {{"id", "runs"}}, text("All runs")) + runs);
}

// Comparisons that neither a finding nor a test has shown.
std::vector<size_t> other_comparisons(const Report& report) {
  std::set<size_t> shown;
  for (const auto& finding : report.findings) {
    if (finding.comparison) shown.insert(*finding.comparison);
  }
  for (const auto& test : report.tests) {
    if (test.comparison) shown.insert(*test.comparison);
  }
  std::vector<size_t> others;
  for (size_t i = 0; i < report.comparisons.size(); ++i) {
    if (!shown.contains(i)) others.push_back(i);
  }
  return others;
}

Html contents_part(const Report& report, const std::vector<size_t>& comparisons) {
  if (comparisons.size() < 2) return {};
  Html items;
  for (size_t i : comparisons) {
    const ShownComparison& shown = report.comparisons[i];
    std::string name = run_name(shown.first) + " and " + to_lower(run_name(shown.second)) + ": ";
    items += element("li", element("a", {{"href", "#comparison-" + std::to_string(i + 1)}},
                                   text(name + (shown.comparison.equal ? "same" : "different"))));
  }
  return element("nav", {{"aria-label", "Comparisons"}}, element("ul", items));
}

Html notes_part(const Report& report) {
  if (report.notes.empty()) return {};
  Html items;
  for (const std::string& note : report.notes) items += element("li", text(note, kLongText));
  return element("section", element("h2", text("Notes")) + element("ul", items));
}

void check(const Report& report) {
  for (const ShownComparison& shown : report.comparisons) {
    SQUALL_CHECK(shown.first < report.runs.size() && shown.second < report.runs.size());
  }
  for (const auto& finding : report.findings) {
    SQUALL_CHECK(!finding.comparison || *finding.comparison < report.comparisons.size());
  }
  for (const auto& test : report.tests) {
    SQUALL_CHECK(!test.comparison || *test.comparison < report.comparisons.size());
  }
}

Html main_part(const Report& report) {
  bool of_findings = !report.findings.empty() || !report.tests.empty();
  std::vector<size_t> comparisons = other_comparisons(report);
  Html main = answer_part(report) + findings_table(report) + contents_part(report, comparisons) + steps_part(report);
  for (size_t i = 0; i < report.findings.size(); ++i) main += finding_section(report, i);
  main += tests_section(report);
  for (size_t i : comparisons) main += comparison_section(report, i);
  main += graphs_section(report);
  if (of_findings) {
    main += runs_section(report);
  } else {
    for (size_t i = 0; i < report.runs.size(); ++i) main += run_section(report, i);
  }
  return element("main", main + notes_part(report));
}

}  // namespace

std::string to_html(const Report& report) {
  check(report);
  Html footer = element("footer", element("p", {{"class", "quiet"}}, text(std::string("squall ") + store::kVersion)));
  Html body = element(
      "body", main_part(report) + footer + picture_store(report) + element("script", Html::trusted(script_text())));
  return "<!DOCTYPE html>\n" + element("html", {{"lang", "en"}}, head_of(report) + body).str() + "\n";
}

}  // namespace squall::report
