#include "base/interrupt.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <map>
#include <mutex>
#include <thread>

#include "base/result.h"

namespace squall {
namespace {

constexpr int kExitInterrupted = 130;

std::atomic<bool> g_interrupted{false};
std::atomic<int> g_wake_fd{-1};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

// The callbacks that have not run. The lock is held while they run: that is what makes the end of a registration wait.
struct Callbacks {
  std::mutex mutex;
  std::map<int, std::function<void()>> waiting;
  int last_id = 0;
};

Callbacks& callbacks() {
  // Never destroyed: the watcher outlives main.
  static Callbacks* instance = new Callbacks;
  return *instance;
}

// Runs in the signal handler: nothing here may lock or allocate.
void handle_signal(int) {
  if (g_interrupted.exchange(true)) ::_exit(kExitInterrupted);
  int saved = errno;
  uint64_t one = 1;
  [[maybe_unused]] ssize_t n = ::write(g_wake_fd, &one, sizeof one);
  errno = saved;
}

void watch(int fd) {
  uint64_t count = 0;
  while (::read(fd, &count, sizeof count) < 0 && errno == EINTR) {
  }
  Callbacks& all = callbacks();
  std::lock_guard lock(all.mutex);
  for (auto& [id, callback] : all.waiting) callback();
  all.waiting.clear();
}

void install() {
  int fd = ::eventfd(0, EFD_CLOEXEC);
  SQUALL_CHECK(fd >= 0);
  g_wake_fd = fd;
  // The watcher, and the threads that it may start, take no signals: they go to a thread of the work.
  sigset_t ours;
  sigset_t before;
  sigemptyset(&ours);
  sigaddset(&ours, SIGINT);
  sigaddset(&ours, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ours, &before);
  std::thread(watch, fd).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);

  struct sigaction action {};
  action.sa_handler = handle_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

void watch_interrupts() {
  static std::once_flag once;
  std::call_once(once, install);
}

bool interrupted() { return g_interrupted; }

InterruptRegistration on_interrupt(std::function<void()> callback) {
  Callbacks& all = callbacks();
  std::unique_lock lock(all.mutex);
  if (interrupted()) {
    lock.unlock();
    callback();
    return InterruptRegistration(0);
  }
  int id = ++all.last_id;
  all.waiting.emplace(id, std::move(callback));
  return InterruptRegistration(id);
}

InterruptRegistration::~InterruptRegistration() {
  if (id_ == 0) return;
  Callbacks& all = callbacks();
  std::lock_guard lock(all.mutex);
  all.waiting.erase(id_);
}

}  // namespace squall
