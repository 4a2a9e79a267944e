// Quiescence: when is the page quiet, so that nothing will happen in it unless we make it happen?
//
// It is when all of this holds at one moment: no request is on its way; every frame has settled, and is still there;
// workers have done what lay before them; no parser works, and no script has come that has not run; and, while a
// recording is made, live connections are silent. docs/settled.md tells why.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "base/clock.h"
#include "browser/connection.h"
#include "lab/agent_port.h"
#include "lab/parser_rest.h"

namespace squall::lab {

// The document of a frame.
struct Document {
  std::string frame;    // id of the frame
  int64_t context = 0;  // tells it from others that the frame had before; 0 while it has not come
  bool main = false;
};

// What Quiescence sees of a page; a fake can stand in for it.
class WatchedPage {
 public:
  virtual ~WatchedPage() = default;

  virtual bool lost() const = 0;  // there is nothing to wait for any more
  // Takes note of what has come. Whether that let something happen, so that what was known is no longer true.
  virtual bool take_events() = 0;
  // The same, after waiting until something comes, at most so long; without a limit as long as the experiment may take.
  // Whether something came.
  virtual bool await_events(std::optional<Millis> most) = 0;
  virtual Clock::time_point now() const = 0;
  virtual Clock::time_point browser_now() const = 0;  // less what the browser could not use

  virtual bool in_flight() = 0;  // whether a request is on its way
  virtual std::vector<Document> documents() const = 0;
  // Brings the clock of a new document up to ours.
  virtual void greet(const Document& document) = 0;
  // Asks the agents of these documents to settle, all at once.
  virtual std::vector<browser::Reply> settle(const std::vector<Document>& documents) = 0;
  virtual std::vector<HeldRequest> held_in(const std::string& frame) = 0;
  // The URLs of scripts of the frame whose responses are there.
  virtual std::set<std::string> scripts_come_in(const std::string& frame) = 0;

  virtual bool has_workers() const = 0;
  virtual bool ask_workers() = 0;  // whether each has answered, behind the tasks that lay before it
  virtual bool has_live_polls() const = 0;
  virtual Clock::time_point last_exchange() const = 0;
  virtual bool has_live_streams() const = 0;
  virtual Clock::time_point last_stream_message() const = 0;
};

class Quiescence {
 public:
  // `page` outlives it. `on_status` is told what a frame says, each time it does.
  using OnStatus = std::function<void(const std::string& frame, const FrameStatus&)>;
  Quiescence(WatchedPage& page, OnStatus on_status) : page_(page), on_status_(std::move(on_status)) {}

  // Waits until the page is quiet; false when that cannot be any more.
  bool reach();
  // Waits, where the real server keeps a long poll, whether it has something to say there; false when the page may not
  // be quiet any more.
  bool listen();
  // Takes what a frame says after it was made to do something; false when it could not say it.
  bool take(const std::string& frame, const browser::Reply& reply);
  // What the frames said may no longer be true.
  void disturb() { fresh_ = false; }

  // What the frames said last.
  const std::map<std::string, FrameStatus>& statuses() const { return statuses_; }
  // Why the agent of a frame failed; "" as long as none did.
  const std::string& agent_error() const { return agent_error_; }

 private:
  bool ask_documents();
  bool parsers_rest();

  bool workers_are_quiet();
  bool streams_are_silent();
  int64_t context_of(const std::string& frame) const;

  WatchedPage& page_;
  OnStatus on_status_;
  std::map<std::string, FrameStatus> statuses_;  // by frame id
  std::map<std::string, int64_t> contexts_;      // the document that each status is of
  bool fresh_ = false;                           // statuses_ are of now
  // Of documents that nothing held explains: context, what was seen, what they wait for; and since when.
  using ParserSight = std::tuple<int64_t, int64_t, std::vector<std::string>>;
  std::map<std::string, std::pair<ParserSight, Clock::time_point>> parser_sights_;
  int64_t seen_with_workers_ = -1;
  std::string agent_error_;
};

}  // namespace squall::lab
