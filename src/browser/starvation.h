// How long processes could have run and had to wait for a processor, because the machine was busy with others.
#pragma once

#include <cstdint>
#include <map>

#include "base/clock.h"

namespace squall::browser {

// Of a process group, and of the thread that asks.
class Starvation {
 public:
  explicit Starvation(int group) : group_(group) {}
  // How much of the time since it was last asked. The waits of all threads are added, since most of them wait for each
  // other, but no more than the time that has passed. Nothing when it is asked first, and where the kernel does not
  // tell.
  Millis since_last();

 private:
  const int group_;
  std::map<int, uint64_t> waited_;  // ns, by thread
  Clock::time_point last_ = Clock::now();
  bool asked_ = false;
};

}  // namespace squall::browser
