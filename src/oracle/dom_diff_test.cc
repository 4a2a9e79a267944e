#include "oracle/dom_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "oracle/words.h"

namespace squall::oracle {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A main frame whose body holds `children`, a JSON array's content.
Json page(const std::string& children, const std::string& frame = R"("url":"http://h/","scroll":[0,0],"focus":"")") {
  auto json = parse_json(R"([{"path":"0",)" + frame + R"(,"root":{"t":"html","r":[0,0,800,600],"c":[)" +
                         R"({"t":"head"},{"t":"body","r":[0,0,800,600],"c":[)" + children + "]}]}}]");
  EXPECT_TRUE(json) << children;
  return *json;
}

std::vector<std::string> sentences(const Json& a, const Json& b, const char* ignore = nullptr) {
  std::vector<Selector> selectors;
  if (ignore) selectors = *parse_selectors(ignore);
  std::vector<std::string> out;
  for (const Difference& difference : compare_dom(a, b, selectors).differences) {
    out.push_back(std::string(name_of(difference.kind)) + ": " + sentence_of(difference));
  }
  return out;
}

// A list of items, each 20 pixels high, below a heading; with something behind it.
std::string list(const std::vector<std::string>& items) {
  int y = 100;
  std::string text = R"({"t":"h1","r":[0,0,800,50],"c":["Cities"]},{"t":"ul","a":{"id":"list"},"r":[0,100,800,)" +
                     std::to_string(20 * items.size()) + R"(],"c":[)";
  for (size_t i = 0; i < items.size(); ++i, y += 20) {
    text += std::string(i ? "," : "") + R"("\n  ",{"t":"li","r":[0,)" + std::to_string(y) + R"(,800,20],"c":[")" +
            items[i] + "\"]}";
  }
  return text + R"(]},{"t":"p","r":[0,)" + std::to_string(y) + R"(,800,30],"c":["The end"]})";
}

TEST(DomDiff, EqualDocumentsDoNotDiffer) {
  EXPECT_THAT(sentences(page(list({"Rome", "Oslo"})), page(list({"Rome", "Oslo"}))), IsEmpty());
}

TEST(DomDiff, OneInsertedItemIsOneDifference) {
  std::vector<std::string> items, more;
  for (int i = 0; i < 20; ++i) items.push_back("City " + std::to_string(i));
  more = items;
  more.insert(more.begin() + 3, "Rome");
  EXPECT_THAT(sentences(page(list(items)), page(list(more))),
              ElementsAre("inserted: #list > li:nth-of-type(4) (“Rome”) is there only in the second run"));
  EXPECT_THAT(sentences(page(list(more)), page(list(items))),
              ElementsAre("removed: #list > li:nth-of-type(4) (“Rome”) is there only in the first run"));
}

// Told by the first sentence about two documents in whose only paragraph but one the text differs.
std::string told_of(const std::string& attributes, const std::string& before = R"({"t":"p","c":["x"]})") {
  auto with = [&](const char* text) {
    return page(R"({"t":"div","c":[)" + before + R"(,{"t":"p","a":)" + attributes + R"(,"c":[")" + text + R"("]}]})");
  };
  return sentences(with("old"), with("new")).at(0);
}

TEST(DomDiff, AnElementIsNamedAsAPersonWould) {
  const std::string by_place = "text: the text of body > div > p:nth-of-type(2) is “new” instead of “old”";
  EXPECT_EQ(told_of(R"({"class":"total wide"})"), "text: the text of .total is “new” instead of “old”");
  EXPECT_EQ(told_of(R"({"data-testid":"sum","class":"total"})"),
            "text: the text of [data-testid=\"sum\"] is “new” instead of “old”");
  EXPECT_EQ(told_of(R"({"id":"sum","data-testid":"x"})"), "text: the text of #sum is “new” instead of “old”");
  for (const char* silent : {"active", "is-open", "mt-4", "css-1x2y3z", "text-right", ""}) {
    EXPECT_EQ(told_of(R"({"class":")" + std::string(silent) + R"("})"), by_place) << silent;
  }
  EXPECT_EQ(told_of(R"({"class":"total"})", R"({"t":"p","a":{"class":"total"}})"), by_place);
  EXPECT_EQ(told_of(R"({"class":"total"})", R"({"t":"i","a":{"class":"total"}})"),
            "text: the text of body > div > p is “new” instead of “old”");
}

