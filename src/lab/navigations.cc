#include "lab/navigations.h"

#include <algorithm>

namespace squall::lab {
namespace {

constexpr Millis kPatience{5000};

bool is_http(const std::string& url) { return url.starts_with("http:") || url.starts_with("https:"); }

}  // namespace

void Navigations::note(const browser::Event& event, Clock::time_point now) {
  const Json& params = event.params;
  const std::string& frame = params["frameId"].as_string();
  if (event.method == "Page.frameRequestedNavigation") {
    if (params["disposition"].as_string() == "currentTab") asked_.insert_or_assign(frame, now);
  } else if (event.method == "Network.requestWillBeSent") {
    // From here on it is a request like others (network/traffic.h).
    bool document = params["type"].as_string() == "Document";
    if (document && is_http(params.at("request", "url").as_string())) asked_.erase(frame);
  } else if (event.method == "Page.frameNavigated") {
    asked_.erase(params.at("frame", "id").as_string());
  } else if (event.method == "Page.navigatedWithinDocument" || event.method == "Page.frameStoppedLoading" ||
             event.method == "Page.frameDetached") {
    asked_.erase(frame);
  }
}

bool Navigations::any(Clock::time_point now) const {
  return std::ranges::any_of(asked_, [now](const auto& entry) { return now - entry.second < kPatience; });
}

}  // namespace squall::lab
