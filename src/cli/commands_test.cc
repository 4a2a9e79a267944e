#include <gtest/gtest.h>

#include "analysis/analyses.h"
#include "cli/command.h"

namespace squall::cli {
namespace {

TEST(Commands, EveryAnalysisHasACommandOfItsName) {
  for (const auto& about : analysis::analyses()) {
    const Command* command = find_command(about.name);
    ASSERT_TRUE(command) << about.name;
    EXPECT_EQ(command->spec.name, about.name);
    EXPECT_TRUE(about.compare);
    EXPECT_FALSE(about.kinds.empty());
  }
  EXPECT_FALSE(find_command("nothing"));
  EXPECT_FALSE(analysis::find_analysis("record"));
}

}  // namespace
}  // namespace squall::cli
