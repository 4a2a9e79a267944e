#include "browser/processors.h"

#include <sched.h>

#include <cstdlib>
#include <filesystem>

#include "browser/process.h"

namespace squall::browser {

Processors own_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  Processors result;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return result;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) result.push_back(cpu);
  }
  return result;
}

std::vector<Processors> shares_of(const Processors& all, size_t browsers) {
  size_t each = browsers > 1 ? all.size() / browsers : 0;
  if (each == 0) return {browsers, all};
  std::vector<Processors> shares;
  for (size_t i = 0; i < browsers; ++i) {
    auto begin = all.begin() + static_cast<std::ptrdiff_t>(i * each);
    shares.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(each));
  }
  return shares;
}

void keep_group_to(int group, const Processors& processors) {
  if (processors.empty()) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int cpu : processors) CPU_SET(cpu, &set);
  for (const auto& process : processes_of_group(group)) {
    std::error_code gone;  // threads end while we look
    for (const auto& thread :
         std::filesystem::directory_iterator("/proc/" + std::to_string(process.pid) + "/task", gone)) {
      sched_setaffinity(std::atoi(thread.path().filename().c_str()), sizeof set, &set);
    }
  }
}

}  // namespace squall::browser
