#include "report/html.h"

#include <gtest/gtest.h>

namespace squall::report {
namespace {

TEST(Html, TextIsEscaped) { EXPECT_EQ(text("<b>&\"'").str(), "&lt;b&gt;&amp;&quot;&#39;"); }

TEST(Html, AttributeValuesCannotEndTheirQuotes) {
  EXPECT_EQ(element("p", {{"title", "\" onclick=\"x"}}, {}).str(), "<p title=\"&quot; onclick=&quot;x\"></p>");
}

TEST(Html, ElementsNestAsMarkup) {
  EXPECT_EQ(element("p", text("a<") + element("b", text("c"))).str(), "<p>a&lt;<b>c</b></p>");
}

TEST(Html, ControlCharactersAreMadeVisible) {
  EXPECT_EQ(visible_text(std::string_view("a\0b\x1b\x7f\n\t", 7)), "a␀b␛␡\n\t");
  EXPECT_EQ(visible_text("\xC2\x85"), "\uFFFD");
}

TEST(Html, CharactersThatReverseTextAreMadeVisible) {
  EXPECT_EQ(visible_text("exe.\u202Egpj"), "exe.⟨U+202E⟩gpj");
  EXPECT_EQ(visible_text("\u2066x\u2069"), "⟨U+2066⟩x⟨U+2069⟩");
}

TEST(Html, WhatIsNotUtf8IsReplacedByteByByte) {
  EXPECT_EQ(visible_text("\xFF<\xC0\xAF"), "\uFFFD<\uFFFD\uFFFD");
  EXPECT_EQ(visible_text("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");  // a lone surrogate
  EXPECT_EQ(visible_text("\xE2\x82"), "\uFFFD\uFFFD");            // cut short
}

TEST(Html, OrdinaryTextOfAnyScriptStays) {
  for (const char* words : {"Grüße", "שלום", "日本語", "👩‍🚀", "a\u200Fb"})
    EXPECT_EQ(visible_text(words), words);
}

TEST(Html, OnlyWebAddressesBecomeLinks) {
  EXPECT_EQ(link_to("https://a.test/?x=1&y", text("t")).str(),
            "<a href=\"https://a.test/?x=1&amp;y\" rel=\"noopener noreferrer\">t</a>");
  EXPECT_EQ(link_to("HTTP://a.test/", text("t")).str(), "<a href=\"HTTP://a.test/\" rel=\"noopener noreferrer\">t</a>");
  for (const char* url :
       {"javascript:alert(1)", "JaVaScRiPt:alert(1)", " https://a.test/", "java\nscript:x", "data:text/html,x",
        "file:///etc/passwd", "https://a.test/\n", "vbscript:x", "//a.test/", ""}) {
    EXPECT_EQ(link_to(url, text("t")).str(), "t") << url;
  }
  EXPECT_EQ(link_to("https://a.test/" + std::string(2000, 'x'), text("t")).str(), "t");
}

}  // namespace
}  // namespace squall::report
