// Gives the answers that an example's routes describe.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "serve/example_routes.h"
#include "serve/http_server.h"

namespace squall::serve {

// The WebSockets that are open, by path: whom a broadcast reaches. All members of a path see broadcasts in one order.
class Audience {
 public:
  void join(const std::string& path, std::shared_ptr<WebSocket> socket);
  void leave(const std::string& path, const std::shared_ptr<WebSocket>& socket);
  void broadcast(const std::string& path, const WebSocket::Message& message);

 private:
  std::mutex mutex_;
  std::map<std::string, std::set<std::shared_ptr<WebSocket>>> sockets_;
};

// An example as its requests see it: the folder and its name, which is the first part of its paths.
struct ExamplePlace {
  std::filesystem::path folder;
  std::string name;
};

// Answers now, after the route's delay.
void answer_route(Exchange& exchange, const Route& route, const ExamplePlace& place, Audience& audience);

// Sends a regular file. False when there is none at `relative` below `folder`.
bool answer_file(Exchange& exchange, const std::filesystem::path& folder, const std::string& relative, int status = 200,
                 Headers headers = {});

// What is wrong with the files that the routes name: "words.json: must be an array".
std::vector<std::string> check_files(const Routes& routes, const std::filesystem::path& folder);

// A path as it stands in a URL.
std::string percent_encode_path(std::string_view path);

}  // namespace squall::serve
