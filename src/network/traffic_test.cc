// The states of requests, without a browser: events go in, commands come out.
#include "network/traffic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "browser/blank_browser.h"

namespace squall::network {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A page, of which a test says what the browser tells about its requests.
class TrafficTest : public ::testing::Test {
 protected:
  void begin(TrafficOptions options = {}) {
    page_ = browser_.open();
    traffic_ = std::make_unique<Traffic>(*page_, std::make_shared<const Index>(recording_), std::move(options));
  }

  void tell(const std::string& method, Json params) { traffic_->on_event({page_->session(), method, params}); }

  static Json request(const std::string& method, const std::string& url) {
    return Json::object({{"method", method}, {"url", url}, {"headers", Json::object()}});
  }
  void announce(const std::string& id, const std::string& method, const std::string& url, const std::string& type) {
    tell("Network.requestWillBeSent", Json::object({{"requestId", id},
                                                    {"loaderId", "first"},
                                                    {"frameId", "main"},
                                                    {"type", type},
                                                    {"request", request(method, url)}}));
  }
  // `pause` is the id of the pause itself.
  void pause(const std::string& id, const std::string& method, const std::string& url, const std::string& type,
             const std::string& pause) {
    tell("Fetch.requestPaused", Json::object({{"requestId", pause},
                                              {"networkId", id},
                                              {"frameId", "main"},
                                              {"resourceType", type},
                                              {"request", request(method, url)}}));
  }
  Passage& hold(const std::string& id, const std::string& method, const std::string& url,
                const std::string& type = "Fetch") {
    announce(id, method, url, type);
    pause(id, method, url, type, "pause of " + id);
    return *traffic_->find({id});
  }
  void navigate() {
    tell("Page.frameNavigated", Json::object({{"frame", Json::object({{"id", "main"}, {"loaderId", "second"}})}}));
  }

  // The pauses that were ended by this command.
  std::vector<std::string> told(const std::string& command) {
    std::vector<std::string> pauses;
    for (const Json& params : browser_.told(command)) pauses.push_back(params["requestId"].as_string());
    return pauses;
  }

