#include "serve/example_server.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "serve/example_answers.h"
#include "serve/example_files.h"
#include "serve/example_routes.h"

namespace squall::serve {
namespace {

namespace fs = std::filesystem;

// A path of a request: "/a/b/" has the parts a and b and is a folder. Each part is decoded by itself, so that an
// encoded slash cannot make two of one.
struct RequestPath {
  std::vector<std::string> parts;
  bool folder = false;

  std::string relative() const { return join(parts, "/"); }
};

// Nothing for a path that no file can have.
std::optional<RequestPath> parse_path(const HttpRequest& request) {
  RequestPath path;
  std::vector<std::string> raw = split(request.raw_path, '/');
  if (raw.size() < 2 || !raw.front().empty()) return std::nullopt;
  path.folder = raw.back().empty();
  if (path.folder) raw.pop_back();
  for (size_t i = 1; i < raw.size(); ++i) {
    std::string part = percent_decode(raw[i]);
    if (part.empty() || part == "." || part == ".." ||
        part.find_first_of(std::string_view("/\0", 2)) != std::string::npos) {
      return std::nullopt;
    }
    path.parts.push_back(std::move(part));
  }
  return path;
}

// A folder without any of these holds what examples share.
bool is_example(const fs::path& folder) {
  return path_inside(folder, "example.json") || path_inside(folder, "server.json") || path_inside(folder, "index.html");
}

// By name.
std::vector<fs::path> example_folders(const fs::path& folder) {
  std::vector<fs::path> folders;
  std::error_code failure;
  for (fs::directory_iterator it(folder, failure), end; it != end; it.increment(failure)) {
    std::string name = it->path().filename().string();
    if (!name.starts_with('.') && path_inside(folder, name) && is_example(it->path())) folders.push_back(it->path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

constexpr const char* kIndexHead =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Examples</title>\n"
    "<style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}"
    "dt{margin-top:1rem;font-weight:600}dd{margin:0}.broken{color:#b00020}</style>\n<h1>Examples</h1>\n<dl>\n";

std::string index_entry(const fs::path& folder) {
  std::string name = folder.filename().string();
  std::string title = name, text, kind;
  if (auto example = read_example_json(folder / "example.json")) {
    title = (*example)["title"].as_string_or(name);
    text = (*example)["wrong"].as_string_or("Nothing: it is right.");
  } else {
    text = name + "/example.json: " + example.error().message;
    kind = " class=\"broken\"";
  }
  return "<dt><a href=\"/" + html_escape(percent_encode_path(name)) + "/\">" + html_escape(title) + "</a></dt>\n<dd" +
         kind + ">" + html_escape(text) + "</dd>\n";
}

std::string index_page(const fs::path& folder) {
  std::string page = kIndexHead;
  for (const fs::path& example : example_folders(folder)) {
    if (path_inside(example, "example.json")) page += index_entry(example);
  }
  return page + "</dl>\n</html>\n";
}

class ExampleServer {
 public:
  explicit ExampleServer(fs::path folder) : folder_(std::move(folder)) {}

  void handle(Exchange& exchange) {
    auto path = parse_path(exchange.request());
    if (!path) return not_found(exchange);
    if (redirect_to_folder(exchange, *path)) return;
    if (answer_from_routes(exchange, *path)) return;
    answer_statically(exchange, *path);
  }

 private:
  bool redirect_to_folder(Exchange& exchange, const RequestPath& path) {
    if (path.folder) return false;
    auto found = path_inside(folder_, path.relative());
    if (!found || !fs::is_directory(*found)) return false;
    std::string location = "/" + percent_encode_path(path.relative()) + "/";
    const std::string& target = exchange.request().target;
    if (size_t query = target.find('?'); query != std::string::npos) location += target.substr(query);
    exchange.respond({301, {{"Location", location}, {"Cache-Control", "no-store"}}, ""});
    return true;
  }

  bool answer_from_routes(Exchange& exchange, const RequestPath& path) {
    if (path.parts.empty()) return false;
    ExamplePlace place{folder_ / path.parts[0], path.parts[0]};
    if (!path_inside(folder_, place.name)) return false;
    Routes routes = read_routes(place.folder);
    if (!routes.problems.empty()) {
      std::string text = place.name + "/server.json is broken:\n";
      for (const std::string& problem : routes.problems) text += "  " + problem + "\n";
      return exchange.respond(text_response(500, text)), true;
    }
    std::string rest = join({path.parts.begin() + 1, path.parts.end()}, "/");
    if (path.folder && !rest.empty()) rest += "/";
    if (const Route* route = find_route(routes, exchange.request(), rest)) {
      answer_route(exchange, *route, place, audience_);
      return true;
    }
    return refuse_method(exchange, routes, rest, path);
  }

  // A path that exists, but for other methods only.
  bool refuse_method(Exchange& exchange, const Routes& routes, const std::string& rest, const RequestPath& path) {
    std::vector<std::string> methods;
    for (const Route& route : routes.routes) {
      if (route.path != rest || route.method == exchange.request().method) continue;
      if (std::find(methods.begin(), methods.end(), route.method) == methods.end()) methods.push_back(route.method);
    }
    if (methods.empty() || path_inside(folder_, path.relative())) return false;
    HttpResponse response = text_response(405, "This path answers only " + join(methods, ", ") + ".\n");
    response.headers.emplace_back("Allow", join(methods, ", "));
    return exchange.respond(std::move(response)), true;
  }

  void answer_statically(Exchange& exchange, const RequestPath& path) {
    const std::string& method = exchange.request().method;
    std::string relative = path.relative();
    if (path.folder) relative += relative.empty() ? "index.html" : "/index.html";
    bool exists = path_inside(folder_, relative).has_value();
    if (!exists && path.parts.empty()) {
      Headers headers{{"Content-Type", "text/html; charset=utf-8"}, {"Cache-Control", "no-store"}};
      return void(exchange.respond({200, std::move(headers), index_page(folder_)}));
    }
    if (!exists && relative.ends_with("favicon.ico")) return void(exchange.respond({204, {}, ""}));
    if (exists && method != "GET" && method != "HEAD") {
      HttpResponse response = text_response(405, "Files answer only GET and HEAD.\n");
      response.headers.emplace_back("Allow", "GET, HEAD");
      return void(exchange.respond(std::move(response)));
    }
    if (!answer_file(exchange, folder_, relative)) not_found(exchange);
  }

  void not_found(Exchange& exchange) {
    HttpResponse response = text_response(404, "There is nothing at " + exchange.request().path + "\n");
    response.headers.emplace_back("Cache-Control", "no-store");
    exchange.respond(std::move(response));
  }

  fs::path folder_;
  Audience audience_;
};

void check_description(const fs::path& folder, std::vector<std::string>& problems) {
  auto example = read_example_json(folder / "example.json");
  if (!example) return problems.push_back("example.json: " + example.error().message);
  if (!example->is_object()) return problems.push_back("example.json: must be an object");
  if ((*example)["title"].as_string().empty()) problems.push_back("example.json: title: must be a text");
  const Json& wrong = (*example)["wrong"];
  if (!wrong.is_null() && !wrong.is_string()) problems.push_back("example.json: wrong: must be a text");
}

}  // namespace

Handler example_handler(fs::path folder) {
  auto server = std::make_shared<ExampleServer>(std::move(folder));
  return [server](Exchange& exchange) { server->handle(exchange); };
}

std::vector<std::string> check_examples(const fs::path& folder) {
  std::error_code failure;
  if (!fs::is_directory(folder, failure)) return {folder.string() + ": there is no such folder"};
  std::vector<std::string> all;
  for (const fs::path& example : example_folders(folder)) {
    std::vector<std::string> problems;
    check_description(example, problems);
    Routes routes = read_routes(example);
    for (const std::string& problem : routes.problems) problems.push_back("server.json: " + problem);
    for (const std::string& problem : check_files(routes, example)) problems.push_back(problem);
    bool page =
        path_inside(example, "index.html") ||
        std::any_of(routes.routes.begin(), routes.routes.end(), [](const Route& route) { return route.path.empty(); });
    if (!page) problems.push_back("index.html: is missing");
    for (const std::string& problem : problems) all.push_back(example.filename().string() + "/" + problem);
  }
  return all;
}

}  // namespace squall::serve
