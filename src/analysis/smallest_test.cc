#include "analysis/smallest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace squall::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Remembers what was tried.
struct Trying {
  Shows shows(std::function<bool(const std::vector<std::string>&)> truth) {
    return [this, truth](const Sets& sets) -> Result<std::vector<bool>> {
      std::vector<bool> out;
      for (const auto& set : sets) tried.push_back(set), out.push_back(truth(set));
      return out;
    };
  }
  Sets tried;
};

bool has(const std::vector<std::string>& set, const char* name) {
  return std::find(set.begin(), set.end(), name) != set.end();
}

TEST(Smallest, OneHeldResponseNeedsNoExperiment) {
  Trying trying;
  auto least = smallest({"a"}, trying.shows([](const auto&) { return false; }));
  EXPECT_THAT(*least, ElementsAre("a"));
  EXPECT_THAT(trying.tried, IsEmpty());
}

TEST(Smallest, ASingleResponseThatIsEnoughIsFound) {
  Trying trying;
  auto least = smallest({"a", "b", "c"}, trying.shows([](const auto& set) { return has(set, "b"); }));
  EXPECT_THAT(*least, ElementsAre("b"));
  EXPECT_EQ(trying.tried.size(), 3u);
}

TEST(Smallest, TwoThatAreNeededTogetherAreBothKept) {
  Trying trying;
  auto least =
      smallest({"a", "b", "c", "d"}, trying.shows([](const auto& set) { return has(set, "b") && has(set, "d"); }));
  EXPECT_THAT(*least, ElementsAre("b", "d"));
}

TEST(Smallest, TheSearchIsBounded) {
  std::vector<std::string> held;
  for (int i = 0; i < 100; ++i) held.push_back(std::to_string(i));
  Trying trying;
  auto least = smallest(held, trying.shows([](const auto& set) { return set.size() > 90; }), 30);
  EXPECT_GT(least->size(), 1u);
  EXPECT_LE(trying.tried.size(), 31u);
}

}  // namespace
}  // namespace squall::analysis
