#include "lab/stored.h"

#include "network/gate.h"
#include "network/traffic_cdp.h"

namespace squall::lab {
namespace {

constexpr const char* kFill =
    "(({ local, session }) => { for (const [from, to] of [[local, localStorage], [session, sessionStorage]])"
    " for (const key in from) to.setItem(key, from[key]); })";

// An empty document of an origin, without its server: the only place from which its storage can be written.
bool open_empty(browser::Page& page, const network::Gate& gate, const std::string& origin, Deadline deadline) {
  const network::Response empty{200, "", {{"Content-Type", "text/html"}}, "", "", 0};
  auto call = page.send_navigate(origin + "/");
  bool there = false;
  while (!there) {
    auto event = page.next(deadline);
    if (!event) return false;
    if (event->method == "Fetch.requestPaused") {
      auto request = network::request_from_cdp(event->params["request"], event->params["resourceType"].as_string());
      gate.answer(network::pause_of(*event), request, empty, empty.body);
    }
    there = event->method == "Page.loadEventFired";
  }
  auto reply = page.connection().wait(call, deadline);
  return reply && !reply->has("errorText");
}

// A cookie as Network.getAllCookies tells it, for Network.setCookies. It never expires: a recording does not grow old.
Json to_be_set(const Json& cookie) {
  const std::string& domain = cookie["domain"].as_string();
  Json set = Json::object();
  for (const char* name : {"name", "value", "path", "secure", "httpOnly", "sameSite", "partitionKey"}) {
    if (cookie.has(name)) set.set(name, cookie[name]);
  }
  if (domain.starts_with("."))
    set.set("domain", domain);
  else  // of this host alone, which only a URL can say
    set.set("url", (cookie["secure"].as_bool() ? "https://" : "http://") + domain + cookie["path"].as_string_or("/"));
  return set;
}

}  // namespace

bool put_back(const Experiment& experiment, browser::Page& page, Deadline deadline) {
  const Stored& stored = experiment.stored;
  network::Gate gate(page.connection(), experiment.filter);
  for (const auto& [origin, items] : stored.storage.members()) {
    if (!open_empty(page, gate, origin, deadline)) return false;
    if (!page.evaluate(page.frames().at(0), kFill + ("(" + items.dump() + ")"), deadline)) return false;
  }
  if (stored.storage.size() > 0 && !page.reset({}, deadline)) return false;
  if (stored.cookies.size() == 0) return true;
  Json cookies = Json::array();
  for (const Json& cookie : stored.cookies.items()) cookies.push(to_be_set(cookie));
  return page.call("Network.setCookies", Json::object({{"cookies", cookies}}), deadline).ok();
}

}  // namespace squall::lab
