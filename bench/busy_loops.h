// Busy loops: threads that compute without an end, so that whatever is measured beside them gets little of the machine.
// They end with this object, and with the process however it ends.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace squall::bench {

class BusyLoops {
 public:
  explicit BusyLoops(int count) {
    for (int i = 0; i < count; ++i) {
      threads_.emplace_back([this] {
        while (!over_.load(std::memory_order_relaxed)) continue;
      });
    }
  }
  ~BusyLoops() {
    over_ = true;
    for (auto& thread : threads_) thread.join();
  }
  BusyLoops(const BusyLoops&) = delete;

 private:
  std::atomic<bool> over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace squall::bench