TEST(DomDiff, APathBeginsAtWhatIsKnown) {
  auto with = [](const char* text) {
    return page(R"({"t":"div","a":{"class":"card"},"c":[{"t":"p","c":["x"]},{"t":"p","c":[")" + std::string(text) +
                R"("]}]})");
  };
  DomDiff diff = compare_dom(with("old"), with("new"), {});
  ASSERT_EQ(diff.differences.size(), 1u);
  EXPECT_EQ(diff.differences[0].label, ".card > p:nth-of-type(2)");
  EXPECT_EQ(diff.differences[0].subject, "body > div > p:nth-of-type(2)");
}

TEST(DomDiff, OneInsertedItemAmongEqualOnesIsOneDifference) {
  EXPECT_THAT(sentences(page(list({"x", "P", "x", "Q", "x"})), page(list({"P", "x", "Q", "x"}))),
              ElementsAre("removed: #list > li:nth-of-type(1) (“x”) is there only in the first run"));
}

TEST(DomDiff, AChangedItemAndAnInsertedOneAreTwo) {
  EXPECT_THAT(sentences(page(list({"Acme Ltd", "Zoom"})), page(list({"New", "Acme Ltd.", "Zoom"}))),
              ElementsAre("inserted: #list > li:nth-of-type(1) (“New”) is there only in the second run",
                          "text: the text of #list > li:nth-of-type(2) is “Acme Ltd.” instead of “Acme Ltd”"));
}

TEST(DomDiff, ReversedItemsAreReordered) {
  EXPECT_THAT(sentences(page(list({"A", "B", "C"})), page(list({"C", "B", "A"}))),
              ElementsAre("reordered: the order within #list is “C, B, A” instead of “A, B, C”"));
  // An element with an id is recognised although it changed as well.
  EXPECT_THAT(sentences(page(R"({"t":"p","a":{"id":"x"},"c":["1"]},{"t":"ul","c":["long","er"]})"),
                        page(R"({"t":"ul","c":["long","er"]},{"t":"p","a":{"id":"x"},"c":["2"]})")),
              ElementsAre("reordered: the order within body is “longer, 2” instead of “2, longer”",
                          "text: the text of #x is “2” instead of “1”"));
}

TEST(DomDiff, AnElementThatChangedIsKnownBesideOneThatChangedItsPlace) {
  std::string last = R"({"t":"section","c":[{"t":"p","c":["a"]},{"t":"p","c":["b"]}]})";
  std::string moved = R"({"t":"p","c":["moved"]})", before = R"({"t":"p","c":["10 left"]})",
              after = R"({"t":"p","c":["9 left"]})";
  EXPECT_THAT(sentences(page(moved + "," + before + "," + last), page(after + "," + last + "," + moved)),
              ElementsAre("reordered: the order within body is “9 left, a b, moved” instead of “moved, 9 left, a b”",
                          "text: the text of body > p:nth-of-type(1) is “9 left” instead of “10 left”"));
}

TEST(DomDiff, WhatMovedIsToldByWhatTellsItFromTheOthers) {
  std::string meta = R"({"t":"meta"})", one = R"({"t":"link","a":{"href":"/1.css"}})",
              two = R"({"t":"link","a":{"href":"/2.css"}})";
  EXPECT_THAT(sentences(page(meta + "," + one + "," + two), page(meta + "," + two + "," + one)),
              ElementsAre("reordered: the order within body is “meta, link /2.css, link /1.css” instead of “meta, link "
                          "/1.css, link /2.css”"));
  std::string icon = R"({"t":"b","a":{"class":"x"}})", other = R"({"t":"b","a":{"class":"y"}})";
  EXPECT_THAT(sentences(page(icon + "," + other), page(other + "," + icon)),
              ElementsAre("reordered: the order within body is “b:nth-of-type(2), b:nth-of-type(1)” instead of "
                          "“b:nth-of-type(1), b:nth-of-type(2)”"));
}

