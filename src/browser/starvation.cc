#include "browser/starvation.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "browser/process.h"

namespace squall::browser {
namespace {

namespace fs = std::filesystem;

// Of one line "ran waited slices", in ns and a count: https://docs.kernel.org/scheduler/sched-stats.html
void add_waited(const fs::path& thread, std::map<int, uint64_t>& out) {
  std::ifstream file(thread / "schedstat");
  uint64_t ran = 0, waited = 0;
  if (file >> ran >> waited) out[std::atoi(thread.filename().c_str())] = waited;
}

}  // namespace

Millis Starvation::since_last() {
  std::map<int, uint64_t> waited;
  add_waited("/proc/self/task/" + std::to_string(gettid()), waited);
  for (const auto& process : processes_of_group(group_)) {
    std::error_code gone;  // threads end while we look
    for (const auto& thread : fs::directory_iterator("/proc/" + std::to_string(process.pid) + "/task", gone))
      add_waited(thread.path(), waited);
  }
  uint64_t sum = 0;
  for (const auto& [thread, ns] : waited) {
    auto before = waited_.find(thread);
    bool goes_on = before != waited_.end() && before->second <= ns;  // else it is new, maybe with an old number
    sum += goes_on ? ns - before->second : ns;
  }
  waited_ = std::move(waited);
  auto now = Clock::now();
  auto passed = std::chrono::duration_cast<Millis>(now - std::exchange(last_, now));
  if (!std::exchange(asked_, true)) return Millis(0);
  return std::min(passed, Millis(static_cast<int64_t>(sum / 1'000'000)));
}

}  // namespace squall::browser
