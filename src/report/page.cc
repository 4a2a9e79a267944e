// The page as a whole.
#include <algorithm>

#include "base/text.h"
#include "report/embedded.h"
#include "report/sections.h"
#include "store/version.h"

namespace squall::report {
namespace {

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
        locator.empty() ? Html() : text(" ") + element("code", {{"class", "quiet"}}, text(locator, kShortText));
    items += element("li", text(flow::label_of(step), kShortText) + where);
  }
  std::string title = report.flow.title.empty() ? "" : " (“" + report.flow.title + "”)";
  return element("section", element("h2", text("What the user does" + title, kShortText)) +
                                element("ol", {{"class", "flow"}}, items));
}

std::string run_summary(const ShownRun& run) {
  const lab::Outcome& outcome = run.run.outcome;
  std::string words = outcome.ending == lab::Ending::Settled ? "settled" : lab::name_of(outcome.ending);
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
  Html heading =
      element("h2", text(name + " ") + element("span", {{"class", "subtitle"}}, text(run.title, kShortText)));
  if (!is_compared(report, index)) {
    return element("section",
                   heading + run_facts(run) + run_timeline(report, run) + run_screen(run) + run_details(run));
  }
  Html summary = element("summary", heading + element("span", {{"class", "quiet"}}, text(run_summary(run))));
  return element(
      "section", {{"class", "folded"}},
      element("details", summary + element("div", {{"class", "inside"}}, run_facts(run) + run_details(run))));
}

Html contents_part(const Report& report) {
  if (report.comparisons.size() < 2) return {};
  Html items;
  for (size_t i = 0; i < report.comparisons.size(); ++i) {
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
}

}  // namespace

std::string to_html(const Report& report) {
  check(report);
  Html main = answer_part(report) + contents_part(report) + steps_part(report);
  for (size_t i = 0; i < report.comparisons.size(); ++i) main += comparison_section(report, i);
  for (size_t i = 0; i < report.runs.size(); ++i) main += run_section(report, i);
  main += notes_part(report);
  Html footer = element("footer", element("p", {{"class", "quiet"}}, text(std::string("squall ") + store::kVersion)));
  Html body = element("body", element("main", main) + footer + element("script", Html::trusted(script_text())));
  return "<!DOCTYPE html>\n" + element("html", {{"lang", "en"}}, head_of(report) + body).str() + "\n";
}

}  // namespace squall::report
