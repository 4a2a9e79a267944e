#include <gtest/gtest.h>

#include "browser/page.h"
#include "browser/test_support.h"

namespace squall::browser {
namespace {

using Reset = PageTest;

constexpr const char* kFill =
    "(async () => { document.cookie = 'a=1'; localStorage.a = 1; sessionStorage.a = 1; window.name = 'n';"
    " await new Promise(done => indexedDB.open('d', 1).onsuccess = done); await caches.open('c');"
    " history.pushState(1, '', '/there'); return state(); })()";
// Everything that a page can leave behind for the next one.
constexpr const char* kAgent =
    "globalThis.state = async () => [document.cookie, localStorage.length, sessionStorage.length, window.name,"
    " (await indexedDB.databases()).length, (await caches.keys()).length, history.length].join()";

TEST_F(Reset, LeavesNothingOfTheOldPage) {
  LoopbackServer server(Site{{"/", "<p>x"}});
  PageOptions options;
  options.agent = kAgent;
  auto page = open(options);
  ASSERT_TRUE(page);
  ASSERT_TRUE(load(*page, server.origin() + "/"));
  std::string fresh = value(*page, "state()", true).as_string();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(value(*page, kFill, true).as_string(), "a=1,1,1,n,1,1,3");
    ASSERT_TRUE(page->reset({server.origin()}, in_ms(5000)));
    EXPECT_EQ(main_frame(*page).url, "about:blank");
    EXPECT_FALSE(page->has_event());
    ASSERT_TRUE(load(*page, server.origin() + "/"));
    EXPECT_EQ(value(*page, "state()", true).as_string(), fresh);
  }
}

TEST_F(Reset, TakesTheMouseAway) {
  LoopbackServer server(Site{{"/",
                              "<style>body { margin: 0; height: 500px } :hover { color: red }</style><script>felt = 0;"
                              "addEventListener('mouseover', () => ++felt)</script>"}});
  auto page = open();
  ASSERT_TRUE(page);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(load(*page, server.origin() + "/"));
    value(*page, "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))", true);
    EXPECT_EQ(value(*page, "felt").as_int(), 0);
    ASSERT_TRUE(page->call("Input.dispatchMouseEvent", Json::object({{"type", "mouseMoved"}, {"x", 50}, {"y", 50}}),
                           in_ms(5000)));
    EXPECT_EQ(value(*page, "felt").as_int(), 1);
    ASSERT_TRUE(page->reset({server.origin()}, in_ms(5000)));
  }
}

TEST_F(Reset, AnotherAgentTakesThePlaceOfTheOneBefore) {
  LoopbackServer server(Site{{"/", "<iframe src=/inner></iframe>"}, {"/inner", "x"}});
  PageOptions options;
  options.agent = "const who = 'first'";
  auto page = open(options);
  ASSERT_TRUE(page);
  for (const char* name : {"first", "second", "third"}) {
    ASSERT_TRUE(page->use_agent(std::string("const who = '") + name + "'", in_ms(5000)));
    ASSERT_TRUE(load(*page, server.origin() + "/"));
    EXPECT_EQ(value(*page, "who + frames[0].eval('who')").as_string(), std::string(name) + name);
    ASSERT_TRUE(page->reset({server.origin()}, in_ms(5000)));
  }
  ASSERT_TRUE(page->use_agent("", in_ms(5000)));
  ASSERT_TRUE(load(*page, server.origin() + "/"));
  EXPECT_EQ(value(*page, "typeof who").as_string(), "undefined");
}

TEST_F(Reset, GetsAwayFromAnEndlessScript) {
  auto page = open();
  ASSERT_TRUE(page);
  ASSERT_TRUE(load(*page, "data:text/html,x"));
  page->connection().forget(page->send_evaluate(main_frame(*page), "while (true) {}"));
  EXPECT_TRUE(page->reset({}, in_ms(8000)));
  EXPECT_EQ(value(*page, "6 * 7").as_int(), 42);
}

TEST_F(Reset, GetsAwayFromAHeldDocument) {
  LoopbackServer server(Site{{"/", "<p>x"}, {"/next", "<p>y"}});
  PageOptions options;
  options.setup = {{"Fetch.enable", Json::object()}};
  auto page = open(options);
  ASSERT_TRUE(page);
  page->connection().forget(page->send_navigate(server.origin() + "/"));
  ASSERT_TRUE(pump_until(*page, "Fetch.requestPaused", in_ms(5000)));
  EXPECT_TRUE(page->reset({server.origin()}, in_ms(8000)));
  page->connection().forget(page->send_navigate(server.origin() + "/next"));
  auto paused = pump_until(*page, "Fetch.requestPaused", in_ms(5000));
  ASSERT_TRUE(paused);
  EXPECT_EQ(paused->params.at("request", "url").as_string(), server.origin() + "/next");
}

TEST_F(Reset, NoTimerOrFrameSurvives) {
  auto page = open();
  ASSERT_TRUE(page);
  ASSERT_TRUE(load(*page, "data:text/html,<iframe srcdoc=x></iframe><script>setInterval(() => alert(1), 5)</script>"));
  ASSERT_TRUE(page->reset({}, in_ms(5000)));
  EXPECT_EQ(page->frames().size(), 1u);
  EXPECT_FALSE(page->next(in_ms(50)));
  EXPECT_TRUE(page->take_incidents().empty());
}

TEST_F(Reset, CostsLittle) {
  LoopbackServer server(Site{{"/", "<p>x"}});
  auto page = open();
  ASSERT_TRUE(page);
  double best = 1e9;
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE(load(*page, server.origin() + "/"));
    auto start = Clock::now();
    ASSERT_TRUE(page->reset({server.origin()}, in_ms(5000)));
    best = std::min(best, ms_since(start));
  }
  RecordProperty("best_ms", std::to_string(best));
  EXPECT_LT(best, 60);
}

}  // namespace
}  // namespace squall::browser
