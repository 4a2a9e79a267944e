// What is wrong with the page: first a table of all of it, then a section for each.
#include "report/sections.h"

namespace squall::report {
namespace {

using finding::Finding;
using finding::Severity;

std::string id_of(size_t index) { return "finding-" + std::to_string(index + 1); }

std::string kind_words(const Report& report, const std::string& kind) {
  auto words = report.kind_words.find(kind);
  return words == report.kind_words.end() ? kind : words->second;
}

Html severity_chip(Severity severity) {
  return element("span", {{"class", std::string("chip ") + finding::name_of(severity)}},
                 text(finding::name_of(severity)));
}

Html where_words(const Finding& finding) {
  if (!finding.where.empty()) return element("code", text(place_words(finding.where[0]), kShortText));
  return finding.element.empty() ? Html() : element("code", text(finding.element, kShortText));
}

const ShownComparison* comparison_of(const Report& report, const Finding& finding) {
  return finding.comparison ? &report.comparisons[*finding.comparison] : nullptr;
}

Html facts_part(const Report& report, const Finding& finding) {
  Html facts;
  auto fact = [&](const char* name, const Html& value) { facts += element("dt", text(name)) + element("dd", value); };
  if (!finding.kind.empty()) fact("Kind", text(kind_words(report, finding.kind), kShortText));
  if (!finding.events.empty()) {
    Html graphs = graph_links(report, finding.events);
    fact("The user", text(sequence_words(finding.events, report.flow), kLongText) +
                         (graphs.empty() ? Html() : element("span", {{"class", "quiet"}}, text(" – ") + graphs)));
  }
  if (!finding.element.empty()) fact("Concerns", element("code", text(finding.element, kLongText)));
  if (finding.confirmed > 0) {
    fact("Confirmed", text(finding.confirmed == 1 ? "both orders were run once more, with the same result"
                                                  : "both orders were run " + std::to_string(finding.confirmed) +
                                                        " times, always with the same result"));
  }
  if (const ShownComparison* shown = comparison_of(report, finding)) facts += pair_lines(report, *shown);
  fact("See it again", element("code", text("squall replay RUN --finding " + finding.id, kShortText)) +
                           element("span", {{"class", "quiet"}}, text(" RUN is the folder of this report")));
  return element("dl", {{"class", "facts"}}, facts);
}

// New requests of a finding whose runs are not in the report.
Html new_requests_part(const Finding& finding) {
  if (finding.new_requests.empty()) return {};
  Html items;
  for (const std::string& request : finding.new_requests) {
    items += element("li", element("code", text(request, kLongText)));
  }
  return element("h3", text("New requests")) +
         element("p", text("The recording did not know them; they were asked of the real server once.")) +
         element("ul", items);
}

Html advice_part(const Finding& finding) {
  if (finding.advice.empty()) return {};
  Html items;
  for (const finding::Advice& advice : finding.advice) {
    Html code = advice.code.empty() ? Html() : element("pre", element("code", text(advice.code, kLongText)));
    items += element("li",
                     element("h4", text(advice.title, kShortText)) + element("p", text(advice.text, kLongText)) + code);
  }
  return element("h3", text("How such a race is usually fixed")) + element("ul", {{"class", "advice"}}, items);
}

Html evidence_part(const Report& report, const Finding& finding) {
  const ShownComparison* shown = comparison_of(report, finding);
  Html code = place_list(finding.where);
  if (!code.empty()) code = element("h3", text("In the code")) + code;
  if (!shown) return code + new_requests_part(finding);
  const outcome::Outcome &first = report.runs[shown->first].run.outcome,
                         &second = report.runs[shown->second].run.outcome;
  return moment_screen(report, shown->second, 3) + comparison_screens(report, *shown, 3) +
         differences_part(shown->comparison, 3) + comparison_timeline(report, *shown, 3) + code +
         requests_of_both(first, second, finding.new_requests, 3);
}

}  // namespace

Html findings_table(const Report& report) {
  if (report.findings.empty()) return {};
  Html head, rows;
  for (const char* name : {"Severity", "Finding", "Where"}) head += element("th", {{"scope", "col"}}, text(name));
  for (size_t i = 0; i < report.findings.size(); ++i) {
    const Finding& finding = report.findings[i];
    rows += element(
        "tr", element("td", severity_chip(finding.severity)) +
                  element("td", element("a", {{"href", "#" + id_of(i)}},
                                        text(finding.id, kShortText) + text(": ") + text(finding.title, kShortText))) +
                  element("td", {{"class", "url"}}, where_words(finding)));
  }
  return element(
      "section", {{"aria-labelledby", "findings"}},
      element("h2", {{"id", "findings"}}, text("Findings")) +
          element("table", {{"class", "findings"}}, element("thead", element("tr", head)) + element("tbody", rows)));
}

Html finding_section(const Report& report, size_t index) {
  const Finding& finding = report.findings[index];
  Html title = element("p", {{"class", "kicker"}},
                       element("b", text(finding.id, kShortText)) + text(" ") + severity_chip(finding.severity)) +
               element("h2", {{"id", id_of(index)}}, text(finding.title, kLongText));
  Html words;
  if (!finding.explanation.empty())
    words += element("p", {{"class", "lead"}}, text(finding.explanation, 2 * kLongText));
  if (!finding.witness.empty()) {
    words += element("p", {{"class", "witness"}},
                     element("b", text("It takes no more than this: ")) + text(finding.witness, kLongText));
  }
  return element("section", {{"class", "finding"}, {"aria-labelledby", id_of(index)}},
                 title + words + facts_part(report, finding) + evidence_part(report, finding) + advice_part(finding));
}

}  // namespace squall::report
