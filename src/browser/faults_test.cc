#include <gtest/gtest.h>

#include "browser/page.h"
#include "browser/test_support.h"

namespace squall::browser {
namespace {

using Faults = PageTest;

size_t count(const std::vector<PageIncident>& incidents, PageIncident::Kind kind) {
  return static_cast<size_t>(
      std::count_if(incidents.begin(), incidents.end(), [&](const auto& incident) { return incident.kind == kind; }));
}

TEST_F(Faults, ACrashIsAValueAndTheNextPageWorks) {
  auto page = open();
  ASSERT_TRUE(page);
  CallId pending = page->send_evaluate(main_frame(*page), "new Promise(() => {})", true);
  page->connection().forget(page->send_navigate("chrome://crash"));
  EXPECT_EQ(page->connection().wait(pending, in_ms(5000)).error().kind, CallError::Gone);
  while (page->next(in_ms(5000))) continue;
  EXPECT_EQ(page->health(), Health::Crashed);
  EXPECT_EQ(count(page->take_incidents(), PageIncident::Crash), 1u);
  EXPECT_EQ(page->evaluate(main_frame(*page), "1", in_ms(60000)).error().kind, CallError::Gone);
  EXPECT_FALSE(page->reset({}, in_ms(60000)));
  auto next = open();
  ASSERT_TRUE(next);
  EXPECT_EQ(value(*next, "6 * 7").as_int(), 42);
}

TEST_F(Faults, APageWithAnEndlessScriptCanBeUsedAgain) {
  auto page = open();
  ASSERT_TRUE(page);
  Reply stuck = page->evaluate(main_frame(*page), "while (true) {}", in_ms(100));
  ASSERT_FALSE(stuck);
  EXPECT_EQ(stuck.error().kind, CallError::TimedOut);
  EXPECT_TRUE(page->reset({}, in_ms(5000)));
  EXPECT_EQ(value(*page, "6 * 7").as_int(), 42);
}

TEST_F(Faults, DialogsAreAnsweredWhileTheirScriptIsAwaited) {
  auto page = open();
  ASSERT_TRUE(page);
  EXPECT_EQ(value(*page, "alert('a'); [confirm('b'), prompt('c', 'd')]").dump(), R"([true,"d"])");
  while (page->has_event()) ASSERT_TRUE(page->next(in_ms(1000)));
  auto incidents = page->take_incidents();
  ASSERT_EQ(incidents.size(), 3u);
  EXPECT_EQ(incidents[0].detail, "alert: a");
  EXPECT_EQ(incidents[1].detail, "confirm: b");
  EXPECT_EQ(incidents[2].detail, "prompt: c");
}

TEST_F(Faults, DialogsAreRefusedWhereThatIsAsked) {
  PageOptions options;
  options.dialogs_accept = false;
  auto page = open(options);
  ASSERT_TRUE(page);
  EXPECT_EQ(value(*page, "alert('a'); [confirm('b'), prompt('c', 'd')]").dump(), "[false,null]");
}

TEST_F(Faults, DialogsInALoopEnd) {
  auto page = open();
  ASSERT_TRUE(page);
  CallId loop = page->send_evaluate(main_frame(*page), "while (true) alert('again')");
  size_t seen = 0;
  while (seen < 10) {
    auto event = page->next(in_ms(5000));
    ASSERT_TRUE(event);
    seen += event->method == "Page.javascriptDialogOpening";
  }
  EXPECT_TRUE(page->reset({}, in_ms(5000)));
  EXPECT_FALSE(Page::value_of(page->connection().wait(loop, in_ms(5000))));
}

TEST_F(Faults, APageThatWouldStayIsLeft) {
  LoopbackServer server(Site{{"/", "<script>onbeforeunload = e => e.preventDefault()</script><p>x"}});
  auto page = open();
  ASSERT_TRUE(page);
  ASSERT_TRUE(load(*page, server.origin() + "/"));
  // Only a page that was touched may ask.
  Json click = Json::object({{"type", "mousePressed"}, {"x", 5}, {"y", 5}, {"button", "left"}, {"clickCount", 1}});
  ASSERT_TRUE(page->call("Input.dispatchMouseEvent", click, in_ms(5000)));
  ASSERT_TRUE(page->call("Input.dispatchMouseEvent", click.set("type", "mouseReleased"), in_ms(5000)));
  ASSERT_TRUE(load(*page, "data:text/html,away"));
  auto incidents = page->take_incidents();
  ASSERT_EQ(count(incidents, PageIncident::Dialog), 1u);
  EXPECT_TRUE(incidents[0].detail.starts_with("beforeunload"));
  EXPECT_EQ(main_frame(*page).url, "data:text/html,away");
}

TEST_F(Faults, DownloadsAreDenied) {
  LoopbackServer server(Site{{"/", "<a href=/file.bin>x</a>"}, {"/file.bin", "bytes"}});
  auto page = open();
  ASSERT_TRUE(page);
  ASSERT_TRUE(load(*page, server.origin() + "/"));
  value(*page, "document.querySelector('a').click()");
  std::string state;
  while (state != "canceled") {
    auto event = pump_until(*page, "Browser.downloadProgress", in_ms(5000));
    ASSERT_TRUE(event);
    state = event->params["state"].as_string();
    ASSERT_NE(state, "completed");
  }
  auto incidents = page->take_incidents();
  ASSERT_EQ(count(incidents, PageIncident::Download), 1u);
  EXPECT_EQ(incidents[0].detail, server.origin() + "/file.bin");
}

TEST_F(Faults, PopupsAreClosedBeforeTheyLoad) {
  LoopbackServer server(Site{{"/", "<a target=_blank href=/link>x</a>"}, {"/open", "x"}, {"/link", "x"}});
  auto page = open();
  ASSERT_TRUE(page);
  ASSERT_TRUE(load(*page, server.origin() + "/"));
  EXPECT_EQ(value(*page, "String(w = window.open('/open'))").as_string(), "[object Window]");
  EXPECT_TRUE(becomes_true([&] { return value(*page, "w.closed").as_bool(); }, in_ms(5000)));
  value(*page, "document.querySelector('a').click()");
  std::vector<PageIncident> incidents;
  auto both_named = [&] {
    for (auto& incident : page->take_incidents()) incidents.push_back(incident);
    return count(incidents, PageIncident::Popup) == 2;
  };
  EXPECT_TRUE(pump_until(*page, both_named, in_ms(5000)));
  EXPECT_EQ(incidents[0].detail, server.origin() + "/open");
  EXPECT_EQ(page->health(), Health::Usable);
  EXPECT_EQ(page->frames().size(), 1u);
  for (const auto& path : server.requested()) EXPECT_NE(path, "/open");
  EXPECT_EQ(value(*page, "6 * 7").as_int(), 42);
}

TEST_F(Faults, APageThatClosesItselfIsClosed) {
  auto page = open();
  ASSERT_TRUE(page);
  page->connection().forget(page->send_evaluate(main_frame(*page), "window.close()"));
  while (page->next(in_ms(5000))) continue;
  EXPECT_EQ(page->health(), Health::Closed);
  EXPECT_EQ(count(page->take_incidents(), PageIncident::Closed), 1u);
  EXPECT_EQ(page->evaluate(main_frame(*page), "1", in_ms(60000)).error().kind, CallError::Gone);
}

}  // namespace
}  // namespace squall::browser
