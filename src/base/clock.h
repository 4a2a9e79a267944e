// Real time, for deadlines only. The time that a page sees is the agent's.
#pragma once

#include <algorithm>
#include <chrono>

namespace squall {

using Clock = std::chrono::steady_clock;
using Millis = std::chrono::milliseconds;

class Deadline {
 public:
  static Deadline after(Millis span) { return Deadline(Clock::now() + span); }
  // The sooner of this and a fresh span: for one call within a longer piece of work.
  Deadline at_most(Millis span) const { return Deadline(std::min(at_, Clock::now() + span)); }
  Deadline later(Millis span) const { return Deadline(at_ + span); }
  bool passed() const { return Clock::now() >= at_; }
  Clock::time_point at() const { return at_; }
  Millis left() const { return std::max(Millis(0), std::chrono::duration_cast<Millis>(at_ - Clock::now())); }

 private:
  explicit Deadline(Clock::time_point at) : at_(at) {}
  Clock::time_point at_;
};

inline double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

}  // namespace squall
