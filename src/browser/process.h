// A child process that leads a process group of its own, and the /proc entries of such groups.
#pragma once

#include <sys/types.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace squall::browser {

// One line of /proc/PID/stat.
struct ProcessStat {
  int pid = 0;
  int group = 0;
  char state = '?';         // 'Z' for one that has ended and waits to be reaped
  uint64_t start_time = 0;  // in clock ticks since boot: with the pid, it names a process for good
  double cpu_seconds = 0;   // its own, and that of the children it has reaped
  double rss_mb = 0;
};
std::optional<ProcessStat> read_process(int pid);
// The processes of a group that have not ended.
std::vector<ProcessStat> processes_of_group(int group);

struct SpawnOptions {
  std::string program;
  std::vector<std::string> arguments;
  std::vector<std::string> environment;        // "NAME=value", over those of squall itself
  std::vector<std::pair<int, int>> moved_fds;  // from ours to the child's; all others but 0, 1, 2 are closed there
  std::string output_file;                     // of stdout and stderr; "" for nowhere
};

class Process {
 public:
  static Result<std::unique_ptr<Process>> spawn(const SpawnOptions& options);
  ~Process();  // kills the whole group
  Process(const Process&) = delete;

  int pid() const { return pid_; }
  bool running() { return !wait(Deadline::after(Millis(0))); }
  // True when the process itself has ended.
  bool wait(Deadline deadline);
  // Kills all of the group and waits until none of it is left. False at the deadline.
  bool kill_group(Deadline deadline);
  // "exit code 1", "signal 9 (Killed)"; "" while it runs.
  std::string ending();
  // Processor time of those that ended and were reaped, in seconds; known at the end.
  double reaped_cpu_seconds();

 private:
  explicit Process(int pid) : pid_(pid) {}
  bool reap();

  const int pid_;
  std::mutex mutex_;
  std::optional<int> status_;
  double cpu_seconds_ = 0;
};

// Runs a program to its end and gives its standard output.
Result<std::string> output_of(const std::string& program, const std::vector<std::string>& arguments, Deadline deadline);

}  // namespace squall::browser
