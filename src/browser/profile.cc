#include "browser/profile.h"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstring>
#include <optional>

#include "base/files.h"
#include "base/text.h"
#include "browser/browser.h"
#include "browser/process.h"

namespace squall::browser {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBrowserFile = "browser.pid";
constexpr size_t kTailBytes = 2000;

// A process for good: by number and start time.
struct ProcessName {
  int pid = 0;
  uint64_t start_time = 0;
  bool alive() const {
    auto stat = read_process(pid);
    return stat && stat->start_time == start_time && stat->state != 'Z';
  }
};

std::optional<uint64_t> number_of(std::string_view text) {
  if (text.empty() || text.size() > 18) return std::nullopt;
  if (text.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  return std::stoull(std::string(text));
}

std::optional<ProcessName> process_name(std::string_view pid, std::string_view start) {
  auto a = number_of(pid), b = number_of(start);
  if (!a || !b) return std::nullopt;
  return ProcessName{static_cast<int>(*a), *b};
}

// The owner, if the folder's name is one of ours.
std::optional<ProcessName> owner_of(const fs::path& folder) {
  auto parts = split(folder.filename().string(), '-');
  if (parts.size() != 4 || parts[0] != "squall" || !number_of(parts[3])) return std::nullopt;
  return process_name(parts[1], parts[2]);
}

bool is_ours(const fs::path& folder) {
  struct stat info {};
  return lstat(folder.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid();
}

// A browser exits by itself when its owner is gone; one that is stuck does not.
void end_browser_of(const fs::path& folder) {
  auto text = read_file(folder / kBrowserFile);
  if (!text) return;
  auto parts = split(trim(*text), ' ');
  auto browser = parts.size() == 2 ? process_name(parts[0], parts[1]) : std::nullopt;
  if (!browser || !browser->alive()) return;
  for (const auto& process : processes_of_group(browser->pid)) kill(process.pid, SIGKILL);
}

}  // namespace

Result<Profile> Profile::make() {
  static std::atomic<int> count = 0;
  auto self = read_process(getpid());
  if (!self) return Error{"cannot read /proc/self/stat", "squall needs the /proc file system"};
  std::error_code failed;
  fs::path folder = fs::temp_directory_path(failed);
  if (failed) return Error{"no folder for temporary files: " + failed.message(), "set TMPDIR to a folder that exists"};
  folder /=
      "squall-" + std::to_string(getpid()) + "-" + std::to_string(self->start_time) + "-" + std::to_string(++count);
  if (mkdir(folder.c_str(), 0700) != 0) {
    return Error{"cannot make " + folder.string() + ": " + std::strerror(errno), "set TMPDIR to a writable folder"};
  }
  return Profile(folder);
}

Profile::~Profile() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

std::string Profile::log_tail() const {
  auto text = read_file(log_file());
  if (!text) return "";
  std::string_view tail = trim(*text);
  if (tail.size() > kTailBytes) tail = tail.substr(tail.size() - kTailBytes);
  return std::string(tail);
}

void Profile::note_browser(int pid) const {
  auto stat = read_process(pid);
  if (!stat) return;
  // Without this file a sweep cannot end a stuck browser, and that is all.
  (void)write_file(folder_ / kBrowserFile, std::to_string(pid) + " " + std::to_string(stat->start_time) + "\n");
}

void sweep_leftovers() {
  std::error_code ignored;
  fs::path folder = fs::temp_directory_path(ignored);
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) found.push_back(entry.path());
  for (const auto& path : found) {
    auto owner = owner_of(path);
    if (!owner || owner->alive() || !is_ours(path)) continue;
    end_browser_of(path);
    fs::remove_all(path, ignored);
  }
}

}  // namespace squall::browser
