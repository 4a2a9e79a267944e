// The Runner: one experiment on one page. Its loop is the whole of squall's power over a page:
//
//   wait until the page is quiet ──► see what could happen next ──► let the schedule choose ──► make it happen
//
// Quiescence knows when the page is quiet, Naming and StreamPlayer what could happen (besides tasks that the agent
// holds, animations that are stopped, and the user's next step), the scheduler what does, and Conclusion how it ended.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lab/agent_port.h"
#include "lab/conclusion.h"
#include "lab/decisions.h"
#include "lab/naming.h"
#include "lab/performer.h"
#include "lab/quiescence.h"
#include "lab/stage.h"
#include "lab/staged_page.h"
#include "lab/stream_player.h"
#include "schedule/choice.h"

namespace squall::lab {

class Runner {
 public:
  // `page` and `experiment` outlive the runner.
  Runner(browser::Page& page, const Experiment& experiment, browser::Allowance::Starved starved = {});
  Run run();

 private:
  // A choice, and what makes it happen.
  struct Option {
    schedule::Choice choice;
    network::RequestId request;  // of a response
    std::string frame;           // id of the frame, for tasks, messages and animations
    int id = 0;                  // of the task or stream
    Json delivery;               // of the message
  };

  bool load();
  void take_status(const std::string& frame, const FrameStatus& status);

  std::vector<Option> options();
  bool is_ahead_of_parser(const network::Passage& passage);
  void add_responses(std::vector<Option>& out);
  void add_of_frame(const browser::Frame& frame, const FrameStatus& status, std::vector<Option>& out);

  bool make_happen(const Option& option);
  void release(network::Passage& passage, const std::string& name);
  bool run_tasks(const Option& option, const std::vector<Option>& all, double until);
  bool run_task(const Option& option, const browser::Frame& frame);
  void note(const schedule::Choice& choice);
  void note_drained(const browser::Frame& frame, const std::vector<Option>& all, const Json& ran);
  bool perform_step(int position);
  void move_time(double time, const Option& option);

  void discover(Run& run);
  void conclude(Run& run);
  void read_page(Run& run);
  Facts facts();

  const Experiment& experiment_;
  Progress progress_;
  Stage stage_;
  StagedPage page_;
  Quiescence quiescence_;
  Naming naming_;
  StreamPlayer player_;
  Performer performer_;
  schedule::Scheduler scheduler_;
  std::vector<schedule::Choice> enabled_;  // what can happen now
  DecisionLog log_;
  std::vector<std::string> order_;
  std::vector<Came> came_;
  std::vector<int> steps_;  // which step of the flow stands at each position
  std::vector<StepResult> results_;
  std::vector<Incident> cuts_;
  std::string diverged_;
  std::string load_error_;
  Moment moment_;
};

}  // namespace squall::lab
