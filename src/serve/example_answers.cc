#include "serve/example_answers.h"

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "serve/example_files.h"

namespace squall::serve {
namespace {

// Adds a header unless the route has set it.
void set_default(Headers& headers, const std::string& name, const std::string& value) {
  if (!find_header(headers, name)) headers.emplace_back(name, value);
}

std::string parameter_or_empty(const HttpRequest& request, const std::string& name) {
  const std::string* value = request.parameter(name);
  return value ? *value : "";
}

std::string plain(const Json& value) { return value.is_string() ? value.as_string() : value.dump(); }

// Whether a field, or one of its elements, satisfies the condition.
template <typename Condition>
bool any_value(const Json& field, Condition condition) {
  if (field.is_null()) return false;
  if (!field.is_array()) return condition(plain(field));
  return std::any_of(field.items().begin(), field.items().end(),
                     [&](const Json& item) { return condition(plain(item)); });
}

Json search(const Json& entries, const SearchAnswer& search, const std::string& query) {
  Json found = Json::array();
  if (query.empty()) return found;
  auto contains = [wanted = to_lower(query)](const std::string& text) {
    return to_lower(text).find(wanted) != std::string::npos;
  };
  for (const Json& entry : entries.items()) {
    if (search.limit && found.size() >= *search.limit) break;
    bool fits = search.fields.empty() && entry.is_string() && contains(entry.as_string());
    for (const std::string& field : search.fields) fits = fits || any_value(entry[field], contains);
    if (fits) found.push(entry);
  }
  return found;
}

Json filter(const Json& entries, const FilterAnswer& filter, const std::string& query) {
  Json found = Json::array();
  for (const Json& entry : entries.items()) {
    bool fits = true;
    for (const std::string& part : split(query, ',')) {
      std::string_view wanted = trim(part);
      fits =
          fits && (wanted.empty() || any_value(entry[filter.field], [&](const auto& text) { return text == wanted; }));
    }
    if (fits) found.push(entry);
  }
  return found;
}

Result<Json> read_entries(const std::filesystem::path& folder, const std::string& name) {
  auto path = path_inside(folder, name);
  if (!path) return Error{name + ": there is no such file in the example's folder", ""};
  auto entries = read_example_json(*path);
  if (!entries) return Error{name + ": " + entries.error().message, ""};
  if (!entries->is_array()) return Error{name + ": must be an array", ""};
  return entries;
}

bool callback_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return (c < 128 && std::isalnum(c)) || c == '_' || c == '.' || c == '$';
  });
}

std::string event_text(const EventStreamAnswer::Event& event) {
  std::string text;
  if (!event.event.empty()) text += "event: " + event.event + "\n";
  if (!event.id.empty()) text += "id: " + event.id + "\n";
  for (const std::string& line : split(event.data, '\n')) text += "data: " + line + "\n";
  return text + "\n";
}

// One object for one request: the exchange, the route, and a function for each kind of answer.
class Answerer {
 public:
  Answerer(Exchange& exchange, const Route& route, const ExamplePlace& place, Audience& audience)
      : exchange_(exchange), route_(route), place_(place), audience_(audience), headers_(route.headers) {
    set_default(headers_, "Cache-Control", "no-store");
  }

  void operator()(const JsonAnswer& answer) { respond_json(answer.value); }

  void operator()(const TextAnswer& answer) { respond("text/plain; charset=utf-8", answer.text); }

  void operator()(const FileAnswer& answer) {
    if (answer_file(exchange_, place_.folder, answer.path, status(), headers_)) return;
    broken(answer.path + ": there is no such file in the example's folder");
  }

  void operator()(const SearchAnswer& answer) {
    auto entries = read_entries(place_.folder, answer.in);
    if (!entries) return broken(entries.error().message);
    respond_json(search(*entries, answer, parameter_or_empty(exchange_.request(), answer.query)));
  }

  void operator()(const FilterAnswer& answer) {
    auto entries = read_entries(place_.folder, answer.in);
    if (!entries) return broken(entries.error().message);
    respond_json(filter(*entries, answer, parameter_or_empty(exchange_.request(), answer.query)));
  }

  void operator()(const EventStreamAnswer& answer) {
    set_default(headers_, "Content-Type", "text/event-stream");
    exchange_.begin(status(), headers_);
    if (exchange_.request().method == "HEAD") return;
    for (const auto& event : answer.events) {
      if (!exchange_.wait(event.after) || !exchange_.write(event_text(event))) return exchange_.abort();
    }
    while (exchange_.wait(std::chrono::hours(1))) {
    }
    exchange_.abort();
  }

