#include "analysis/init/account.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace squall::analysis::init {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kNothing = "Nothing is lost when a user is faster than the page: ";

Analysis infeasible(const std::vector<finding::ReasonKind>& reasons) {
  Analysis analysis;
  for (auto reason : reasons) {
    analysis.tests.emplace_back().verdict = finding::Verdict::Infeasible;
    analysis.tests.back().reason_kind = reason;
  }
  return analysis;
}

std::string headline(const Analysis& analysis) { return account_of(analysis, {}).headline; }

TEST(InitAccount, TheHeadlineSaysWhenAnActIsImpossible) {
  auto early = finding::ReasonKind::StepOfWrong, late = finding::ReasonKind::StepOfRight;
  EXPECT_EQ(headline(infeasible({early})), kNothing + "the only case cannot happen that early.");
  EXPECT_EQ(headline(infeasible({early, early})), kNothing + "none of 2 cases can happen that early.");
  EXPECT_EQ(headline(infeasible({late})),
            kNothing + "the only case could not be performed both early and after loading.");
  EXPECT_EQ(headline(infeasible({late, early})),
            kNothing + "none of 2 cases could be performed both early and after loading.");
}

TEST(InitAccount, AnInterruptionBeforeAnythingWasTriedIsSaid) {
  Analysis analysis;
  analysis.complete = false;
  EXPECT_EQ(headline(analysis), "Interrupted while the page was looked at: nothing was tried.");
  analysis.suspects.resize(3);
  EXPECT_EQ(headline(analysis), "Interrupted before 3 suspects could be tried.");
  EXPECT_THAT(account_of(analysis, {}).explanation, Not(HasSubstr("None of it depends")));
  analysis.suspects.resize(1);
  EXPECT_EQ(headline(analysis), "Interrupted before the only suspect could be tried.");
}

}  // namespace
}  // namespace squall::analysis::init
