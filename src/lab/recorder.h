// Recording: from a page and a flow to something that replays without the server.
//
// Three experiments make it. The first asks the page what a user can do, when no flow is given. The second runs the
// flow against the real server and keeps every response; when the flow was not given and has led to more that can be
// done, it is run again with that. The third replays it all from what was kept, and writes the trace; requests that
// only this order of events leads to are asked of the server too, until nothing new comes.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "lab/lab.h"

namespace squall::lab {

// What a recording holds: enough to run any experiment on it.
struct RecordedPage {
  std::string url;
  flow::Flow flow;
  std::shared_ptr<const network::Recording> recording;
  Conditions conditions;
  Stored stored;  // in the browser when the page is opened
  trace::Trace trace;
  Outcome outcome;                 // of the replay that wrote the trace
  std::vector<std::string> order;  // the scheduled events of that replay
  std::vector<std::string> notes;  // what did not come, or not whole: "GET http://…: cut off after 3 bytes"
};

struct RecordOptions {
  std::string url;
  std::optional<flow::Flow> flow;  // discovered on the page when absent
  flow::Flow before;               // what to do before looking for it; the page's flow then begins with that
  Conditions conditions;
  Stored stored;  // in the browser when the page is opened
  Millis timeout{30'000};
  bool allow_writes = false;  // what is discovered may also be done when it may do something for good
  // The recording is replayed at once, with a picture at the end. An analysis runs experiments enough: without this,
  // the trace and the outcome are those of the run with the server, unless messages of a connection have to be
  // replayed.
  bool replay = true;
  std::shared_ptr<const network::Recording> har;  // answers from here instead of from the server
};

// The same, but that the page's clock begins now: servers, and the cookies that they give, go by it.
Conditions at_present(Conditions conditions);

// Performs the flow once, with the real server, for what it leaves in the browser: somebody who is logged in. Error: a
// step could not be performed.
Result<Stored> visit(Lab& lab, const RecordOptions& options, const flow::Flow& flow);

// An Error says in words why the page could not be recorded.
Result<RecordedPage> record_page(Lab& lab, const RecordOptions& options,
                                 const std::function<void(const std::string&)>& progress);

// The page's recording, and more answers behind those that it has.
void add_answers(RecordedPage& page, const network::Recording& more);

// An experiment on the recording, to be given a schedule.
Experiment experiment_on(const RecordedPage& page);

}  // namespace squall::lab
