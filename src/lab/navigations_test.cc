#include "lab/navigations.h"

#include <gtest/gtest.h>

namespace squall::lab {
namespace {

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
  EXPECT_FALSE(navigations.any());
  navigations.note(asks("A"));
  EXPECT_TRUE(navigations.any());
  navigations.note(sends("A", "http://h/image.png", "Image"));
  navigations.note(sends("B", "http://h/"));
  EXPECT_TRUE(navigations.any());
  navigations.note(sends("A", "http://h/"));
  EXPECT_FALSE(navigations.any());
}

TEST(Navigations, OneThatNeedsNoRequestIsUnderWayUntilItsDocumentIsThere) {
  Navigations navigations;
  navigations.note(asks("A"));
  navigations.note(sends("A", "data:text/html,hello"));
  EXPECT_TRUE(navigations.any());
  navigations.note(event("Page.frameNavigated", R"({"frame": {"id": "B"}})"));
  EXPECT_TRUE(navigations.any());
  navigations.note(event("Page.frameNavigated", R"({"frame": {"id": "A"}})"));
  EXPECT_FALSE(navigations.any());
}

TEST(Navigations, OneThatComesToNothingIsOver) {
  for (const char* end : {"Page.frameStoppedLoading", "Page.frameDetached", "Page.navigatedWithinDocument"}) {
    Navigations navigations;
    navigations.note(asks("A"));
    navigations.note(event(end, R"({"frameId": "B"})"));
    EXPECT_TRUE(navigations.any()) << end;
    navigations.note(event(end, R"({"frameId": "A"})"));
    EXPECT_FALSE(navigations.any()) << end;
  }
}

TEST(Navigations, ThoseOfOtherWindowsAreNotOurs) {
  Navigations navigations;
  navigations.note(asks("A", "newTab"));
  EXPECT_FALSE(navigations.any());
}

TEST(Navigations, OneIsWaitedForNoLongerThanSeconds) {
  Navigations navigations;
  auto deadline = Deadline::after(Millis(60'000));
  EXPECT_EQ(navigations.patience(deadline).at(), deadline.at());
  navigations.note(asks("A"));
  EXPECT_LE(navigations.patience(deadline).left(), Millis(5'000));
  EXPECT_GT(navigations.patience(deadline).left(), Millis(3'000));
}

}  // namespace
}  // namespace squall::lab
