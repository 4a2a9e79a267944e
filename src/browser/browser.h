// A Chromium of our own: started over the DevTools pipe, gone without a trace when we are, however we end.
//
// Lifecycle: `launch` makes a private profile folder and starts the browser in a process group of its own; the
// destructor ends it, waits for it and removes the folder. If squall is killed, the browser sees its pipe close and
// exits; the folder that it leaves is removed by the next start of squall (`sweep_leftovers`), which knows its owner
// by process id and start time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "browser/connection.h"
#include "browser/processors.h"

namespace squall::browser {

struct LaunchOptions {
  std::string path;           // "" looks for headless-shell, then chromium, in the usual places
  bool resolve_hosts = true;  // false: no host name resolves and nothing but loopback is reached (for replay)
  std::vector<std::string> extra_flags;
  Millis timeout = Millis(20000);
};

// The browser to use: the given path, else $SQUALL_BROWSER, else the first of the usual places. An error says what to
// install.
Result<std::string> find_browser(const std::string& given);
// True for headless-shell, false for a full chromium (which needs --headless=new).
bool is_headless_shell(const std::string& path);
// "Chromium 156.0…" as the program itself says.
Result<std::string> browser_version(const std::string& path);

// Removes profile folders whose squall is no longer alive. Called by `launch`.
void sweep_leftovers();

struct CpuUse {
  double seconds = 0;  // user and system time of the browser and all its descendants, the ended ones included
  double rss_mb = 0;
};

class Process;
class Profile;

class Browser {
 public:
  static Result<std::unique_ptr<Browser>> launch(const LaunchOptions& options);
  ~Browser();
  Browser(const Browser&) = delete;

  Connection& connection() { return *connection_; }
  bool alive() const;
  int pid() const { return pid_; }
  const std::string& version() const { return version_; }
  const std::string& user_agent() const { return user_agent_; }
  CpuUse cpu_use() const;
  // From now on, with all its processes, also those to come.
  void keep_to(const Processors& processors) { keep_group_to(pid_, processors); }

 private:
  Browser(std::unique_ptr<Profile> profile, std::unique_ptr<Process> process, std::unique_ptr<Connection> connection);
  Status begin(Millis timeout);

  // Removed last, after the process has ended.
  std::unique_ptr<Profile> profile_;
  std::unique_ptr<Process> process_;
  std::unique_ptr<Connection> connection_;
  std::string version_;
  std::string user_agent_;
  int pid_ = -1;
};

}  // namespace squall::browser
