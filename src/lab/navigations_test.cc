#include "lab/navigations.h"

#include <gtest/gtest.h>

namespace squall::lab {
namespace {

const Clock::time_point kStart = Clock::now();

browser::Event event(const std::string& method, const std::string& params) {
  return {{}, method, parse_json(params).value()};
}

browser::Event asks(const std::string& frame, const std::string& disposition = "currentTab") {
  return event("Page.frameRequestedNavigation",
               R"({"frameId": ")" + frame + R"(", "disposition": ")" + disposition + R"("})");
}

browser::Event sends(const std::string& frame, const std::string& url, const std::string& type = "Document") {
  return event("Network.requestWillBeSent",
               R"({"frameId": ")" + frame + R"(", "type": ")" + type + R"(", "request": {"url": ")" + url + R"("}})");
}

TEST(Navigations, OneThatWasAskedForIsUnderWayUntilItsRequestIsSent) {
  Navigations navigations;
  EXPECT_FALSE(navigations.any(kStart));
  navigations.note(asks("A"), kStart);
  EXPECT_TRUE(navigations.any(kStart));
  navigations.note(sends("A", "http://h/image.png", "Image"), kStart);
  navigations.note(sends("B", "http://h/"), kStart);
  EXPECT_TRUE(navigations.any(kStart));
  navigations.note(sends("A", "http://h/"), kStart);
  EXPECT_FALSE(navigations.any(kStart));
}

TEST(Navigations, OneThatNeedsNoRequestIsUnderWayUntilItsDocumentIsThere) {
  Navigations navigations;
  navigations.note(asks("A"), kStart);
  navigations.note(sends("A", "data:text/html,hello"), kStart);
  EXPECT_TRUE(navigations.any(kStart));
  navigations.note(event("Page.frameNavigated", R"({"frame": {"id": "B"}})"), kStart);
  EXPECT_TRUE(navigations.any(kStart));
  navigations.note(event("Page.frameNavigated", R"({"frame": {"id": "A"}})"), kStart);
  EXPECT_FALSE(navigations.any(kStart));
}

TEST(Navigations, OneThatComesToNothingIsOver) {
  for (const char* end : {"Page.frameStoppedLoading", "Page.frameDetached", "Page.navigatedWithinDocument"}) {
    Navigations navigations;
    navigations.note(asks("A"), kStart);
    navigations.note(event(end, R"({"frameId": "B"})"), kStart);
    EXPECT_TRUE(navigations.any(kStart)) << end;
    navigations.note(event(end, R"({"frameId": "A"})"), kStart);
    EXPECT_FALSE(navigations.any(kStart)) << end;
  }
}

TEST(Navigations, ThoseOfOtherWindowsAreNotOurs) {
  Navigations navigations;
  navigations.note(asks("A", "newTab"), kStart);
  EXPECT_FALSE(navigations.any(kStart));
}

TEST(Navigations, OneIsWaitedForNoLongerThanSeconds) {
  Navigations navigations;
  navigations.note(asks("A"), kStart);
  EXPECT_TRUE(navigations.any(kStart + Millis(4'999)));
  EXPECT_FALSE(navigations.any(kStart + Millis(5'000)));
}

}  // namespace
}  // namespace squall::lab
