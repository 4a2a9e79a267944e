// What a long run needs, and what it leaves behind.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "base/text.h"
#include "bench/setting.h"
#include "browser/process.h"

namespace squall::bench {
namespace {

constexpr size_t kAtOnce = 20;

// The largest part of this process that was ever in memory, in MB.
double peak_mb() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
  }
  return 0;
}

size_t open_files() {
  size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

// Profile folders of browsers that this process has started.
size_t folders() {
  size_t count = 0;
  std::string prefix = "squall-" + std::to_string(getpid()) + "-";
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::temp_directory_path())) {
    count += entry.path().filename().string().starts_with(prefix) ? 1 : 0;
  }
  return count;
}

// A process by number and start time: numbers are used again.
using ProcessName = std::pair<int, uint64_t>;

int parent_of(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(file, text);
  size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return 0;
  auto fields = split(std::string_view(text).substr(name_end + 2), ' ');
  return fields.size() > 1 ? std::atoi(fields[1].c_str()) : 0;
}

// Everything below this process, zombies included.
std::set<ProcessName> descendants() {
  std::set<ProcessName> found;
  std::set<int> parents = {getpid()};
  for (size_t before = 0; before != parents.size();) {
    before = parents.size();
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      int pid = std::atoi(entry.path().filename().c_str());
      if (pid <= 0 || parents.contains(pid) || !parents.contains(parent_of(pid))) continue;
      auto stat = browser::read_process(pid);
      if (!stat) continue;
      parents.insert(pid);
      found.insert({pid, stat->start_time});
    }
  }
  return found;
}

// Ours, that is: a process that has ended and waits for the system's first process to take note is not left behind.
size_t still_there(const std::set<ProcessName>& names) {
  size_t count = 0;
  for (const auto& [pid, start_time] : names) {
    auto stat = browser::read_process(pid);
    if (!stat || stat->start_time != start_time) continue;
    bool ended = stat->state == 'Z' || stat->state == 'X';
    count += !ended || parent_of(pid) == getpid() ? 1 : 0;
  }
  return count;
}

}  // namespace

Figures measure_memory(Setting& setting) {
  if (auto status = setting.record({"shop", "spa"}); !status) return status.error();
  std::vector<lab::Experiment> batch;
  for (size_t i = 0; i < kAtOnce; ++i) batch.push_back(setting.experiment(i % 2 == 0 ? "shop" : "spa", "adverse:1,2"));
  const size_t count = setting.quick() ? 100 : 1000;
  size_t files = open_files(), old_folders = folders();
  auto strangers = descendants();
  std::set<ProcessName> started;
  double early = 0;
  {
    lab::BrowserLab lab({2, "", true});
    for (size_t done = 0; done < count; done += kAtOnce) {
      if (auto runs = run_all(lab, batch); !runs) return runs.error();
      if (early == 0) early = peak_mb();
      for (const auto& name : descendants()) {
        if (!strangers.contains(name)) started.insert(name);
      }
    }
  }
  size_t left_processes = still_there(started), left_folders = folders() - old_folders;
  auto left_files = static_cast<long>(open_files()) - static_cast<long>(files);
  double left = static_cast<double>(left_processes + left_folders) + static_cast<double>(std::max(0L, left_files));
  return std::vector<Figure>{
      {"memory",
       peak_mb(),
       "MB",
       Figure::Below,
       200,
       "the most that squall itself ever had (VmHWM), over " + std::to_string(count) +
           " experiments on shop and spa; " + number(early, 0) + " MB after the first " + std::to_string(kAtOnce),
       {}},
      {"left-behind",
       left,
       "",
       Figure::AtMost,
       0,
       std::to_string(left_processes) + " of " + std::to_string(started.size()) + " processes, " +
           std::to_string(left_folders) + " folders, " + std::to_string(left_files) + " file descriptors",
       {}}};
}

}  // namespace squall::bench
