#include "analysis/init/rules.h"

#include <gtest/gtest.h>

namespace squall::analysis::init {
namespace {

TEST(InitRules, AHandlerFailsEarlyWhereOnlyTheEarlyUserSeesAnError) {
  std::vector<Suspect> suspects(2);
  suspects[0].kind = Kind::EarlyFailure;
  suspects[1].kind = Kind::LateHandler;
  const std::vector<Places> places(2);
  const std::vector<std::string> load;
  Rules rules(suspects, places, load);
  auto shows = [&](size_t subject, oracle::Kind kind, oracle::Side side) {
    oracle::Comparison comparison;
    comparison.equal = false;
    comparison.differences = {{.aspect = oracle::Aspect::Error, .kind = kind, .side = side}};
    return rules.shows(subject, comparison);
  };
  EXPECT_TRUE(shows(0, oracle::Kind::Error, oracle::Side::Second));
  EXPECT_FALSE(shows(0, oracle::Kind::Error, oracle::Side::First));
  EXPECT_FALSE(shows(0, oracle::Kind::Text, oracle::Side::Second));
  EXPECT_TRUE(shows(1, oracle::Kind::Error, oracle::Side::First)) << "of other suspects every loss counts";
  EXPECT_FALSE(rules.shows(1, {}));
}

}  // namespace
}  // namespace squall::analysis::init
