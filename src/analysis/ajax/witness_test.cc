#include "analysis/ajax/witness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace squall::analysis::ajax {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kPage = "http://h/shop/";
const Sequence kPair{{0, 1}, 0, 1};

lab::Run ran(std::vector<std::string> order) {
  lab::Run run;
  run.order = std::move(order);
  return run;
}

TEST(AjaxWitness, HeldIsWhatTheFirstCausedAndThatCameAfterTheSecond) {
  auto run = ran({"root/user:1", "root/user:1/timeout:10", "root/user:2", "root/user:2/xhr:GET http://h/b",
                  "root/user:1/xhr:GET http://h/a", "root/user:1/xhr:GET http://h/a/fetch:GET http://h/c",
                  "root/user:1/xhr:GET http://h/a/timeout:5"});
  EXPECT_THAT(held_in(run, kPair), ElementsAre("root/user:1/xhr:GET http://h/a"));
  EXPECT_THAT(overtaking_in(run, kPair), ElementsAre("root/user:2/xhr:GET http://h/b"));
}

// The second click finds the response to the first still on its way.
lab::Run gives_up(outcome::Answer answer) {
  using schedule::Choice;
  const std::string first = "root/user:1/fetch:GET http://h/a", second = "root/user:2/fetch:GET http://h/b";
  auto run = ran({"root/user:1", "root/user:2", second});
  run.decisions.offers = {{Choice::Step, "root/user:1", 0},
                          {Choice::Step, "root/user:2", 1},
                          {Choice::Response, first, 0},
                          {Choice::Response, second, 1}};
  run.decisions.turns = {{0, {0}, {}}, {1, {1, 2}, {}}, {3, {3}, {2}}};
  run.outcome.requests = {{"GET", "http://h/a", "", "fetch", answer, ""},
                          {"GET", "http://h/b", "", "fetch", outcome::Answer::Recorded, ""}};
  return run;
}

TEST(AjaxWitness, WhatTheSecondMakesThePageGiveUpWasHeldAndNeverCame) {
  auto run = gives_up(outcome::Answer::Abandoned);
  EXPECT_THAT(held_in(run, kPair), ElementsAre("root/user:1/fetch:GET http://h/a"));
  EXPECT_THAT(aborted_in(run, kPair), ElementsAre("root/user:1/fetch:GET http://h/a"));
  EXPECT_THAT(overtaking_in(run, kPair), ElementsAre("root/user:2/fetch:GET http://h/b"));
  EXPECT_THAT(aborted_in(gives_up(outcome::Answer::Held), kPair), IsEmpty());
  EXPECT_THAT(held_in(gives_up(outcome::Answer::Held), kPair), IsEmpty());
}

TEST(AjaxWitness, TheSentenceSaysWhoAborts) {
  const std::string a = "root/user:1/fetch:GET http://h/a", b = "root/user:1/xhr:POST http:/\\/other/b",
                    late = "root/user:2/fetch:GET http://h/c";
  EXPECT_EQ(witness_sentence({{a}, {late}, {}, {a}}, "click “Stop”", kPage),
            "click “Stop” aborts GET /a, which still waits for its answer");
  EXPECT_EQ(witness_sentence({{a, b}, {}, {}, {a, b}}, "click “Stop”", kPage),
            "click “Stop” aborts GET /a and POST http://other/b, which still wait for answers");
  EXPECT_EQ(witness_sentence({{a, b}, {late}, {}, {b}}, "click “Stop”", kPage),
            "the response to GET /a and the response to POST http://other/b were overtaken by the response to GET /c");
}

TEST(AjaxWitness, TheStepsAreCountedByTheirPositionInTheSequence) {
  auto run = ran({"root/user:1", "root/user:2", "root/user:3", "root/user:2/fetch:GET http://h/a#1"});
  EXPECT_THAT(held_in(run, {{0, 1, 2}, 1, 2}), ElementsAre("root/user:2/fetch:GET http://h/a#1"));
  EXPECT_THAT(overtaking_in(run, {{0, 1, 2}, 1, 2}), IsEmpty());
}

