#include "cli/init_report.h"

#include <algorithm>

#include "base/text.h"
#include "base/url.h"
#include "cli/output.h"

namespace squall::cli {
namespace {

using analysis::init::Analysis;
using finding::Finding;
using finding::Severity;
using finding::Verdict;

constexpr size_t kPlacesTold = 2;
constexpr size_t kTestsTold = 6;

size_t count(const Analysis& analysis, Verdict verdict) {
  return static_cast<size_t>(std::count_if(analysis.tests.begin(), analysis.tests.end(),
                                           [&](const auto& test) { return test.verdict == verdict; }));
}

std::string headline_of(const Analysis& analysis) {
  std::string stopped = analysis.complete ? "" : " so far";
  size_t found = count_found(analysis.findings);
  if (found > 0) {
    return "A user who is faster than the page loses something in " + count_of(found, "case") + stopped + ".";
  }
  if (analysis.fields + analysis.handlers + analysis.actions == 0) {
    return "There is nothing on the page that a user could do too early.";
  }
  if (analysis.tests.empty()) {
    return "Nothing is lost when a user is faster than the page: nothing that a user can use waits for a long delay" +
           stopped + ".";
  }
  return "Nothing is lost when a user is faster than the page, in " + count_of(analysis.tests.size(), "case") +
         " that could be tried" + stopped + ".";
}

std::string explanation_of(const Analysis& analysis) {
  std::string text = "squall looked at " + count_of(analysis.fields, "form field") + ", " +
                     count_of(analysis.handlers, "handler") + " and " + count_of(analysis.actions, "thing") +
                     " that a user can do while the page loads. ";
  if (analysis.tests.empty()) return text + "None of it depends on something that a slow network can delay.";
  text +=
      "What a slow network can come between was made to happen with real input, once while the resource was held "
      "back and once after loading. ";
  std::vector<std::string> parts;
  for (auto [verdict, words] : {std::pair{Verdict::Race, "ended differently, twice"},
                                {Verdict::Same, "ended equally"},
                                {Verdict::Infeasible, "could not be done that early"},
                                {Verdict::Unstable, "differ for other reasons"}}) {
    if (size_t n = count(analysis, verdict); n > 0) parts.push_back(std::to_string(n) + " " + words);
  }
  return text + "Of " + count_of(analysis.tests.size(), "case") + ", " + join(parts, ", ") + ".";
}

void add_page_notes(const Analysis& analysis, const lab::RecordedPage& page, std::vector<std::string>& notes) {
  notes = analysis.notes;
  if (without_fragment(page.outcome.url) != without_fragment(page.url) && !page.outcome.url.empty()) {
    notes.push_back("The page goes on to " + page.outcome.url +
                    " while it loads; that is the page that was looked at.");
  }
  if (page.outcome.frames.size() > 1) notes.push_back("Only the main frame was looked at, not what is in its frames.");
  if (analysis.left_out > 0) {
    notes.push_back(count_of(analysis.left_out, "suspect") + " were left out: raise --max-suspects to try them too.");
  }
  if (!analysis.complete) notes.push_back("The work was interrupted: what was found until then is here.");
  notes.insert(notes.end(), page.notes.begin(), page.notes.end());
}

void add_places(const Finding& finding, std::vector<std::string>& lines) {
  for (size_t i = 0; i < finding.where.size() && i < kPlacesTold; ++i) {
    const auto& place = finding.where[i];
    bool mapped = !place.source.empty();
    std::string file = mapped ? place.source : short_url(place.url);
    lines.push_back("    " + one_line(file, 100) + ":" + std::to_string(mapped ? place.source_line : place.line) + " " +
                    one_line(place.role, 160));
  }
}

// Findings with one cause: the same resource is late.
using Group = std::pair<std::string, std::vector<const Finding*>>;
std::vector<Group> groups_of(const std::vector<Finding>& findings) {
  std::vector<Group> groups;
  for (const Finding& finding : findings) {
    std::string cause = finding.evidence["delay"].as_string_or("");
    auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) { return group.first == cause; });
    if (same == groups.end()) same = groups.insert(groups.end(), {cause, {}});
    same->second.push_back(&finding);
  }
  return groups;
}

}  // namespace

size_t count_found(const std::vector<Finding>& findings) {
  return static_cast<size_t>(std::count_if(findings.begin(), findings.end(),
                                           [](const Finding& each) { return each.severity != Severity::Note; }));
}

report::Report init_report(const Analysis& analysis, const lab::RecordedPage& page) {
  report::Report report;
  report.command = "init";
  report.url = page.url;
  report.flow = analysis.flow;
  report.headline = headline_of(analysis);
  report.explanation = explanation_of(analysis);
  for (const auto& run : analysis.runs) report.runs.push_back({run.title, run.schedule, run.run});
  for (const auto& one : analysis.comparisons) report.comparisons.push_back({one.first, one.second, one.comparison});
  report.tests = analysis.tests;
  report.findings = analysis.findings;
  report.trace = analysis.trace;
  add_page_notes(analysis, page, report.notes);
  report.experiments = analysis.experiments;
  return report;
}

std::vector<std::string> init_lines(const report::Report& report) {
  std::vector<std::string> lines = {report.headline};
  for (const auto& [cause, group] : groups_of(report.findings)) {
    for (const Finding* finding : group) {
      bool first = finding == group.front();
      if (first) lines.push_back("");
      std::string note = finding->severity == Severity::Note ? "(note) " : "";
      lines.push_back(finding->id + "  " + note + one_line(finding->title, 300));
      if (first) lines.push_back("    " + one_line(finding->explanation, 1000));
      add_places(*finding, lines);
    }
    if (group.size() > 1) lines.push_back("    All of these wait for the same resource.");
  }
  if (!report.findings.empty()) lines.push_back("");
  size_t told = 0;
  for (const auto& test : report.tests) {
    if (test.verdict != Verdict::Infeasible && test.verdict != Verdict::Unstable) continue;
    if (++told <= kTestsTold)
      lines.push_back(one_line(test.id + " " + finding::name_of(test.verdict) + ": " + test.reason, 400));
  }
  if (told > kTestsTold) lines.push_back("and " + std::to_string(told - kTestsTold) + " more; see the report");
  for (const auto& note : report.notes) lines.push_back(one_line(note, 400));
  return lines;
}

}  // namespace squall::cli
