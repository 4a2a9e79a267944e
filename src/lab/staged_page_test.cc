#include "lab/staged_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "browser/blank_browser.h"

namespace squall::lab {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class StagedPageTest : public ::testing::Test {
 protected:
  StagedPageTest() : page_(browser_.open()) {
    experiment_.recording = std::make_shared<network::Recording>();
    stage_ = std::make_unique<Stage>(*page_, experiment_);
    staged_ = std::make_unique<StagedPage>(*stage_, experiment_, progress_);
  }

  // A request that waits at the browser.
  void hold(const char* id, const char* type, const char* url, const char* frame) {
    Json request = Json::object({{"method", "GET"}, {"url", url}});
    browser_.say("Network.requestWillBeSent",
                 Json::object({{"requestId", id}, {"frameId", frame}, {"type", type}, {"request", request}}));
    browser_.say("Fetch.requestPaused", Json::object({{"requestId", std::string("pause of ") + id},
                                                      {"networkId", id},
                                                      {"frameId", frame},
                                                      {"resourceType", type},
                                                      {"request", request}}));
  }
  // Until this page has taken note of all that the browser said.
  void take() {
    ASSERT_TRUE(stage_->call("Runtime.enable", {}));
    staged_->take_events();
  }
  std::vector<std::string> evaluated() const {
    std::vector<std::string> out;
    for (const Json& params : browser_.told("Runtime.evaluate")) out.push_back(params["expression"].as_string());
    return out;
  }

  browser::BlankBrowser browser_;
  std::unique_ptr<browser::Page> page_;
  Experiment experiment_;
  Progress progress_;
  std::unique_ptr<Stage> stage_;
  std::unique_ptr<StagedPage> staged_;
};

TEST_F(StagedPageTest, TheClockOfANewDocumentIsBroughtUpToOurs) {
  staged_->greet({"main", 1, true});
  EXPECT_THAT(evaluated(), IsEmpty()) << "time has not begun";
  progress_ = {1, 3, 250};
  staged_->greet({"gone", 2, false});
  staged_->greet({"main", 2, true});
  EXPECT_THAT(evaluated(), ElementsAre("__squall.turn(3,250)"));
}

TEST_F(StagedPageTest, TheDocumentOfAFrameIsNotHeldInIt) {
  browser_.say("Page.frameAttached", Json::object({{"frameId", "child"}, {"parentFrameId", "main"}}));
  hold("1", "Document", "http://h/child", "child");
  hold("2", "Image", "http://h/a.png", "child");
  take();
  auto held = staged_->held_in("child");
  ASSERT_EQ(held.size(), 1u);
  EXPECT_THAT(held[0].urls, ElementsAre("http://h/a.png"));
  EXPECT_THAT(staged_->held_in("main"), IsEmpty());
  std::vector<std::string> handlers;
  for (const Asked& asked : staged_->choices()) handlers.push_back(asked.frame + " " + asked.path);
  EXPECT_THAT(handlers, ElementsAre("main 0", "child 0/0")) << "the frame around it handles a document";
}

TEST_F(StagedPageTest, AScriptHasComeWhenItsResponseIsThere) {
  hold("1", "Script", "http://h/a.js", "main");
  take();
  EXPECT_THAT(staged_->scripts_come_in("main"), IsEmpty());
  stage_->traffic().release(*stage_->traffic().find({"1"}));
  EXPECT_THAT(staged_->scripts_come_in("main"), IsEmpty());
  browser_.say("Network.loadingFinished", Json::object({{"requestId", "1"}}));
  take();
  EXPECT_THAT(staged_->scripts_come_in("main"), ElementsAre("http://h/a.js"));
  EXPECT_THAT(staged_->scripts_come_in("child"), IsEmpty());
}

TEST_F(StagedPageTest, WhatIsPlumbingGoesThroughAtOnceAndIsNews) {
  hold("1", "Font", "http://h/a.woff", "main");
  hold("2", "Image", "http://h/a.png", "main");
  ASSERT_TRUE(stage_->call("Runtime.enable", {}));
  EXPECT_TRUE(staged_->take_events());
  EXPECT_FALSE(staged_->take_events());
  ASSERT_EQ(staged_->choices().size(), 1u);
  EXPECT_EQ(staged_->choices()[0].passage->request.url, "http://h/a.png");
}

}  // namespace
}  // namespace squall::lab
