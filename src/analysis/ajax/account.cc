#include "analysis/ajax/account.h"

#include <algorithm>

#include "analysis/ajax/explain.h"
#include "base/one_line.h"
#include "base/text.h"
#include "base/url.h"

namespace squall::analysis::ajax {
namespace {

using finding::Verdict;

bool any_of_loading(const Plan& plan) { return std::ranges::any_of(plan.pairs, &Pair::is_of_loading); }

std::string headline_of(const Analysis& analysis) {
  const auto& plan = analysis.plan;
  std::string stopped = analysis.complete ? "" : " so far";
  if (plan.events == 0) return "There is nothing that a user can do on the page, so no responses can cross.";
  if (plan.waiting == 0 && plan.pairs.empty()) {
    return "No responses can cross: " + (plan.events == 1
                                             ? "the only user event leads to none."
                                             : "none of the " + count_of(plan.events, "user event") + " leads to one.");
  }
  if (plan.pairs.empty()) {
    return "No responses get into each other's way: " +
           (plan.events == 1
                ? "there is only one user event, and it does not get into its own."
                : "no two of the " + count_of(plan.events, "user event") + " use the same part of the page.");
  }
  size_t races = analysis.findings.size();
  if (races == 0 && analysis.tests.empty()) return "No pair of user events was tested" + stopped + ".";
  if (races == 0 && count(analysis.tests, Verdict::Infeasible) == analysis.tests.size()) {
    size_t pairs = analysis.tests.size();
    bool unknown = std::ranges::any_of(
        analysis.tests, [](const auto& test) { return test.reason_kind == finding::ReasonKind::Unanswered; });
    if (unknown)
      return "Nothing is known of " + count_of(pairs, "pair") + ": not all requests could be answered" + stopped + ".";
    return "No race found: " +
           (pairs == 1 ? "the only pair cannot" : "none of the " + count_of(pairs, "pair") + " can") +
           " happen on this page" + stopped + ".";
  }
  return (races == 0 ? "No race" : count_of(races, "race")) + " found in " + count_of(analysis.tests.size(), "pair") +
         (any_of_loading(plan) ? " of events" : " of user events") + stopped + ".";
}

std::string explanation_of(const Analysis& analysis) {
  if (analysis.tests.empty()) {
    return "squall looks for pairs of user events of which the first is still waiting for a response when the second "
           "happens, and that change the same part of the screen, the same field or the same storage.";
  }
  std::string loading = "The loading of the page is an event, too, where the user needs nothing that it brings. ";
  return "Each pair was performed twice: with the responses in order, and with those to the first held back until the "
         "second had settled. " +
         (any_of_loading(analysis.plan) ? loading : "") +
         verdicts_in_words(analysis.tests, "pair",
                           {{Verdict::Race, "ended differently, again and again"},
                            {Verdict::Same, "ended equally"},
                            {Verdict::Infeasible, "could not be performed so"},
                            {Verdict::Unstable, "differ for other reasons"}});
}

// Whether another document is there in the end than the one that was opened first, with its redirects. What a script
// writes into the address alone is none: nobody has asked for a document of that address.
bool is_left(const lab::RecordedPage& page) {
  auto is_of = [&](const std::string& type, const std::string& url) {
    return type == "document" && url == without_fragment(page.outcome.url);
  };
  for (const auto& [request, response, started_ms, messages] : page.recording->entries) {
    if (is_of(request.type, request.url)) return false;
    if (request.type == "document" && (response.status < 300 || response.status >= 400)) break;
  }
  return std::ranges::any_of(page.outcome.requests, [&](const auto& sent) { return is_of(sent.type, sent.url); });
}

// What a person should know about the page before trusting the answer.
void add_page_notes(const lab::RecordedPage& page, int begin, std::vector<std::string>& notes) {
  const auto& steps = page.outcome.steps;
  size_t lost = 0;
  for (size_t i = static_cast<size_t>(begin); i < steps.size(); ++i) {
    if (steps[i].performed) continue;
    if (++lost == 1) notes.push_back(steps[i].label + " could not be performed: " + steps[i].reason);
  }
  if (lost > 1) notes.push_back("and " + count_of(lost - 1, "more step") + " could not be performed");
  if (is_left(page)) {
    notes.push_back("The flow leaves the page: it ends at " + page.outcome.url +
                    ". Only what happens on one page can cross.");
  }
  add_password_note(page.outcome, notes);
  add_cut_notes(page.outcome, notes);
}

}  // namespace

Account account_of(const Analysis& analysis, const lab::RecordedPage& page, int begin) {
  Account account;
  account.flow = page.flow;
  account.headline = headline_of(analysis);
  account.explanation = explanation_of(analysis);
  account.trace = page.trace;
  auto relation = trace::HappensBefore::of(page.trace);
  for (size_t i = static_cast<size_t>(begin); i < page.flow.steps.size(); ++i) {
    auto graph = trace::event_graph(page.trace, relation, static_cast<int>(i));
    if (graph.root.valid()) account.graphs.push_back(std::move(graph));
  }
  auto& notes = account.notes;
  add_page_notes(page, begin, notes);
  if (analysis.plan.left_out > 0) {
    bool one = analysis.plan.left_out == 1;
    notes.push_back(count_of(analysis.plan.left_out, "pair") +
                    (one ? " that tells less was left out: raise --max-tests to test it too."
                         : " that tell less were left out: raise --max-tests to test them too."));
  }
  add_untested_note(analysis.untested, "pair", notes);
  if (analysis.plan.alike > 0) {
    notes.push_back(count_of(analysis.plan.alike, "pair") + (analysis.plan.alike == 1 ? " was" : " were") +
                    " left out because others do the same on other rows of a list.");
  }
  if (!analysis.learned.empty()) {
    notes.push_back("The server was asked for what the recording did not know: " + join(analysis.learned, ", ") + ".");
  }
  if (!analysis.complete) {
    notes.push_back("The work was interrupted after " + std::to_string(analysis.tests.size()) + " of " +
                    count_of(analysis.plan.pairs.size(), "pair") + "; `squall ajax RUN` goes on with it.");
  }
  notes.insert(notes.end(), page.notes.begin(), page.notes.end());
  return account;
}

namespace {

constexpr size_t kPlacesTold = 3;
constexpr size_t kPairsTold = 6;  // of one cause

// Findings about the same element that the same code leads to have one cause.
std::string cause_of(const finding::Finding& finding) {
  std::string cause = finding.element;
  if (!finding.where.empty()) cause += "\n" + finding.where[0].url + ":" + std::to_string(finding.where[0].line);
  return cause;
}

// The pair that a finding is about; tests stand in the order of the plan.
std::string pair_words(const finding::Finding& finding, const Analysis& analysis, const flow::Flow& flow) {
  auto test = std::ranges::find(analysis.tests, finding.id, &finding::Test::finding);
  return words_for(analysis.plan.pairs[static_cast<size_t>(test - analysis.tests.begin())], flow);
}

void add_finding(const finding::Finding& finding, Lines& lines) {
  lines.push_back("");
  lines.push_back(finding.id + "  " + one_line(finding.title, 300));
  lines.push_back("    " + one_line(finding.explanation, 1000));
  add_places(finding, kPlacesTold, lines);
}

void add_findings(const Analysis& analysis, const flow::Flow& flow, Lines& lines) {
  for (const FindingGroup& group : groups_of(analysis.findings, cause_of)) {
    add_finding(*group[0], lines);
    if (group.size() == 1) continue;
    lines.push_back("    The same happens in " + count_of(group.size() - 1, "other pair") + ":");
    for (size_t i = 1; i < group.size() && i <= kPairsTold; ++i) {
      lines.push_back("      " + group[i]->id + "  " + one_line(pair_words(*group[i], analysis, flow), 200));
    }
    if (group.size() > kPairsTold + 1) {
      lines.push_back("      and " + std::to_string(group.size() - 1 - kPairsTold) + " more; see the report");
    }
  }
  if (!analysis.findings.empty()) lines.push_back("");
}

}  // namespace

Lines lines_of(const Analysis& analysis, const Account& account) {
  Lines lines = {account.headline};
  add_findings(analysis, account.flow, lines);
  if (size_t more = add_unjudged(analysis.tests, lines); more > 0) {
    lines.push_back("and " + std::to_string(more) + " more that are infeasible or unstable; see the report");
  }
  add_notes(account.notes, lines);
  return lines;
}

}  // namespace squall::analysis::ajax
