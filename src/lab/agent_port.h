// The lab's side of the contract with the agent (agent/src/control.ts is the other).
#pragma once

#include <string>
#include <vector>

#include "lab/lab.h"
#include "schedule/choice.h"

namespace squall::lab {

// The name of the function through which the agent speaks while the page is blocked.
inline constexpr const char* kAgentBinding = "__squall_say";

// The script that every frame runs first.
std::string agent_script(const Experiment& experiment);

// The expression that calls a function of the agent: agent_call("run", {3, 1}) is "__squall.run(3,1)".
std::string agent_call(std::string_view function, const std::vector<Json>& arguments = {});
// The same where there may be no agent, in blank pages and Chromium's own error pages: the value is then null.
std::string agent_call_if_any(std::string_view function);

// A timer, animation frame or idle callback that waits in a frame.
struct Task {
  int id = 0;
  schedule::Choice choice;
};

// A task that ran by itself, and what had become of the others since the task before it.
struct RanTask {
  Task task;
  std::vector<Task> came;
  std::vector<int> gone;
};
std::vector<RanTask> parse_ran(const Json& json);

// A request that a script sent, and the event that will handle its response.
struct Announced {
  std::string kind;  // xhr, fetch, or how an element loads: script-load, module, image-load, style-load, frame-load…
  std::string mark;  // name of the function that sent it, where the browser tells that (network::Passage::mark)
  std::string method;
  std::string url;
  std::string name;
  int step = -1;
  double time = 0;
  bool fresh = false;  // asked for without the browser's cache
};

// A WebSocket or EventSource whose server we play.
struct Stream {
  int id = 0;
  std::string kind;  // web-socket, event-source
  std::string url;
  std::string name;
  int step = -1;
  double time = 0;
  std::vector<int> sent;  // for each message that the page has sent, the step in which it did
  bool closed = false;
};

// How far the parser of a frame's document is (agent/src/parser.ts).
struct Parsing {
  enum Stage {
    Done,
    Loading,   // the parser is under way
    Deferred,  // it has ended, but scripts that wait for that have not all run
    Written,   // a script wrote the document, and may write on whenever it likes
  } stage = Done;
  std::vector<std::string> scripts;  // URLs of those that stop the parser and have not run yet
  // Other scripts that have not run yet, in the order in which they must, each as soon as it has come.
  struct Queue {
    std::vector<std::string> urls;
    bool may_wait = false;  // also for imports, or style sheets
  };
  std::vector<Queue> queues;
};

// What a quiet frame says.
struct FrameStatus {
  double time = 0;
  std::string ready;  // document.readyState
  std::vector<Task> tasks;
  std::vector<Announced> announced;
  std::vector<Stream> streams;
  double moving_ms = -1;  // until the first animation ends; -1 when nothing moves
  std::vector<Incident> cuts;
  int64_t seen = 0;  // events and messages so far: the same number twice means that nothing happened in between
  Parsing parsing;
};

// `null` is the answer of a frame without an agent: it has nothing to say.
FrameStatus parse_status(const Json& json);

}  // namespace squall::lab
