#include "lab/decisions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace squall::lab {
namespace {

using schedule::Choice;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Choice timer(const char* name, int created) { return {Choice::Timer, name, -1, 0, created}; }
const Choice kStep = {Choice::Step, "root/user:1", 0, 0, 0};

// The names of what could happen at each turn.
std::vector<std::vector<std::string>> enabled_names(const Decisions& decisions) {
  std::vector<std::vector<std::string>> out;
  for (const auto& places : enabled_at_turns(decisions)) {
    out.emplace_back();
    for (size_t place : places) out.back().push_back(decisions.offers[place].name);
  }
  return out;
}

TEST(Decisions, TellWhatCouldHappenAndWhatDid) {
  DecisionLog log;
  log.note({timer("a", 1), timer("b", 2), kStep}, timer("a", 1));
  log.note({timer("b", 2), timer("c", 3), kStep}, timer("c", 3));  // a set c
  log.note({kStep}, kStep);                                        // c cleared b
  const Decisions& decisions = log.decisions();
  EXPECT_THAT(enabled_names(decisions), ElementsAre(ElementsAre("a", "b", "root/user:1"),
                                                    ElementsAre("b", "root/user:1", "c"), ElementsAre("root/user:1")));
  ASSERT_EQ(decisions.turns.size(), 3u);
  EXPECT_EQ(decisions.offers[decisions.turns[1].ran], (Offer{Choice::Timer, "c", -1}));
  EXPECT_THAT(decisions.turns[1].went, IsEmpty()) << "what ran is gone, and need not be told";
}

TEST(Decisions, StoreEachEventOnce) {
  DecisionLog log;
  for (int i = 0; i < 50; ++i)
    log.note({timer("waits", 0), timer(("t" + std::to_string(i)).c_str(), i)},
             timer(("t" + std::to_string(i)).c_str(), i));
  EXPECT_EQ(log.decisions().offers.size(), 51u);
  for (size_t i = 1; i < 50; ++i) EXPECT_EQ(log.decisions().turns[i].came.size(), 1u);
}

TEST(Decisions, WhatHappensAgainCouldHappenAgain) {
  DecisionLog log;
  const Choice animation = {Choice::Animation, "root/animation", -1, 0, 0};
  log.note({animation}, animation);
  log.note({animation}, animation);
  EXPECT_EQ(log.decisions().offers.size(), 1u);
  EXPECT_THAT(enabled_names(log.decisions()),
              ElementsAre(ElementsAre("root/animation"), ElementsAre("root/animation")));
}

TEST(Decisions, TwoOfOneNameAreTwo) {
  DecisionLog log;
  log.note({timer("a", 1), timer("a", 2)}, timer("a", 1));
  log.note({timer("a", 2)}, timer("a", 2));
  EXPECT_THAT(enabled_names(log.decisions()), ElementsAre(ElementsAre("a", "a"), ElementsAre("a")));
  EXPECT_EQ(log.decisions().offers.size(), 2u);
  EXPECT_NE(log.decisions().turns[0].ran, log.decisions().turns[1].ran);
  EXPECT_THAT(log.decisions().turns[1].came, IsEmpty()) << "it could have run before";
}

TEST(Decisions, AreReadAsTheyWereWritten) {
  DecisionLog log;
  log.note({timer("a", 1), kStep, timer("“b”", 2)}, kStep);
  log.note({timer("a", 1)}, timer("a", 1));
  Json json = to_json(log.decisions());
  EXPECT_EQ(
      json.dump(),
      R"({"offers":[["timer","a",-1],["step","root/user:1",0],["timer","“b”",-1]],"turns":[[1,[0,1,2],[]],[0,[],[2]]]})");
  auto again = decisions_from_json(*parse_json(json.dump()));
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, log.decisions());
}

TEST(Decisions, ThatSpeakOfWhatIsNotThereAreRefused) {
  for (const char* text : {R"({"offers":[["step","a",0]],"turns":[[1,[],[]]]})", R"({"offers":[["leap","a",0]]})",
                           R"({"offers":[["step",7,0]]})", R"({"offers":[],"turns":[[0,[],[]]]})",
                           R"({"offers":[["step","a",0]],"turns":[[0,[0],[-1]]]})"}) {
    EXPECT_FALSE(decisions_from_json(*parse_json(text))) << text;
  }
}

}  // namespace
}  // namespace squall::lab
