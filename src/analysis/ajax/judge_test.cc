#include "analysis/ajax/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/ajax/words.h"
#include "analysis/harm.h"
#include "analysis/telling.h"
#include "analysis/trial.h"

namespace squall::analysis::ajax {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// A list of some height in a box that is as high.
outcome::Outcome page(const std::string& text, int height = 20) {
  std::string box = "[0,0,90," + std::to_string(height) + "]";
  outcome::Outcome outcome;
  outcome.url = "http://h/";
  outcome.frames =
      *parse_json(R"([{"path":"0","url":"http://h/","scroll":[0,0],"focus":"","root":{"t":"html",)"
                  R"("r":[0,0,100,100],"c":[{"t":"main","r":)" +
                  box + R"(,"c":[{"t":"p","a":{"id":"out"},"r":)" + box + R"(,"c":[")" + text + R"("]}]}]}}])");
  return outcome;
}

outcome::Outcome sending(const std::string& method, size_t times) {
  outcome::Outcome outcome = page("x");
  outcome.requests.assign(times, {method, "http://h/cart", "", "fetch", outcome::Answer::Recorded, ""});
  return outcome;
}

TEST(AjaxJudge, AWriteThatIsSentOnceMoreHarmsAndAReadDoesNot) {
  EXPECT_TRUE(compare_harm(sending("GET", 1), sending("GET", 2), {}).equal);
  EXPECT_FALSE(compare_harm(sending("POST", 1), sending("POST", 2), {}).equal);
}

TEST(AjaxJudge, ABeaconThatIsSentOnceMoreHarmsNobody) {
  auto one = sending("POST", 1), two = sending("POST", 2);
  for (auto* run : {&one, &two}) {
    for (auto& request : run->requests) request.type = "ping";
  }
  auto comparison = compare_harm(one, two, {});
  EXPECT_TRUE(comparison.equal);
  EXPECT_THAT(comparison.not_counted, SizeIs(1));
}

TEST(AjaxJudge, WhatAnIgnoredPartMovesDoesNotCountEither) {
  oracle::CompareOptions options;
  EXPECT_FALSE(compare_harm(page("a", 20), page("b", 40), options).equal);
  options.ignore = *oracle::parse_selectors("#out");
  auto comparison = compare_harm(page("a", 20), page("b", 40), options);
  EXPECT_TRUE(comparison.equal) << oracle::summary(comparison);
}

TEST(AjaxJudge, ATextTellsMoreThanTheSizeOfItsElement) {
  auto comparison = compare_harm(page("a", 20), page("b", 40), {});
  ASSERT_TRUE(main_difference(comparison));
  EXPECT_EQ(main_difference(comparison)->kind, oracle::Kind::Text);
  EXPECT_EQ(severity_of(comparison), finding::Severity::Error);
}

// A head with these elements, and a picture.
outcome::Outcome styled(const std::string& head, const std::string& picture) {
  outcome::Outcome outcome;
  outcome.url = "http://h/";
  outcome.picture = picture;
  outcome.frames = *parse_json(R"([{"path":"0","url":"http://h/","scroll":[0,0],"focus":"","root":{"t":"html","c":[)"
                               R"({"t":"head","c":[)" +
                               head + "]}]}}]");
  return outcome;
}

TEST(AjaxJudge, StyleSheetsOfTheHeadHarmByWhatTheyShow) {
  std::string white = *oracle::encode_png(oracle::Picture(9, 9)), other = *oracle::encode_png(oracle::Picture(9, 8));
  const std::string one = R"({"t":"style","c":["a{}"]})", two = R"({"t":"link","a":{"id":"x","href":"/b.css"}})";
  for (const std::string& changed : {two + "," + one, one}) {
    auto calm = styled(one + "," + two, white);
    auto comparison = compare_harm(calm, styled(changed, white), {});
    EXPECT_TRUE(comparison.equal) << oracle::summary(comparison);
    EXPECT_THAT(comparison.not_counted, SizeIs(1));
    comparison = compare_harm(calm, styled(changed, other), {});
    ASSERT_FALSE(comparison.equal);
    EXPECT_EQ(main_difference(comparison)->aspect, oracle::Aspect::Screen);
    EXPECT_FALSE(compare_harm(calm, styled(changed, ""), {}).equal) << "without a picture, nobody knows";
  }
  EXPECT_FALSE(
      compare_harm(styled(R"({"t":"title","c":["a"]})", white), styled(R"({"t":"title","c":["b"]})", white), {}).equal);
}

TEST(AjaxJudge, CookiesOfResponsesAreReadFromTheirHeaders) {
  network::Recording recording;
  recording.entries.resize(2);
  recording.entries[0].response.headers = {{"Set-Cookie", "sid=1; Path=/; HttpOnly"}, {"X", "a=b"}};
  recording.entries[1].response.headers = {{"set-cookie", "sid=2\nlang=en; Secure"}};
  EXPECT_THAT(served_by(recording).cookies, ElementsAre("lang=en", "sid=1", "sid=2"));
}

TEST(AjaxJudge, TokensAreReadFromAnswersToScriptsAndRenewedWhereAnswersToOneRequestDiffer) {
  network::Recording recording;
  auto answer = [&](const std::string& url, const std::string& type, const std::string& body) {
    network::Entry entry;
    entry.request = {"GET", url, "", {}, type};
    entry.response.body = body;
    recording.entries.push_back(std::move(entry));
  };
  const std::string fixed = "111111aaaaaa111111", one = "f81d4fae7dec11d0a765", two = "0a765f81d4fae7dec11d";
  answer("http://h/me", "fetch", "{\"id\":\"" + fixed + "\",\"token\":\"" + one + "\"}");
  answer("http://h/me", "xhr", "{\"id\":\"" + fixed + "\",\"token\":\"" + two + "\"}");
  answer("http://h/other", "fetch", "222222bbbbbb222222, and some words");
  answer("http://h/app.js", "script", "'333333cccccc333333'");
  auto served = served_by(recording);
  EXPECT_THAT(served.tokens, ElementsAre(two, fixed, "222222bbbbbb222222", one));
  EXPECT_THAT(served.renewed, ElementsAre(two, one));
}

TEST(AjaxJudge, WhatRunsOfOneScheduleDifferInIsUnstable) {
  oracle::CompareOptions options;
  options.stability = stability_of({page("a"), page("b")}, {page("c"), page("c")}, options);
  EXPECT_FALSE(options.stability.stable);
  EXPECT_TRUE(compare_harm(page("a"), page("c"), options).equal);
}

TEST(AjaxJudge, SentencesSpeakOfOrderAndNotOfRuns) {
  auto late = page("x");
  late.errors.push_back({"TypeError: x is null", "http://h/a.js", 3, 1, ""});
  std::string text = told(compare_harm(page("x"), late, {}), 3);
  EXPECT_THAT(text, HasSubstr("happened only when the responses cross"));
  EXPECT_THAT(told(compare_harm(late, page("x"), {}), 3), HasSubstr("happened only when they come in order"));
}

TEST(AjaxJudge, ManyDifferencesAreCounted) {
  auto a = page("x"), b = page("x");
  for (const char* text : {"one", "two", "three"}) b.errors.push_back({text, "http://h/a.js", 3, 1, ""});
  EXPECT_THAT(told(compare_harm(a, b, {}), 1), HasSubstr("; and 2 more differences"));
}

TEST(AjaxJudge, ARequestThatTheRecordingNeverHadAnAnswerForIsNotMentionedAgain) {
  outcome::Outcome recorded = sending("GET", 1), run = sending("GET", 1);
  run.requests[0].answer = outcome::Answer::Unanswered;
  EXPECT_THAT(unanswered({&run}, recorded), ElementsAre("GET /cart"));
  recorded.requests[0].answer = outcome::Answer::Unanswered;
  EXPECT_THAT(unanswered({&run}, recorded), IsEmpty());
}

TEST(AjaxJudge, ABeaconThatNobodyAnswersIsNotMissed) {
  outcome::Outcome run = sending("POST", 2);
  run.requests[0].type = "ping";
  for (auto& request : run.requests) request.answer = outcome::Answer::Unanswered;
  run.requests[0].url = "http://h/count";
  EXPECT_THAT(unanswered({&run}, page("x")), ElementsAre("POST /cart"));
}

TEST(AjaxJudge, WhetherTheServerOrTheRecordingAnsweredIsNoDifference) {
  outcome::Outcome recorded = sending("POST", 1), live = sending("POST", 1), lost = sending("POST", 1);
  live.requests[0].answer = outcome::Answer::Live;
  lost.requests[0].answer = outcome::Answer::Unanswered;
  auto comparison = compare_harm(recorded, live, {});
  EXPECT_TRUE(comparison.equal);
  EXPECT_THAT(comparison.not_counted, IsEmpty());
  EXPECT_THAT(compare_harm(recorded, lost, {}).not_counted, SizeIs(1));
}

// A picture with one spot, of this colour, where #out is.
std::string spotted(uint32_t colour) {
  oracle::Picture picture(100, 100);
  for (int y = 2; y < 12; ++y) {
    for (int x = 2; x < 12; ++x) picture.set(x, y, colour);
  }
  return *oracle::encode_png(picture);
}

TEST(AjaxJudge, PixelsOfAnUnstableElementDoNotCount) {
  auto calm = page("a"), crossed = page("a");
  calm.picture = spotted(0x000000FF);
  crossed.picture = spotted(0xFF0000FF);
  oracle::CompareOptions options;
  auto comparison = compare_harm(calm, crossed, options);
  ASSERT_THAT(comparison.differences, SizeIs(1));
  EXPECT_EQ(comparison.differences[0].aspect, oracle::Aspect::Screen);
  EXPECT_EQ(comparison.differences[0].subject, "#out");
  options.stability = stability_of({page("1"), page("2")}, {page("3"), page("3")}, options);
  EXPECT_TRUE(compare_harm(calm, crossed, options).equal);
}

TEST(AjaxJudge, APageThatDoesNotComeToRestCannotBeTested) {
  outcome::Outcome calm = page("x"), crossed = page("x");
  EXPECT_FALSE(why_not_comparable(calm, crossed));
  calm.ending = outcome::Ending::TimedOut;
  auto why = why_not_comparable(calm, crossed);
  ASSERT_TRUE(why);
  EXPECT_EQ(why->kind, Reason::Kind::NeverSettles);
  EXPECT_EQ(words_for(*why, false), "the page does not come to rest after them (timed-out)");
}

TEST(AjaxJudge, BothSchedulesOfAPairPerformTheSameSteps) {
  Sequence sequence{{0, 3, 3}, 1, 2};
  EXPECT_EQ(synchronous(sequence).steps, adverse(sequence).steps);
  EXPECT_EQ(adverse(sequence).hold, (schedule::Hold{1, 2, {}}));
}

TEST(AjaxJudge, WhereTheFocusIsHarmsNobody) {
  auto focused = page("x");
  focused.frames.mutable_items()[0].set("focus", "#out");
  auto comparison = compare_harm(page("x"), focused, {});
  EXPECT_TRUE(comparison.equal);
  ASSERT_THAT(comparison.not_counted, SizeIs(1));
  EXPECT_EQ(comparison.not_counted[0].kind, oracle::Kind::Focus);
}

}  // namespace
}  // namespace squall::analysis::ajax
