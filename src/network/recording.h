// What the servers answered, and how to find the answer to a request again.
//
// A recording is kept as HAR 1.2 (`recording/network.har`), so that other tools can read it and so that theirs can be
// replayed. What HAR lacks stands in members that begin with an underscore, as Chrome's own do.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace squall::network {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Request {
  std::string method = "GET";
  std::string url;   // without fragment
  std::string body;  // "" when there is none
  Headers headers;
  std::string type;  // CDP resource type in lower case: document, script, xhr, fetch, image, …
};

struct Response {
  int status = 0;              // 0 with `failure` set: no response at all
  std::string status_text;
  Headers headers;
  std::string body;            // decoded
  std::string failure;         // Chromium's name without "net::": "ERR_CONNECTION_REFUSED"; "" when there was a response
  double latency_ms = 0;       // from sending to the end of the response, as recorded
};

// One message of a WebSocket, or one event of an EventSource.
struct StreamMessage {
  bool sent = false;      // by the page
  std::string data;
  bool binary = false;    // data are then bytes
  std::string event;      // EventSource only
  std::string id;         // EventSource only
  double time_ms = 0;     // since the connection was opened
  int after_sent = 0;     // how many messages the page had sent before this one was received
};

struct Entry {
  Request request;
  Response response;
  double started_ms = 0;  // since the start of the recording
  std::vector<StreamMessage> messages;  // type websocket or eventsource
};

struct Recording {
  std::vector<Entry> entries;  // in the order in which the requests were sent
  std::string started;         // ISO 8601, for the HAR's sake
};

// HAR. Import takes what other tools write: missing members, base64 or plain bodies, HTTP/2 pseudo headers,
// content-encoding headers over decoded bodies (dropped). Entries that cannot be used are counted in `skipped`.
Json to_har(const Recording& recording);
struct Imported {
  Recording recording;
  int skipped = 0;
};
Result<Imported> from_har(const Json& har);

// How well an answer fits the request.
enum class Fit {
  Exact,        // same method, URL and body; the n-th time it is asked, the n-th answer
  Repeated,     // the same, but asked more often than recorded: the last answer again
  Approximate,  // same method and path; the query or body differs
};

struct Found {
  const Entry* entry;
  size_t index;  // of the entry
  Fit fit;
  std::string detail;  // for Approximate: what differs, in words
};

// Finds answers for the requests of one experiment, in order of occurrence. Cheap to make: the index over the
// recording is shared.
class Matcher {
 public:
  // `recording` outlives the matcher. `approximate`: whether answers that differ in details may be given at all.
  explicit Matcher(const Recording& recording, bool approximate = true);
  std::optional<Found> find(const Request& request);

 private:
  const Recording& recording_;
  bool approximate_;
  std::map<std::string, std::vector<size_t>> exact_;
  std::map<std::string, std::vector<size_t>> by_path_;
  std::map<std::string, size_t> asked_;
};

}  // namespace squall::network
