// The Gate: where every request that the browser has paused goes on.
//
// Chromium pauses a request before it leaves, and once more when the real server's response has begun (CDP's Fetch
// domain). Here, and only here, it is told what happens then. So all bodies leave by one exit, whoever they are from,
// and there a BodyFilter may change them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "browser/connection.h"
#include "network/body_filter.h"
#include "network/recording.h"

namespace squall::network {

// One pause of a request.
struct Pause {
  browser::SessionId session;
  std::string id;
};
Pause pause_of(const browser::Event& request_paused);

// Whether a response like this to a request like this has a body.
bool has_body(const Request& request, const Response& response);

class Gate {
 public:
  // `connection` outlives it. `filter` may be null.
  Gate(browser::Connection& connection, std::shared_ptr<const BodyFilter> filter);

  // The request goes to the real server, whose response will be paused.
  void let_out(const Pause& pause) const;
  // The page gets `response`, with `body` in place of its own.
  void answer(const Pause& pause, const Request& request, const Response& response, std::string_view body) const;
  // The page gets the response that the browser has got from the server, and whose whole body we have read.
  void pass_on(const Pause& pause, const Request& request, const Response& response) const;
  // The same for one that we have not read: nothing filters it.
  void pass_unread(const Pause& pause) const;
  // `reason`: one of Fetch.failRequest's.
  void fail(const Pause& pause, std::string_view reason) const;

 private:
  std::optional<std::string> filtered(const Request& request, const Response& response, std::string_view body) const;
  void fulfil(const Pause& pause, const Response& response, const Headers& headers, std::string_view body) const;

  browser::Connection& connection_;
  std::shared_ptr<const BodyFilter> filter_;
};

}  // namespace squall::network
