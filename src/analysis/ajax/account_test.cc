#include "analysis/ajax/account.h"

#include <gtest/gtest.h>

namespace squall::analysis::ajax {
namespace {

std::string headline(size_t events, size_t waiting, size_t infeasible) {
  Analysis analysis;
  analysis.plan.events = events;
  analysis.plan.waiting = waiting;
  analysis.plan.pairs.resize(infeasible);
  analysis.tests.resize(infeasible);
  for (auto& test : analysis.tests) test.verdict = finding::Verdict::Infeasible;
  return account_of(analysis, {}, 0).headline;
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
  EXPECT_EQ(account_of(analysis, {}, 0).headline, "Nothing is known of 2 pairs: not all requests could be answered.");
}

}  // namespace
}  // namespace squall::analysis::ajax
