// Ctrl-C (SIGINT) and SIGTERM: the first asks the work to stop tidily, the second ends the process at once with 130.
//
// The signal handler itself only sets a flag and wakes a watcher thread; the callbacks run there, so that they may
// lock, allocate and write files. Work that has no convenient place to ask `interrupted()` registers a callback that
// unblocks it, and keeps the registration alive for as long as what the callback touches.
#pragma once

#include <functional>
#include <utility>

namespace squall {

// Installs the handlers and starts the watcher; further calls do nothing. SIGINT is taken even where a shell has set it
// to be ignored, as shells do for what scripts start in the background.
void watch_interrupts();

// True from the first signal on.
bool interrupted();

// While it lives, its callback is called once when the process is interrupted: on the watcher thread, or, if that has
// happened before, within `on_interrupt`. Its end waits for callbacks that are running, so a callback must be short and
// must neither register another nor end a registration.
class [[nodiscard]] InterruptRegistration {
 public:
  explicit InterruptRegistration(int id) : id_(id) {}
  InterruptRegistration(InterruptRegistration&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  InterruptRegistration& operator=(InterruptRegistration&&) = delete;
  ~InterruptRegistration();

 private:
  int id_;  // 0 is none
};

InterruptRegistration on_interrupt(std::function<void()> callback);

}  // namespace squall
