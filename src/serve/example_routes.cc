#include "serve/example_routes.h"

#include <algorithm>

#include "base/text.h"
#include "serve/example_files.h"

namespace squall::serve {
namespace {

constexpr const char* kAnswers[] = {"json",   "text",         "file",      "search",
                                    "filter", "event_stream", "websocket", "redirect"};
constexpr const char* kCommon[] = {"path", "method", "query", "delay_ms", "status", "headers", "jsonp"};
constexpr int64_t kLongestDelay = 60 * 60 * 1000;

// A JSON value together with its place in the file. What is not as it should be is noted as a problem, and a default
// takes its place, so that one look at a file finds all that is wrong with it.
class Node {
 public:
  Node(const Json& value, std::string place, std::vector<std::string>& problems)
      : value_(value), place_(std::move(place)), problems_(problems) {}

  const Json& json() const { return value_; }
  bool has(std::string_view key) const { return value_.has(key); }
  Node operator[](std::string_view key) const {
    std::string separator = place_.empty() ? "" : ".";
    return Node(value_[key], place_ + separator + std::string(key), problems_);
  }
  std::vector<Node> items() const {
    std::vector<Node> nodes;
    if (!value_.is_array()) problem("must be an array");
    for (size_t i = 0; i < value_.items().size(); ++i) {
      nodes.emplace_back(value_[i], place_ + "[" + std::to_string(i) + "]", problems_);
    }
    return nodes;
  }
  std::vector<std::pair<std::string, Node>> members() const {
    std::vector<std::pair<std::string, Node>> nodes;
    if (!value_.is_object()) problem("must be an object");
    for (const auto& [name, value] : value_.members()) nodes.emplace_back(name, (*this)[name]);
    return nodes;
  }

  std::string string() const {
    if (!value_.is_string()) problem(value_.is_null() ? "is missing" : "must be a string");
    return value_.as_string();
  }
  std::string string_or(std::string_view fallback) const { return value_.is_null() ? std::string(fallback) : string(); }
  std::vector<std::string> strings() const {
    std::vector<std::string> texts;
    for (const Node& item : items()) texts.push_back(item.string());
    return texts;
  }
  // What goes over a wire as text: a string as it is, anything else as JSON.
  std::string message() const { return value_.is_string() ? value_.as_string() : value_.dump(); }
  std::vector<std::string> messages() const {
    std::vector<std::string> texts;
    for (const Node& item : items()) texts.push_back(item.message());
    return texts;
  }
  int64_t integer(int64_t low, int64_t high) const {
    bool whole = value_.is_number() && value_.as_double() == static_cast<double>(value_.as_int());
    if (whole && value_.as_int() >= low && value_.as_int() <= high) return value_.as_int();
    problem("must be a whole number from " + std::to_string(low) + " to " + std::to_string(high));
    return low;
  }
  bool boolean_or(bool fallback) const {
    if (!value_.is_null() && !value_.is_bool()) problem("must be true or false");
    return value_.as_bool(fallback);
  }

  void only(std::initializer_list<std::string_view> known) const {
    for (const auto& [name, node] : members()) {
      if (std::find(known.begin(), known.end(), name) == known.end()) node.problem("is not known here");
    }
  }
  void problem(const std::string& text) const {
    problems_.push_back((place_.empty() ? "the whole" : place_) + ": " + text);
  }

