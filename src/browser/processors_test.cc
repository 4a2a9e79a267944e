#include "browser/processors.h"

#include <gtest/gtest.h>

#include "browser/process.h"
#include "browser/test_support.h"

namespace squall::browser {
namespace {

TEST(Processors, EachBrowserGetsNeighboursOfItsOwn) {
  EXPECT_EQ(shares_of({0, 1}, 2), (std::vector<Processors>{{0}, {1}}));
  EXPECT_EQ(shares_of({0, 1, 2, 3, 6}, 2), (std::vector<Processors>{{0, 1}, {2, 3}}));
}

TEST(Processors, ASingleBrowserMayUseAll) { EXPECT_EQ(shares_of({0, 1, 2}, 1), (std::vector<Processors>{{0, 1, 2}})); }

TEST(Processors, WhenThereAreTooFewAllMayUseAll) {
  EXPECT_EQ(shares_of({0, 1}, 3), (std::vector<Processors>{{0, 1}, {0, 1}, {0, 1}}));
  EXPECT_EQ(shares_of({}, 2), (std::vector<Processors>{{}, {}}));
}

// "0", "0-1": what a process may use, as the system says.
std::string allowed(int pid) {
  auto text =
      output_of("/bin/sh", {"-c", "grep Cpus_allowed_list /proc/" + std::to_string(pid) + "/status"}, in_ms(5000));
  return text ? std::string(trim(std::string_view(*text).substr(text->find(':') + 1))) : "";
}

TEST(Processors, AGroupAndWhatItStartsMoves) {
  Processors all = own_processors();
  ASSERT_FALSE(all.empty());
  SpawnOptions options;
  options.program = "/bin/sh";
  options.arguments = {"-c", "sleep 1000 & read line; sleep 1000"};
  auto process = Process::spawn(options);
  ASSERT_TRUE(process);
  int group = (*process)->pid();
  ASSERT_TRUE(becomes_true([&] { return processes_of_group(group).size() >= 2; }, in_ms(5000)));
  std::string before = allowed(group);
  keep_group_to(group, {all.back()});
  for (const auto& one : processes_of_group(group)) EXPECT_EQ(allowed(one.pid), std::to_string(all.back()));
  keep_group_to(group, all);
  for (const auto& one : processes_of_group(group)) EXPECT_EQ(allowed(one.pid), before);
}

}  // namespace
}  // namespace squall::browser
