#include "oracle/unseen.h"

#include <gtest/gtest.h>

namespace squall::oracle {
namespace {

// The element with the id "it" in a page whose body holds `children`, JSON.
bool is_unseen(const std::string& children) {
  auto json =
      parse_json(R"({"t":"html","r":[0,0,800,600],"c":[{"t":"body","r":[0,0,800,600],"c":[)" + children + "]}]}");
  EXPECT_TRUE(json) << children;
  const std::vector<Selector> nothing;
  DomTree tree(*json, nothing);
  const DomNode* found = nullptr;
  auto look = [&](auto& self, const DomNode& node) -> void {
    if (node.id == "it") found = &node;
    for (const DomNode* child : node.children) self(self, *child);
  };
  look(look, *tree.root());
  EXPECT_TRUE(found) << children;
  return found && found->unseen;
}

TEST(Unseen, WhatIsDrawnIsSeen) {
  EXPECT_FALSE(is_unseen(R"({"t":"p","a":{"id":"it"},"r":[0,0,9,9]})"));
  EXPECT_FALSE(is_unseen(R"({"t":"p","a":{"id":"it","aria-hidden":"true"},"r":[0,0,9,9]})"));
  EXPECT_FALSE(is_unseen(R"({"t":"option","a":{"id":"it"}})")) << "no box of its own";
}

TEST(Unseen, WhatIsNotDisplayedIsUnseenWithAllThatIsInIt) {
  EXPECT_TRUE(is_unseen(R"({"t":"p","a":{"id":"it"},"u":2})"));
  EXPECT_TRUE(is_unseen(R"({"t":"div","u":2,"c":[{"t":"p","a":{"id":"it"}}]})"));
  EXPECT_TRUE(is_unseen(R"({"t":"div","a":{"role":"status"},"u":2,"c":[{"t":"p","a":{"id":"it"}}]})"));
}

TEST(Unseen, WithinWhatIsNotVisibleSomethingMayBe) {
  EXPECT_TRUE(is_unseen(R"({"t":"p","a":{"id":"it","role":"status"},"r":[0,0,9,9],"u":2})"));
  EXPECT_FALSE(is_unseen(R"({"t":"div","r":[0,0,9,9],"u":2,"c":[{"t":"p","a":{"id":"it"},"r":[0,0,9,9]}]})"));
}

TEST(Unseen, WhatIsOutOfSightCountsOnlyWhereItIsMadeForAssistiveTechnology) {
  auto within = [](const std::string& attributes, const std::string& box = "[0,0,9,9]") {
    return is_unseen(R"({"t":"div","a":{)" + attributes + R"(},"r":)" + box +
                     R"(,"u":1,"c":[{"t":"span","a":{"id":"it"},"r":[0,0,9,9],"u":1}]})");
  };
  EXPECT_TRUE(within(""));
  EXPECT_FALSE(within(R"("aria-live":"polite")"));
  EXPECT_TRUE(within(R"("aria-live":"polite","aria-hidden":"true")"));
  EXPECT_FALSE(within(R"("role":"note")"));
  EXPECT_FALSE(within(R"("aria-label":"x")"));
  EXPECT_FALSE(within("", "[0,0,1,1]")) << "the usual way to hide a label from the screen alone";
  EXPECT_FALSE(is_unseen(R"({"t":"button","r":[0,0,9,9],"u":1,"c":[{"t":"b","a":{"id":"it"},"r":[0,0,9,9],"u":1}]})"));
}

TEST(Unseen, ALiveRegionAroundItTellsOfIt) {
  EXPECT_FALSE(is_unseen(
      R"({"t":"div","a":{"role":"status"},"r":[0,0,9,9],"c":[{"t":"p","a":{"id":"it"},"r":[0,0,9,9],"u":1}]})"));
  EXPECT_TRUE(is_unseen(
      R"({"t":"div","a":{"aria-live":"off"},"r":[0,0,9,9],"c":[{"t":"p","a":{"id":"it"},"r":[0,0,9,9],"u":1}]})"));
  EXPECT_TRUE(is_unseen(R"({"t":"a","r":[0,0,9,9],"c":[{"t":"p","a":{"id":"it"},"r":[0,0,9,9],"u":1}]})"))
      << "a control that is drawn says nothing of what is not";
}

TEST(Unseen, TheTitleOfThePageIsSeenInItsTab) {
  EXPECT_FALSE(is_unseen(R"({"t":"head","u":2,"c":[{"t":"title","a":{"id":"it"}}]})"));
}

}  // namespace
}  // namespace squall::oracle