TEST(DomDiff, LongValuesAreCutAroundTheirFirstDifference) {
  auto with = [](const std::string& end) {
    return page(R"({"t":"p","a":{"class":")" + std::string(300, 'c') + end + R"("}})");
  };
  std::string shown = "…" + std::string(48, 'c');
  EXPECT_THAT(sentences(with(" on"), with(" off")), ElementsAre("attribute: the attribute class of body > p is “" +
                                                                shown + " off” instead of “" + shown + " on”"));
}

TEST(DomDiff, TextIsComparedPerElement) {
  auto result = [](const std::string& text) {
    return page(R"({"t":"div","a":{"id":"result"},"r":[0,0,10,10],"c":[)" + text + "]}");
  };
  EXPECT_THAT(sentences(result(R"("Acme")"), result(R"("Acme, Zoom")")),
              ElementsAre("text: the text of #result is “Acme, Zoom” instead of “Acme”"));
  EXPECT_THAT(sentences(result(""), result(R"("Acme")")),
              ElementsAre("text: the text of #result is “Acme” instead of empty"));
  EXPECT_THAT(sentences(result(R"("Acme")"), result("")),
              ElementsAre("text: the text of #result is empty instead of “Acme”"));
  // How the text is cut into nodes, and the white space around it, do not show.
  EXPECT_THAT(sentences(result(R"("Ac","me  x")"), result(R"("\n Acme x ")")), IsEmpty());
}

TEST(DomDiff, AnElementFarFromAnyIdIsNamedByItsTextOrTheEndOfItsPath) {
  auto deep = [](const std::string& attributes, const std::string& text) {
    return page(R"({"t":"main","c":[{"t":"nav","c":[{"t":"ul","c":[{"t":"li"},{"t":"li","a":{)" + attributes +
                R"(},"c":[")" + text + R"("]}]}]}]})");
  };
  EXPECT_THAT(sentences(deep(R"("class":"on")", "Guide"), deep(R"("class":"off")", "Guide")),
              ElementsAre("attribute: the attribute class of li “Guide” is “off” instead of “on”"));
  EXPECT_THAT(sentences(deep("", "Guide"), deep("", "Manual")),
              ElementsAre("text: the text of … ul > li:nth-of-type(2) is “Manual” instead of “Guide”"));
  auto diff = compare_dom(deep("", "Guide"), deep("", "Manual"));
  EXPECT_EQ(diff.differences.at(0).subject, "body > main > nav > ul > li:nth-of-type(2)");
}

TEST(DomDiff, WhiteSpaceCountsInPre) {
  auto pre = [](const std::string& text) { return page(R"({"t":"pre","r":[0,0,9,9],"c":[")" + text + "\"]}"); };
  EXPECT_THAT(sentences(pre("a b"), pre("a  b")),
              ElementsAre("text: the text of body > pre is “a  b” instead of “a b”"));
}

TEST(DomDiff, AttributesComeGoAndChange) {
  EXPECT_THAT(sentences(page(R"({"t":"a","a":{"class":"x","href":"/1","title":""}})"),
                        page(R"({"t":"a","a":{"class":"y","disabled":"","href":"/1"}})")),
              ElementsAre("attribute: the attribute class of body > a is “y” instead of “x”",
                          "attribute: body > a has the attribute title only in the first run",
                          "attribute: body > a has the attribute disabled only in the second run"));
}

TEST(DomDiff, FormStateIsCompared) {
  const char* kOptions = R"("c":[{"t":"option","c":["Rome"]},{"t":"optgroup","c":[{"t":"option","c":["Oslo"]}]}])";
  auto form = [&](const char* value, const char* checked, const char* selected) {
    return page(std::string(R"({"t":"input","a":{"id":"q"},"v":")") + value +
                R"("},{"t":"input","a":{"id":"ok"},"k":)" + checked + R"(},{"t":"select","a":{"id":"city"},"s":[)" +
                selected + "]," + kOptions + "}");
  };
  EXPECT_THAT(
      sentences(form("abc", "false", "0"), form("", "true", "0,1")),
      ElementsAre("value: the value of #q is empty instead of “abc”", "checked: #ok is checked only in the second run",
                  "selected: the selection of #city is “Rome, Oslo” instead of “Rome”"));
}

