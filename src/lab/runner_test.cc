// Whole experiments without a browser: a test says what the page would tell, and sees what the lab asks for.
#include "lab/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "browser/blank_browser.h"

namespace squall::lab {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Json value(Json of) { return Json::object({{"result", Json::object({{"value", std::move(of)}})}}); }

// A task as the agent tells it.
Json timer(int id, const char* name, double due) { return Json(Json::Array{id, "timeout", name, -1, due, id}); }

class RunnerTest : public ::testing::Test {
 protected:
  RunnerTest() {
    experiment_.url = "http://h/";
    experiment_.recording = std::make_shared<network::Recording>();
    experiment_.wanted.picture = false;
    experiment_.timeout = Millis(20'000);
    browser_.answer_with([this](const Json& command) { return answer(command); });
    page_ = browser_.open();
    Json ours = Json::object({{"isDefault", true}, {"frameId", "main"}});
    Json context = Json::object({{"id", 1}, {"auxData", std::move(ours)}});
    browser_.say("Runtime.executionContextCreated", Json::object({{"context", std::move(context)}}));
  }

  // A request of the parser that waits at the browser.
  void hold(const std::string& id, const char* type, const char* url) {
    Json request = Json::object({{"method", "GET"}, {"url", url}, {"initialPriority", "High"}});
    browser_.say("Network.requestWillBeSent", Json::object({{"requestId", id},
                                                            {"frameId", "main"},
                                                            {"type", type},
                                                            {"initiator", Json::object({{"type", "parser"}})},
                                                            {"request", request}}));
    browser_.say("Fetch.requestPaused", Json::object({{"requestId", "pause of " + id},
                                                      {"networkId", id},
                                                      {"frameId", "main"},
                                                      {"resourceType", type},
                                                      {"request", request}}));
  }

  std::optional<Json> answer(const Json& command) {
    const std::string& expression = command["params"]["expression"].as_string();
    if (command["method"].as_string() == "Fetch.failRequest") {
      std::string id = command["params"]["requestId"].as_string().substr(std::string("pause of ").size());
      on_response(id);
      browser_.say("Network.loadingFailed", Json::object({{"requestId", id}}));
    }
    if (expression.starts_with("__squall.turn(")) return on_turn(command);
    if (expression.starts_with("__squall.drain(")) return value(drained_);
    return value(status_);
  }

  lab::Run run() { return Runner(*page_, experiment_).run(); }

  browser::BlankBrowser browser_;
  std::unique_ptr<browser::Page> page_;
  Experiment experiment_;
  Json status_ = Json::object({{"seen", 1}});  // what the frame says when it has settled
  Json drained_;
  // The answer to what turn it is, and what a response leads to.
  std::function<std::optional<Json>(const Json&)> on_turn = [](const Json&) { return value({}); };
  std::function<void(const std::string& request)> on_response = [](const std::string&) {};
};

TEST_F(RunnerTest, NoResponseComesBeforeTheAgentHasSaidThatItKnowsTheTurn) {
  experiment_.schedule.visible = schedule::Visible::All;
  hold("1", "Image", "http://h/a.png");
  std::promise<void> came;
  on_response = [&](const std::string&) { came.set_value(); };
  bool early = false;
  std::thread agent;  // is slow: there is time to go on without it
  on_turn = [&](const Json& command) -> std::optional<Json> {
    agent = std::thread([&, command] {
      early = came.get_future().wait_for(Millis(50)) == std::future_status::ready;
      browser_.answer(command, value({}));
    });
    return std::nullopt;
  };
  auto run = this->run();
  ASSERT_TRUE(agent.joinable());
  agent.join();
  EXPECT_EQ(run.outcome.ending, Ending::Settled) << run.outcome.ending_detail;
  EXPECT_THAT(run.order, ElementsAre("root/image-load:http://h/a.png"));
  EXPECT_FALSE(early);
}

// The parser waits for the first script, and the second is there before it.
class RunnerParserTest : public RunnerTest {
 protected:
  RunnerParserTest() {
    hold("2", "Script", "http://h/second.js");
    hold("1", "Script", "http://h/first.js");
    Json waits = Json::object({{"stage", "loading"}, {"scripts", Json::strings({"http://h/first.js"})}});
    status_.set("parsing", std::move(waits));
    on_response = [this](const std::string& request) {
      if (request == "1") status_.set("parsing", Json());
    };
  }
  const std::string first_ = "root/script:http://h/first.js", second_ = "root/script:http://h/second.js";
};

TEST_F(RunnerParserTest, AScriptThatTheParserHasNotReachedComesAfterTheOneBeforeIt) {
  experiment_.schedule.visible = schedule::Visible::All;
  EXPECT_THAT(run().order, ElementsAre(first_, second_));
}

TEST_F(RunnerParserTest, AnOrderMayNameItAllTheSame) {
  experiment_.schedule = schedule::in_order({second_, first_});
  auto run = this->run();
  EXPECT_THAT(run.order, ElementsAre(second_, first_));
  EXPECT_THAT(run.skipped, IsEmpty());
}

TEST_F(RunnerTest, TasksThatRanByThemselvesTellWhatElseCouldHaveRunEachTime) {
  status_.set("tasks", Json::array().push(timer(1, "root/timeout:5", 5)).push(timer(2, "root/timeout:9", 9)));
  Json first = Json::object({{"task", timer(1, "root/timeout:5", 5)}});
  Json second = Json::object({{"task", timer(3, "root/timeout:5/timeout:1", 6)},
                              {"came", Json::array().push(timer(3, "root/timeout:5/timeout:1", 6))},
                              {"gone", Json::array().push(2)}});
  drained_ = Json::object(
      {{"ran", Json::array().push(first).push(second)}, {"status", Json::object({{"seen", 2}, {"time", 6}})}});
  auto run = this->run();
  EXPECT_THAT(run.order, ElementsAre("root/timeout:5", "root/timeout:5/timeout:1"));
  std::vector<std::vector<std::string>> enabled;
  for (const auto& places : enabled_at_turns(run.decisions)) {
    enabled.emplace_back();
    for (size_t place : places) enabled.back().push_back(run.decisions.offers[place].name);
  }
  EXPECT_THAT(enabled,
              ElementsAre(ElementsAre("root/timeout:5", "root/timeout:9"), ElementsAre("root/timeout:5/timeout:1")));
  EXPECT_EQ(run.virtual_ms, 6);
}

}  // namespace
}  // namespace squall::lab
