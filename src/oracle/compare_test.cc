#include "oracle/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oracle/sequences.h"
#include "oracle/words.h"

namespace squall::oracle {
namespace {

using outcome::Answer;
using outcome::Ending;
using outcome::Outcome;
using testing::ElementsAre;
using testing::IsEmpty;

Json frames(const std::string& text, const std::string& clock = "12:00") {
  return *parse_json(
      R"([{"path":"0","url":"http://h/","scroll":[0,0],"focus":"","root":{"t":"html","r":[0,0,100,60],)"
      R"("c":[{"t":"body","r":[0,0,100,60],"c":[{"t":"div","a":{"id":"result"},"r":[10,10,50,10],"c":[")" +
      text + R"("]},{"t":"p","a":{"id":"clock"},"r":[0,40,20,10],"c":[")" + clock + R"("]}]}]}}])");
}

Outcome outcome() {
  Outcome value;
  value.url = "http://h/";
  value.status = 200;
  value.frames = frames("Acme");
  return value;
}

std::string picture_with(const PixelRect& rect, int width = 100, int height = 60) {
  Picture picture(width, height);
  for (int y = rect.y; y < rect.y + rect.height; ++y) {
    for (int x = rect.x; x < rect.x + rect.width; ++x) picture.set(x, y, 0x000000FF);
  }
  return *encode_png(picture);
}

CompareOptions no_pixels() {
  CompareOptions options;
  options.pixels = false;
  return options;
}

// "aspect: sentence" of each difference that counts.
std::vector<std::string> told(const Comparison& comparison) {
  std::vector<std::string> out;
  for (const Difference& difference : comparison.differences) {
    out.push_back(std::string(name_of(difference.aspect)) + ": " + sentence_of(difference));
  }
  return out;
}
std::vector<std::string> told(const Outcome& a, const Outcome& b) { return told(compare(a, b, no_pixels())); }

TEST(Sequences, AreComparedAsMultisetsAndInOrder) {
  SequenceDiff diff = compare_sequences({"a", "b", "a", "c"}, {"a", "d", "c"});
  EXPECT_THAT(diff.only_a, ElementsAre(1, 2));
  EXPECT_THAT(diff.only_b, ElementsAre(1));
  EXPECT_THAT(diff.pairs, ElementsAre(std::pair(0, 0), std::pair(3, 2)));
  EXPECT_FALSE(diff.only_order);
  EXPECT_TRUE(compare_sequences({"a", "b"}, {"b", "a"}).only_order);
  EXPECT_FALSE(compare_sequences({"a", "a"}, {"a", "a"}).only_order);
}

TEST(Sequences, TheNthOfEqualElementsIsTheNthOfTheOthers) {
  SequenceDiff diff = compare_sequences({"a", "b", "a"}, {"a", "a", "b"});
  EXPECT_THAT(diff.pairs, ElementsAre(std::pair(0, 0), std::pair(1, 2), std::pair(2, 1)));
}

TEST(Compare, EqualOutcomesAreEqual) {
  Comparison comparison = compare(outcome(), outcome(), no_pixels());
  EXPECT_TRUE(comparison.equal);
  EXPECT_FALSE(comparison.visible);
  EXPECT_EQ(summary(comparison), "The outcomes are equal.\n");
}

TEST(Compare, TellsTheTextOfAnElement) {
  Outcome a = outcome(), b = outcome();
  b.frames = frames("Acme, Zoom");
  Comparison comparison = compare(a, b, no_pixels());
  EXPECT_FALSE(comparison.equal);
  EXPECT_TRUE(comparison.visible);
  ASSERT_EQ(comparison.differences.size(), 1u);
  const Difference& difference = comparison.differences[0];
  EXPECT_EQ(difference.aspect, Aspect::Dom);
  EXPECT_EQ(difference.subject, "#result");
  EXPECT_EQ(difference.kind, Kind::Text);
  EXPECT_EQ(difference.side, Side::Both);
  EXPECT_EQ(sentence_of(difference), "the text of #result is “Acme, Zoom” instead of “Acme”");
  EXPECT_EQ(difference.before, "Acme");
  EXPECT_EQ(difference.after, "Acme, Zoom");
}

TEST(Compare, TellsEndingsUrlsAndStatus) {
  Outcome a = outcome(), b = outcome();
  b.ending = Ending::TimedOut;
  b.ending_detail = "an endless loop";
  b.url = "http://h/other";
  b.frames.mutable_items()[0].set("url", "http://h/other");
  b.status = 500;
  EXPECT_THAT(told(a, b),
              ElementsAre("ending: the page did not settle in time (an endless loop) in the second run and "
                          "settled in the first",
                          "url: the page is /other instead of /", "url: the document’s status is 500 instead of 200"));
  a.ending = Ending::TimedOut;
  a.ending_detail = "a held response";
  a.url = b.url;
  a.frames = b.frames;
  a.status = b.status;
  EXPECT_THAT(told(a, b), ElementsAre("ending: the page did not settle in time: “an endless loop” instead of “a held "
                                      "response”"));
}

