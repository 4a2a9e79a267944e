// What an example's own server answers, as its server.json says. The grammar:
//
//   { "routes": [ ROUTE ] }                            the first route that matches answers; files come after routes
//   ROUTE:
//     "path": "stations"                               relative to the example's folder
//     "method": "GET"                                  the default; such a route answers HEAD too
//     "query": { "filter": "wash" }                    all of these parameters must have exactly these values
//     "delay_ms": 20                                   before the answer
//     "status": 200, "headers": { "Name": "value" }
//     "jsonp": "callback"                              the parameter that names the callback; for json, search, filter
//   and one of
//     "json": any value
//     "text": "…"
//     "file": "data/a.txt"                             in the example's folder
//     "search": { "in": "words.json", "query": "q", "fields": ["name"], "limit": 8 }
//         the entries of that file's array of which a field contains the parameter, in any case (of ASCII); none for
//         an empty parameter. Without "fields" the entries are strings.
//     "filter": { "in": "stations.json", "query": "filter", "field": "tags" }
//         the entries whose field contains all the comma-separated values of the parameter; all for an empty one
//     "event_stream": [ { "after_ms": 10, "event": "x", "id": "1", "data": "…" } ]
//         each after the one before it; the stream then stays open. Data that is no string is sent as JSON.
//     "websocket": { "greeting": ["…"], "broadcast": true, "replies": { "ping": ["pong"] } }
//         broadcast: each message goes to all clients of the path, the sender included
//     "redirect": "other"                              relative to the example's folder, or a path, or a URL
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/clock.h"
#include "base/json.h"
#include "serve/http_server.h"

namespace squall::serve {

struct JsonAnswer {
  Json value;
};
struct TextAnswer {
  std::string text;
};
struct FileAnswer {
  std::string path;
};
struct SearchAnswer {
  std::string in;
  std::string query;
  std::vector<std::string> fields;
  std::optional<size_t> limit;
};
struct FilterAnswer {
  std::string in;
  std::string query;
  std::string field;
};
struct EventStreamAnswer {
  struct Event {
    Millis after{0};
    std::string event, id, data;
  };
  std::vector<Event> events;
};
struct WebSocketAnswer {
  std::vector<std::string> greeting;
  bool broadcast = false;
  std::map<std::string, std::vector<std::string>> replies;
};
struct RedirectAnswer {
  std::string target;
};
using Answer = std::variant<JsonAnswer, TextAnswer, FileAnswer, SearchAnswer, FilterAnswer, EventStreamAnswer,
                            WebSocketAnswer, RedirectAnswer>;

struct Route {
  std::string path;
  std::string method = "GET";
  Headers query;
  Millis delay{0};
  std::optional<int> status;
  Headers headers;
  std::string jsonp;  // "" when the answer is not to be wrapped
  Answer answer;
};

struct Routes {
  std::vector<Route> routes;
  // Each with its place: "routes[1].status: …". Routes with problems are left out.
  std::vector<std::string> problems;
};

Routes parse_routes(const Json& server);
// The routes of the example in `folder`; none when it has no server.json.
Routes read_routes(const std::filesystem::path& folder);

// The first that matches; null when none does. `path`: decoded, relative to the example's folder.
const Route* find_route(const Routes& routes, const HttpRequest& request, const std::string& path);

}  // namespace squall::serve