TEST(DomDiff, AMovedSubtreeIsOneDifference) {
  auto box = [](int x) {
    auto at = [&](int dx) { return std::to_string(x + dx); };
    return page(R"({"t":"div","a":{"id":"menu"},"r":[)" + at(0) + R"(,10,100,50],"c":[{"t":"b","r":[)" + at(5) +
                R"(,15,20,20],"c":[{"t":"i","r":[)" + at(6) + R"(,16,2,2]}]}]})");
  };
  EXPECT_THAT(sentences(box(0), box(40)), ElementsAre("moved: #menu is at (40, 10) instead of (0, 10)"));
}

TEST(DomDiff, SiblingsThatMoveTogetherAreOneDifference) {
  auto three = [](int y) {
    std::string text;
    for (int i = 0; i < 3; ++i) {
      text += (i ? "," : "") + std::string(R"({"t":"p","r":[0,)") + std::to_string(y + 20 * i) + ",100,20]}";
    }
    return page(text);
  };
  EXPECT_THAT(sentences(three(0), three(8)),
              ElementsAre("moved: body > p:nth-of-type(1) is at (0, 8) instead of (0, 0) (and 2 siblings likewise)"));
}

TEST(DomDiff, ALateImageIsResizedAndTheRestIsAConsequence) {
  auto image = [](int height) {
    std::string h = std::to_string(height), below = std::to_string(100 + height), grown = std::to_string(20 + height);
    return page(R"({"t":"div","r":[0,100,800,)" + h + R"(],"c":[{"t":"img","a":{"id":"logo"},"r":[0,100,64,)" + h +
                R"(]},{"t":"p","r":[0,)" + below + R"(,800,0]}]},{"t":"p","r":[0,)" + below + R"(,800,20]})");
  };
  EXPECT_THAT(sentences(image(0), image(64)), ElementsAre("resized: #logo is 64×64 instead of 64×0 in size"));
}

TEST(DomDiff, ANarrowerPageIsOneDifference) {
  auto page_of = [](int width) {
    std::string w = std::to_string(width);
    return page(R"({"t":"main","r":[0,0,)" + w + R"(,300],"c":[{"t":"p","r":[0,0,)" + w +
                R"(,20]},{"t":"p","r":[0,20,)" + w + ",20]}]}");
  };
  EXPECT_THAT(sentences(page_of(800), page_of(785)),
              ElementsAre("resized: body > main is 785×300 instead of 800×300 in size"));
}

TEST(DomDiff, WhatMovesInsideAnElementWithAnotherAttributeIsAConsequence) {
  auto box = [](const char* name, const char* y) {
    return page(std::string(R"({"t":"div","a":{"id":"box","class":")") + name +
                R"("},"r":[0,0,100,50],"c":[{"t":"p","r":[0,)" + y + R"(,100,20]}]})");
  };
  EXPECT_THAT(sentences(box("top", "0"), box("bottom", "30")),
              ElementsAre("attribute: the attribute class of #box is “bottom” instead of “top”"));
}

TEST(DomDiff, WhatIsHiddenIsToldOnce) {
  EXPECT_THAT(sentences(page(R"({"t":"div","a":{"id":"x"},"r":[0,0,9,9],"c":[{"t":"b","r":[0,0,5,5]}]})"),
                        page(R"({"t":"div","a":{"id":"x"},"c":[{"t":"b"}]})")),
              ElementsAre("hidden: #x is shown only in the first run"));
}

TEST(DomDiff, ScrollingMovesNothingByItself) {
  auto scrolled = [](int by) {
    auto json = parse_json(R"([{"path":"0","url":"u","scroll":[0,)" + std::to_string(by) +
                           R"(],"focus":"","root":{"t":"html","r":[0,)" + std::to_string(-by) +
                           R"(,800,2000],"c":[{"t":"p","r":[0,)" + std::to_string(50 - by) +
                           R"(,9,9]},{"t":"nav","r":[0,0,800,40],"c":[{"t":"a","r":[1,1,5,5]}]}]}}])");
    return *json;
  };
  EXPECT_THAT(sentences(scrolled(0), scrolled(100)),
              ElementsAre("scroll: the page is scrolled to (0, 100) instead of (0, 0)"));
  EXPECT_THAT(
      sentences(page(R"({"t":"ul","a":{"id":"l"},"r":[0,0,9,9],"c":[{"t":"li","r":[0,0,9,50]}]})"),
                page(R"({"t":"ul","a":{"id":"l"},"r":[0,0,9,9],"o":[0,30],"c":[{"t":"li","r":[0,-30,9,50]}]})")),
      ElementsAre("scroll: #l is scrolled to (0, 30) instead of (0, 0)"));
}

