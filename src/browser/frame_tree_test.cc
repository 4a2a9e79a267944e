#include "browser/frame_tree.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace squall::browser {
namespace {

const SessionId kMain{"main"};
const SessionId kOther{"other"};

class FrameTreeTest : public testing::Test {
 protected:
  FrameTreeTest() { tree_.begin(kMain, Json::object({{"id", "M"}, {"url", "about:blank"}})); }

  void event(const SessionId& session, const std::string& method, const std::string& params) {
    auto json = parse_json(params);
    ASSERT_TRUE(json) << params;
    tree_.note({session, method, *json});
  }
  void attach(const std::string& id, const std::string& parent, const SessionId& session = kMain) {
    tree_.note({session, "Page.frameAttached", Json::object({{"frameId", id}, {"parentFrameId", parent}})});
  }
  void detach(const std::string& id, const std::string& reason = "remove") {
    tree_.note({kMain, "Page.frameDetached", Json::object({{"frameId", id}, {"reason", reason}})});
  }
  void context(const std::string& frame, int id, const SessionId& session = kMain, bool is_default = true) {
    Json data = Json::object({{"frameId", frame}, {"isDefault", is_default}});
    Json context = Json::object({{"id", id}, {"auxData", data}});
    tree_.note({session, "Runtime.executionContextCreated", Json::object({{"context", context}})});
  }
  // "M:0 A:0/0": ids and paths in order.
  std::string shape() const {
    std::vector<std::string> parts;
    for (const auto& frame : tree_.in_order()) parts.push_back(frame.id + ":" + frame.path);
    return join(parts, " ");
  }

  FrameTree tree_;
};

TEST_F(FrameTreeTest, FramesStandInOrderOfAttachment) {
  attach("A", "M");
  attach("B", "M");
  attach("A1", "A");
  EXPECT_EQ(shape(), "M:0 A:0/0 A1:0/0/0 B:0/1");
}

TEST_F(FrameTreeTest, APathDoesNotChangeWhenASiblingGoes) {
  attach("A", "M");
  attach("B", "M");
  detach("A");
  attach("C", "M");
  EXPECT_EQ(shape(), "M:0 B:0/1 C:0/2");
}

TEST_F(FrameTreeTest, ANewDocumentCountsItsFramesAnew) {
  attach("A", "M");
  attach("A1", "A");
  event(kMain, "Page.frameNavigated", R"({"frame":{"id":"M","url":"http://a/"}})");
  EXPECT_EQ(shape(), "M:0");
  attach("B", "M");
  EXPECT_EQ(shape(), "M:0 B:0/0");
  EXPECT_EQ(tree_.main()->url, "http://a/");
}

TEST_F(FrameTreeTest, ContextsComeAndGo) {
  attach("A", "M");
  context("M", 1);
  context("A", 2);
  context("A", 3, kMain, false);
  EXPECT_EQ(tree_.find("A")->context, 2);
  event(kMain, "Runtime.executionContextDestroyed", R"({"executionContextId":2})");
  EXPECT_EQ(tree_.find("A")->context, 0);
  event(kMain, "Runtime.executionContextsCleared", "{}");
  EXPECT_EQ(tree_.main()->context, 0);
}

TEST_F(FrameTreeTest, AFrameKeepsItsPlaceInAnotherProcess) {
  attach("A", "M");
  context("A", 2);
  attach("A1", "A");
  detach("A", "swap");
  event(kMain, "Target.attachedToTarget", R"({"sessionId":"other","targetInfo":{"type":"iframe","targetId":"A"}})");
  EXPECT_EQ(shape(), "M:0 A:0/0");
  EXPECT_EQ(tree_.find("A")->session, kOther);
  EXPECT_EQ(tree_.find("A")->context, 0);
  // What the old process still says is not about the new one.
  context("A", 9, kMain);
  EXPECT_EQ(tree_.find("A")->context, 0);
  context("A", 1, kOther);
  event(kMain, "Runtime.executionContextDestroyed", R"({"executionContextId":1})");
  EXPECT_EQ(tree_.find("A")->context, 1);
  event(kOther, "Page.frameNavigated", R"({"frame":{"id":"A","parentId":"M","url":"http://b/"}})");
  EXPECT_EQ(tree_.find("A")->url, "http://b/");
}

TEST_F(FrameTreeTest, AFrameComesBackToItsParentsProcess) {
  attach("A", "M");
  event(kMain, "Target.attachedToTarget", R"({"sessionId":"other","targetInfo":{"type":"iframe","targetId":"A"}})");
  context("A", 1, kOther);
  attach("A", "M");
  event(kMain, "Target.detachedFromTarget", R"({"sessionId":"other"})");
  context("A", 5);
  EXPECT_EQ(tree_.find("A")->session, kMain);
  EXPECT_EQ(tree_.find("A")->context, 5);
  EXPECT_EQ(shape(), "M:0 A:0/0");
}

TEST_F(FrameTreeTest, StrangeEventsAreHarmless) {
  attach("X", "nobody");
  detach("nobody");
  detach("M");
  context("nobody", 4);
  event(kOther, "Page.frameNavigated", R"({"frame":{"id":"M","url":"http://elsewhere/"}})");
  event(kMain, "Page.frameAttached", "{}");
  EXPECT_EQ(shape(), "M:0");
  EXPECT_EQ(tree_.main()->url, "about:blank");
}

}  // namespace
}  // namespace squall::browser
