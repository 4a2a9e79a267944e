#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "network/parameters.h"
#include "network/recording.h"
#include "network/similarity.h"

namespace squall::network {
namespace {

using outcome::Answer;

using ::testing::HasSubstr;

Request get(std::string url) { return {"GET", std::move(url), "", {}, "xhr"}; }
Request post(std::string url, std::string body) { return {"POST", std::move(url), std::move(body), {}, "xhr"}; }

// A recording of these requests, answered by "0", "1", …
Recording recording_of(std::vector<Request> requests) {
  Recording recording;
  for (Request& request : requests) {
    Entry entry;
    entry.request = std::move(request);
    entry.response.status = 200;
    entry.response.body = std::to_string(recording.entries.size());
    recording.entries.push_back(std::move(entry));
  }
  return recording;
}

// Of a recording that outlives it.
Matcher matcher_of(const Recording& recording) { return Matcher(std::make_shared<const Index>(recording)); }

// "exact 0", "repeated 1", "approximate 2", or "none".
std::string ask(Matcher& matcher, const Request& request) {
  auto found = matcher.find(request);
  if (!found) return "none";
  const char* how = found->how == Answer::Recorded   ? "exact "
                    : found->how == Answer::Repeated ? "repeated "
                                                     : "approximate ";
  return how + found->entry->response.body;
}

std::string ask_once(std::vector<Request> recorded, const Request& request) {
  Recording recording = recording_of(std::move(recorded));
  Matcher matcher = matcher_of(recording);
  return ask(matcher, request);
}

TEST(Matcher, GivesTheNthAnswerTheNthTimeAndThenTheLastAgain) {
  Recording recording = recording_of({get("http://h/a"), get("http://h/b"), get("http://h/a")});
  Matcher matcher = matcher_of(recording);
  EXPECT_EQ(ask(matcher, get("http://h/a")), "exact 0");
  EXPECT_EQ(ask(matcher, get("http://h/b")), "exact 1");
  EXPECT_EQ(ask(matcher, get("http://h/a#fragment")), "exact 2");
  EXPECT_EQ(ask(matcher, get("http://h/a")), "repeated 2");
  EXPECT_EQ(ask(matcher, get("http://h/a")), "repeated 2");
}

// Answered with what came before, it would ask again, and be answered, for ever.
TEST(Matcher, APollBeyondThoseThatWereRecordedStaysOpen) {
  auto recording =
      recording_of({get("http://h/poll?since=1"), get("http://h/poll?since=2"), get("http://h/list?page=1")});
  recording.entries[1].response.open = true;
  Matcher matcher = matcher_of(recording);
  EXPECT_EQ(ask(matcher, get("http://h/poll?since=1")), "exact 0");
  EXPECT_EQ(ask(matcher, get("http://h/poll?since=1")), "repeated 1");
  EXPECT_EQ(ask(matcher, get("http://h/poll?since=3")), "approximate 1");
  EXPECT_EQ(ask(matcher, get("http://h/poll?since=2")), "exact 1");
  EXPECT_EQ(ask(matcher, get("http://h/poll?from=3")), "none");
  EXPECT_EQ(ask(matcher, post("http://h/poll?since=3", "")), "none");
  EXPECT_EQ(ask(matcher, get("http://h/list?page=2")), "none");
}

TEST(Matcher, TellsMethodsAndBodiesApart) {
  Recording recording = recording_of({post("http://h/a", "x=1"), post("http://h/a", "x=2"), get("http://h/a")});
  Matcher matcher = matcher_of(recording);
  EXPECT_EQ(ask(matcher, post("http://h/a", "x=2")), "exact 1");
  EXPECT_EQ(ask(matcher, get("http://h/a")), "exact 2");
  EXPECT_EQ(ask(matcher, post("http://h/a", "x=3")), "none");
  EXPECT_EQ(ask(matcher, {"PUT", "http://h/a", "", {}, ""}), "none");
}

TEST(Matcher, MatchersOfOneIndexDoNotDisturbEachOther) {
  Recording recording = recording_of({get("http://h/a"), get("http://h/a")});
  auto index = std::make_shared<const Index>(recording);
  Matcher one(index), other(index);
  EXPECT_EQ(ask(one, get("http://h/a")), "exact 0");
  EXPECT_EQ(ask(other, get("http://h/a")), "exact 0");
  EXPECT_EQ(ask(one, get("http://h/a")), "exact 1");
}

TEST(Index, IsMadeOnceForARecordingAndForgottenWithIt) {
  auto recording = std::make_shared<const Recording>(recording_of({get("http://h/a")}));
  auto index = Index::of(recording);
  EXPECT_EQ(Index::of(recording), index);
  EXPECT_EQ(&index->recording(), recording.get());
  auto other = std::make_shared<const Recording>(*recording);
  EXPECT_NE(Index::of(other), index);
  std::weak_ptr<const Index> left = index;
  index.reset();
  recording.reset();
  Index::of(other);
  EXPECT_TRUE(left.expired());
}

TEST(Matcher, ARedirectIsAnEntryLikeAnyOther) {
  Recording recording = recording_of({get("http://h/old"), get("http://h/new")});
  recording.entries[0].response.status = 302;
  Matcher matcher = matcher_of(recording);
  EXPECT_EQ(ask(matcher, get("http://h/old")), "exact 0");
}

TEST(Approximate, ACacheBusterMayDiffer) {
  Recording recording = recording_of({get("http://h/a?q=x&_=17")});
  Matcher matcher = matcher_of(recording);
  auto found = matcher.find(get("http://h/a?q=x&_=18"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->how, Answer::Approximate);
  EXPECT_EQ(found->index, 0u);
  EXPECT_EQ(found->detail, "query parameter “_” is 18 instead of 17");
  EXPECT_FALSE(found->body_override);
}

TEST(Approximate, WhatLooksLikeTheUsersDataMustNotDiffer) {
  for (const char* url : {"http://h/a?q=gas&_=2", "http://h/a?_=1", "http://h/a?q=wash&page=2&_=1", "http://h/a",
                          "http://h/b?q=wash&_=1", "http://other/a?q=wash&_=1", "https://h/a?q=wash&_=1"}) {
    EXPECT_EQ(ask_once({get("http://h/a?q=wash&_=1")}, get(url)), "none") << url;
  }
}

TEST(Approximate, ValuesThatLookLikeTimesOrRandomIdsMayDiffer) {
  EXPECT_EQ(ask_once({get("http://h/a?since=1709208000250")}, get("http://h/a?since=1709208000999")), "approximate 0");
  EXPECT_EQ(ask_once({get("http://h/a?x=0.8437583920")}, get("http://h/a?x=0.1137583921")), "approximate 0");
  EXPECT_EQ(ask_once({get("http://h/a?tok=9f86d081884c7d659a2f")}, get("http://h/a?tok=60303ae22b998861bce3")),
            "approximate 0");
  EXPECT_EQ(ask_once({get("http://h/a")}, get("http://h/a?nonce=abc")), "approximate 0");
}

TEST(Approximate, AnIdentifierTellsOneThingFromAnother) {
  EXPECT_EQ(ask_once({get("http://h/a?id=123e4567-e89b-12d3-a456-426614174000")},
                     get("http://h/a?id=123e4567-e89b-12d3-a456-426614174001")),
            "none");
  EXPECT_EQ(ask_once({get("http://h/a?requestId=123e4567-e89b-12d3-a456-426614174000")},
                     get("http://h/a?requestId=123e4567-e89b-12d3-a456-426614174001")),
            "approximate 0");
  EXPECT_EQ(ask_once({get("http://h/a?orderId=1709208000250")}, get("http://h/a?orderId=1709208000251")), "none");
  EXPECT_EQ(ask_once({get("http://h/a?phone=2125551234")}, get("http://h/a?phone=2125551235")), "none");
  EXPECT_EQ(ask_once({get("http://h/a?t=cars")}, get("http://h/a?t=bikes")), "none");
  EXPECT_EQ(ask_once({get("http://h/a?t=1234.5")}, get("http://h/a?t=2345.6")), "approximate 0");
}

TEST(Approximate, TheSameParametersInAnotherOrderOrFormAreFine) {
  Recording recording = recording_of({get("http://h/a?x=a%20b&y=2")});
  Matcher matcher = matcher_of(recording);
  auto found = matcher.find(get("http://h/a?y=2&x=a+b"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->detail, "the same parameters, written in another way");
}

TEST(Approximate, PrefersTheMostSimilarThenTheLeastUsedThenTheEarliest) {
  Recording recording = recording_of(
      {get("http://h/a?_=1&ts=1"), get("http://h/a?_=2&ts=2"), get("http://h/a?_=3&ts=3"), get("http://h/a?_=4&ts=9")});
  Matcher matcher = matcher_of(recording);
  EXPECT_EQ(ask(matcher, get("http://h/a?_=8&ts=9")), "approximate 3");
  EXPECT_EQ(ask(matcher, get("http://h/a?_=8&ts=8")), "approximate 0");
  EXPECT_EQ(ask(matcher, get("http://h/a?_=2&ts=2")), "exact 1");
  EXPECT_EQ(ask(matcher, get("http://h/a?_=8&ts=8")), "approximate 2");
  EXPECT_EQ(ask(matcher, get("http://h/a?_=8&ts=8")), "approximate 0");
}

TEST(Approximate, JsonBodiesAreComparedByTheirMembers) {
  const char* recorded = R"({"user":"ann","meta":{"time":1709208000250},"tags":["a","b"]})";
  auto answer = [&](const char* body) { return ask_once({post("http://h/a", recorded)}, post("http://h/a", body)); };
  EXPECT_EQ(answer(R"({"tags":["a","b"], "meta":{"time":1709208000999}, "user":"ann"})"), "approximate 0");
  EXPECT_EQ(answer(R"({"user":"bob","meta":{"time":1709208000250},"tags":["a","b"]})"), "none");
  EXPECT_EQ(answer(R"({"user":"ann","meta":{"time":1709208000250},"tags":["b","a"]})"), "none");
  EXPECT_EQ(answer(R"({"user":"ann")"), "none");
  EXPECT_EQ(answer("user=ann"), "none");
  EXPECT_EQ(answer(""), "none");
}

TEST(Approximate, SaysWhichMemberOfTheBodyDiffers) {
  Recording recording = recording_of({post("http://h/a", R"({"meta":{"nonce":"x"}})")});
  auto found = matcher_of(recording).find(post("http://h/a", R"({"meta":{"nonce":""}})"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->detail, "“meta.nonce” of the body is empty instead of x");
}

TEST(Approximate, FormsAreComparedByTheirFields) {
  EXPECT_EQ(ask_once({post("http://h/a", "q=1&_csrf=k1")}, post("http://h/a", "_csrf=k2&q=1")), "approximate 0");
  EXPECT_EQ(ask_once({post("http://h/a", "q=1&_csrf=k1")}, post("http://h/a", "q=2&_csrf=k1")), "none");
}

TEST(Approximate, TheBoundaryOfAMultipartBodyIsNoDifference) {
  auto body = [](const std::string& boundary, const std::string& value) {
    return "--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n" + value +
           "\r\n--" + boundary + "--\r\n";
  };
  EXPECT_EQ(ask_once({post("http://h/a", body("B1", "cat"))}, post("http://h/a", body("B2", "cat"))), "exact 0");
  EXPECT_EQ(ask_once({post("http://h/a", body("B1", "cat"))}, post("http://h/a", body("B2", "dog"))), "none");
  EXPECT_EQ(ask_once({post("http://h/a", body("B1", "cat"))}, post("http://h/a", "--B2\r\n")), "none");
}

TEST(Approximate, OtherBodiesMustBeTheSame) {
  EXPECT_EQ(ask_once({post("http://h/a?_=1", "plain text")}, post("http://h/a?_=2", "plain text")), "approximate 0");
  EXPECT_EQ(ask_once({post("http://h/a?_=1", "plain text")}, post("http://h/a?_=1", "other text")), "none");
}

TEST(Approximate, PathsOfHostileJsonDoNotOutgrowTheBody) {
  std::string key(400000, 'k');
  std::string items = "1";
  for (int i = 0; i < 100000; ++i) items += ",1";
  EXPECT_EQ(ask_once({post("http://h/a", "{\"" + key + "\":[" + items + "]}")},
                     post("http://h/a", "{\"" + key + "\":[" + items + ",2]}")),
            "none");
}

TEST(Head, IsAnsweredByAGetWithoutItsBody) {
  Recording recording = recording_of({get("http://h/a")});
  Matcher matcher = matcher_of(recording);
  auto found = matcher.find({"HEAD", "http://h/a", "", {}, "fetch"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->how, Answer::Approximate);
  EXPECT_EQ(found->body_override, "");
  EXPECT_EQ(found->detail, "answered by the recorded GET");
  EXPECT_FALSE(matcher.find({"HEAD", "http://h/b", "", {}, "fetch"}));
}

TEST(Head, PrefersARecordedHead) {
  EXPECT_EQ(ask_once({get("http://h/a"), {"HEAD", "http://h/a", "", {}, ""}}, {"HEAD", "http://h/a", "", {}, ""}),
            "exact 1");
}

TEST(Options, AnswerForThePathWhateverTheQuery) {
  EXPECT_EQ(ask_once({{"OPTIONS", "http://h/a?q=x", "", {}, "preflight"}}, {"OPTIONS", "http://h/a?q=y", "", {}, ""}),
            "approximate 0");
  EXPECT_EQ(ask_once({get("http://h/a")}, {"OPTIONS", "http://h/a", "", {}, "preflight"}), "none");
}

// The body that a request for `asked` gets when `recorded` was answered by `body`.
std::string jsonp(const std::string& recorded, const std::string& body, const std::string& asked) {
  Recording recording = recording_of({get("http://h/a?" + recorded)});
  recording.entries[0].response.body = body;
  auto found = matcher_of(recording).find(get("http://h/a?" + asked));
  if (!found) return "none";
  return found->body_override.value_or("as recorded");
}

TEST(Jsonp, CallsTheCallbackOfToday) {
  EXPECT_EQ(jsonp("callback=jQuery1_2&_=1", "jQuery1_2({\"a\":\"jQuery1_2(\"})", "callback=jQuery3_4&_=2"),
            "jQuery3_4({\"a\":\"jQuery1_2(\"})");
  EXPECT_EQ(jsonp("cb=f1", "/**/ typeof f1 === 'function' && f1 (1);", "cb=f2"),
            "/**/ typeof f2 === 'function' && f2 (1);");
  EXPECT_EQ(jsonp("callback=angular.callbacks._0", "angular.callbacks._0([]);", "callback=angular.callbacks._1"),
            "angular.callbacks._1([]);");
}

TEST(Jsonp, KnowsACallbackByTheCallWhateverItsParameterIsNamed) {
  EXPECT_EQ(jsonp("then=show1", "show1(7)", "then=show2"), "show2(7)");
  EXPECT_EQ(jsonp("then=show1", "xshow1(7)", "then=show2"), "none");
  EXPECT_EQ(jsonp("q=function", "!function(){}()", "q=class"), "none");
}

TEST(Jsonp, LeavesABodyThatCallsNothingAsItIs) {
  EXPECT_EQ(jsonp("callback=f1", "{\"f1\":1}", "callback=f2"), "as recorded");
  EXPECT_EQ(jsonp("callback=f1", "f1(1)", "callback=alert(1)//"), "as recorded");
}

TEST(Similarity, KnowsTimes) {
  for (const char* value : {"1709208000", "1709208000250", "1709208000.25", "2024-02-29T12:34:56.789Z"}) {
    EXPECT_TRUE(looks_like_time(value)) << value;
  }
  for (const char* value :
       {"", "17", "170920800", "9709208000", "2024-02-29", "2024-02-29T00:00:00Z", "Tuesday", "1709208000."}) {
    EXPECT_FALSE(looks_like_time(value)) << value;
  }
}

TEST(Similarity, KnowsRandomIds) {
  for (const char* value :
       {"123e4567-e89b-12d3-a456-426614174000", "0.8437583920", "9f86d081884c7d659a2f", "x7Kq9wPz2LmB4vTn8RsD"}) {
    EXPECT_TRUE(looks_random(value)) << value;
  }
  for (const char* value : {"", "cat", "0.5", "a-long-name-of-a-product", "iphone-15-pro", "12345678901234567",
                            "a sentence with 123 spaces"}) {
    EXPECT_FALSE(looks_random(value)) << value;
  }
}

TEST(Approximate, AFirstLineOfDashesIsNoBoundary) {
  EXPECT_EQ(with_fixed_boundary("--\r\ntext\r\n----"), "--\r\ntext\r\n----");
  EXPECT_EQ(with_fixed_boundary("--a line\r\nof --a line"), "--a line\r\nof --a line") << "without an end";
  EXPECT_EQ(with_fixed_boundary("--B\r\n\r\nx\r\n--B--\r\n"), "--boundary\r\n\r\nx\r\n--boundary--\r\n");
  EXPECT_FALSE(body_parameters("--\r\n"));
  EXPECT_EQ(ask_once({post("http://h/a?_=1", "--\r\n")}, post("http://h/a?_=2", "--\r\n")), "approximate 0");
  EXPECT_EQ(ask_once({post("http://h/a", "--\r\na")}, post("http://h/a", "--\r\nb")), "none");
}

TEST(Approximate, WhatBeginsWithAnEqualsSignIsNoForm) {
  EXPECT_TRUE(body_parameters("q=1709208000250"));
  EXPECT_FALSE(body_parameters("=1709208000250"));
  EXPECT_EQ(ask_once({post("http://h/a", "=1709208000250")}, post("http://h/a", "=1709208000999")), "none");
}

}  // namespace
}  // namespace squall::network
