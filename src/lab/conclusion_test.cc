#include "lab/conclusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace squall::lab {
namespace {

using network::Passage;
using network::PassageState;
using outcome::Answer;
using outcome::Ending;
using ::testing::HasSubstr;

Facts late() {
  Facts facts;
  facts.out_of_time = true;
  facts.timeout = Millis(1500);
  return facts;
}

Passage request(const char* url, PassageState state, std::optional<Answer> how = std::nullopt,
                const char* type = "fetch") {
  Passage passage;
  passage.request = {"GET", url, "", {}, type};
  passage.state = state;
  passage.fate.how = how;
  return passage;
}

TEST(Conclusion, APageWithWhichNothingIsWrongHasSettled) {
  EXPECT_EQ(Conclusion(Facts{}).ending(), Ending::Settled);
  EXPECT_EQ(Conclusion(Facts{}).detail(), "");
}

// What made the rest happen counts: each of these facts is believed before those below it.
TEST(Conclusion, TheFirstCauseIsTheEnding) {
  Facts facts;
  facts.diverged = "it went another way";
  EXPECT_EQ(Conclusion(facts).ending(), Ending::Diverged);
  EXPECT_EQ(Conclusion(facts).detail(), "it went another way");
  facts.load_error = "the page did not answer in time";
  EXPECT_EQ(Conclusion(facts).ending(), Ending::LoadFailed);
  EXPECT_EQ(Conclusion(facts).detail(), "the page did not answer in time");
  facts.out_of_time = true;
  EXPECT_EQ(Conclusion(facts).ending(), Ending::TimedOut);
  facts.load_error = "net::ERR_CONNECTION_REFUSED";
  EXPECT_EQ(Conclusion(facts).ending(), Ending::LoadFailed);
  facts.agent_error = "TypeError";
  EXPECT_EQ(Conclusion(facts).ending(), Ending::AgentFailed);
  EXPECT_EQ(Conclusion(facts).detail(), "TypeError");
  facts.interrupted = true;
  EXPECT_EQ(Conclusion(facts).ending(), Ending::Interrupted);
  facts.health = browser::Health::Crashed;
  EXPECT_EQ(Conclusion(facts).ending(), Ending::Crashed);
  EXPECT_EQ(Conclusion(facts).detail(), "");
  facts.health = browser::Health::Closed;
  EXPECT_EQ(Conclusion(facts).ending(), Ending::Closed);
  facts.health = browser::Health::BrowserDied;
  EXPECT_EQ(Conclusion(facts).ending(), Ending::BrowserDied);
}

TEST(Conclusion, APageThatHasNotSettledSaysWhatWasStillGoingOn) {
  Facts facts = late();
  EXPECT_EQ(Conclusion(facts).detail(), "the page had not settled after 1.5 s: it does not answer");
  facts.answered = true;
  EXPECT_THAT(Conclusion(facts).detail(), HasSubstr("something goes on for ever; the last was loading"));
  facts.last_event = "root/timeout:5";
  EXPECT_THAT(Conclusion(facts).detail(), HasSubstr("the last was root/timeout:5"));
  facts.silent_frame = "http://h/frame";
  EXPECT_THAT(Conclusion(facts).detail(), HasSubstr("a frame does not answer (http://h/frame)"));
}

TEST(Conclusion, ARequestWithoutAnEndIsTheReasonUnlessItIsAStreamOrHeld) {
  Passage held = request("http://h/held", PassageState::Held);
  Passage stream = request("http://h/stream", PassageState::Released, Answer::Live, "eventsource");
  Passage endless = request("http://h/endless", PassageState::Released, Answer::Live);
  Facts facts = late();
  facts.requests = {&held, &stream};
  EXPECT_THAT(Conclusion(facts).detail(), HasSubstr("it does not answer"));
  facts.requests.push_back(&endless);
  EXPECT_THAT(Conclusion(facts).detail(), HasSubstr("GET http://h/endless has no end"));
}

TEST(Conclusion, ALongPollKeepsNoPageFromSettling) {
  Passage poll = request("http://h/events", PassageState::Released, Answer::Live);
  poll.open = true;
  Facts facts = late();
  facts.requests = {&poll};
  EXPECT_THAT(Conclusion(facts).detail(), HasSubstr("it does not answer"));
}

TEST(Conclusion, RequestsTellHowTheyWereAnswered) {
  const std::pair<std::optional<Answer>, Answer> kAnswers[] = {
      {Answer::Recorded, Answer::Recorded},       {Answer::Repeated, Answer::Repeated},
      {Answer::Approximate, Answer::Approximate}, {Answer::Live, Answer::Live},
      {Answer::Failed, Answer::Failed},           {Answer::Unanswered, Answer::Unanswered},
      {std::nullopt, Answer::Abandoned},
  };
  for (auto [how, answer] : kAnswers) {
    Passage passage = request("http://h/a", PassageState::Done, how);
    ASSERT_EQ(requests_of({&passage}).size(), 1u);
    EXPECT_EQ(requests_of({&passage})[0].answer, answer);
  }
  Passage held = request("http://h/a", PassageState::Held);
  held.request.body = "x";
  auto sent = requests_of({&held})[0];
  EXPECT_EQ(sent.answer, Answer::Held);
  EXPECT_EQ(sent.method + " " + sent.url + " " + sent.type, "GET http://h/a fetch");
  EXPECT_FALSE(sent.body_hash.empty());
  held.open = true;
  EXPECT_EQ(requests_of({&held})[0].answer, Answer::UnderWay);
}

TEST(Conclusion, APingThatNobodySawIsNoRequest) {
  Passage ping = request("", PassageState::Done, std::nullopt, "ping");
  EXPECT_TRUE(requests_of({&ping}).empty());
}

}  // namespace
}  // namespace squall::lab
