#include "analysis/reason.h"

#include <gtest/gtest.h>

#include <set>

namespace squall::analysis {
namespace {

using Kind = Reason::Kind;

TEST(Reason, EveryKindHasANameAndWords) {
  std::set<std::string> names, words;
  for (int i = 1; i <= static_cast<int>(Kind::NotRepeated); ++i) {
    Reason reason{.kind = static_cast<Kind>(i), .step = "click #b", .detail = "disabled", .subjects = {"GET /a"}};
    reason.differences = {{.subject = "#out", .label = "#out", .before = "new", .after = "old"}};
    EXPECT_TRUE(names.insert(finding::name_of(reason.kind)).second) << finding::name_of(reason.kind);
    EXPECT_FALSE(words_for(reason).empty()) << finding::name_of(reason.kind);
  }
  EXPECT_STREQ(finding::name_of(Kind::StepOfWrong), "step-of-wrong");
  EXPECT_STREQ(finding::name_of(Kind::NotRepeated), "not-repeated");
}

TEST(Reason, TheVoiceNamesRunsAndMoments) {
  Voice voice{{"in order", "crossed", "in order"}, " after loading", " that early", "them", " (before the pair)"};
  Reason step{.kind = Kind::StepOfWrong, .step = "click #b", .detail = "disabled"};
  EXPECT_EQ(words_for(step, voice), "click #b cannot be performed that early: disabled");
  step.kind = Kind::StepOfRight;
  step.set_up = true;
  EXPECT_EQ(words_for(step, voice), "click #b (before the pair) cannot be performed after loading: disabled");
  Reason restless{.kind = Kind::NeverSettles, .detail = "a timer", .ending = outcome::Ending::TimedOut};
  EXPECT_EQ(words_for(restless, voice), "the page does not come to rest after them (timed-out: a timer)");
}

TEST(Reason, TheMostTellingDifferenceIsToldAndOthersAreCounted) {
  Reason reason{.kind = Kind::Differs, .more = 2};
  reason.differences = {{.subject = "#out", .label = "#out", .before = "new", .after = "old"}};
  EXPECT_EQ(words_for(reason), "the text of #out is “old” instead of “new”; and 2 more differences.");
}

}  // namespace
}  // namespace squall::analysis
