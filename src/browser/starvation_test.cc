#include "browser/starvation.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "browser/process.h"
#include "browser/processors.h"

namespace squall::browser {
namespace {

// A shell and its children compute without an end, all on one processor.
std::unique_ptr<Process> compute(int loops) {
  SpawnOptions options;
  options.program = "/bin/sh";
  options.arguments = {
      "-c", "for i in $(seq " + std::to_string(loops - 1) + "); do while :; do :; done & done; while :; do :; done"};
  auto process = Process::spawn(options);
  EXPECT_TRUE(process);
  while (processes_of_group((*process)->pid()).size() < static_cast<size_t>(loops)) usleep(1000);
  keep_group_to((*process)->pid(), {own_processors().at(0)});
  return std::move(process).value();
}

bool kernel_tells() { return std::ifstream("/proc/self/schedstat").good(); }

TEST(Starvation, ProcessesThatShareAProcessorWaitForIt) {
  if (!kernel_tells()) GTEST_SKIP() << "this kernel does not tell how long threads wait";
  auto process = compute(4);
  Starvation starvation(process->pid());
  EXPECT_EQ(starvation.since_last(), Millis(0)) << "it begins to look";
  usleep(400'000);
  Millis waited = starvation.since_last();
  EXPECT_GE(waited, Millis(200)) << "three of four always wait";
  usleep(100'000);
  EXPECT_LE(starvation.since_last(), Millis(1000)) << "what was told is not told again";
}

TEST(Starvation, WhoSleepsDoesNotWait) {
  SpawnOptions options;
  options.program = "/bin/sleep";
  options.arguments = {"60"};
  auto process = Process::spawn(options);
  ASSERT_TRUE(process);
  Starvation starvation((*process)->pid());
  (void)starvation.since_last();
  auto start = Clock::now();
  usleep(200'000);
  Millis waited = starvation.since_last();
  EXPECT_LE(waited.count(), ms_since(start) - 200 + 50) << "but for this thread, which may wake up late";
}

}  // namespace
}  // namespace squall::browser
