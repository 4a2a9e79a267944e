// What the servers answered, and how to find the answer to a request again.
//
// A recording is kept as HAR 1.2 (`recording/network.har`), so that other tools can read it and so that theirs can be
// replayed. What HAR lacks stands in members that begin with an underscore, as Chrome's own do.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/headers.h"
#include "base/json.h"
#include "base/result.h"
#include "outcome/answer.h"

namespace squall::network {

struct Request {
  std::string method = "GET";
  std::string url;   // without fragment
  std::string body;  // "" when there is none
  Headers headers;
  std::string type;  // CDP resource type in lower case: document, script, xhr, fetch, image, …
};

struct Response {
  int status = 0;  // 0 with `failure` set: no response at all
  std::string status_text;
  Headers headers;
  std::string body;       // decoded
  std::string failure;    // Chromium's name without "net::": "ERR_CONNECTION_REFUSED"; "" when there was a response
  double latency_ms = 0;  // from sending to the end of the response, as recorded
  bool open = false;      // there was none when the recording ended: a long poll, which is still under way
};

// One message of a WebSocket, or one event of an EventSource.
struct StreamMessage {
  // What happens to the connection itself, in the order of the messages: an EventSource is lost, and opened again; the
  // server ends a WebSocket, and `data` is its reason.
  enum class Signal { None, Open, Error, Close };
  bool sent = false;  // by the page
  std::string data;
  bool binary = false;           // data are then bytes
  std::string event;             // EventSource only
  std::string id;                // EventSource only
  double time_ms = 0;            // since the connection was opened
  int after_sent = 0;            // how many messages the page had sent before this one was received
  Signal signal = Signal::None;  // other than None: there is no message
  int code = 0;                  // of Close, as the page is told: 1006 when the connection was lost
};

struct Entry {
  Request request;
  Response response;
  double started_ms = 0;                // since the start of the recording
  std::vector<StreamMessage> messages;  // type websocket or eventsource
};

// Whether its headers keep the browser's cache out of it: "Cache-Control: no-cache", "Pragma: no-cache".
bool avoids_cache(const Request& request);

// Requests with the same key are the same: method, URL and body.
std::string key_of(const Request& request);

struct Recording {
  std::vector<Entry> entries;  // in the order in which the requests were sent
  std::string started;         // ISO 8601, for the HAR's sake
};

// HAR. What `to_har` wrote, `from_har` reads back without loss. Import also takes what other tools write: missing
// members, base64 or plain bodies, HTTP/2 pseudo headers, content-encoding headers over decoded bodies (dropped).
// Entries that cannot be used are counted in `skipped`: those without a URL or a response, those for which no request
// is ever sent (data:, blob:…), and those whose body the other tool left out.
Json to_har(const Recording& recording);
struct Imported {
  Recording recording;
  int skipped = 0;
};
Result<Imported> from_har(const Json& har);

// What the recording has for a request.
struct Found {
  const Entry* entry;
  size_t index;         // of the entry
  outcome::Answer how;  // Recorded: the n-th time it is asked, the n-th answer; Repeated or Approximate
  std::string detail;   // for Approximate: what differs, in words
  // The body to answer with in place of the entry's: JSONP that must call today's callback, or HEAD answered by a GET.
  std::optional<std::string> body_override;
};

// Which entries answer which request. The recording outlives it, and does not change.
class Index {
 public:
  explicit Index(const Recording& recording);
  // The one of this recording, made for the first who asks and shared by all experiments on it, in whatever thread. It
  // lives as long as the recording, and must not be used after it.
  static std::shared_ptr<const Index> of(const std::shared_ptr<const Recording>& recording);

  const Recording& recording() const { return recording_; }
  // The entries with this method, URL and body, in order.
  const std::vector<size_t>& exact(const std::string& key) const;
  // The entries with this method, origin and path, in order.
  const std::vector<size_t>& by_path(std::string_view method, std::string_view url) const;

 private:
  const Recording& recording_;
  std::unordered_map<std::string, std::vector<size_t>> exact_;
  std::unordered_map<std::string, std::vector<size_t>> by_path_;
};

// Finds answers for the requests of one experiment, in order of occurrence. Cheap to make.
//
// Where a long poll was still open in the end, whoever asks more often than was recorded finds one that is open.
//
// An approximate answer is given only when everything that differs looks as if it changed by itself from one execution
// to the next (similarity.h). Of several, the most similar one is taken, then the least often used, then the earliest.
class Matcher {
 public:
  explicit Matcher(std::shared_ptr<const Index> index);
  std::optional<Found> find(const Request& request);

 private:
  std::optional<Found> find_exact(const Request& request);
  std::optional<size_t> open_like(const Request& request) const;
  std::optional<Found> find_similar(const Request& request, std::string_view recorded_method) const;

  std::shared_ptr<const Index> index_;
  std::unordered_map<std::string, size_t> asked_;  // by exact key
  std::vector<size_t> used_;                       // how often each entry was given as an answer
};

}  // namespace squall::network
