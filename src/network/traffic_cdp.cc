#include "network/traffic_cdp.h"

#include <map>

#include "base/text.h"
#include "base/url.h"
#include "network/parameters.h"

namespace squall::network {
namespace {

// The bytes that a request carries. A part without bytes is a file, which Chromium does not tell.
std::string body_of(const Json& request) {
  std::string body;
  for (const Json& part : request["postDataEntries"].items()) {
    if (auto bytes = base64_decode(part["bytes"].as_string())) body += *bytes;
  }
  return with_fixed_boundary(body.empty() ? request["postData"].as_string() : body);
}

}  // namespace

Request request_from_cdp(const Json& request, const std::string& type) {
  Headers headers;
  for (const auto& [name, value] : request["headers"].members()) headers.emplace_back(name, value.as_string());
  return Request{request["method"].as_string(), without_fragment(request["url"].as_string()), body_of(request),
                 std::move(headers), to_lower(type)};
}

std::string mark_from_cdp(const Json& initiator) {
  for (const Json& frame : initiator.at("stack", "callFrames").items()) {
    const std::string& function = frame["functionName"].as_string();
    bool of_agent = frame["url"].as_string().empty();  // its frames have no URL
    if (of_agent && function.starts_with("squall:")) return function;
  }
  return "";
}

Headers headers_from_cdp(const Json& array) {
  Headers headers;
  for (const Json& header : array.items())
    headers.emplace_back(header["name"].as_string(), header["value"].as_string());
  return headers;
}

Json headers_to_cdp(const Headers& headers) {
  Json out = Json::array();
  for (const auto& [name, value] : headers) {
    std::string lower = to_lower(name);
    if (lower == "content-encoding" || lower == "content-length" || lower == "transfer-encoding") continue;
    // Some tools join the values of a name that occurs often.
    for (const std::string& line : split(value, '\n')) out.push(Json::object({{"name", name}, {"value", line}}));
  }
  return out;
}

std::string fail_reason(const std::string& failure) {
  static const std::map<std::string, std::string> kReasons = {
      {"ERR_ABORTED", "Aborted"},
      {"ERR_TIMED_OUT", "TimedOut"},
      {"ERR_CONNECTION_TIMED_OUT", "TimedOut"},
      {"ERR_ACCESS_DENIED", "AccessDenied"},
      {"ERR_CONNECTION_CLOSED", "ConnectionClosed"},
      {"ERR_EMPTY_RESPONSE", "ConnectionClosed"},
      {"ERR_CONTENT_LENGTH_MISMATCH", "ConnectionClosed"},
      {"ERR_INCOMPLETE_CHUNKED_ENCODING", "ConnectionClosed"},
      {"ERR_CONNECTION_RESET", "ConnectionReset"},
      {"ERR_CONNECTION_REFUSED", "ConnectionRefused"},
      {"ERR_CONNECTION_ABORTED", "ConnectionAborted"},
      {"ERR_CONNECTION_FAILED", "ConnectionFailed"},
      {"ERR_NAME_NOT_RESOLVED", "NameNotResolved"},
      {"ERR_INTERNET_DISCONNECTED", "InternetDisconnected"},
      {"ERR_ADDRESS_UNREACHABLE", "AddressUnreachable"},
      {"ERR_BLOCKED_BY_CLIENT", "BlockedByClient"},
      {"ERR_BLOCKED_BY_RESPONSE", "BlockedByResponse"},
  };
  auto found = kReasons.find(failure);
  return found == kReasons.end() ? "Failed" : found->second;
}

std::string failure_from_cdp(const std::string& error_text) {
  std::string failure = error_text.starts_with("net::") ? error_text.substr(5) : error_text;
  return failure.empty() ? "ERR_FAILED" : failure;
}

}  // namespace squall::network
