#include "browser/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/text.h"
#include "browser/pipe_transport.h"

namespace squall::browser {
namespace {

std::vector<std::string> merged_environment(const std::vector<std::string>& added) {
  auto name_of = [](std::string_view entry) { return entry.substr(0, entry.find('=')); };
  std::vector<std::string> result = added;
  for (char** entry = environ; *entry; ++entry) {
    bool replaced =
        std::any_of(added.begin(), added.end(), [&](const auto& other) { return name_of(other) == name_of(*entry); });
    if (!replaced) result.emplace_back(*entry);
  }
  return result;
}

std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (auto& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

// posix_spawn's two option objects, with their lifetimes.
struct SpawnPlan {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;

  explicit SpawnPlan(const SpawnOptions& options) {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    const char* output = options.output_file.empty() ? "/dev/null" : options.output_file.c_str();
    posix_spawn_file_actions_addopen(&files, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0600);
    posix_spawn_file_actions_adddup2(&files, 1, 2);
    int highest = 2;
    for (auto [from, to] : options.moved_fds) {
      posix_spawn_file_actions_adddup2(&files, from, to);
      highest = std::max(highest, to);
    }
    posix_spawn_file_actions_addclosefrom_np(&files, highest + 1);

    // A group of its own, so that Ctrl-C at the terminal is ours alone; and none of our signal settings.
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnPlan(const SpawnPlan&) = delete;
};

}  // namespace

std::optional<ProcessStat> read_process(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  if (!std::getline(file, text)) return std::nullopt;
  // The name stands in parentheses and may hold anything; the fields that follow are numbered from 3.
  size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  auto fields = split(std::string_view(text).substr(name_end + 2), ' ');
  if (fields.size() < 22) return std::nullopt;
  auto number = [&](size_t field) { return std::strtoull(fields[field - 3].c_str(), nullptr, 10); };
  const double ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  ProcessStat stat;
  stat.pid = pid;
  stat.state = fields[0].empty() ? '?' : fields[0][0];
  stat.group = static_cast<int>(number(5));
  stat.cpu_seconds = static_cast<double>(number(14) + number(15) + number(16) + number(17)) / ticks;
  stat.start_time = number(22);
  stat.rss_mb = static_cast<double>(number(24)) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
  return stat;
}

std::vector<ProcessStat> processes_of_group(int group) {
  std::vector<ProcessStat> result;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    int pid = std::atoi(entry.path().filename().c_str());
    auto stat = pid > 0 ? read_process(pid) : std::nullopt;
    if (stat && stat->group == group && stat->state != 'Z' && stat->state != 'X') result.push_back(*stat);
  }
  return result;
}

Result<std::unique_ptr<Process>> Process::spawn(const SpawnOptions& options) {
  SpawnPlan plan(options);
  std::vector<std::string> arguments = {options.program};
  arguments.insert(arguments.end(), options.arguments.begin(), options.arguments.end());
  auto environment = merged_environment(options.environment);
  pid_t pid = -1;
  int failed = posix_spawn(&pid, options.program.c_str(), &plan.files, &plan.attributes, pointers_to(arguments).data(),
                           pointers_to(environment).data());
  if (failed != 0) return Error{"cannot start " + options.program + ": " + std::strerror(failed), ""};
  return std::unique_ptr<Process>(new Process(pid));
}

Process::~Process() { kill_group(Deadline::after(Millis(5000))); }

bool Process::reap() {
  std::lock_guard lock(mutex_);
  if (status_) return true;
  int status = 0;
  rusage usage{};
  if (wait4(pid_, &status, WNOHANG, &usage) != pid_) return false;
  status_ = status;
  auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + time.tv_usec / 1e6; };
  cpu_seconds_ = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  return true;
}

bool Process::wait(Deadline deadline) {
  if (reap()) return true;
  OwnedFd process(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));
  while (!reap()) {
    if (deadline.passed()) return false;
    pollfd ended{process.get(), POLLIN, 0};
    // Without a pidfd (an old kernel) this is a short pause between two looks.
    poll(&ended, 1, process.get() < 0 ? 5 : static_cast<int>(deadline.left().count()) + 1);
  }
  return true;
}

bool Process::kill_group(Deadline deadline) {
  // While the leader is not reaped, its number cannot belong to a stranger.
  if (!reap()) kill(-pid_, SIGKILL);
  wait(deadline);
  while (true) {
    auto left = processes_of_group(pid_);
    if (left.empty()) return true;
    if (deadline.passed()) return false;
    for (const auto& process : left) kill(process.pid, SIGKILL);
    std::this_thread::sleep_for(Millis(1));  // between two looks: nothing tells of the end of a grandchild
  }
}

std::string Process::ending() {
  if (!reap()) return "";
  if (WIFSIGNALED(*status_)) {
    return "signal " + std::to_string(WTERMSIG(*status_)) + " (" + strsignal(WTERMSIG(*status_)) + ")";
  }
  return "exit code " + std::to_string(WEXITSTATUS(*status_));
}

double Process::reaped_cpu_seconds() {
  reap();
  std::lock_guard lock(mutex_);
  return cpu_seconds_;
}

Result<std::string> output_of(const std::string& program, const std::vector<std::string>& arguments,
                              Deadline deadline) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return Error{std::string("cannot make a pipe: ") + std::strerror(errno), ""};
  OwnedFd ours(ends[0]);
  OwnedFd theirs(fcntl(ends[1], F_DUPFD_CLOEXEC, 10));
  close(ends[1]);
  SpawnOptions options;
  options.program = program;
  options.arguments = arguments;
  options.moved_fds = {{theirs.get(), 1}};
  auto process = Process::spawn(options);
  if (!process) return process.error();
  theirs.reset();

  std::string output;
  char chunk[4096];
  while (!deadline.passed()) {
    pollfd readable{ours.get(), POLLIN, 0};
    if (poll(&readable, 1, static_cast<int>(deadline.left().count()) + 1) <= 0) continue;
    ssize_t got = read(ours.get(), chunk, sizeof chunk);
    if (got <= 0) break;
    output.append(chunk, static_cast<size_t>(got));
  }
  if (!(*process)->wait(deadline)) return Error{program + " did not end in time", ""};
  std::string ending = (*process)->ending();
  if (ending != "exit code 0") return Error{program + " ended with " + ending, ""};
  return output;
}

}  // namespace squall::browser
