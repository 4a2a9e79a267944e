// A browser without a browser, for tests: it opens blank pages and says yes to everything. What it was told is kept.
//
//   BlankBrowser browser;
//   auto page = browser.open();                           // its main frame is "main", its session "page"
//   page->connection().post({}, "Fetch.failRequest", …);
//   browser.told("Fetch.failRequest");                    // the parameters of each such command so far
//   browser.say("Network.loadingFailed", …);              // an event of the page
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "browser/page.h"

namespace squall::browser {

class BlankBrowser {
 public:
  BlankBrowser() : connection_(std::make_unique<Answering>(conversation_)) {}

  std::unique_ptr<Page> open() {
    auto page = Page::open(connection_, "blank", {});
    SQUALL_CHECK(page.ok());
    return std::move(page).value();
  }

  // Commands are kept before `post` and `send` return.
  std::vector<Json> told(const std::string& method) const {
    std::lock_guard lock(conversation_.mutex);
    std::vector<Json> out;
    for (const Json& command : conversation_.commands) {
      if (command["method"].as_string() == method) out.push_back(command["params"]);
    }
    return out;
  }

  void say(const std::string& method, Json params) {
    put(Json::object({{"sessionId", "page"}, {"method", method}, {"params", std::move(params)}}));
  }

  // Gives the result of a command to the page; without one, `answer` gives it later. Before a page is opened.
  using Answer = std::function<std::optional<Json>(const Json& command)>;
  void answer_with(Answer answer) { conversation_.answer = std::move(answer); }
  void answer(const Json& command, Json result) {
    put(Json::object({{"id", command["id"]}, {"sessionId", command["sessionId"]}, {"result", std::move(result)}}));
  }

 private:
  void put(const Json& message) {
    std::lock_guard lock(conversation_.mutex);
    conversation_.answers.push_back(message.dump());
    conversation_.changed.notify_all();
  }

  struct Conversation {
    mutable std::mutex mutex;
    std::condition_variable changed;
    std::vector<Json> commands;
    std::deque<std::string> answers;
    Answer answer;
    bool closed = false;
  };

  class Answering : public Transport {
   public:
    explicit Answering(Conversation& conversation) : all_(conversation) {}
    bool write(std::string_view message) override {
      auto command = parse_json(message);
      SQUALL_CHECK(command.ok());
      const std::string& method = (*command)["method"].as_string();
      std::optional<Json> given = Json::object();
      if (all_.answer && command->has("sessionId")) given = all_.answer(*command);
      std::lock_guard lock(all_.mutex);
      Json result = given.value_or(Json::object());
      if (method == "Target.createBrowserContext") result.set("browserContextId", "context");
      if (method == "Page.getFrameTree") {
        Json frame = Json::object({{"id", "main"}, {"loaderId", "first"}, {"url", "about:blank"}});
        result.set("frameTree", Json::object({{"frame", std::move(frame)}}));
      }
      if (method == "Target.createTarget") {
        result.set("targetId", "target");
        Json target = Json::object({{"targetId", "target"}, {"type", "page"}, {"browserContextId", "context"}});
        Json params = Json::object({{"sessionId", "page"}, {"targetInfo", std::move(target)}});
        all_.answers.push_back(
            Json::object({{"method", "Target.attachedToTarget"}, {"params", std::move(params)}}).dump());
      }
      Json answer = Json::object({{"id", (*command)["id"]}, {"result", std::move(result)}});
      if (command->has("sessionId")) answer.set("sessionId", (*command)["sessionId"]);
      if (given) all_.answers.push_back(answer.dump());
      all_.commands.push_back(std::move(*command));
      all_.changed.notify_all();
      return !all_.closed;
    }
    std::optional<std::string> read() override {
      std::unique_lock lock(all_.mutex);
      all_.changed.wait(lock, [this] { return all_.closed || !all_.answers.empty(); });
      if (all_.closed) return std::nullopt;
      std::string answer = std::move(all_.answers.front());
      all_.answers.pop_front();
      return answer;
    }
    void close() override {
      std::lock_guard lock(all_.mutex);
      all_.closed = true;
      all_.changed.notify_all();
    }

   private:
    Conversation& all_;
  };

  Conversation conversation_;
  Connection connection_;
};

}  // namespace squall::browser
