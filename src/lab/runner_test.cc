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
    if (command["method"].as_string() == "Network.getAllCookies") return Json::object({{"cookies", cookies_}});
    if (expression.starts_with("__squall.")) called_.push_back(expression.substr(std::string("__squall.").size()));
    bool acts = expression.starts_with("__squall.finish(") || expression.starts_with("__squall.run(");
    if (acts) status_ = finished_;
    if (expression.find("__squall.screen(") != std::string::npos) return value(screen_.dump());
    if (expression.starts_with("__squall.turn(")) return on_turn(command);
    if (expression.starts_with("__squall.drain(")) return value(drained_);
    return value(status_);
  }

  lab::Run run() { return Runner(*page_, experiment_).run(); }

  browser::BlankBrowser browser_;
  std::unique_ptr<browser::Page> page_;
  Experiment experiment_;
  Json status_ = Json::object({{"seen", 1}});  // what the frame says when it has settled
  Json drained_;                               // how tasks ran by themselves
  Json finished_;                              // what the frame says after a task or animation
  Json screen_, cookies_;                      // at the end
  std::vector<std::string> called_;            // functions of the agent, with arguments: "turn(1,0,null)"
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

TEST_F(RunnerTest, TheClockMovesToWhenAResponseIsDueWhereTheNetworkTakesTime) {
  experiment_.schedule.visible = schedule::Visible::All;
  hold("1", "Image", "http://h/a.png");
  hold("2", "Script", "http://h/a.js");
  auto run = this->run();
  EXPECT_EQ(run.virtual_ms, 2);
  EXPECT_THAT(called_, ElementsAre("turn(1,1,null)", R"(turn(2,2,{"url":"http://h/a.js","step":-1}))"))
      << "a script that no script announced may be an import; and no two answers come at one time";
  EXPECT_THAT(run.came, ElementsAre(Came{"root/image-load:http://h/a.png", -1, false},
                                    Came{"root/script:http://h/a.js", -1, false}));
}

TEST_F(RunnerTest, AMillisecondPassesWhereTheNetworkTakesNoTime) {
  experiment_.schedule.visible = schedule::Visible::All;
  experiment_.schedule.network_takes_time = false;
  hold("1", "Image", "http://h/a.png");
  EXPECT_EQ(run().virtual_ms, 1);
  EXPECT_THAT(called_, ElementsAre("turn(1,1,null)"));
}

TEST_F(RunnerTest, AStepTakesAPersonAWhileAndAKeyWithinATextLess) {
  flow::Step look, key, more, size;
  look.type = flow::StepType::Macro;
  key.type = more.type = flow::StepType::Type;
  key.clear = true;
  size.type = flow::StepType::WaitForExpression;  // nobody does that
  experiment_.flow.steps = {look, key, more, size};
  EXPECT_EQ(run().virtual_ms, 500 + 500 + 100);
  std::vector<std::string> steps;
  for (const auto& call : called_) {
    if (call.starts_with("step(")) steps.push_back(call);
  }
  EXPECT_THAT(steps,
              ElementsAre("step(0,1,500,true)", "step(1,2,1000,true)", "step(2,3,1100,true)", "step(3,4,1100,true)"));
}

TEST_F(RunnerTest, AnimationsEndAfterTheTimeThatTheyTake) {
  status_.set("time", 50).set("moving", 100);
  finished_ = Json::object({{"seen", 2}, {"time", 150}});
  auto run = this->run();
  EXPECT_THAT(run.order, ElementsAre("root/animation"));
  EXPECT_THAT(called_, ElementsAre("turn(1,150,null)", "finish(1)"));
}

TEST_F(RunnerTest, ATaskRunsAloneWhereSomethingElseIsDueAtTheSameTime) {
  experiment_.schedule.visible = schedule::Visible::All;
  status_.set("tasks", Json::array().push(timer(-1, "root/timeout:1", 1)));  // older than the request
  finished_ = Json::object({{"seen", 2}, {"time", 1}});
  hold("1", "Image", "http://h/a.png");
  EXPECT_THAT(run().order, ElementsAre("root/timeout:1", "root/image-load:http://h/a.png"));
  EXPECT_THAT(called_, ElementsAre("run(-1,1)", "turn(2,2,null)"));
}

TEST_F(RunnerTest, APageThatWentAnotherWayIsLookedAtAllTheSame) {
  experiment_.schedule = schedule::in_order({"root/timeout:7"}, true);
  screen_ = Json::object({{"frame", Json::object({{"url", "http://h/end"}})}});
  auto cookie = [](const char* name) { return Json::object({{"name", name}, {"expires", 5}}); };
  cookies_ = Json::array().push(cookie("b")).push(cookie("a"));
  auto run = this->run();
  EXPECT_EQ(run.outcome.ending, Ending::Diverged);
  EXPECT_EQ(run.outcome.url, "http://h/end");
  EXPECT_EQ(run.stored.cookies, cookies_);
  ASSERT_EQ(run.outcome.cookies.size(), 2u);
  EXPECT_EQ(run.outcome.cookies[0]["name"].as_string(), "a") << "whichever was set first";
  EXPECT_FALSE(run.outcome.cookies[0].has("expires"));
}

TEST_F(RunnerTest, TheStatusIsThatOfTheDocument) {
  auto respond = [this](const char* type, int status) {
    browser_.say("Network.responseReceived",
                 Json::object({{"frameId", "main"}, {"type", type}, {"response", Json::object({{"status", status}})}}));
  };
  respond("Document", 203);
  respond("Image", 404);
  EXPECT_EQ(run().outcome.status, 203);
}

TEST_F(RunnerTest, AStackTellsOfThePageAlone) {
  auto call = [](const char* name, const char* url) {
    return Json::object({{"functionName", name}, {"url", url}, {"lineNumber", 2}, {"columnNumber", 4}});
  };
  Json frames = Json::array().push(call("f", "http://h/a.js")).push(call("ofTheAgent", ""));
  Json details = Json::object({{"text", "Uncaught"},
                               {"url", "http://h/a.js"},
                               {"lineNumber", 2},
                               {"exception", Json::object({{"description", "Error: x\n  at f"}})},
                               {"stackTrace", Json::object({{"callFrames", frames}})}});
  browser_.say("Runtime.exceptionThrown", Json::object({{"exceptionDetails", details}}));
  auto run = this->run();
  ASSERT_EQ(run.outcome.errors.size(), 1u);
  EXPECT_EQ(run.outcome.errors[0].text, "Error: x");
  EXPECT_EQ(run.outcome.errors[0].line, 3);
  EXPECT_EQ(run.outcome.errors[0].stack, "f http://h/a.js:3:5\n");
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
