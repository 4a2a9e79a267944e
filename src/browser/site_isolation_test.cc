// Frames of other sites live in processes of their own, in a full Chromium: headless-shell keeps them together.
#include <gtest/gtest.h>

#include <filesystem>

#include "browser/page.h"
#include "browser/test_support.h"

namespace squall::browser {
namespace {

class SiteIsolation : public PageTest {
 protected:
  static void SetUpTestSuite() {
    LaunchOptions options;
    for (const char* path : {"/usr/lib/chromium/chromium", "/opt/google/chrome/chrome"}) {
      if (options.path.empty() && std::filesystem::exists(path)) options.path = path;
    }
    if (options.path.empty()) return;
    auto launched = Browser::launch(options);
    ASSERT_TRUE(launched) << launched.error().message;
    shared() = std::move(launched).value();
  }
  void SetUp() override {
    if (!shared()) GTEST_SKIP() << "no full Chromium is installed";
  }

  // Whether the second frame lives in the given way, with a document at this URL that can be spoken to.
  static bool second_is(Page& page, bool apart, const std::string& url) {
    auto frames = page.frames();
    return frames.size() == 2 && frames[1].url == url && frames[1].context != 0 &&
           (frames[1].session != page.session()) == apart;
  }
};

TEST_F(SiteIsolation, AFrameMovesOutAndBack) {
  LoopbackServer server(Site{{"/", "<iframe></iframe>"}, {"/inner", "<script>own = 1</script>"}});
  std::string near = server.origin() + "/inner", far = server.origin("localhost") + "/inner";
  PageOptions options;
  options.agent = "globalThis.early = globalThis.own === undefined; tell(location.href)";
  options.bindings = {"tell"};
  auto page = open(options);
  ASSERT_TRUE(page);
  ASSERT_TRUE(load(*page, server.origin() + "/"));
  for (int round = 0; round < 2; ++round) {
    for (const auto& [url, apart] : {std::pair(far, true), std::pair(near, false)}) {
      value(*page, "document.querySelector('iframe').src = '" + url + "'");
      ASSERT_TRUE(pump_until(
          *page, [&] { return second_is(*page, apart, url); }, in_ms(8000)))
          << url;
      Frame frame = page->frames()[1];
      EXPECT_EQ(frame.path, "0/0");
      Reply early = page->evaluate(frame, "[early, location.href]", in_ms(5000));
      ASSERT_TRUE(early) << early.error().message;
      EXPECT_EQ((*early).dump(), "[true,\"" + url + "\"]");
    }
  }
}

TEST_F(SiteIsolation, ARemovedFrameIsForgotten) {
  LoopbackServer server(Site{{"/", "<iframe></iframe>"}, {"/inner", "<p>x"}});
  std::string far = server.origin("localhost") + "/inner";
  auto page = open();
  ASSERT_TRUE(page);
  ASSERT_TRUE(load(*page, server.origin() + "/"));
  value(*page, "document.querySelector('iframe').src = '" + far + "'");
  ASSERT_TRUE(pump_until(
      *page, [&] { return second_is(*page, true, far); }, in_ms(8000)));
  value(*page, "document.querySelector('iframe').remove()");
  EXPECT_TRUE(pump_until(
      *page, [&] { return page->frames().size() == 1; }, in_ms(5000)));
  EXPECT_TRUE(page->reset({server.origin()}, in_ms(8000)));
}

TEST_F(SiteIsolation, ACrashedFrameLeavesThePageUsable) {
  LoopbackServer server(Site{{"/", "<iframe></iframe>"}, {"/inner", "<p>x"}});
  std::string far = server.origin("localhost") + "/inner";
  auto page = open();
  ASSERT_TRUE(page);
  ASSERT_TRUE(load(*page, server.origin() + "/"));
  value(*page, "document.querySelector('iframe').src = '" + far + "'");
  ASSERT_TRUE(pump_until(
      *page, [&] { return second_is(*page, true, far); }, in_ms(8000)));
  Frame frame = page->frames()[1];
  CallId pending = page->send_evaluate(frame, "new Promise(() => {})", true);
  page->connection().post(frame.session, "Page.crash");
  EXPECT_EQ(page->connection().wait(pending, in_ms(5000)).error().kind, CallError::Gone);
  std::vector<PageIncident> incidents;
  ASSERT_TRUE(pump_until(
      *page, [&] { return !(incidents = page->take_incidents()).empty(); }, in_ms(5000)));
  EXPECT_EQ(incidents[0].detail, "a frame crashed: " + far);
  EXPECT_EQ(page->health(), Health::Usable);
  EXPECT_EQ(value(*page, "6 * 7").as_int(), 42);
}

TEST_F(SiteIsolation, ADialogOfAFarFrameIsAnswered) {
  LoopbackServer server(Site{{"/", "<iframe></iframe>"}, {"/inner", "<p>x"}});
  std::string far = server.origin("localhost") + "/inner";
  auto page = open();
  ASSERT_TRUE(page);
  ASSERT_TRUE(load(*page, server.origin() + "/"));
  value(*page, "document.querySelector('iframe').src = '" + far + "'");
  ASSERT_TRUE(pump_until(
      *page, [&] { return second_is(*page, true, far); }, in_ms(8000)));
  // Chromium refuses dialogs of far frames by itself; either way the script goes on.
  EXPECT_TRUE(page->evaluate(page->frames()[1], "alert(1)", in_ms(3000)));
}

}  // namespace
}  // namespace squall::browser
