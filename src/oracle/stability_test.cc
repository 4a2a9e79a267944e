#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oracle/compare.h"
#include "oracle/words.h"

namespace squall::oracle {
namespace {

using outcome::Outcome;
using testing::ElementsAre;
using testing::IsEmpty;

// A page with a result, a clock, and a list of `items` advertisements.
Outcome run(const std::string& result, const std::string& clock, int items = 0, const PixelRect& black = {}) {
  std::string list;
  for (int i = 0; i < items; ++i)
    list += (i ? "," : "") + std::string(R"({"t":"li","c":["ad )") + std::to_string(i) + "\"]}";
  Outcome outcome;
  outcome.frames = *parse_json(R"([{"path":"0","url":"","root":{"t":"html","c":[{"t":"p","a":{"id":"result"},"c":[")" +
                               result + R"("]},{"t":"p","a":{"id":"clock"},"c":[{"t":"b","c":[")" + clock +
                               R"("]}]},{"t":"ul","a":{"id":"ads"},"c":[)" + list + "]}]}}]");
  Picture picture(100, 60);
  for (int y = black.y; y < black.y + black.height; ++y) {
    for (int x = black.x; x < black.x + black.width; ++x) picture.set(x, y, 0x000000FF);
  }
  outcome.picture = *encode_png(picture);
  return outcome;
}

TEST(Stability, EqualRunsAreStable) {
  Stability stability = stability_of({run("a", "1"), run("a", "1"), run("a", "1")});
  EXPECT_TRUE(stability.stable);
  EXPECT_TRUE(stability.mask.empty());
  EXPECT_THAT(stability.unstable_aspects, IsEmpty());
  EXPECT_TRUE(stability_of({}).stable);
}

TEST(Stability, WhatVariesBetweenEqualRunsIsNotCounted) {
  CompareOptions options;
  options.stability = stability_of({run("a", "1", 0, {5, 5, 4, 4}), run("a", "2", 0, {7, 5, 4, 4})});
  EXPECT_FALSE(options.stability.stable);
  EXPECT_THAT(options.stability.unstable_aspects, ElementsAre("dom", "screen"));
  EXPECT_EQ(options.stability.mask.count(), 16u);

  Comparison same = compare(run("a", "3", 0, {5, 5, 4, 4}), run("a", "4", 0, {6, 5, 4, 4}), options);
  EXPECT_TRUE(same.equal) << summary(same);
  EXPECT_FALSE(same.visible);
  EXPECT_EQ(summary(same),
            "The outcomes are equal in all that counts.\nNot counted: dom (#clock > b)\nMasked: 16 pixels\n");

  Comparison different = compare(run("a", "3", 0, {50, 40, 4, 4}), run("b", "4"), options);
  ASSERT_EQ(different.differences.size(), 2u);
  EXPECT_EQ(sentence_of(different.differences[0]), "the text of #result is “b” instead of “a”");
  EXPECT_EQ(sentence_of(different.differences[1]), "the screen differs in 1 area: 4×4 at (50, 40)");
}

TEST(Stability, AnUnstableElementCoversWhatIsInsideIt) {
  Stability stability;
  stability.subjects = {{Aspect::Dom, "#ads"}, {Aspect::Console, "console"}};
  auto covers = [&](Aspect aspect, const char* subject) {
    return stability.covers({.aspect = aspect, .subject = subject});
  };
  EXPECT_TRUE(covers(Aspect::Dom, "#ads"));
  EXPECT_TRUE(covers(Aspect::Layout, "#ads > li:nth-of-type(2) > b"));
  EXPECT_TRUE(covers(Aspect::Form, "#ads::shadow > input"));
  EXPECT_FALSE(covers(Aspect::Dom, "#ads2"));
  EXPECT_FALSE(covers(Aspect::Storage, "#ads"));
  EXPECT_TRUE(covers(Aspect::Console, "console"));
}

TEST(Stability, ItemsThatComeAndGoAreUnstableAsAList) {
  CompareOptions options;
  options.stability = stability_of({run("a", "1", 2), run("a", "1", 3)});
  EXPECT_TRUE(compare(run("a", "1", 1), run("a", "1", 5), options).equal);
  EXPECT_FALSE(compare(run("a", "1", 1), run("b", "1", 5), options).equal);
}

// More than a comparison tells of.
TEST(Stability, EachOfAHundredElementsThatVaryIsKnown) {
  auto page = [](const std::string& text) {
    std::string list;
    for (int i = 0; i < 100; ++i) {
      std::string id = "p" + std::to_string(i);
      list += (i ? R"(,{"t":"p","a":{"id":")" : R"({"t":"p","a":{"id":")") + id + R"("},"c":[")" + text + "\"]}";
    }
    Outcome outcome;
    outcome.frames = *parse_json(R"([{"path":"0","url":"","root":{"t":"html","c":[)" + list + "]}}]");
    return outcome;
  };
  CompareOptions options;
  options.stability = stability_of({page("1"), page("2")});
  EXPECT_EQ(options.stability.subjects.size(), 100u);
  EXPECT_TRUE(compare(page("3"), page("4"), options).equal);
}

TEST(Stability, RequestsAreKnownWithoutTheirQuery) {
  auto asking = [](const char* url) {
    Outcome outcome = run("a", "1");
    outcome.requests = {{"GET", url, "", "fetch", outcome::Answer::Recorded, ""}};
    return outcome;
  };
  CompareOptions options;
  options.stability = stability_of({asking("http://h/track?t=1"), asking("http://h/track?t=2")});
  EXPECT_THAT(options.stability.unstable_aspects, ElementsAre("requests"));
  EXPECT_TRUE(compare(asking("http://h/track?t=3"), asking("http://h/track?t=4"), options).equal);
  EXPECT_FALSE(compare(asking("http://h/track?t=3"), asking("http://h/other"), options).equal);
}

TEST(Stability, WhatVariesUnderEitherOfTwoSchedulesIsUnstable) {
  Stability both = stability_of({run("a", "1"), run("a", "2")}, {run("a", "1", 2), run("a", "1", 3)}, {});
  EXPECT_FALSE(both.stable);
  EXPECT_THAT(both.unstable_aspects, ElementsAre("dom"));
  EXPECT_TRUE(both.covers({.subject = "#clock > b"}));
  EXPECT_TRUE(both.covers({.subject = "#ads > li"}));
  EXPECT_TRUE(stability_of({run("a", "1"), run("a", "1")}, {run("b", "1"), run("b", "1")}, {}).stable);
}

TEST(Stability, PixelsThatVaryUnderEitherOfTwoSchedulesAreMasked) {
  std::vector<Outcome> still(2, run("a", "1", 0, {5, 5, 4, 4}));
  std::vector<Outcome> moving = {run("a", "1", 0, {5, 5, 4, 4}), run("a", "1", 0, {7, 5, 4, 4})};
  EXPECT_EQ(stability_of(moving, still, {}).mask.count(), 16u);
  EXPECT_EQ(stability_of(still, moving, {}).mask.count(), 16u);
}

TEST(Stability, PicturesThatCannotBeReadGiveNoMask) {
  Outcome broken = run("a", "1");
  broken.picture = "no PNG";
  EXPECT_TRUE(stability_of({run("a", "1"), broken}).mask.empty());
}

}  // namespace
}  // namespace squall::oracle