TEST(Compare, TheAddressOfTheMainFrameIsToldOnceAndThatOfAnotherByItself) {
  auto at = [](const std::string& url, const std::string& inner) {
    Outcome value = outcome();
    value.url = url;
    value.frames.mutable_items()[0].set("url", url);
    value.frames.push(Json::object({{"path", "0/0"}, {"url", inner}}));
    return value;
  };
  EXPECT_THAT(told(at("http://h/", "http://h/one"), at("http://h/other", "http://h/two")),
              ElementsAre("url: the page is /other instead of /",
                          "url: the document is /two instead of /one (in the frame 0/0)"));
}

TEST(Compare, TellsErrorsByTextAndPlaceButNotByStack) {
  Outcome a = outcome(), b = outcome();
  a.errors = {{"Error: both", "http://h/s.js", 1, 1, "one stack"}};
  b.errors = {{"Error: both", "http://h/s.js", 1, 1, "another stack"},
              {"TypeError: x is null", "http://h/js/script.js?v=2", 40, 3, ""}};
  EXPECT_THAT(told(a, b),
              ElementsAre("error: an uncaught TypeError: x is null in script.js:40 happened only in the second run"));
  b.errors = {{"Error: both", "http://h/s.js", 1, 2, ""}};
  EXPECT_THAT(told(a, b), ElementsAre("error: an uncaught Error: both in s.js:1 happened only in the first run",
                                      "error: an uncaught Error: both in s.js:1 happened only in the second run"));
}

TEST(Compare, SaysOnceThatARejectionIsUncaught) {
  Outcome a = outcome(), b = outcome();
  b.errors = {{"Uncaught (in promise) TypeError: x is null", "http://h/s.js", 4, 1, ""}};
  EXPECT_THAT(told(a, b),
              ElementsAre("error: an uncaught TypeError: x is null (in a promise) in s.js:4 happened only in "
                          "the second run"));
}

TEST(Compare, TellsWhereTheBrowserWantedToGoWhenItShowsAnErrorPage) {
  Outcome a = outcome(), b = outcome();
  a.requests = b.requests = {{"GET", "http://h/", "", "document", Answer::Recorded, ""}};
  a.requests.push_back({"POST", "http://h/api/x", "", "fetch", Answer::Recorded, ""});
  b.requests.push_back({"POST", "http://h/api/x", "", "document", Answer::Unanswered, ""});
  b.url = "chrome-error://chromewebdata/";
  EXPECT_EQ(told(a, b).at(0), "url: the browser goes to /api/x instead of /");
  EXPECT_EQ(told(b, a).at(0), "url: the browser goes to / instead of /api/x");
}

TEST(Compare, TellsRequestsThatOnlyOneRunSent) {
  Outcome a = outcome(), b = outcome();
  a.requests = {{"GET", "http://h/a", "", "xhr", Answer::Recorded, ""}};
  b.requests = {{"GET", "http://h/a", "", "xhr", Answer::Recorded, ""},
                {"GET", "http://h/x?q=1", "", "fetch", Answer::Recorded, ""},
                {"GET", "http://h/a", "", "xhr", Answer::Repeated, ""}};
  EXPECT_THAT(told(a, b), ElementsAre("requests: GET /x?q=1 was sent only in the second run",
                                      "requests: GET /a was sent 2 times instead of once"));
  EXPECT_THAT(told(b, a), ElementsAre("requests: GET /x?q=1 was sent only in the first run",
                                      "requests: GET /a was sent once instead of 2 times"));
}

TEST(Compare, TellsBodiesAndAnswers) {
  Outcome a = outcome(), b = outcome();
  a.requests = {{"POST", "http://h/save", "aa", "xhr", Answer::Recorded, ""},
                {"GET", "http://h/x", "", "xhr", Answer::Recorded, ""}};
  b.requests = {{"POST", "http://h/save", "bb", "xhr", Answer::Recorded, ""},
                {"GET", "http://h/x", "", "xhr", Answer::Held, ""}};
  EXPECT_THAT(told(a, b), ElementsAre("requests: the answer to GET /x is held instead of recorded",
                                      "requests: POST /save was sent with another body"));
}

