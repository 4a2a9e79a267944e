// Traffic: every request of one page, held at the browser until somebody says how it is answered.
//
// Each request passes through these states, which CDP's Network and Fetch events move it through:
//
//   Announced ──► Held ──► Released ──► (Answered ──►) Done
//       ▲                      │
//       └──────redirect────────┘
//
// Announced: the renderer has sent it (Network.requestWillBeSent); Chromium will pause it in a moment.
// Held: paused before it leaves the browser (Fetch.requestPaused). This is how a response is held back: the request
// waits, and nobody has answered it.
// Released: answered from the recording (Fetch.fulfillRequest or failRequest), or let through to the real server.
// Answered: a fetch() has its response; the body is read by the page, or never.
// Done: the renderer has the whole response (Network.loadingFinished or loadingFailed).
//
// While a request is Announced or Released the page is not quiet (`in_flight`). Held requests can wait for ever.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "browser/page.h"
#include "network/recording.h"

namespace squall::network {

// Chromium's id of a request, stable over redirects.
struct RequestId {
  std::string value;
  auto operator<=>(const RequestId&) const = default;
};

enum class Progress { Announced, Held, Released, Answered, Done };

// What became of a request.
struct Fate {
  enum How { Waiting, FromRecording, RepeatedAnswer, ApproximateAnswer, Unanswered, MadeToFail, FromServer } how = Waiting;
  std::string detail;
};

struct Passage {
  RequestId id;
  std::string fetch_id;  // of the pause, for the answer
  browser::SessionId session;
  std::string frame;
  Request request;
  bool navigation = false;  // of a frame's document
  bool preflight = false;
  bool low_priority = false;  // an async or deferred script, an image: its order matters to nobody but its own handlers
  bool by_parser = false;
  Progress progress = Progress::Announced;
  Fate fate;
  std::optional<Found> answer;  // from the recording, looked up when the request is held
  int order = 0;                // of being held
  size_t live_entry = 0;        // of the entry that is being recorded
  double sent_at = 0;           // browser's clock, s
};

struct TrafficOptions {
  bool live = false;         // requests that the recording cannot answer go to the real server, and are recorded
  bool allow_writes = true;  // with `live`: also those that are not GET or HEAD
  bool approximate = true;   // answers that differ in details may be given
};

class Traffic {
 public:
  // `page` and `recording` outlive the traffic.
  Traffic(browser::Page& page, const Recording& recording, TrafficOptions options);

  // What a page must be opened with, so that its requests are held.
  static std::vector<browser::Command> setup();

  // Takes note of one event of the page.
  void on_event(const browser::Event& event);

  // Held requests in the order in which they were held.
  std::vector<Passage*> held();
  Passage* find(const RequestId& id);
  // Whether something is on its way that will change the page by itself.
  bool in_flight() const;
  // Whether a connection of the real server is open that can bring messages at any time.
  bool has_live_streams() const;
  Clock::time_point last_stream_message() const { return last_message_; }

  // Answers a held request. The second form makes it fail, as if the network had.
  void release(Passage& passage);
  void fail(Passage& passage, const std::string& reason = "Failed");
  // A synchronous request blocks the page: it is answered as soon as it is held, whatever the schedule says.
  void expect_synchronous(const std::string& method, const std::string& url);

  // What the real server answered, in the order of asking.
  Recording fetched() const;
  // All requests so far, in the order of sending.
  const std::vector<std::unique_ptr<Passage>>& passages() const { return passages_; }

 private:
  void on_request(const browser::Event& event);
  void on_paused(const browser::Event& event);
  void on_response(const Json& params);
  void on_end(const Json& params, bool failed);
  void on_stream(const browser::Event& event);
  void fulfil(Passage& passage, const Response& response, const std::string* body);
  void let_through(Passage& passage);
  void record_redirect(Passage& passage, const Json& params);
  void fetch_body(Passage& passage, Entry& entry);
  Passage& passage_for(const browser::Event& event, const std::string& id);

  browser::Page& page_;
  const Recording& recording_;
  Recording fetched_;
  std::set<size_t> abandoned_;  // entries of fetched_
  TrafficOptions options_;
  Matcher matcher_;
  std::vector<std::unique_ptr<Passage>> passages_;
  std::map<RequestId, Passage*> by_id_;
  std::map<std::string, size_t> streams_;  // live connections: request id to entry
  std::vector<std::string> synchronous_;
  Clock::time_point started_ = Clock::now();
  Clock::time_point last_message_ = Clock::now();
  int held_count_ = 0;
};

}  // namespace squall::network
