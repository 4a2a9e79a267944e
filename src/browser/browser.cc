#include "browser/browser.h"

#include <csignal>

#include "base/interrupt.h"
#include "browser/allowance.h"
#include "browser/flags.h"
#include "browser/pipe_transport.h"
#include "browser/process.h"
#include "browser/profile.h"
#include "browser/starvation.h"

namespace squall::browser {
namespace {

constexpr Millis kTimeToKill(5000);

}  // namespace

Browser::Browser(std::unique_ptr<Profile> profile, std::unique_ptr<Process> process,
                 std::unique_ptr<Connection> connection)
    : profile_(std::move(profile)),
      process_(std::move(process)),
      connection_(std::move(connection)),
      pid_(process_->pid()) {}

Result<std::unique_ptr<Browser>> Browser::launch(const LaunchOptions& options) {
  sweep_leftovers();
  auto path = find_browser(options.path);
  if (!path) return path.error();
  auto profile = Profile::make();
  if (!profile) return profile.error();
  auto pipes = make_pipes();
  if (!pipes) return pipes.error();

  SpawnOptions spawn;
  spawn.program = *path;
  spawn.arguments = browser_flags(*path, profile->folder(), options);
  spawn.environment = {"TMPDIR=" + profile->folder().string()};
  spawn.moved_fds = {{pipes->child_reads.get(), 3}, {pipes->child_writes.get(), 4}};
  spawn.output_file = profile->log_file();
  auto process = Process::spawn(spawn);
  if (!process) return process.error();
  profile->note_browser((*process)->pid());

  // Our copies of the browser's ends must go, or its end would never be seen.
  pipes->child_reads.reset();
  pipes->child_writes.reset();
  auto transport = std::make_unique<PipeTransport>(std::move(pipes->our_read), std::move(pipes->our_write));
  std::unique_ptr<Browser> browser(new Browser(std::make_unique<Profile>(std::move(profile).value()),
                                               std::move(process).value(),
                                               std::make_unique<Connection>(std::move(transport))));
  Status begun = browser->begin(options.timeout);
  if (!begun) return begun.error();
  return browser;
}

// The first words with a new browser. Pages that a page opens are attached before they run, so that they can be
// closed before they do anything.
Status Browser::begin(Millis timeout) {
  Starvation starvation(pid_);
  Allowance allowance(timeout, [&] { return starvation.since_last(); });
  auto wait = [&](CallId call) {
    for (; !connection_->await(call, allowance.until_next_look()) && !allowance.is_over(); allowance.look()) continue;
    return connection_->wait(call, Deadline::after(Millis(0)));
  };
  CallId asked = connection_->send({}, "Browser.getVersion");
  CallId attaching = connection_->send({}, "Target.setAutoAttach",
                                       Json::object({{"autoAttach", true},
                                                     {"waitForDebuggerOnStart", true},
                                                     {"flatten", true},
                                                     {"filter", Json(Json::Array{Json::object({{"type", "page"}})})}}));
  Reply version(CallError{}), attached(CallError{});
  {
    // A browser that does not answer must not keep the user waiting.
    auto registration = on_interrupt([this] { ::kill(-pid_, SIGKILL); });
    version = wait(asked);
    attached = wait(attaching);
  }
  if (version && attached) {
    version_ = (*version)["product"].as_string();
    user_agent_ = (*version)["userAgent"].as_string();
    return {};
  }
  const CallError& error = version ? attached.error() : version.error();
  process_->wait(Deadline::after(Millis(500)));
  std::string ending = process_->ending();
  std::string message = "the browser did not start: " + (ending.empty() ? error.message : "it ended with " + ending);
  std::string said = profile_->log_tail();
  process_->kill_group(Deadline::after(kTimeToKill));
  if (!said.empty()) message += "\nIts last words:\n" + said;
  return Error{message, "`squall doctor` looks at the environment"};
}

// All that it keeps lies in its profile folder, and goes with it: nothing would be gained by asking it to close.
Browser::~Browser() {
  process_->kill_group(Deadline::after(kTimeToKill));
  connection_.reset();
  process_.reset();
  profile_.reset();
}

bool Browser::alive() const { return process_->running() && !connection_->closed(); }

CpuUse Browser::cpu_use() const {
  CpuUse use;
  use.seconds = process_->reaped_cpu_seconds();
  for (const auto& process : processes_of_group(pid_)) {
    use.seconds += process.cpu_seconds;
    use.rss_mb += process.rss_mb;
  }
  return use;
}

}  // namespace squall::browser