TEST(Compare, AnAnswerOfTheServerIsAsGoodAsARecordedOne) {
  Outcome a = outcome(), b = outcome();
  a.requests = {{"GET", "http://h/x", "", "xhr", Answer::Recorded, ""}};
  b.requests = {{"GET", "http://h/x", "", "xhr", Answer::Live, ""}};
  EXPECT_THAT(told(a, b), IsEmpty());
  EXPECT_THAT(told(b, a), IsEmpty());
  b.requests[0].answer = Answer::Repeated;
  EXPECT_THAT(told(a, b), ElementsAre("requests: the answer to GET /x is repeated instead of recorded"));
}

TEST(Compare, OfEqualRequestsTheNthAnswersAreCompared) {
  Outcome a = outcome(), b = outcome();
  a.requests = {{"GET", "http://h/x", "", "xhr", Answer::Recorded, ""},
                {"GET", "http://h/x", "", "xhr", Answer::Held, ""}};
  b.requests = a.requests;
  EXPECT_THAT(told(a, b), IsEmpty());
}

TEST(Compare, OfPagesThatSettledNoDetailCounts) {
  Outcome a = outcome(), b = outcome();
  a.ending_detail = "1 frame";
  b.ending_detail = "2 frames";
  EXPECT_THAT(told(a, b), IsEmpty());
  a.ending = b.ending = Ending::TimedOut;
  EXPECT_EQ(told(a, b).size(), 1u);
}

TEST(Compare, SaysWhenOnlyTheOrderDiffers) {
  Outcome a = outcome(), b = outcome();
  a.requests = {{"GET", "http://h/a", "", "xhr", Answer::Recorded, ""},
                {"GET", "http://h/b", "", "xhr", Answer::Recorded, ""}};
  b.requests = {a.requests[1], a.requests[0]};
  Comparison comparison = compare(a, b, no_pixels());
  EXPECT_THAT(told(comparison), ElementsAre("requests: the same 2 requests were sent in another order"));
  EXPECT_EQ(comparison.differences.at(0).kind, Kind::Order);
  EXPECT_EQ(comparison.differences.at(0).after, "GET http://h/b\nGET http://h/a");

  CompareOptions options = no_pixels();
  options.order = false;
  comparison = compare(a, b, options);
  EXPECT_TRUE(comparison.equal);
  EXPECT_EQ(summary(comparison), "The outcomes are equal in all that counts.\nNot counted: requests (order)\n");
}

TEST(Compare, TellsConsoleLinesStepsAndIncidents) {
  Outcome a = outcome(), b = outcome();
  a.console = {{"log", "one"}, {"log", "two"}};
  b.console = {{"log", "two"}, {"warning", "three"}};
  a.steps = {{"click “Save”", true, ""}, {"click “Go”", false, "hidden"}, {"type “x”", true, ""}};
  b.steps = {{"click “Save”", false, "no such element"}, {"click “Go”", false, "covered"}};
  b.incidents = {{"dialog", "alert: hello"}};
  EXPECT_THAT(told(a, b),
              ElementsAre("step: step 1 (click “Save”) could be performed only in the first run: no such element",
                          "step: step 2 (click “Go”) could not be performed: “covered” instead of “hidden”",
                          "step: step 3 (type “x”) was reached only in the first run",
                          "console: the console shows “log: one” only in the first run",
                          "console: the console shows “warning: three” only in the second run",
                          "incident: a dialog (alert: hello) happened only in the second run"));
}

