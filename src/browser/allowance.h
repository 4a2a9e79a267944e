// The time that an experiment may take. It is real time, but what the machine kept from the browser does not count: on
// a busy machine an experiment takes longer, and ends the same.
#pragma once

#include <functional>

#include "base/clock.h"

namespace squall::browser {

class Allowance {
 public:
  // How much of the time since it was last asked the browser could not use. None: nobody knows.
  using Starved = std::function<Millis()>;
  using Now = std::function<Clock::time_point()>;
  explicit Allowance(Millis span, Starved starved, Now now = Clock::now);

  bool is_over() const { return now_() >= until_; }
  // For one wait: until it is over, but not for longer than a second, so that `look` is called in time.
  Deadline until_next_look() const;
  // Sees what the browser could not use. Once a second is enough; in between it does nothing.
  void look();
  // Somebody else is waited for.
  void extend(Millis span) { until_ += span; }
  // The time by which the browser's patience is measured: real time less what it could not use.
  Clock::time_point browser_now() const { return now_() - lost_; }

 private:
  Starved starved_;
  Now now_;
  Clock::time_point until_;
  Clock::time_point looked_;
  Millis lost_{0};
  Millis most_;  // that can be lost: somebody waits for an end
};

}  // namespace squall::browser