 private:
  const Json& value_;
  std::string place_;
  std::vector<std::string>& problems_;
};

SearchAnswer parse_search(const Node& node) {
  node.only({"in", "query", "fields", "limit"});
  SearchAnswer answer{node["in"].string(), node["query"].string(), {}, {}};
  if (node.has("fields")) answer.fields = node["fields"].strings();
  if (node.has("limit")) answer.limit = static_cast<size_t>(node["limit"].integer(0, 1'000'000));
  return answer;
}

FilterAnswer parse_filter(const Node& node) {
  node.only({"in", "query", "field"});
  return {node["in"].string(), node["query"].string(), node["field"].string()};
}

EventStreamAnswer parse_event_stream(const Node& node) {
  EventStreamAnswer answer;
  for (const Node& item : node.items()) {
    item.only({"after_ms", "event", "id", "data"});
    EventStreamAnswer::Event event;
    if (item.has("after_ms")) event.after = Millis(item["after_ms"].integer(0, kLongestDelay));
    event.event = item["event"].string_or("");
    event.id = item["id"].string_or("");
    if (!item.has("data")) item["data"].problem("is missing");
    event.data = item["data"].message();
    answer.events.push_back(std::move(event));
  }
  return answer;
}

WebSocketAnswer parse_websocket(const Node& node) {
  node.only({"greeting", "broadcast", "replies"});
  WebSocketAnswer answer;
  if (node.has("greeting")) answer.greeting = node["greeting"].messages();
  answer.broadcast = node["broadcast"].boolean_or(false);
  if (node.has("replies")) {
    for (const auto& [message, replies] : node["replies"].members()) answer.replies[message] = replies.messages();
  }
  return answer;
}

Answer parse_answer(const Node& node, std::string_view kind) {
  Node value = node[kind];
  if (kind == "text") return TextAnswer{value.string()};
  if (kind == "file") return FileAnswer{value.string()};
  if (kind == "search") return parse_search(value);
  if (kind == "filter") return parse_filter(value);
  if (kind == "event_stream") return parse_event_stream(value);
  if (kind == "websocket") return parse_websocket(value);
  if (kind == "redirect") return RedirectAnswer{value.string()};
  return JsonAnswer{value.json()};
}

// The one kind of answer that a route has; "" with a problem noted when it has none or several.
std::string answer_kind(const Node& node) {
  std::vector<std::string> kinds;
  for (const auto& [name, member] : node.members()) {
    if (std::find(std::begin(kAnswers), std::end(kAnswers), name) != std::end(kAnswers)) {
      kinds.push_back(name);
    } else if (std::find(std::begin(kCommon), std::end(kCommon), name) == std::end(kCommon)) {
      member.problem("is not known here");
    }
  }
  if (kinds.size() == 1) return kinds[0];
  std::vector<std::string> all(std::begin(kAnswers), std::end(kAnswers));
  node.problem(kinds.empty() ? "has no answer: one of " + join(all, ", ")
                             : "has several answers: " + join(kinds, ", "));
  return "";
}

void parse_headers(const Node& node, Route& route) {
  for (const auto& [name, value] : node.members()) {
    std::string text = value.string();
    if (name.empty() || name.find_first_of(" \t\r\n:") != std::string::npos) value.problem("is no name for a header");
    if (text.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos) value.problem("must be a single line");
    route.headers.emplace_back(name, std::move(text));
  }
}

Route parse_route(const Node& node) {
  Route route;
  std::string kind = answer_kind(node);
  if (kind.empty()) return route;
  route.path = node["path"].string();
  if (route.path.starts_with('/'))
    node["path"].problem("is relative to the example's folder: without a slash in front");
  if (route.path.find_first_of("?#") != std::string::npos) node["path"].problem("is without parameters: see “query”");
  route.method = node["method"].string_or("GET");
  if (node.has("query")) {
    for (const auto& [name, value] : node["query"].members()) route.query.emplace_back(name, value.string());
  }
  if (node.has("delay_ms")) route.delay = Millis(node["delay_ms"].integer(0, kLongestDelay));
  if (node.has("status")) route.status = static_cast<int>(node["status"].integer(200, 599));
  if (node.has("headers")) parse_headers(node["headers"], route);
  route.jsonp = node["jsonp"].string_or("");
  if (!route.jsonp.empty() && kind != "json" && kind != "search" && kind != "filter") {
    node["jsonp"].problem("goes with json, search or filter, not with " + kind);
  }
  route.answer = parse_answer(node, kind);
  return route;
}

bool matches(const Route& route, const HttpRequest& request, const std::string& path) {
  if (route.path != path) return false;
  if (route.method != request.method && !(route.method == "GET" && request.method == "HEAD")) return false;
  return std::all_of(route.query.begin(), route.query.end(), [&](const auto& expected) {
    const std::string* value = request.parameter(expected.first);
    return value && *value == expected.second;
  });
}

}  // namespace

Routes parse_routes(const Json& server) {
  Routes result;
  Node root(server, "", result.problems);
  root.only({"routes"});
  if (!server.is_object()) return result;
  for (const Node& node : root["routes"].items()) {
    size_t problems = result.problems.size();
    Route route = parse_route(node);
    if (result.problems.size() == problems) result.routes.push_back(std::move(route));
  }
  return result;
}

Routes read_routes(const std::filesystem::path& folder) {
  auto path = path_inside(folder, "server.json");
  if (!path) return {};
  auto server = read_example_json(*path);
  if (!server) return {{}, {server.error().message}};
  return parse_routes(*server);
}

const Route* find_route(const Routes& routes, const HttpRequest& request, const std::string& path) {
  for (const Route& route : routes.routes) {
    if (matches(route, request, path)) return &route;
  }
  return nullptr;
}

}  // namespace squall::serve
