// Pages are played by a script of what happens at each moment; their time passes only where somebody waits.
#include "lab/quiescence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

namespace squall::lab {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Of a document that waits for a script that does not stop its parser.
Json status_with_queue(const std::string& url) {
  Json queue = Json::object({{"urls", Json::strings({url})}, {"mayWait", false}});
  Json parsing = Json::object({{"stage", ""}, {"scripts", Json::array()}, {"queues", Json::array().push(queue)}});
  return Json::object({{"seen", 1}, {"parsing", parsing}});
}

Json status(int64_t seen, const char* parsing = "", std::vector<std::string> scripts = {}) {
  return Json::object(
      {{"seen", seen}, {"parsing", Json::object({{"stage", parsing}, {"scripts", Json::strings(scripts)}})}});
}
browser::Reply threw(const char* why) { return browser::CallError{browser::CallError::Threw, why}; }

class FakePage : public WatchedPage {
 public:
  bool lost() const override { return is_lost || waits > 10'000; }
  bool take_events() override { return std::exchange(plumbing_came, false); }
  bool await_events(std::optional<Millis> most) override {
    ++waits;
    if (most) clock += *most;
    if (events.empty()) {
      if (!most) is_lost = true;  // nothing will ever come
      return false;
    }
    events.front()();
    events.pop_front();
    return true;
  }
  Clock::time_point now() const override { return clock; }
  Clock::time_point browser_now() const override { return clock - starved; }
  bool in_flight() override { return flying; }
  std::vector<Document> documents() const override { return there; }
  void greet(const Document& document) override { greeted.push_back(document.frame); }
  std::vector<browser::Reply> settle(const std::vector<Document>& documents) override {
    ++asked;
    std::vector<browser::Reply> out;
    for (const Document& document : documents) out.push_back(answer(document));
    return out;
  }
  std::vector<HeldRequest> held_in(const std::string&) override { return held; }
  std::set<std::string> scripts_come_in(const std::string&) override { return come; }
  bool has_workers() const override { return workers; }
  bool ask_workers() override {
    ++workers_asked;
    return true;
  }
  bool has_live_polls() const override { return polled; }
  Clock::time_point last_exchange() const override { return exchanged; }
  bool has_live_streams() const override { return live; }
  Clock::time_point last_stream_message() const override { return spoke; }

  std::vector<Document> there = {{"main", 1, true}};
  std::function<browser::Reply(const Document&)> answer = [](const Document&) { return status(7); };
  std::deque<std::function<void()>> events;  // what comes when somebody waits
  std::vector<HeldRequest> held;
  std::set<std::string> come;
  std::vector<std::string> greeted;
  bool is_lost = false, flying = false, plumbing_came = false, workers = false, live = false, polled = false;
  int waits = 0, asked = 0, workers_asked = 0;
  Clock::time_point clock{}, spoke{}, exchanged{};
  Millis starved{0};
};

class QuiescenceTest : public ::testing::Test {
 protected:
  FakePage page;
  std::vector<std::string> told;  // frames that said something
  Quiescence quiescence{page, [this](const std::string& frame, const FrameStatus&) { told.push_back(frame); }};
};

TEST_F(QuiescenceTest, APageThatHasSettledIsQuiet) {
  EXPECT_TRUE(quiescence.reach());
  EXPECT_THAT(told, ElementsAre("main"));
  EXPECT_EQ(quiescence.statuses().at("main").seen, 7);
  EXPECT_EQ(page.waits, 0);
}

TEST_F(QuiescenceTest, WhatWasSaidHoldsUntilSomethingHappens) {
  EXPECT_TRUE(quiescence.reach());
  EXPECT_TRUE(quiescence.reach());
  EXPECT_EQ(page.asked, 1);
  quiescence.disturb();
  EXPECT_TRUE(quiescence.reach());
  EXPECT_EQ(page.asked, 2);
}

TEST_F(QuiescenceTest, ARequestOnItsWayIsWaitedForAndThePageAskedAgain) {
  EXPECT_TRUE(quiescence.reach());
  page.flying = true;
  page.events = {[] {}, [this] { page.flying = false; }};
  EXPECT_TRUE(quiescence.reach());
  EXPECT_EQ(page.waits, 2);
  EXPECT_EQ(page.asked, 2);
}

TEST_F(QuiescenceTest, WhatSettlingSendsIsWaitedFor) {
  page.answer = [this](const Document&) {
    page.flying = page.asked == 1;
    return status(page.asked);
  };
  page.events = {[this] { page.flying = false; }};
  EXPECT_TRUE(quiescence.reach());
  EXPECT_EQ(page.asked, 2);
}

TEST_F(QuiescenceTest, PlumbingThatWentThroughIsNewsToThePage) {
  page.answer = [this](const Document&) {
    page.plumbing_came = page.asked == 1;
    return status(page.asked);
  };
  EXPECT_TRUE(quiescence.reach());
  EXPECT_EQ(page.asked, 2);
}

TEST_F(QuiescenceTest, BetweenTwoDocumentsOfTheMainFrameThereIsNobodyToAsk) {
  page.there = {{"main", 0, true}, {"child", 3, false}};
  page.events = {[this] { page.there = {{"main", 2, true}}; }};
  EXPECT_TRUE(quiescence.reach());
  EXPECT_THAT(told, ElementsAre("main"));
}

TEST_F(QuiescenceTest, AFrameThatChangesWhileItIsAskedIsAskedAgain) {
  page.there.push_back({"child", 3, false});
  page.answer = [this](const Document& document) -> browser::Reply {
    if (page.asked > 1 || document.frame == "main") return status(1);
    page.there.back().context = 4;
    return threw("Execution context was destroyed");
  };
  EXPECT_TRUE(quiescence.reach());
  EXPECT_EQ(page.asked, 2);
  EXPECT_EQ(quiescence.agent_error(), "");
  EXPECT_THAT(page.greeted, ElementsAre("main", "child", "child")) << "each document once";
}

TEST_F(QuiescenceTest, FramesThatAreGoneHaveNothingToSay) {
  page.there.push_back({"child", 3, false});
  EXPECT_TRUE(quiescence.reach());
  page.there.pop_back();
  quiescence.disturb();
  EXPECT_TRUE(quiescence.reach());
  EXPECT_FALSE(quiescence.statuses().contains("child"));
}

TEST_F(QuiescenceTest, AnAgentThatFailsInADocumentThatStaysEndsIt) {
  page.answer = [](const Document&) { return threw("TypeError: x is undefined"); };
  EXPECT_FALSE(quiescence.reach());
  EXPECT_EQ(quiescence.agent_error(), "TypeError: x is undefined");
}

TEST_F(QuiescenceTest, WhatAFrameSaysAfterItWasMadeToActIsTaken) {
  EXPECT_TRUE(quiescence.reach());
  EXPECT_TRUE(quiescence.take("main", browser::Reply(status(8))));
  EXPECT_EQ(quiescence.statuses().at("main").seen, 8);
  EXPECT_FALSE(quiescence.take("main", browser::CallError{browser::CallError::Gone, ""}));
  EXPECT_THAT(quiescence.statuses(), IsEmpty());
}

TEST_F(QuiescenceTest, AParserAtWorkIsWaitedFor) {
  page.answer = [this](const Document&) { return page.asked < 4 ? status(page.asked, "loading") : status(9); };
  EXPECT_TRUE(quiescence.reach());
  EXPECT_EQ(page.asked, 4);
}

TEST_F(QuiescenceTest, AParserThatWaitsForWhatIsHeldRests) {
  page.answer = [](const Document&) { return status(1, "loading", {"http://h/a.js"}); };
  page.held = {{"script", {"http://h/a.js"}, true}};
  EXPECT_TRUE(quiescence.reach());
  EXPECT_EQ(page.asked, 1);
}

TEST_F(QuiescenceTest, AParserThatStandsStillForFiveSecondsIsTakenToRest) {
  page.answer = [](const Document&) { return status(1, "loading"); };
  EXPECT_TRUE(quiescence.reach());
  EXPECT_EQ(page.clock - Clock::time_point{}, Millis(5000));
}

TEST_F(QuiescenceTest, AParserThatIsKeptFromRunningDoesNotStandStill) {
  page.answer = [this](const Document&) {
    page.starved = std::chrono::duration_cast<Millis>(page.clock - Clock::time_point{}) / 2;
    return status(1, "loading");
  };
  EXPECT_TRUE(quiescence.reach());
  EXPECT_GE(page.clock - Clock::time_point{}, Millis(9990));
}

TEST_F(QuiescenceTest, AScriptThatHasComeAndNotRunIsWaitedFor) {
  page.come = {"http://h/a.js"};
  page.answer = [this](const Document&) { return page.asked < 4 ? status_with_queue("http://h/a.js") : status(9); };
  EXPECT_TRUE(quiescence.reach());
  EXPECT_EQ(page.asked, 4);
}

TEST_F(QuiescenceTest, WorkersAnswerTwiceWithNothingInBetween) {
  page.workers = true;
  page.answer = [this](const Document&) { return status(page.asked < 3 ? page.asked : 3); };
  EXPECT_TRUE(quiescence.reach());
  EXPECT_EQ(page.asked, 4) << "what the worker sent was seen up to the third time";
  EXPECT_EQ(page.workers_asked, 4);
}

TEST_F(QuiescenceTest, WhileRecordingALiveConnectionMustBeSilentForHalfASecond) {
  page.live = true;
  page.clock = page.spoke + Millis(100);
  page.events = {[this] { page.spoke = page.clock; }};  // it speaks once more
  EXPECT_TRUE(quiescence.reach());
  EXPECT_GE(page.clock - page.spoke, Millis(500));
  EXPECT_EQ(page.asked, 2) << "what it said may have done something";
}

TEST_F(QuiescenceTest, WhatElseComesDuringTheSilenceIsAskedAbout) {
  page.live = true;
  page.clock = page.spoke + Millis(100);
  page.events = {[] {}};  // no message
  EXPECT_TRUE(quiescence.reach());
  EXPECT_EQ(page.asked, 2);
  EXPECT_EQ(page.spoke, Clock::time_point{});
}

TEST_F(QuiescenceTest, WhatALongPollSaysAfterAnExchangeIsListenedFor) {
  EXPECT_TRUE(quiescence.reach());
  EXPECT_TRUE(quiescence.listen()) << "there is none";
  EXPECT_EQ(page.waits, 0);
  page.polled = true;
  page.exchanged = page.clock;
  EXPECT_TRUE(quiescence.listen());
  EXPECT_GE(page.clock - page.exchanged, Millis(500));
  page.exchanged = page.clock;
  page.events = {[this] { page.exchanged = page.clock; }};
  EXPECT_FALSE(quiescence.listen()) << "it has spoken";
  EXPECT_TRUE(quiescence.reach());
  EXPECT_TRUE(quiescence.listen());
  page.flying = true;
  EXPECT_FALSE(quiescence.listen()) << "a body is on its way";
}

TEST_F(QuiescenceTest, APageThatIsLostIsNotWaitedFor) {
  page.flying = true;
  EXPECT_FALSE(quiescence.reach());
  EXPECT_THAT(told, IsEmpty());
}

}  // namespace
}  // namespace squall::lab
