// Requests, headers and failures as the DevTools protocol writes them.
#pragma once

#include <string>

#include "base/json.h"
#include "network/recording.h"

namespace squall::network {

// Of a `Network.Request`; `type` is a resource type in whatever case.
Request request_from_cdp(const Json& request, const std::string& type);

// The agent sends each request of a script from a function with a name of its own, "squall:17", which the browser tells
// with the rest of the stack. "" when it does not, or nobody's script sent the request.
std::string mark_from_cdp(const Json& initiator);

// Fetch has an array of { name, value }, in which a name can occur often; our recordings keep that order.
Headers headers_from_cdp(const Json& array);
// Without those about a transfer that a replay does not repeat: bodies are kept decoded and come in one piece.
Json headers_to_cdp(const Headers& headers);

// "ERR_CONNECTION_REFUSED" as one of the few reasons that Fetch.failRequest knows.
std::string fail_reason(const std::string& failure);
// "net::ERR_CONNECTION_REFUSED" without its prefix; "ERR_FAILED" when nothing is said.
std::string failure_from_cdp(const std::string& error_text);

}  // namespace squall::network
