// What can happen next, and which of it does.
//
// The lab asks a Scheduler whenever the page is quiet, with everything that could happen now: the responses of pending
// requests, due and future timers, messages, and the user's next step, which is always offered while one is left. It
// then runs the decision and says so with `ran`. Asking again without running anything gives the same answer.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "schedule/schedule.h"

namespace squall::schedule {

// Something that can happen next.
struct Choice {
  enum Kind { Response, Timer, AnimationFrame, Idle, Message, Animation, Step };
  Kind kind = Response;
  std::string name;  // stable event name (path), e.g. "root/user:1/xhr:GET http://h/a"
  int step = -1;     // position of the step that it derives from (of a Step: its own); -1 is the loading of the page
  double due = 0;    // virtual time at which it would happen by itself, ms; infinity for a Step
  int created = 0;   // place in the order of creation, to break ties
};
// A timer, an animation frame, an idle callback: what waits in the page and not at the browser.
bool is_task(const Choice& choice);

struct Decision {
  enum Kind {
    Run,       // let `choice`, an index of the enabled choices, happen
    Finished,  // nothing is left to happen
    Diverged,  // an exact order names an event that cannot happen now
  };
  Kind kind = Finished;
  size_t choice = 0;
  std::string why;  // a sentence, also for Run when the schedule interfered
  // When a task runs, others may follow it without asking, in the order in which they are due (and were created, when
  // they are due at the same time), as long as they are due before this: nothing else that is known now comes between.
  double tasks_until = std::numeric_limits<double>::infinity();
};

class Strategy;

// Chooses according to one schedule, for one experiment.
class Scheduler {
 public:
  explicit Scheduler(Schedule schedule);
  ~Scheduler();
  Scheduler(Scheduler&&) noexcept;
  Scheduler& operator=(Scheduler&&) noexcept;

  Decision decide(const std::vector<Choice>& enabled);
  // Each event that has happened, in order; also the tasks that followed another without asking.
  void ran(const Choice& choice);

  const Schedule& schedule() const { return schedule_; }
  // Approximate order: the names that could not happen when it was their turn.
  const std::vector<std::string>& skipped() const;
  // Order: the events that happened although the order does not name them.
  const std::vector<std::string>& admitted() const;

 private:
  Schedule schedule_;
  std::unique_ptr<Strategy> strategy_;
};

}  // namespace squall::schedule
