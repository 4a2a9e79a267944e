#include "browser/page.h"

#include <gtest/gtest.h>

#include "browser/test_support.h"

namespace squall::browser {
namespace {

using Pages = PageTest;

// What an agent leaves behind, if it ran before the page's own first script.
constexpr const char* kAgent = "globalThis.agent = { early: globalThis.own === undefined, at: location.href };";

TEST_F(Pages, EvaluateGivesValues) {
  auto page = open();
  ASSERT_TRUE(page);
  EXPECT_EQ(value(*page, "({a: [1, 'x']})").dump(), R"({"a":[1,"x"]})");
  EXPECT_TRUE(value(*page, "undefined").is_null());
  EXPECT_EQ(value(*page, "NaN").as_string(), "NaN");
  EXPECT_EQ(value(*page, "Promise.resolve(5)", true).as_int(), 5);
}

TEST_F(Pages, WhatAScriptThrowsIsARefusal) {
  auto page = open();
  ASSERT_TRUE(page);
  Reply thrown = page->evaluate(main_frame(*page), "null.x", in_ms(5000));
  ASSERT_FALSE(thrown);
  EXPECT_EQ(thrown.error().kind, CallError::Threw);
  EXPECT_NE(thrown.error().message.find("TypeError"), std::string::npos) << thrown.error().message;
  EXPECT_NE(value(*page, "throw 'a word'").as_string().find("a word"), std::string::npos);
  EXPECT_NE(value(*page, "Promise.reject(7)", true).as_string().find("7"), std::string::npos);
}

TEST_F(Pages, SizeLocaleAndTimeZoneAreAsAsked) {
  PageOptions options;
  options.width = 400;
  options.height = 300;
  options.locale = "de-DE";
  options.timezone = "Asia/Tokyo";
  auto page = open(options);
  ASSERT_TRUE(page);
  ASSERT_TRUE(load(*page, "data:text/html,<p>x"));
  EXPECT_EQ(value(*page, "[innerWidth, innerHeight]").dump(), "[400,300]");
  EXPECT_EQ(value(*page, "(0.5).toLocaleString() + navigator.language").as_string(), "0,5de-DE");
  EXPECT_EQ(value(*page, "new Date().getTimezoneOffset()").as_int(), -540);
}

TEST_F(Pages, ASetupThatTheBrowserRefusesIsAnError) {
  PageOptions options;
  options.setup = {{"Page.noSuchCommand", Json::object()}};
  auto page = Page::open(*shared(), options);
  ASSERT_FALSE(page);
  EXPECT_NE(page.error().message.find("Page.noSuchCommand"), std::string::npos);
}

TEST_F(Pages, TheAgentRunsFirstInEveryFrame) {
  LoopbackServer server(Site{{"/",
                              "<script>own = 1</script><iframe src=/inner></iframe><iframe srcdoc='<script>own = 1"
                              "</script>'></iframe><iframe></iframe>"},
                             {"/inner", "<script>own = 1</script>"}});
  PageOptions options;
  options.agent = kAgent;
  auto page = open(options);
  ASSERT_TRUE(page);
  ASSERT_TRUE(load(*page, server.origin() + "/"));
  auto frames = page->frames();
  ASSERT_EQ(frames.size(), 4u);
  std::vector<std::string> paths;
  for (const auto& frame : frames) {
    paths.push_back(frame.path);
    Reply early = page->evaluate(frame, "agent.early", in_ms(5000));
    ASSERT_TRUE(early) << frame.url << ": " << early.error().message;
    EXPECT_TRUE((*early).as_bool()) << frame.url;
  }
  EXPECT_EQ(join(paths, " "), "0 0/0 0/1 0/2");
  EXPECT_EQ(frames[1].url, server.origin() + "/inner");
  EXPECT_EQ(frames[1].parent, frames[0].id);
  EXPECT_EQ(frames[2].url, "about:srcdoc");
  EXPECT_EQ(frames[3].url, "about:blank");
}

TEST_F(Pages, TheAgentRunsUnderAStrictPolicy) {
  LoopbackServer server(Site{{"/",
                              "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'\">"
                              "<script>own = 1</script>"}});
  PageOptions options;
  options.agent = kAgent;
  auto page = open(options);
  ASSERT_TRUE(page);
  ASSERT_TRUE(load(*page, server.origin() + "/"));
  EXPECT_EQ(value(*page, "[agent.early, typeof own]").dump(), R"([true,"undefined"])");
}

TEST_F(Pages, BindingsSpeakFromEveryFrame) {
  PageOptions options;
  options.bindings = {"tell"};
  options.agent = "tell(location.href)";
  auto page = open(options);
  ASSERT_TRUE(page);
  page->connection().forget(page->send_navigate("data:text/html,<iframe srcdoc=x></iframe>"));
  std::vector<std::string> told;
  EXPECT_TRUE(pump_until(
      *page,
      [&] {
        auto event = page->next(in_ms(5000));
        if (event && event->method == "Runtime.bindingCalled") told.push_back(event->params["payload"].as_string());
        return told.size() >= 2 && told.back() == "about:srcdoc";
      },
      in_ms(8000)));
  EXPECT_EQ(told.front(), "data:text/html,<iframe srcdoc=x></iframe>");
}

TEST_F(Pages, FramesComeAndGo) {
  auto page = open();
  ASSERT_TRUE(page);
  ASSERT_TRUE(load(*page, "data:text/html,<iframe srcdoc=a></iframe><iframe srcdoc=b></iframe>"));
  EXPECT_EQ(page->frames().size(), 3u);
  Frame second = page->frames()[2];
  EXPECT_EQ((*page->evaluate(second, "document.body.textContent", in_ms(5000))).as_string(), "b");
  value(*page, "document.querySelector('iframe').remove()");
  ASSERT_TRUE(pump_until(
      *page, [&] { return page->frames().size() == 2; }, in_ms(5000)));
  EXPECT_EQ(page->frames()[1].path, "0/1");
  Frame gone = second;
  gone.context = 999;
  Reply stale = page->evaluate(gone, "1", in_ms(5000));
  ASSERT_FALSE(stale);
  EXPECT_EQ(stale.error().kind, CallError::Refused);
}

TEST_F(Pages, WorkersAreSetUpBeforeTheyRun) {
  LoopbackServer server(Site{{"/", "<script>w = new Worker('/w.js'); w.onmessage = e => said = e.data</script>"},
                             {"/w.js", "postMessage(globalThis.early)"}});
  PageOptions options;
  options.worker_setup = {{"Runtime.evaluate", Json::object({{"expression", "globalThis.early = 'yes'"}})}};
  auto page = open(options);
  ASSERT_TRUE(page);
  ASSERT_TRUE(load(*page, server.origin() + "/"));
  ASSERT_TRUE(pump_until(
      *page, [&] { return page->workers().size() == 1; }, in_ms(5000)));
  EXPECT_EQ(page->workers()[0].type, "worker");
  EXPECT_TRUE(becomes_true([&] { return value(*page, "globalThis.said").as_string() == "yes"; }, in_ms(5000)));
  value(*page, "w.terminate()");
  EXPECT_TRUE(pump_until(
      *page, [&] { return page->workers().empty(); }, in_ms(5000)));
}

TEST_F(Pages, TwoPagesKeepTheirEventsApart) {
  auto one = open();
  auto two = open();
  ASSERT_TRUE(one && two);
  one->connection().forget(one->send_navigate("data:text/html,one"));
  two->connection().forget(two->send_navigate("data:text/html,two"));
  ASSERT_TRUE(pump_until(*two, "Page.loadEventFired", in_ms(5000)));
  ASSERT_TRUE(pump_until(*one, "Page.loadEventFired", in_ms(5000)));
  EXPECT_EQ(main_frame(*one).url, "data:text/html,one");
  EXPECT_EQ(main_frame(*two).url, "data:text/html,two");
}

TEST_F(Pages, AFailedNavigationSaysWhy) {
  auto page = open();
  ASSERT_TRUE(page);
  Reply reply = page->connection().wait(page->send_navigate("http://127.0.0.1:9/"), in_ms(5000));
  ASSERT_TRUE(reply);
  EXPECT_TRUE((*reply)["errorText"].as_string().starts_with("net::ERR_")) << (*reply).dump();
}

}  // namespace
}  // namespace squall::browser
