#include "analysis/ajax/account.h"

#include <gtest/gtest.h>

namespace squall::analysis::ajax {
namespace {

lab::RecordedPage empty_page() {
  lab::RecordedPage page;
  page.recording = std::make_shared<network::Recording>();
  return page;
}

std::string headline(size_t events, size_t waiting, size_t infeasible) {
  Analysis analysis;
  analysis.plan.events = events;
  analysis.plan.waiting = waiting;
  analysis.plan.pairs.resize(infeasible);
  analysis.tests.resize(infeasible);
  for (auto& test : analysis.tests) test.verdict = finding::Verdict::Infeasible;
  return account_of(analysis, empty_page(), 0).headline;
}

TEST(AjaxAccount, TheHeadlineSpeaksOfOneAsOfOne) {
  EXPECT_EQ(headline(1, 0, 0), "No responses can cross: the only user event leads to none.");
  EXPECT_EQ(headline(2, 0, 0), "No responses can cross: none of the 2 user events leads to one.");
  EXPECT_EQ(headline(1, 1, 0),
            "No responses get into each other's way: there is only one user event, and it does not get into its own.");
  EXPECT_EQ(headline(2, 1, 0),
            "No responses get into each other's way: no two of the 2 user events use the same part of the page.");
  EXPECT_EQ(headline(1, 1, 1), "No race found: the only pair cannot happen on this page.");
  EXPECT_EQ(headline(2, 1, 4), "No race found: none of the 4 pairs can happen on this page.");
}

TEST(AjaxAccount, PairsOfWhichNothingIsKnownAreNotSaidToBeImpossible) {
  Analysis analysis;
  analysis.plan.events = analysis.plan.waiting = 2;
  analysis.plan.pairs.resize(2);
  analysis.tests.resize(2);
  for (auto& test : analysis.tests) test.verdict = finding::Verdict::Infeasible;
  analysis.tests[1].reason_kind = finding::ReasonKind::Unanswered;
  EXPECT_EQ(account_of(analysis, empty_page(), 0).headline,
            "Nothing is known of 2 pairs: not all requests could be answered.");
}

struct Asked {
  std::string type, url;
  int status = 200;
};

bool tells_of_leaving(const std::string& url, const std::vector<Asked>& asked) {
  lab::RecordedPage page;
  auto recording = std::make_shared<network::Recording>();
  for (const Asked& each : asked) {
    network::Entry entry;
    entry.request = {"GET", each.url, "", {}, each.type};
    entry.response.status = each.status;
    recording->entries.push_back(entry);
    page.outcome.requests.push_back({"GET", each.url, "", each.type, outcome::Answer::Recorded, ""});
  }
  page.recording = recording;
  page.outcome.url = url;
  return !account_of({}, page, 0).notes.empty();
}

TEST(AjaxAccount, APageIsLeftForAnotherDocumentAndNotForAnotherAddress) {
  EXPECT_TRUE(tells_of_leaving("http://h/b", {{"document", "http://h/"}, {"document", "http://h/b"}}));
  EXPECT_FALSE(tells_of_leaving("http://h/b", {{"document", "http://h/"}, {"xhr", "http://h/b"}}));
  EXPECT_FALSE(tells_of_leaving("http://h/b#x", {{"document", "http://h/", 302}, {"document", "http://h/b"}}));
}

}  // namespace
}  // namespace squall::analysis::ajax