TEST(Compare, TellsStorageAndCookiesKeyByKey) {
  Outcome a = outcome(), b = outcome();
  a.storage = *parse_json(R"({"http://h":{"local":{"cart":"1","old":"x"},"session":{}}})");
  b.storage = *parse_json(R"({"http://h":{"local":{"cart":"2"},"session":{"tab":""}}})");
  a.cookies = *parse_json(R"([{"name":"sid","value":"1","domain":"h","path":"/"}])");
  b.cookies = *parse_json(R"([{"name":"sid","value":"2","domain":"h","path":"/"}])");
  EXPECT_THAT(told(a, b), ElementsAre("storage: localStorage “cart” of http://h is “2” instead of “1”",
                                      "storage: localStorage “old” of http://h (“x”) is set only in the first run",
                                      "storage: sessionStorage “tab” of http://h (empty) is set only in the second run",
                                      "cookies: the cookie “sid” of h/ is “2” instead of “1”"));
}

TEST(Compare, CutsLongValuesAroundTheirFirstDifference) {
  Outcome a = outcome(), b = outcome();
  std::string same(100, 'x');
  a.storage = Json::object({{"http://h", Json::object({{"local", Json::object({{"cart", same + "1"}})}})}});
  b.storage = Json::object({{"http://h", Json::object({{"local", Json::object({{"cart", same + "2"}})}})}});
  std::string shown = "…" + std::string(20, 'x');
  EXPECT_THAT(told(a, b),
              ElementsAre("storage: localStorage “cart” of http://h is “" + shown + "2” instead of “" + shown + "1”"));
}

TEST(Compare, ACookieThatTheServerSetsAnewIsTheServersDoing) {
  Outcome a = outcome(), b = outcome();
  a.cookies = *parse_json(R"([{"name":"sid","value":"1","domain":"h","path":"/"}])");
  b.cookies = *parse_json(R"([{"name":"sid","value":"2","domain":"h","path":"/"}])");
  CompareOptions options = no_pixels();
  options.served = std::make_shared<Served>(Served{{"sid=1", "id=2"}, {}, {}});
  EXPECT_FALSE(compare(a, b, options).equal);
  options.served = std::make_shared<Served>(Served{{"sid=2", "id=1"}, {}, {}});
  EXPECT_FALSE(compare(a, b, options).equal);
  options.served = std::make_shared<Served>(Served{{"sid=1", "sid=2"}, {}, {}});
  Comparison comparison = compare(a, b, options);
  EXPECT_TRUE(comparison.equal);
  EXPECT_EQ(comparison.not_counted.size(), 1u);
}

TEST(Compare, FormAndLayoutHaveAspectsOfTheirOwn) {
  auto with = [](const char* value, int y) {
    Outcome result = outcome();
    result.frames =
        *parse_json(R"([{"path":"0","url":"","root":{"t":"html","r":[0,0,9,9],"c":[{"t":"p","c":[)"
                    R"({"t":"input","a":{"id":"q"},"v":")" +
                    std::string(value) + R"("}]},{"t":"p","r":[0,0,9,9],"c":[{"t":"b","a":{"id":"b"},"r":[0,)" +
                    std::to_string(y) + ",5,5]}]}]}}]");
    return result;
  };
  EXPECT_THAT(told(with("a", 0), with("b", 0)), ElementsAre("form: the value of #q is “b” instead of “a”"));
  EXPECT_THAT(told(with("a", 0), with("a", 3)), ElementsAre("layout: #b is at (0, 3) instead of (0, 0)"));
}

TEST(Compare, FindsWhatOnlyPixelsShow) {
  Outcome a = outcome(), b = outcome();
  a.picture = picture_with({0, 0, 0, 0});
  b.picture = picture_with({12, 12, 8, 6});
  CompareOptions options;
  options.highlight = true;
  Comparison comparison = compare(a, b, options);
  EXPECT_FALSE(comparison.equal);
  EXPECT_TRUE(comparison.visible);
  EXPECT_THAT(told(comparison), ElementsAre("screen: the screen differs in 1 area: 8×6 at (12, 12) within #result"));
  EXPECT_EQ(comparison.differences.at(0).subject, "#result");
  EXPECT_THAT(comparison.areas, ElementsAre(PixelArea{{12, 12, 8, 6}, 48}));
  ASSERT_TRUE(comparison.highlighted);
  EXPECT_EQ(comparison.highlighted->pixel(12, 12), 0x000000FFu);
  EXPECT_TRUE(compare(a, b, no_pixels()).equal);
}

TEST(Compare, AnAreaIsNamedByTheInnermostElementEvenWhenThatFillsItsParent) {
  Outcome a = outcome(), b = outcome();
  for (Outcome* each : {&a, &b}) {
    each->frames = *parse_json(
        R"([{"path":"0","url":"http://h/","root":{"t":"html","r":[0,0,100,60],"c":[{"t":"body","r":[0,0,100,60],)"
        R"("c":[{"t":"div","a":{"id":"outer"},"r":[10,10,50,20],"c":[)"
        R"({"t":"p","a":{"id":"inner"},"r":[10,10,50,20]}]}]}]}}])");
  }
  a.picture = picture_with({0, 0, 0, 0});
  b.picture = picture_with({12, 12, 8, 6});
  EXPECT_EQ(compare(a, b).differences.at(0).subject, "#inner");
}

TEST(Compare, TheScreenHasTheLastWordOnWhatIsVisible) {
  Outcome a = outcome(), b = outcome();
  b.frames = frames("Acme, Zoom");
  a.picture = b.picture = picture_with({0, 0, 5, 5});
  Comparison comparison = compare(a, b);
  EXPECT_FALSE(comparison.equal);
  EXPECT_FALSE(comparison.visible);
  EXPECT_FALSE(comparison.highlighted);
}

TEST(Compare, SaysThatScreensDifferInSize) {
  Outcome a = outcome(), b = outcome();
  a.picture = picture_with({0, 0, 0, 0}, 100, 60);
  b.picture = picture_with({0, 0, 0, 0}, 100, 70);
  EXPECT_THAT(told(compare(a, b)), ElementsAre("screen: the screen differs in 1 area: 100×10 at (0, 60); it is 100×70 "
                                               "instead of 100×60 in size"));
}

TEST(Compare, IgnoredElementsCountNeitherInTheDomNorOnTheScreen) {
  Outcome a = outcome(), b = outcome();
  b.frames = frames("Acme", "12:01");
  a.picture = picture_with({0, 0, 0, 0});
  b.picture = picture_with({2, 42, 10, 5});
  EXPECT_EQ(compare(a, b).differences.size(), 2u);
  CompareOptions options;
  options.ignore = *parse_selectors("#clock");
  Comparison comparison = compare(a, b, options);
  EXPECT_TRUE(comparison.equal) << summary(comparison);
  EXPECT_FALSE(comparison.visible);
  EXPECT_EQ(comparison.masked_pixels, 200u);
}

TEST(Compare, NotesPicturesThatCannotBeCompared) {
  Outcome a = outcome(), b = outcome();
  a.picture = picture_with({0, 0, 0, 0});
  Comparison comparison = compare(a, b);
  EXPECT_TRUE(comparison.equal);
  EXPECT_THAT(comparison.notes, ElementsAre("The screens were not compared: there is no picture of the second run"));
  b.picture = "broken";
  EXPECT_EQ(compare(a, b).notes.size(), 1u);
  EXPECT_THAT(compare(outcome(), outcome()).notes, ElementsAre("The screens were not compared: there is no picture"));
}

TEST(Compare, CountsWhatIsBeyondTheLimit) {
  Outcome a = outcome(), b = outcome();
  b.frames = frames("Zoom", "12:01");
  CompareOptions options = no_pixels();
  options.limit = 1;
  EXPECT_THAT(told(compare(a, b, options)),
              ElementsAre("dom: the text of #result is “Zoom” instead of “Acme”", "dom: and 1 more in the document"));
}

TEST(Compare, WhatIsUnstableIsNotCountedBeyondTheLimitEither) {
  Outcome a = outcome(), b = outcome();
  b.frames = frames("Zoom", "12:01");
  CompareOptions options = no_pixels();
  options.limit = 1;
  options.stability.subjects = {{Aspect::Dom, "#clock"}};
  Comparison comparison = compare(a, b, options);
  EXPECT_THAT(told(comparison), ElementsAre("dom: the text of #result is “Zoom” instead of “Acme”"));
  ASSERT_EQ(comparison.not_counted.size(), 1u);
  EXPECT_EQ(comparison.not_counted[0].subject, "#clock");
}

TEST(Compare, WritesJson) {
  Outcome a = outcome(), b = outcome();
  a.picture = picture_with({0, 0, 0, 0});
  b.picture = picture_with({12, 12, 8, 6});
  EXPECT_EQ(to_json(compare(a, b)).dump(),
            R"({"equal":false,"visible":true,"differences":[{"aspect":"screen","subject":"#result","sentence":)"
            R"("the screen differs in 1 area: 8×6 at (12, 12) within #result","before":"","after":"48 pixels"}],)"
            R"("not_counted":[],"areas":[[12,12,8,6]],"masked_pixels":0,"notes":[]})");
}

TEST(Summary, ShowsAFewLines) {
  Outcome a = outcome(), b = outcome();
  for (int i = 0; i < 10; ++i) b.console.push_back({"log", std::to_string(i)});
  std::string text = summary(compare(a, b, no_pixels()));
  EXPECT_TRUE(
      text.starts_with("The outcomes differ in 10 points; it does not show on the screen.\n"
                       "- the console shows “log: 0” only in the second run\n"))
      << text;
  EXPECT_TRUE(text.ends_with("“log: 7” only in the second run\n- and 2 more\n")) << text;
}

TEST(Fingerprint, CoversEverything) {
  Outcome a = outcome(), b = outcome();
  EXPECT_EQ(fingerprint(a), fingerprint(b));
  EXPECT_EQ(fingerprint(a).size(), 16u);
  b.picture = "x";
  EXPECT_NE(fingerprint(a), fingerprint(b));
  b = outcome();
  b.errors = {{"e", "", 0, 0, "stack"}};
  std::string with_stack = fingerprint(b);
  b.errors[0].stack = "other";
  EXPECT_NE(fingerprint(b), with_stack);
}

}  // namespace
}  // namespace squall::oracle