TEST(DomDiff, FocusAndFrameUrlsAreCompared) {
  EXPECT_THAT(sentences(page("", R"("url":"http://h/a","scroll":[0,0],"focus":"#q")"),
                        page("", R"("url":"http://h/b","scroll":[0,0],"focus":"")")),
              ElementsAre("url: the document is /b instead of /a", "focus: the focus is on nothing instead of #q"));
}

Json with_frames(const std::string& second_text, bool third) {
  std::string text = R"([{"path":"0","url":"http://h/","scroll":[0,0],"focus":"","root":{"t":"html","c":[)"
                     R"({"t":"iframe","a":{"class":"ad"},"r":[0,0,50,50]},{"t":"iframe","r":[100,200,50,50]}]}},)"
                     R"({"path":"0/0","url":"http://ad/","scroll":[0,0],"focus":"","root":{"t":"html","c":[")" +
                     second_text +
                     R"("]}},{"path":"0/1","url":"http://h/f","scroll":[0,0],"focus":"","root":)"
                     R"({"t":"html","c":[{"t":"p","a":{"id":"in"},"r":[1,2,3,4],"c":[")" +
                     second_text + "\"]}]}}";
  if (third) text += R"(,{"path":"0/2","url":"http://h/third","scroll":[0,0],"focus":"","root":{"t":"html"}})";
  return *parse_json(text + "]");
}

TEST(DomDiff, FramesAreComparedByTheirPlace) {
  EXPECT_THAT(sentences(with_frames("a", false), with_frames("b", true)),
              ElementsAre("text: the text of html is “b” instead of “a” (in the frame 0/0)",
                          "text: the text of #in is “b” instead of “a” (in the frame 0/1)",
                          "frame: the frame /third is there only in the second run"));
}

TEST(DomDiff, IgnoredSubtreesAreLeftOut) {
  auto clock = [](const char* time, const char* extra) {
    return page(std::string(R"({"t":"div","a":{"class":"clock","data-t":")") + time + R"("},"r":[0,0,9,9],"c":[")" +
                time + "\"" + extra + R"(]},{"t":"div","a":{"id":"r"},"c":["ok"]})");
  };
  Json a = clock("1", ""), b = clock("2", R"(,{"t":"b"})");
  EXPECT_EQ(sentences(a, b).size(), 3u);
  EXPECT_THAT(sentences(a, b, "div.clock"), IsEmpty());
  // The ignored iframe takes its document with it.
  EXPECT_THAT(sentences(with_frames("a", false), with_frames("b", false), ".ad"),
              ElementsAre("text: the text of #in is “b” instead of “a” (in the frame 0/1)"));
}

TEST(DomDiff, IgnoredElementsKeepTheirPlaceInPaths) {
  EXPECT_THAT(sentences(page(R"({"t":"p","a":{"class":"x"}},{"t":"p","c":["a"]})"),
                        page(R"({"t":"p","a":{"class":"x"}},{"t":"p","c":["b"]})"), ".x"),
              ElementsAre("text: the text of body > p:nth-of-type(2) is “b” instead of “a”"));
}

TEST(DomDiff, FocusOnIgnoredElementsIsIgnored) {
  const char* kInput = R"({"t":"input","a":{"id":"q"}})";
  EXPECT_THAT(sentences(page(kInput, R"("url":"u","scroll":[0,0],"focus":"#q")"),
                        page(kInput, R"("url":"u","scroll":[0,0],"focus":"")"), "#q"),
              IsEmpty());
}

TEST(DomDiff, IgnoredBoxesAreWhereTheyAreOnTheScreen) {
  EXPECT_THAT(ignored_boxes(with_frames("a", false), *parse_selectors("#in, .ad")),
              ElementsAre(Rect{0, 0, 50, 50}, Rect{101, 202, 3, 4}));
}

TEST(DomDiff, PathsUseOnlyIdsThatAreUnique) {
  EXPECT_THAT(sentences(page(R"({"t":"p","a":{"id":"d"},"c":["a"]},{"t":"b","a":{"id":"d"}})"),
                        page(R"({"t":"p","a":{"id":"d"},"c":["b"]},{"t":"b","a":{"id":"d"}})")),
              ElementsAre("text: the text of body > p is “b” instead of “a”"));
  EXPECT_THAT(
      sentences(page(R"({"t":"p","a":{"id":"1:x"},"c":["a"]})"), page(R"({"t":"p","a":{"id":"1:x"},"c":["b"]})")),
      ElementsAre("text: the text of [id=\"1:x\"] is “b” instead of “a”"));
}

TEST(DomDiff, LooksIntoShadowRoots) {
  auto host = [](const char* text) {
    return page(std::string(R"({"t":"x-card","a":{"id":"card"},"c":[{"t":"#shadow","c":[{"t":"p","c":[")") + text +
                R"("]}]}]})");
  };
  EXPECT_THAT(sentences(host("a"), host("b")),
              ElementsAre("text: the text of #card::shadow > p is “b” instead of “a”"));
}

