// Traffic: every request of one page, held at the browser until somebody says how it is answered.
//
// Each request passes through these states (PassageState), which CDP's Network and Fetch events move it through:
//
//   Announced ──► Held ──► Released ──► (Answered ──►) Done
//       ▲                      │
//       └──────redirect────────┘
//
// Announced: the renderer has sent it (Network.requestWillBeSent); Chromium will pause it in a moment. (Or it has done
// so already: the two come in any order.) Held: paused before it leaves the browser (Fetch.requestPaused). This is how
// a response is held back: the request waits, and nobody has answered it. Released: it went on through the gate
// (gate.h), answered from the recording, or to the real server, whose response is then written down
// (traffic_record.h). Answered: a fetch() has its response; the body is read by the page, or never. Done: the renderer
// has the whole response (Network.loadingFinished or loadingFailed).
//
// Each hop of a redirect is a passage of its own in `passages`, in order; the last one keeps the id.
//
// Requests of workers are paused as those of the page are. Those of service workers and shared workers cannot be: a
// page gets a service worker that never does anything (`service_workers` tells of them), and no shared workers.
//
// While a request is Announced or Released the page is not quiet (`in_flight`), unless it is a long poll. Held requests
// can wait for ever.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "browser/page.h"
#include "network/gate.h"
#include "network/recording.h"
#include "network/traffic_record.h"
#include "outcome/answer.h"

namespace squall::network {

// Chromium's id of a request, stable over redirects.
struct RequestId {
  std::string value;
  auto operator<=>(const RequestId&) const = default;
};

enum class PassageState { Announced, Held, Released, Answered, Done };

// What became of a request.
struct Fate {
  std::optional<outcome::Answer> how;  // nothing yet
  std::string detail;                  // for people
};

struct Passage {
  RequestId id;
  Pause pause;
  std::string frame;
  std::string loader;  // of the document that sent it; a document's own
  Request request;
  bool navigation = false;  // of a frame's document
  bool preflight = false;
  RequestId preflight_of;     // the request that waits for it; "" when it is none, or not yet known
  bool low_priority = false;  // an async or deferred script, an image: when it comes matters to its own handlers alone
  std::string mark;           // of the agent's, on the call of a script that sent it; "" without
  bool by_parser = false;
  bool blocks_rendering = false;  // nothing is shown before it has come
  bool from_worker = false;
  PassageState state = PassageState::Announced;
  Fate fate;
  std::optional<Found> answer;  // from the recording, looked up when the request is held
  int number = 0;               // counts the requests as they are sent
  int hop = 0;                  // of a chain of redirects
  size_t live_entry = 0;        // place in the live record
  // A long poll: what asks a server that keeps the request until it has something to say. While recording, one that has
  // not been answered for a while; in a replay, one that had no answer when the recording ended. Nobody waits for it.
  bool open = false;
  std::optional<Clock::time_point> awaited_since;  // while recording
  bool has_head = false;                           // the same: its response has begun
  bool end_unseen = false;  // of a worker whose events we do not get: it is done when it is released
  int announcements = 0;    // seen so far, of all hops
  int pauses = 0;           // the same
};

class Library;

struct TrafficOptions {
  bool live = false;           // requests that the recording cannot answer go to the real server, and are recorded
  bool allow_writes = true;    // with `live`: also those that are not GET or HEAD
  Millis patience{5000};       // with `live`: with a script's request, before it is taken for a long poll
  Library* library = nullptr;  // with `live`: shared with others who ask the same server; outlives the traffic
  std::function<void(Millis)> on_waited;     // told how long the traffic waited for its turn to ask
  std::shared_ptr<const BodyFilter> filter;  // of all bodies that the page gets; null: none
};

class Traffic {
 public:
  // `page` and the recording outlive the traffic.
  Traffic(browser::Page& page, std::shared_ptr<const Index> recording, TrafficOptions options);
  ~Traffic();

  // What a page must be opened with, so that its requests are held.
  static std::vector<browser::Command> setup();
  // The same for its workers, so that the end of their requests is seen.
  static std::vector<browser::Command> worker_setup();

  // Takes note of one event of the page.
  void on_event(const browser::Event& event);

  // Held requests in the order in which they were sent.
  std::vector<Passage*> held();
  Passage* find(const RequestId& id);
  // Whether something is on its way that will change the page by itself. `now` is the time by which patience is
  // measured: of what the server does not answer for so long, nobody knows when it will.
  bool in_flight(Clock::time_point now);
  // Whether a connection of the real server is open that can bring messages at any time, and when it last did.
  bool has_live_streams() const { return live_.has_streams(); }
  Clock::time_point last_stream_message() const { return live_.last_message(); }
  // Whether the real server keeps a long poll, and when something was last asked of it or answered by it: what it then
  // says there may follow from that.
  bool has_live_polls() const;
  Clock::time_point last_exchange() const { return last_exchange_; }

  // Answers a held request. The second form makes it fail, as if the network had.
  void release(Passage& passage);
  void fail(Passage& passage, const std::string& reason = "Failed");
  // While the user is offline every request fails, the held ones too.
  void set_offline(bool offline);
  // A synchronous request blocks the page: it is answered as soon as it is held, whatever the schedule says. (So are
  // the document of the main frame and the scripts that a worker imports, for the same reason.)
  void expect_synchronous(const std::string& method, const std::string& url);

  // The real server ended a WebSocket, and this is what the page was told.
  void stream_ended(const std::string& url, int code, const std::string& reason) { live_.close(url, code, reason); }

  // What the real server answered, in the order of asking.
  Recording fetched() const { return live_.recording(); }
  // All requests so far, in the order of sending.
  std::vector<const Passage*> passages() const;
  // Scripts that the page wanted to register as service workers.
  const std::vector<std::string>& service_workers() const { return service_workers_; }

 private:
  // Through which a page tells of the service workers that it wants; gone before any script of the page runs.
  static constexpr const char* kServiceWorkerBinding = "__squall_service_worker";

  void on_request(const browser::Event& event);
  void on_paused(const browser::Event& event);
  void on_response_paused(Passage& passage, const browser::Event& event);
  void on_response(const Json& params);
  void on_end(const Json& params, bool failed);
  void on_navigated(const Json& frame);
  void on_binding(const Json& params);
  void begin_hop(Passage& passage);
  void hold(Passage& passage, const browser::Event& event);
  bool is_awaited(const Passage& passage);
  bool is_open(Passage& passage, Clock::time_point now);
  Millis patience_with(const Passage& passage) const;
  bool is_worker(const browser::SessionId& session) const;
  void let_through(Passage& passage);
  void answer(Passage& passage, const Entry& entry, Fate fate, const std::string* body = nullptr);
  std::shared_ptr<const Entry> learned_answer(const Request& request);
  void disconnect(Passage& passage);
  bool may_ask_server(const Request& request) const;
  Passage& passage_for(const std::string& id);

  browser::Page& page_;
  TrafficOptions options_;
  Matcher matcher_;
  Gate gate_;
  LiveRecord live_;
  bool asking_ = false;  // has its turn of the library
  std::vector<std::unique_ptr<Passage>> passages_;
  std::map<RequestId, Passage*> by_id_;
  Clock::time_point last_exchange_ = Clock::now();  // with the server: something was asked or answered
  std::set<std::string> polled_;                    // "GET http://h/events", without the query
  std::vector<std::string> synchronous_;
  std::vector<std::string> service_workers_;
  bool offline_ = false;
  int sequence_ = 0;
};

}  // namespace squall::network