TEST(AjaxWitness, OfLoadingTheAnswersAndMessagesToScriptsAreHeld) {
  const std::string list = "root/script:inline/fetch:GET http://h/list",
                    socket = "root/script:inline/web-socket:ws://h/a";
  auto run = ran({"root/script:http://h/early.js", "root/user:1", "root/user:1/fetch:GET http://h/mine", list, socket,
                  "root/script:http://h/late.js", "root/image-load:http://h/i.png"});
  Sequence loading{{0}, kLoading, 0};
  EXPECT_THAT(held_in(run, loading), ElementsAre(list, socket));
  EXPECT_THAT(overtaking_in(run, loading), ElementsAre("root/user:1/fetch:GET http://h/mine"));
}

TEST(AjaxWitness, EventsOfFramesAreHeldToo) {
  auto run = ran({"root/user:1", "root/user:2", "frame 0/0: root/user:1/fetch:GET http://h/a"});
  EXPECT_THAT(held_in(run, kPair), ElementsAre("frame 0/0: root/user:1/fetch:GET http://h/a"));
}

TEST(AjaxWitness, AnAnimationFrameAfterAResponseIsNoResponse) {
  EXPECT_EQ(request_of("root/user:1/fetch:GET http://h/a/body:json/frame"), "");
  EXPECT_EQ(request_of("root/user:1/fetch:GET http://h/a/body:json"), "GET http://h/a");
  EXPECT_EQ(request_of("root/user:1/script-load:http://h/rates?callback=f#2"), "GET http://h/rates?callback=f");
}

TEST(AjaxWitness, TheSentenceNamesPathsOfTheOwnServer) {
  EXPECT_EQ(witness_sentence({{"root/user:1/xhr:GET http://h/stations?filter=wash"},
                              {"root/user:2/xhr:GET http://h/stations?filter=wash,diesel"},
                              {}},
                             "click “B”", kPage),
            "the response to GET /stations?filter=wash was overtaken by the response to "
            "GET /stations?filter=wash,diesel");
  EXPECT_EQ(witness_sentence({{"root/user:1/xhr:GET http:/\\/other/a"}, {}, {}}, "click “Close”", kPage),
            "the response to GET http://other/a came only after click “Close”");
}

TEST(AjaxWitness, TheSentenceDoesNotRepeatARequestThatIsSentTwice) {
  EXPECT_EQ(witness_sentence({{"root/user:1/xhr:GET http://h/a"}, {"root/user:2/xhr:GET http://h/a"}, {}}, "", kPage),
            "the response to GET /a was overtaken by that to the same request, sent later");
}

TEST(AjaxWitness, ARequestWithAnotherBodyIsNotTheSame) {
  Crossing crossing{{"root/user:1/fetch:POST http://h/api"}, {"root/user:2/fetch:POST http://h/api"}, {}};
  crossing.sent = {{"POST", "http://h/api", "aa", "fetch", outcome::Answer::Recorded, ""},
                   {"POST", "http://h/api", "aa", "fetch", outcome::Answer::Recorded, ""}};
  EXPECT_EQ(witness_sentence(crossing, "", kPage),
            "the response to POST /api was overtaken by that to the same request, sent later");
  crossing.sent[1].body_hash = "bb";
  EXPECT_EQ(witness_sentence(crossing, "", kPage), "the response to POST /api was overtaken by that to a later one");
}

TEST(AjaxWitness, OneResponseIsOneWhateverWordsItsAddressHas) {
  EXPECT_EQ(witness_sentence({{"root/user:1/xhr:GET http://h/cats and dogs"}, {"root/user:2/xhr:GET http://h/b"}, {}},
                             "", kPage),
            "the response to GET /cats and dogs was overtaken by the response to GET /b");
}

