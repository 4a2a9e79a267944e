// The Runner: one experiment on one page. Its loop is the whole of squall's power over a page:
//
//   wait until the page is quiet ──► see what could happen next ──► let the schedule choose ──► make it happen
//
// Quiet means: no request on its way to or from the browser, nothing running in any frame, nothing pending that the
// agent counts. What could happen next: responses of held requests, tasks that the agent holds, messages of
// connections whose server we play, animations that are stopped, the user's next step.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "lab/agent_port.h"
#include "lab/parser_rest.h"
#include "lab/performer.h"
#include "lab/stage.h"
#include "schedule/choice.h"
#include "trace/event_name.h"

namespace squall::lab {

class Runner {
 public:
  // `page` and `experiment` outlive the runner.
  Runner(browser::Page& page, const Experiment& experiment);
  Run run();

 private:
  // A choice, and what makes it happen.
  struct Option {
    schedule::Choice choice;
    network::Passage* passage = nullptr;
    std::string frame;  // id of the frame, for tasks, messages and animations
    int id = 0;         // of the task or stream
    Json delivery;      // of the message
  };
  // Where we are in the recorded messages of a connection.
  struct Playing {
    const network::Entry* entry = nullptr;
    bool opened = false;
    size_t next = 0;
    std::map<std::string, int> delivered;  // how often each kind of thing
  };

  bool load();
  bool quiesce();
  bool ask_frames();
  bool take_status(const std::string& frame, const browser::Reply& reply);
  void release_plumbing();
  bool is_plumbing(const network::Passage& passage) const;
  bool named_in_order(const trace::EventName& name) const;
  bool parsers_rest();
  bool is_ahead_of_parser(const network::Passage& passage);
  HeldRequest request_of(const network::Passage& passage);
  std::vector<HeldRequest> held_in(const std::string& frame);
  std::set<std::string> scripts_come_in(const std::string& frame);
  bool workers_are_quiet();
  void wait_for_live_streams();

  std::vector<Option> options();
  Option response_option(network::Passage& passage);
  void add_stream_options(const browser::Frame& frame, const FrameStatus& status, std::vector<Option>& out);
  const schedule::Choice& name_of(network::Passage& passage);
  Playing& playing(const std::string& frame, const Stream& stream);
  std::optional<Json> next_delivery(Playing& state, const Stream& stream) const;

  bool make_happen(const Option& option);
  bool run_tasks(const Option& option, const std::vector<Option>& all, double until);
  bool perform_step(int position);
  void move_time(double time, const Option& option);

  void conclude(Run& run);
  void take_screen(Run& run);
  void take_trace(Run& run);
  void take_moment(const flow::Step& step);
  Ending ending_of_page() const;
  std::string why_unsettled();

  const Experiment& experiment_;
  Stage stage_;
  Performer performer_;
  schedule::Scheduler scheduler_;
  std::vector<int> steps_;  // which step of the flow stands at each position
  std::vector<StepResult> results_;
  std::map<std::string, FrameStatus> statuses_;  // by frame id, as of the last quiet moment
  std::map<std::string, int64_t> contexts_;      // the document that each status is of
  bool fresh_ = false;                           // statuses_ are of now
  std::vector<Announced> announced_;             // by scripts, not yet seen at the browser
  std::map<network::RequestId, schedule::Choice> names_;
  std::set<network::RequestId> unannounced_;  // of these, those that no script announced
  std::map<std::string, int> ordinals_;
  std::map<std::pair<std::string, int>, Playing> playing_;
  std::map<std::string, int> streams_seen_;  // by URL
  std::vector<SentRequest> stream_requests_;
  std::vector<std::string> order_;
  std::vector<Incident> cuts_;
  // Of documents that nothing held explains: context, what was seen, what they wait for; and since when.
  using ParserSight = std::tuple<int64_t, int64_t, std::vector<std::string>>;
  std::map<std::string, std::pair<ParserSight, Clock::time_point>> parser_sights_;
  int64_t seen_with_workers_ = -1;
  std::string diverged_;
  std::string load_error_;
  std::string agent_error_;
  Moment moment_;
  int position_ = 0;
  int turn_ = 0;
  double time_ = 0;
};

}  // namespace squall::lab