TEST(DomDiff, ElementsWithDifferentIdsAreNotTheSame) {
  EXPECT_THAT(
      sentences(page(R"({"t":"p","a":{"id":"one"},"c":["text"]})"), page(R"({"t":"p","a":{"id":"two"},"c":["text"]})")),
      ElementsAre("inserted: #two (“text”) is there only in the second run",
                  "removed: #one (“text”) is there only in the first run"));
}

TEST(DomDiff, UnrelatedSubtreesAreNotForcedTogether) {
  auto block = [](const char* tag, const char* word) {
    std::string text = std::string(R"({"t":"div","a":{"class":")") + word + R"("},"r":[0,0,9,9],"c":[)";
    for (int i = 0; i < 10; ++i)
      text += (i ? "," : "") + std::string(R"({"t":")") + tag + R"(","c":[")" + word + "\"]}";
    return page(text + "]}");
  };
  EXPECT_EQ(sentences(block("p", "xyz"), block("b", "uvw")).size(), 2u);
}

TEST(DomDiff, TheRestIsCounted) {
  std::vector<std::string> items, none;
  for (int i = 0; i < 60; ++i) items.push_back("City " + std::to_string(i));
  DomDiff diff = compare_dom(page(list(none)), page(list(items)), {}, 10);
  EXPECT_EQ(diff.differences.size(), 10u);
  EXPECT_EQ(diff.more, 50u);
}

TEST(DomDiff, AnythingIsAcceptedAsInput) {
  EXPECT_THAT(sentences(Json(), Json("x")), IsEmpty());
  EXPECT_THAT(sentences(*parse_json(R"([1,{"path":"0","root":7},{"path":"0/9"},{"path":"5/0","root":{}}])"), page("")),
              testing::Not(IsEmpty()));
  EXPECT_THAT(sentences(page(R"({"t":5,"a":[],"r":[1],"s":{},"c":[[],1,null]})"), page(R"({"t":"b","s":[99,-1]})")),
              testing::Not(IsEmpty()));
}

// A bound that holds on a busy machine; the usual time is a tenth of it.
TEST(DomDiff, LongListsAreQuick) {
  std::vector<std::string> items;
  for (int i = 0; i < 5000; ++i) items.push_back("City " + std::to_string(i));
  std::vector<std::string> reversed(items.rbegin(), items.rend());
  Json a = page(list(items)), b = page(list(reversed));
  auto start = Clock::now();
  EXPECT_EQ(compare_dom(a, b).differences.size(), 1u);
  EXPECT_LT(ms_since(start), 3000);

  // Every item changed: nothing but resemblance helps.
  for (std::string& item : items) item = "Town " + item.substr(5);
  items.resize(1000);
  Json c = page(list(items));
  items.clear();
  for (int i = 0; i < 1000; ++i) items.push_back("City " + std::to_string(i));
  a = page(list(items));
  start = Clock::now();
  DomDiff diff = compare_dom(a, c);
  EXPECT_EQ(sentence_of(diff.differences.at(7)),
            "the text of #list > li:nth-of-type(8) is “Town 7” instead of “City 7”");
  EXPECT_EQ(diff.more, 950u);
  EXPECT_LT(ms_since(start), 3000);
  RecordProperty("changed_ms", std::to_string(ms_since(start)));
}

}  // namespace
}  // namespace squall::oracle