TEST(AjaxWitness, MessagesAreToldByTheirConnection) {
  const std::string alpha = "root/user:1/web-socket:ws://h/alpha", beta = "root/user:2/web-socket:ws://h/beta#1";
  EXPECT_EQ(witness_sentence({{alpha}, {beta + "/web-socket:message#2"}, {}}, "", kPage),
            "a message of the WebSocket ws://h/alpha was overtaken by a message of the WebSocket ws://h/beta");
  EXPECT_EQ(witness_sentence({{alpha}, {"root/user:2/web-socket:ws://h/alpha"}, {}}, "", kPage),
            "a message of the WebSocket ws://h/alpha was overtaken by one of another connection");
  EXPECT_EQ(words_for("root/user:1/event-source:http://h/news/event-source:message", kPage),
            "a message of the event stream /news");
}

TEST(AjaxWitness, WhatCameBetweenTwoHeldResponsesDidNotOvertakeTheFirst) {
  auto run = ran({"root/user:1", "root/user:2", "root/user:1/xhr:GET http://h/a", "root/user:2/xhr:GET http://h/b",
                  "root/user:1/xhr:GET http://h/c"});
  EXPECT_THAT(held_in(run, kPair), ElementsAre("root/user:1/xhr:GET http://h/a", "root/user:1/xhr:GET http://h/c"));
  EXPECT_THAT(overtaking_in(run, kPair), IsEmpty());
}

lab::Run crossed(bool first_is_fresh, bool second_is_fresh, const std::string& second = "GET http://h/a") {
  auto run = ran({"root/user:1", "root/user:2", "root/user:2/xhr:" + second, "root/user:1/xhr:GET http://h/a",
                  "root/user:1/xhr:GET http://h/a/timeout:5"});
  run.came = {{"root/user:2/xhr:" + second, 1, second_is_fresh}, {"root/user:1/xhr:GET http://h/a", 0, first_is_fresh}};
  return run;
}

TEST(AjaxWitness, EqualRequestsAreAnsweredInTurnByACache) {
  auto order = in_turn(crossed(false, false), {"root/user:1/xhr:GET http://h/a"});
  ASSERT_TRUE(order);
  EXPECT_THAT(*order, ElementsAre("root/user:1", "root/user:2", "root/user:1/xhr:GET http://h/a",
                                  "root/user:2/xhr:GET http://h/a", "root/user:1/xhr:GET http://h/a/timeout:5"));
}

TEST(AjaxWitness, OnlyEqualRequestsThatGoThroughTheCacheWaitForEachOther) {
  const std::vector<std::string> held = {"root/user:1/xhr:GET http://h/a"};
  EXPECT_FALSE(in_turn(crossed(true, false), held));
  EXPECT_FALSE(in_turn(crossed(false, true), held));
  EXPECT_FALSE(in_turn(crossed(false, false, "GET http://h/ab"), held));
  EXPECT_FALSE(in_turn(crossed(false, false, "POST http://h/a"), held));
  EXPECT_FALSE(in_turn(crossed(false, false), {"root/user:1/xhr:GET http://h/b"}));
  // What was sent before it has not waited for it.
  EXPECT_FALSE(in_turn(crossed(false, false), {"root/user:2/xhr:GET http://h/a"}));
}

TEST(AjaxWitness, AResponseIsThatToTheWholeAddress) {
  EXPECT_TRUE(is_response_to("root/user:1/fetch:GET http://h/ab/body:json", "GET http://h/ab"));
  EXPECT_FALSE(is_response_to("root/user:1/fetch:GET http://h/ab", "GET http://h/a"));
  EXPECT_FALSE(is_response_to("root/user:1/fetch:GET http://h/a", "POST http://h/a"));
  EXPECT_TRUE(is_response_to("root/web-socket:ws://h/a/web-socket:message", "WS ws://h/a"));
  EXPECT_FALSE(is_response_to("root/web-socket:ws://h/ab/web-socket:message", "WS ws://h/a"));
}

}  // namespace
}  // namespace squall::analysis::ajax
