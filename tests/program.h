// The program as a user has it: started as a process, judged by its exit code, its output and the files that it leaves.
//
//   Workplace place;
//   Ended ended = place.run({"record", url, "--out", "shop"});
//   EXPECT_EQ(ended.code, 2) << ended;
//
// A workplace is an empty folder in which squall runs, with a folder for temporary files of its own, so that everything
// that squall leaves behind can be seen. When the test fails the folder is kept, and `<< ended` prints the command that
// runs it again.
#pragma once

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/text.h"

namespace squall::testing {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// Looks again and again, for conditions that nothing tells of.
inline bool becomes_true(const std::function<bool()>& condition, Millis within = Millis(20'000)) {
  Deadline deadline = Deadline::after(within);
  while (!condition()) {
    if (deadline.passed()) return false;
    std::this_thread::sleep_for(Millis(5));
  }
  return true;
}

// How a program ended.
struct Ended {
  int code = -1;  // 128 + N when signal N ended it; -1 when it did not end in time
  std::string out, err;
  std::string command;  // to be pasted into a shell
  double ms = 0;

  // The one JSON document on stdout; null, and a failed test, when there is something else.
  Json json() const {
    auto parsed = parse_json(out);
    EXPECT_TRUE(parsed) << "stdout is not one JSON document:\n" << out << "\nrun again: " << command;
    return parsed ? *parsed : Json();
  }
};

inline std::ostream& operator<<(std::ostream& to, const Ended& ended) {
  return to << "\nexit code " << ended.code << " after " << static_cast<int>(ended.ms) << " ms\n--- stdout\n"
            << shorten(ended.out, 3000) << "\n--- stderr\n"
            << shorten(ended.err, 3000) << "\n--- run again\n"
            << ended.command << "\n";
}

inline std::string shell_quoted(const std::string& word) { return "'" + replace_all(word, "'", "'\\''") + "'"; }

// A squall that runs. Its output goes to files, so that nothing has to be read for it to go on.
class Running {
 public:
  // `words[0]` is the program; `environment` is added to our own.
  Running(const fs::path& folder, Words words, Words environment, const std::string& name) : folder_(folder) {
    out_ = folder / (".out-" + name);
    err_ = folder / (".err-" + name);
    command_ = "cd " + shell_quoted(folder.string()) + " && env";
    for (const auto& setting : environment) command_ += " " + shell_quoted(setting);
    for (const auto& word : words) command_ += " " + shell_quoted(word);
    spawn(words, environment);
  }
  ~Running() {
    if (!ended_) signal(SIGKILL), wait(Millis(10'000));
  }
  Running(const Running&) = delete;

  int pid() const { return pid_; }
  void signal(int number) { ::kill(pid_, number); }
  std::string out() const { return read_file(out_).ok() ? *read_file(out_) : ""; }
  std::string err() const { return read_file(err_).ok() ? *read_file(err_) : ""; }

  Ended wait(Millis within = Millis(60'000)) {
    int status = 0;
    ended_ = becomes_true([&] { return ::waitpid(pid_, &status, WNOHANG) == pid_; }, within);
    Ended ended{-1, out(), err(), command_, ms_since(start_)};
    if (ended_) ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return ended;
  }

 private:
  static std::vector<char*> pointers_to(Words& words) {
    std::vector<char*> out;
    for (auto& word : words) out.push_back(word.data());
    out.push_back(nullptr);
    return out;
  }

  void spawn(Words words, Words environment) {
    for (char** entry = environ; *entry; ++entry) {
      std::string name = std::string(*entry).substr(0, std::string(*entry).find('=') + 1);
      bool replaced = false;
      for (const auto& setting : environment) replaced = replaced || setting.starts_with(name);
      if (!replaced) environment.emplace_back(*entry);
    }
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addchdir_np(&files, folder_.c_str());
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, out_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&files, 2, err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addclosefrom_np(&files, 3);
    int failed = ::posix_spawn(&pid_, words[0].c_str(), &files, nullptr, pointers_to(words).data(),
                               pointers_to(environment).data());
    posix_spawn_file_actions_destroy(&files);
    SQUALL_CHECK(failed == 0);
  }

  fs::path folder_, out_, err_;
  std::string command_;
  Clock::time_point start_ = Clock::now();
  pid_t pid_ = -1;
  bool ended_ = false;
};

class Workplace {
 public:
  Workplace() {
    std::string name = (fs::temp_directory_path() / "squall-test-XXXXXX").string();
    SQUALL_CHECK(::mkdtemp(name.data()) != nullptr);
    folder_ = name;
    fs::create_directory(temp());
  }
  ~Workplace() {
    std::error_code ignored;
    if (!::testing::Test::HasFailure()) fs::remove_all(folder_, ignored);
  }
  Workplace(const Workplace&) = delete;

  fs::path operator/(const std::string& name) const { return folder_ / name; }
  const fs::path& folder() const { return folder_; }
  fs::path temp() const { return folder_ / "tmp"; }

  std::string write(const std::string& name, std::string_view content) const {
    SQUALL_CHECK(write_file(folder_ / name, content).ok());
    return (folder_ / name).string();
  }
  // A program that stands in for the browser.
  std::string write_script(const std::string& name, std::string_view body) const {
    std::string path = write(name, "#!/bin/sh\n" + std::string(body) + "\n");
    fs::permissions(path, fs::perms::owner_all);
    return path;
  }
  Json read(const std::string& name) const {
    auto json = read_json_file(folder_ / name);
    EXPECT_TRUE(json) << json.error().message;
    return json ? *json : Json();
  }

  static std::string program() { return (program_folder() / "squall").string(); }

  std::unique_ptr<Running> start(const Words& arguments, Words environment = {}) {
    Words words{program()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return start_words(words, std::move(environment));
  }
  // Through a shell, for limits and pipes: `line` uses "$@" for squall and its arguments.
  std::unique_ptr<Running> start_shell(const std::string& line, const Words& arguments, Words environment = {}) {
    Words words{"/bin/sh", "-c", line, "sh", program()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return start_words(words, std::move(environment));
  }
  Ended run(const Words& arguments, Words environment = {}) { return start(arguments, std::move(environment))->wait(); }
  Ended run_shell(const std::string& line, const Words& arguments, Words environment = {}) {
    return start_shell(line, arguments, std::move(environment))->wait();
  }

  // Folders for temporary files that squall made here and did not take away.
  Words leftovers() const {
    Words names;
    for (const auto& entry : fs::directory_iterator(temp())) names.push_back(entry.path().filename().string());
    return names;
  }
  // The processes of all browsers that were started here: their TMPDIR is in ours.
  std::vector<int> browsers() const { return processes("environ", "TMPDIR=" + temp().string() + "/squall-"); }
  // Of each browser the first process.
  std::vector<int> main_browsers() const { return processes("cmdline", "--user-data-dir=" + temp().string()); }
  // Nothing of squall is left, but for the run folder.
  void expect_clean() const {
    EXPECT_THAT(leftovers(), ::testing::IsEmpty());
    EXPECT_TRUE(becomes_true([&] { return browsers().empty(); })) << "a browser is left";
  }

 private:
  // Those in whose /proc entry `file` a text stands.
  static std::vector<int> processes(const char* file, const std::string& text) {
    std::vector<int> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
      int pid = std::atoi(entry.path().filename().c_str());
      if (pid <= 0) continue;
      std::ifstream stream(entry.path() / file);
      std::string content((std::istreambuf_iterator<char>(stream)), {});
      if (content.find(text) != std::string::npos) found.push_back(pid);
    }
    return found;
  }

  std::unique_ptr<Running> start_words(const Words& words, Words environment) {
    environment.push_back("TMPDIR=" + temp().string());
    return std::make_unique<Running>(folder_, words, std::move(environment), std::to_string(++count_));
  }

  fs::path folder_;
  int count_ = 0;
};

}  // namespace squall::testing
