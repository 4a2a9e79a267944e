#include "oracle/selector.h"

#include <gtest/gtest.h>

namespace squall::oracle {
namespace {

const Json kBody = *parse_json(R"({"t":"body","a":{"class":"dark"}})");
const Json kMain = *parse_json(R"({"t":"main","a":{"id":"app"}})");
const Json kItem = *parse_json(R"({"t":"li","a":{"class":" item\tactive ","data-x":"1 2","hidden":""}})");

bool matches(const char* text) {
  auto selectors = parse_selectors(text);
  EXPECT_TRUE(selectors) << text;
  for (const Selector& selector : *selectors) {
    if (selector.matches({&kBody, &kMain, &kItem})) return true;
  }
  return false;
}

TEST(Selector, MatchesTagsIdsClassesAndAttributes) {
  EXPECT_TRUE(matches("li"));
  EXPECT_TRUE(matches("LI"));
  EXPECT_TRUE(matches("*"));
  EXPECT_TRUE(matches(".item"));
  EXPECT_TRUE(matches(".active.item"));
  EXPECT_TRUE(matches("[hidden]"));
  EXPECT_TRUE(matches("li.item[ data-x = \"1 2\" ][hidden]"));
  EXPECT_TRUE(matches("[data-x='1 2']"));
  EXPECT_FALSE(matches("ul"));
  EXPECT_FALSE(matches("#app"));
  EXPECT_FALSE(matches(".ite"));
  EXPECT_FALSE(matches("[data-y]"));
  EXPECT_FALSE(matches("[data-x=1]"));
}

TEST(Selector, MatchesDescendantsAtAnyDepth) {
  EXPECT_TRUE(matches("body li"));
  EXPECT_TRUE(matches(" .dark  #app  li "));
  EXPECT_TRUE(matches("#app .active"));
  EXPECT_FALSE(matches("#app body li"));
  EXPECT_FALSE(matches("li li"));
}

TEST(Selector, TakesLists) {
  EXPECT_TRUE(matches("ul, li"));
  EXPECT_FALSE(matches("ul, ol"));
  auto all = parse_selectors(std::vector<std::string>{"a, b", "#c"});
  ASSERT_TRUE(all);
  EXPECT_EQ(all->size(), 3u);
}

TEST(Selector, SaysWhatItCannotDo) {
  auto child = parse_selectors("ul > li");
  ASSERT_FALSE(child);
  EXPECT_EQ(child.error().message, "The selector “ul > li” cannot be used, because of “> li”.");
  auto end = parse_selectors("a,");
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().message, "The selector “a,” cannot be used, because of its end.");
  for (const char* text : {"", " ", "a:hover", "#", ".", "[a", "[a=]", "[a='x", "a~b", "li:nth-of-type(2)", "[a^=x]"}) {
    EXPECT_FALSE(parse_selectors(text)) << text;
  }
}

}  // namespace
}  // namespace squall::oracle