  void operator()(const WebSocketAnswer& answer) {
    auto socket = exchange_.accept_websocket();
    if (!socket) return;
    for (const std::string& message : answer.greeting) socket->send(message);
    std::string path = place_.name + "/" + route_.path;
    audience_.join(path, socket);
    while (auto message = socket->receive()) {
      if (answer.broadcast) audience_.broadcast(path, *message);
      auto replies = answer.replies.find(message->data);
      if (replies == answer.replies.end()) continue;
      for (const std::string& reply : replies->second) socket->send(reply);
    }
    audience_.leave(path, socket);
  }

  void operator()(const RedirectAnswer& answer) {
    bool relative = !answer.target.starts_with('/') && answer.target.find("://") == std::string::npos;
    std::string target = relative ? "/" + percent_encode_path(place_.name) + "/" + answer.target : answer.target;
    headers_.emplace_back("Location", target);
    exchange_.respond({route_.status.value_or(302), headers_, ""});
  }

 private:
  int status() const { return route_.status.value_or(200); }

  void respond(const std::string& type, std::string body) {
    set_default(headers_, "Content-Type", type);
    exchange_.respond({status(), headers_, std::move(body)});
  }

  void respond_json(const Json& value) {
    if (route_.jsonp.empty()) return respond("application/json", value.dump());
    std::string callback = parameter_or_empty(exchange_.request(), route_.jsonp);
    if (callback_name(callback)) {
      return respond("text/javascript; charset=utf-8", callback + "(" + value.dump() + ")");
    }
    exchange_.respond(text_response(
        400, "The parameter " + route_.jsonp + " must be the name of a function, of letters, digits, _, . and $.\n"));
  }

  void broken(const std::string& problem) { exchange_.respond(text_response(500, place_.name + "/" + problem + "\n")); }

  Exchange& exchange_;
  const Route& route_;
  const ExamplePlace& place_;
  Audience& audience_;
  Headers headers_;
};

}  // namespace

void Audience::join(const std::string& path, std::shared_ptr<WebSocket> socket) {
  std::lock_guard lock(mutex_);
  sockets_[path].insert(std::move(socket));
}

void Audience::leave(const std::string& path, const std::shared_ptr<WebSocket>& socket) {
  std::lock_guard lock(mutex_);
  sockets_[path].erase(socket);
  if (sockets_[path].empty()) sockets_.erase(path);
}

void Audience::broadcast(const std::string& path, const WebSocket::Message& message) {
  std::lock_guard lock(mutex_);
  for (const auto& socket : sockets_[path]) socket->send(message.data, message.binary);
}

void answer_route(Exchange& exchange, const Route& route, const ExamplePlace& place, Audience& audience) {
  if (route.delay.count() > 0 && !exchange.wait(route.delay)) return exchange.abort();
  std::visit(Answerer(exchange, route, place, audience), route.answer);
}

bool answer_file(Exchange& exchange, const std::filesystem::path& folder, const std::string& relative, int status,
                 Headers headers) {
  auto path = path_inside(folder, relative);
  if (!path || !std::filesystem::is_regular_file(*path)) return false;
  auto content = read_file(*path);
  if (!content) return exchange.respond(text_response(500, content.error().message + "\n")), true;
  set_default(headers, "Content-Type", content_type(*path));
  set_default(headers, "Cache-Control", "no-store");
  exchange.respond({status, std::move(headers), std::move(content.value())});
  return true;
}

std::vector<std::string> check_files(const Routes& routes, const std::filesystem::path& folder) {
  std::vector<std::string> problems;
  for (const Route& route : routes.routes) {
    std::string in;
    if (auto* answer = std::get_if<SearchAnswer>(&route.answer)) in = answer->in;
    if (auto* answer = std::get_if<FilterAnswer>(&route.answer)) in = answer->in;
    if (!in.empty()) {
      if (auto entries = read_entries(folder, in); !entries) problems.push_back(entries.error().message);
    }
    auto* file = std::get_if<FileAnswer>(&route.answer);
    if (file && !path_inside(folder, file->path)) {
      problems.push_back(file->path + ": there is no such file in the example's folder");
    }
  }
  return problems;
}

std::string percent_encode_path(std::string_view path) { return percent_encode(path, "-._~/"); }

}  // namespace squall::serve
