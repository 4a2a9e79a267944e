#include "analysis/init/account.h"

#include <algorithm>

#include "base/one_line.h"
#include "base/text.h"
#include "base/url.h"

namespace squall::analysis::init {
namespace {

using finding::Finding;
using finding::Severity;
using finding::Verdict;

constexpr size_t kPlacesTold = 2;

std::string interrupted_headline(const Analysis& analysis) {
  size_t suspects = analysis.suspects.size();
  if (suspects == 0) return "Interrupted while the page was looked at: nothing was tried.";
  return "Interrupted before " + (suspects == 1 ? "the only suspect" : count_of(suspects, "suspect")) +
         " could be tried.";
}

// Most pages do not let a person act that early; on some the act is impossible afterwards.
std::string why_none_was_tried(const Analysis& analysis) {
  using finding::ReasonKind;
  bool early = std::ranges::all_of(analysis.tests, [](const auto& test) {
    return test.reason_kind == ReasonKind::StepOfWrong || test.reason_kind == ReasonKind::NothingSeen;
  });
  size_t cases = analysis.tests.size();
  if (cases == 1)
    return early ? "the only case cannot happen that early"
                 : "the only case could not be performed both early and after loading";
  return "none of " + count_of(cases, "case") +
         (early ? " can happen that early" : " could be performed both early and after loading");
}

std::string headline_of(const Analysis& analysis) {
  std::string stopped = analysis.complete ? "" : " so far";
  size_t found = count_found(analysis.findings);
  if (found > 0) {
    bool by_user = std::any_of(analysis.findings.begin(), analysis.findings.end(),
                               [](const Finding& finding) { return !finding.events.empty(); });
    std::string who = by_user ? "A user who is faster than the page" : "A page part of which comes late";
    return who + " loses something in " + count_of(found, "case") + stopped + ".";
  }
  if (!analysis.complete && analysis.tests.empty()) return interrupted_headline(analysis);
  if (analysis.tests.empty() && analysis.fields + analysis.handlers + analysis.actions == 0) {
    return "There is nothing on the page that a user could do too early.";
  }
  if (analysis.tests.empty()) {
    return "Nothing is lost when a user is faster than the page: nothing that a user can use waits for a long delay.";
  }
  auto tried = std::count_if(analysis.tests.begin(), analysis.tests.end(),
                             [](const auto& test) { return test.verdict != Verdict::Infeasible; });
  if (tried == 0) {
    return "Nothing is lost when a user is faster than the page: " + why_none_was_tried(analysis) + stopped + ".";
  }
  return "Nothing is lost when a user is faster than the page, in " + count_of(static_cast<size_t>(tried), "case") +
         " that could be tried" + stopped + ".";
}

std::string explanation_of(const Analysis& analysis) {
  std::string text = "squall looked at " + count_of(analysis.fields, "form field") + ", " +
                     count_of(analysis.handlers, "handler") + " and " + count_of(analysis.actions, "thing") +
                     " that a user can do while the page loads. ";
  if (analysis.tests.empty() && !analysis.complete) return text + "The work was interrupted before anything was tried.";
  if (analysis.tests.empty()) return text + "None of it depends on something that a slow network can delay.";
  return text +
         "What a slow network can come between was made to happen with real input, once while the resource was held "
         "back and once after loading. " +
         verdicts_in_words(analysis.tests, "case",
                           {{Verdict::Race, "ended differently, twice"},
                            {Verdict::Same, "ended equally"},
                            {Verdict::Infeasible, "could not be done early, or not after loading"},
                            {Verdict::Unstable, "differ for other reasons"}});
}

void add_page_notes(const Analysis& analysis, const lab::RecordedPage& page, std::vector<std::string>& notes) {
  notes = analysis.notes;
  if (without_fragment(page.outcome.url) != without_fragment(page.url) && !page.outcome.url.empty()) {
    notes.push_back("The page goes on to " + page.outcome.url +
                    " while it loads; that is the page that was looked at.");
  }
  add_password_note(page.outcome, notes);
  add_cut_notes(page.outcome, notes);
  if (page.outcome.frames.size() > 1) notes.push_back("Only the main frame was looked at, not what is in its frames.");
  if (analysis.left_out > 0) {
    notes.push_back(count_of(analysis.left_out, "suspect") + (analysis.left_out == 1 ? " was" : " were") +
                    " left out: raise --max-suspects to try more.");
  }
  add_untested_note(analysis.untested, "suspect", notes);
  if (!analysis.complete) notes.push_back("The work was interrupted: what was found until then is here.");
  notes.insert(notes.end(), page.notes.begin(), page.notes.end());
}

// Findings with one cause: the same resource is late.
std::string delay_of(const Finding& finding) { return finding.evidence["delay"].as_string_or(""); }

}  // namespace

Account account_of(const Analysis& analysis, const lab::RecordedPage& page) {
  Account account;
  account.flow = analysis.flow;
  account.headline = headline_of(analysis);
  account.explanation = explanation_of(analysis);
  account.trace = analysis.trace;
  add_page_notes(analysis, page, account.notes);
  return account;
}

Lines lines_of(const Analysis& analysis, const Account& account) {
  Lines lines = {account.headline};
  for (const FindingGroup& group : groups_of(analysis.findings, delay_of)) {
    for (const Finding* finding : group) {
      bool first = finding == group.front();
      if (first) lines.push_back("");
      std::string note = finding->severity == Severity::Note ? "(note) " : "";
      lines.push_back(finding->id + "  " + note + one_line(finding->title, 300));
      if (first) lines.push_back("    " + one_line(finding->explanation, 1000));
      add_places(*finding, kPlacesTold, lines);
    }
    if (group.size() > 1) lines.push_back("    All of these wait for the same resource.");
  }
  if (!analysis.findings.empty()) lines.push_back("");
  if (size_t more = add_unjudged(analysis.tests, lines); more > 0) {
    lines.push_back("and " + std::to_string(more) + " more; see the report");
  }
  add_notes(account.notes, lines);
  return lines;
}

}  // namespace squall::analysis::init
