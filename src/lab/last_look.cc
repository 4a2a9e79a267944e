#include "lab/last_look.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "lab/agent_port.h"

namespace squall::lab {
namespace {

browser::CallId ask_for_picture(browser::Page& page) {
  return page.connection().send(page.session(), "Page.captureScreenshot",
                                Json::object({{"format", "png"}, {"optimizeForSpeed", true}}));
}

std::string picture_of(const browser::Reply& reply) {
  return reply ? base64_decode((*reply)["data"].as_string()).value_or("") : "";
}

// What counts of a cookie, in an order that does not depend on when each was set.
Json jar_of(const Json& cookies) {
  std::vector<Json> jar;
  for (const Json& cookie : cookies.items()) {
    jar.push_back(Json::object({{"name", cookie["name"]},
                                {"value", cookie["value"]},
                                {"domain", cookie["domain"]},
                                {"path", cookie["path"]}}));
  }
  std::sort(jar.begin(), jar.end(), [](const Json& a, const Json& b) { return a.dump() < b.dump(); });
  return Json(std::move(jar));
}

class Screen {
 public:
  // What one frame shows, and what its origin has stored.
  void add(const Json& seen) {
    frames_.push(seen["frame"]);
    bool empty = seen["local"].size() == 0 && seen["session"].size() == 0;
    if (empty) return;
    storage_[seen["origin"].as_string()] = Json::object({{"local", seen["local"]}, {"session", seen["session"]}});
  }
  void move_to(Outcome& outcome) {
    outcome.storage = Json::object();
    for (auto& [origin, value] : storage_) outcome.storage.set(origin, std::move(value));
    outcome.frames = std::move(frames_);
    if (outcome.frames.size() > 0) outcome.url = outcome.frames[size_t{0}]["url"].as_string();
  }

 private:
  Json frames_ = Json::array();
  std::map<std::string, Json> storage_;
};

}  // namespace

void take_screen(Stage& stage, bool with_picture, Run& run) {
  auto& page = stage.page();
  auto frames = page.frames();
  std::erase_if(frames, [](const browser::Frame& frame) { return frame.context == 0; });
  std::vector<browser::CallId> calls;
  for (const auto& frame : frames) {
    calls.push_back(page.send_evaluate(frame, "(__squall.freeze(),__squall.screen(" + Json(frame.path).dump() + "))"));
  }
  auto cookies = page.connection().send(page.session(), "Network.getAllCookies");
  std::optional<browser::CallId> picture;
  if (with_picture) picture = ask_for_picture(page);
  Screen screen;
  for (size_t i = 0; i < calls.size(); ++i) {
    auto reply = browser::Page::value_of(stage.await(calls[i]));
    auto seen = reply ? parse_json(reply->as_string()) : Result<Json>(Error{reply.error().message, ""});
    if (seen)
      screen.add(*seen);
    else
      stage.incidents.push_back(
          {"frame", "the frame " + frames[i].path + " could not be read: " + seen.error().message});
  }
  screen.move_to(run.outcome);
  run.outcome.cookies = Json::array();
  if (auto reply = stage.await(cookies)) {
    run.stored = {(*reply)["cookies"], run.outcome.storage};
    run.outcome.cookies = jar_of((*reply)["cookies"]);
  }
  if (picture) run.outcome.picture = picture_of(stage.await(*picture));
}

std::string take_picture(Stage& stage) { return picture_of(stage.await(ask_for_picture(stage.page()))); }

void take_trace(Stage& stage, Run& run) {
  std::vector<Json> parts;
  for (const auto& frame : stage.page().frames()) {
    if (frame.context == 0) continue;
    auto reply = stage.evaluate(frame, agent_call("trace", {frame.path}));
    if (reply) parts.push_back(*reply);
  }
  if (auto status = trace::add_frames(run.trace, parts); !status) {
    stage.incidents.push_back({"trace", status.error().message});
  }
}

}  // namespace squall::lab
