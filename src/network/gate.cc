#include "network/gate.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "network/traffic_cdp.h"

namespace squall::network {
namespace {

// Headers that are true of the original bytes alone: browsers refuse a body that does not fit them.
constexpr std::string_view kAboutBytes[] = {"content-md5",      "digest",    "content-digest", "repr-digest",
                                            "unencoded-digest", "signature", "signature-input"};

Headers without_digests(const Headers& headers) {
  Headers kept;
  std::ranges::copy_if(headers, std::back_inserter(kept), [](const auto& header) {
    return std::ranges::find(kAboutBytes, to_lower(header.first)) == std::end(kAboutBytes);
  });
  return kept;
}

}  // namespace

Pause pause_of(const browser::Event& request_paused) {
  return {request_paused.session, request_paused.params["requestId"].as_string()};
}

bool has_body(const Request& request, const Response& response) {
  int status = response.status;
  bool redirect = status >= 300 && status < 400 && find_header(response.headers, "location");
  return request.method != "HEAD" && status >= 200 && status != 204 && status != 205 && status != 304 && !redirect;
}

Gate::Gate(browser::Connection& connection, std::shared_ptr<const BodyFilter> filter)
    : connection_(connection), filter_(std::move(filter)) {}

void Gate::let_out(const Pause& pause) const {
  connection_.post(pause.session, "Fetch.continueRequest",
                   Json::object({{"requestId", pause.id}, {"interceptResponse", true}}));
}

void Gate::answer(const Pause& pause, const Request& request, const Response& response, std::string_view body) const {
  if (auto changed = filtered(request, response, body))
    fulfil(pause, response, without_digests(response.headers), *changed);
  else
    fulfil(pause, response, response.headers, body);
}

void Gate::pass_on(const Pause& pause, const Request& request, const Response& response) const {
  if (auto changed = filtered(request, response, response.body))
    fulfil(pause, response, without_digests(response.headers), *changed);
  else
    pass_unread(pause);
}

void Gate::pass_unread(const Pause& pause) const {
  connection_.post(pause.session, "Fetch.continueRequest", Json::object({{"requestId", pause.id}}));
}

void Gate::fail(const Pause& pause, std::string_view reason) const {
  connection_.post(pause.session, "Fetch.failRequest",
                   Json::object({{"requestId", pause.id}, {"errorReason", reason}}));
}

std::optional<std::string> Gate::filtered(const Request& request, const Response& response,
                                          std::string_view body) const {
  bool whole = has_body(request, response) && response.status != 206;
  return filter_ && whole ? filter_->filter(request, response, body) : std::nullopt;
}

void Gate::fulfil(const Pause& pause, const Response& response, const Headers& headers, std::string_view body) const {
  Json params = Json::object({{"requestId", pause.id},
                              {"responseCode", response.status},
                              {"responseHeaders", headers_to_cdp(headers)},
                              {"body", base64_encode(body)}});
  if (!response.status_text.empty()) params.set("responsePhrase", response.status_text);
  connection_.post(pause.session, "Fetch.fulfillRequest", params);
}

}  // namespace squall::network