  browser::BlankBrowser browser_;
  std::unique_ptr<browser::Page> page_;
  Recording recording_;
  std::unique_ptr<Traffic> traffic_;
};

TEST_F(TrafficTest, WhatCouldChangeTheServerIsNotSentThereUnlessAllowed) {
  TrafficOptions options;
  options.live = true;
  options.allow_writes = false;
  begin(options);
  for (const char* method : {"POST", "PUT", "PATCH", "DELETE", "PROPFIND", "put"}) {
    Passage& passage = hold(method, method, "http://h/thing");
    traffic_->release(passage);
    EXPECT_EQ(passage.fate.how, outcome::Answer::Unanswered) << method;
    EXPECT_THAT(passage.fate.detail, HasSubstr("--allow-writes")) << method;
  }
  EXPECT_THAT(told("Fetch.continueRequest"), IsEmpty());
  for (const char* method : {"GET", "HEAD", "OPTIONS"}) traffic_->release(hold(method, method, "http://h/thing"));
  EXPECT_THAT(told("Fetch.continueRequest"), ElementsAre("pause of GET", "pause of HEAD", "pause of OPTIONS"));
}

TEST_F(TrafficTest, WritesThatAreAllowedReachTheServer) {
  TrafficOptions options;
  options.live = true;
  begin(options);
  for (const char* method : {"POST", "PUT", "DELETE"}) traffic_->release(hold(method, method, "http://h/thing"));
  EXPECT_THAT(told("Fetch.continueRequest"), ElementsAre("pause of POST", "pause of PUT", "pause of DELETE"));
}

TEST_F(TrafficTest, WithoutTheServerNothingIsSent) {
  begin();
  Passage& passage = hold("1", "GET", "http://h/thing");
  traffic_->release(passage);
  EXPECT_EQ(passage.fate.how, outcome::Answer::Unanswered);
  EXPECT_THAT(told("Fetch.continueRequest"), IsEmpty());
  EXPECT_THAT(told("Fetch.failRequest"), ElementsAre("pause of 1"));
}

TEST_F(TrafficTest, ANavigationEndsWhatTheOldDocumentWaitsForButNotItsBeacons) {
  begin();
  Passage& fetch = hold("1", "GET", "http://h/data");
  Passage& beacon = hold("2", "POST", "http://h/count", "Ping");
  navigate();
  EXPECT_EQ(fetch.state, PassageState::Done);
  EXPECT_EQ(beacon.state, PassageState::Held);
}

TEST_F(TrafficTest, AServerThatDoesNotAnswerAScriptIsAskedByALongPoll) {
  TrafficOptions options;
  options.live = true;
  options.patience = Millis(5000);
  begin(options);
  auto start = Clock::now();
  traffic_->release(hold("1", "GET", "http://h/events?since=1"));
  traffic_->release(hold("2", "GET", "http://h/slow.js", "Script"));
  EXPECT_TRUE(traffic_->in_flight(start));
  tell("Network.loadingFinished", Json::object({{"requestId", "2"}}));
  EXPECT_TRUE(traffic_->in_flight(start + Millis(4999)));
  EXPECT_FALSE(traffic_->in_flight(start + Millis(5000)));
  EXPECT_TRUE(traffic_->find({"1"})->open);
  // What it has shown once need not be waited for again, of the same address and method.
  traffic_->release(hold("3", "GET", "http://h/events?since=2"));
  EXPECT_TRUE(traffic_->in_flight(start));
  EXPECT_FALSE(traffic_->in_flight(start + Millis(500)));
  traffic_->release(hold("4", "POST", "http://h/events?since=2"));
  EXPECT_TRUE(traffic_->in_flight(start));
  EXPECT_TRUE(traffic_->in_flight(start + Millis(4999)));
  traffic_->release(hold("5", "GET", "http://h/late.js", "Script"));
  EXPECT_TRUE(traffic_->in_flight(start + Millis(60'000))) << "the page waits for a script";
  auto fetched = traffic_->fetched();
  ASSERT_EQ(fetched.entries.size(), 3u);
  EXPECT_TRUE(fetched.entries[0].response.open);
}

TEST_F(TrafficTest, ALongPollStaysHeldAndWhoAsksMoreOftenWaitsAsWell) {
  Entry answered, open;
  answered.request = {"GET", "http://h/events", "", {}, "fetch"};
  answered.response.status = 200;
  open.request = answered.request;
  open.response.open = true;
  recording_.entries = {answered, open};
  begin();
  Passage& first = hold("1", "GET", "http://h/events");
  EXPECT_FALSE(first.open);
  for (const char* id : {"2", "3"}) {
    Passage& passage = hold(id, "GET", "http://h/events");
    EXPECT_TRUE(passage.open) << id;
    traffic_->release(passage);
    EXPECT_EQ(passage.state, PassageState::Held) << id;
  }
  traffic_->release(first);
  EXPECT_THAT(told("Fetch.fulfillRequest"), ElementsAre("pause of 1"));
}

TEST_F(TrafficTest, TwoPausesOfOneIdAreTwoRequests) {
  begin();
  announce("1", "GET", "http://h/a", "Fetch");
  pause("1", "GET", "http://h/a", "Fetch", "first pause");
  pause("1", "GET", "http://h/a", "Fetch", "second pause");
  auto held = traffic_->held();
  ASSERT_EQ(held.size(), 2u);
  for (Passage* passage : held) traffic_->release(*passage);
  EXPECT_THAT(told("Fetch.failRequest"), ElementsAre("first pause", "second pause"));
}

TEST_F(TrafficTest, ARedirectIsAPassageForEachHop) {
  begin();
  traffic_->release(hold("1", "GET", "http://h/a"));
  hold("1", "GET", "http://h/b");
  auto passages = traffic_->passages();
  ASSERT_EQ(passages.size(), 2u);
  EXPECT_EQ(passages[0]->request.url, "http://h/a");
  EXPECT_EQ(passages[0]->state, PassageState::Done);
  EXPECT_EQ(passages[0]->fate.how, outcome::Answer::Unanswered);
  EXPECT_FALSE(passages[1]->fate.how) << "nothing has become of the second hop yet";
  EXPECT_EQ(passages[1]->request.url, "http://h/b");
  EXPECT_EQ(passages[1]->state, PassageState::Held);
}

TEST_F(TrafficTest, ARequestIsInFlightUntilItsEndIsSeenAndNotWhileItIsHeld) {
  begin();
  announce("1", "GET", "http://h/a", "XHR");
  EXPECT_TRUE(traffic_->in_flight(Clock::now()));
  pause("1", "GET", "http://h/a", "XHR", "pause");
  EXPECT_FALSE(traffic_->in_flight(Clock::now()));
  traffic_->release(*traffic_->find({"1"}));
  EXPECT_TRUE(traffic_->in_flight(Clock::now()));
  tell("Network.responseReceived", Json::object({{"requestId", "1"}}));
  EXPECT_TRUE(traffic_->in_flight(Clock::now())) << "only a fetch() may never read its body";
  tell("Network.loadingFinished", Json::object({{"requestId", "1"}}));
  EXPECT_FALSE(traffic_->in_flight(Clock::now()));
}

TEST_F(TrafficTest, AFetchHasItsResponseWithTheHeaders) {
  begin();
  Passage& passage = hold("1", "GET", "http://h/a");
  traffic_->release(passage);
  EXPECT_TRUE(traffic_->in_flight(Clock::now()));
  tell("Network.responseReceived", Json::object({{"requestId", "1"}}));
  EXPECT_EQ(passage.state, PassageState::Answered);
  EXPECT_FALSE(traffic_->in_flight(Clock::now()));
}

TEST_F(TrafficTest, WhileTheUserIsOfflineEveryRequestFails) {
  begin();
  Passage& before = hold("1", "GET", "http://h/a");
  traffic_->set_offline(true);
  Passage& meanwhile = hold("2", "GET", "http://h/b");
  for (Passage* passage : {&before, &meanwhile}) {
    EXPECT_EQ(passage->state, PassageState::Released);
    EXPECT_EQ(passage->fate.how, outcome::Answer::Failed);
    EXPECT_EQ(passage->fate.detail, "the user was offline");
  }
  EXPECT_THAT(told("Fetch.failRequest"), ElementsAre("pause of 1", "pause of 2"));
  EXPECT_EQ(browser_.told("Fetch.failRequest").back()["errorReason"].as_string(), "InternetDisconnected");
  traffic_->set_offline(false);
  EXPECT_EQ(hold("3", "GET", "http://h/c").state, PassageState::Held);
}

TEST_F(TrafficTest, AnEventStreamThatTheBrowserOpensAgainGoesOnInItsEntry) {
  TrafficOptions options;
  options.live = true;
  begin(options);
  auto open = [&](const std::string& id) {
    traffic_->release(hold(id, "GET", "http://h/news", "EventSource"));
    tell("Fetch.requestPaused", Json::object({{"requestId", "answer to " + id},
                                              {"networkId", id},
                                              {"responseStatusCode", 200},
                                              {"request", request("GET", "http://h/news")}}));
    tell("Network.eventSourceMessageReceived", Json::object({{"requestId", id}, {"data", "message of " + id}}));
  };
  open("1");
  tell("Network.loadingFinished", Json::object({{"requestId", "1"}}));
  open("2");
  Recording fetched = traffic_->fetched();
  ASSERT_EQ(fetched.entries.size(), 1u);
  std::vector<std::pair<StreamMessage::Signal, std::string>> messages;
  for (const StreamMessage& message : fetched.entries[0].messages) messages.emplace_back(message.signal, message.data);
  using Signal = StreamMessage::Signal;
  EXPECT_THAT(messages, ElementsAre(std::pair(Signal::None, "message of 1"), std::pair(Signal::Error, ""),
                                    std::pair(Signal::Open, ""), std::pair(Signal::None, "message of 2")));
}

TEST_F(TrafficTest, EachHopOfARedirectIsRecordedWithTheCookiesThatItSet) {
  TrafficOptions options;
  options.live = true;
  begin(options);
  auto hop = [&](const std::string& url, int status, const std::string& cookie) {
    traffic_->release(hold("1", "GET", url));
    Json location = Json::object({{"name", "Location"}, {"value", "http://h/b"}});
    tell("Fetch.requestPaused", Json::object({{"requestId", "answer from " + url},
                                              {"networkId", "1"},
                                              {"responseStatusCode", status},
                                              {"responseHeaders", Json::array().push(std::move(location))},
                                              {"request", request("GET", url)}}));
    tell("Network.responseReceivedExtraInfo",
         Json::object({{"requestId", "1"}, {"headers", Json::object({{"Set-Cookie", cookie}})}}));
  };
  hop("http://h/a", 302, "sid=1");
  hop("http://h/b", 204, "sid=2\nlang=en");
  std::vector<std::string> cookies;
  for (const Entry& entry : traffic_->fetched().entries) {
    for (const auto& [name, value] : entry.response.headers) {
      if (name == "Set-Cookie") cookies.push_back(entry.request.url + " " + value);
    }
  }
  EXPECT_THAT(cookies, ElementsAre("http://h/a sid=1", "http://h/b sid=2", "http://h/b lang=en"));
}

TEST_F(TrafficTest, WhatThePageGaveUpBeforeItIsPausedIsNotHeld) {
  begin();
  announce("1", "GET", "http://h/a", "Fetch");
  tell("Network.loadingFailed",
       Json::object({{"requestId", "1"}, {"errorText", "net::ERR_ABORTED"}, {"canceled", true}}));
  pause("1", "GET", "http://h/a", "Fetch", "too late");
  EXPECT_THAT(traffic_->held(), IsEmpty());
  EXPECT_THAT(told("Fetch.failRequest"), ElementsAre("too late"));
  EXPECT_FALSE(traffic_->in_flight(Clock::now()));
}

}  // namespace
}  // namespace squall::network
