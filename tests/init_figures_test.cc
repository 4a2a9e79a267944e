// Every figure and every example within the text of chapter 11 of the thesis on InitRacer.
#include "tests/init_lab.h"

namespace squall::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(InitFigures, Figure1ASearchFieldIsOverwrittenWhenItsScriptIsLate) {
  Site site(R"(<input id="search-field" type="text" placeholder="What can we help you find?">
    <script src="search.min.js"></script>)");
  site.answer("search.min.js", R"(document.addEventListener("DOMContentLoaded", function () {
    var text = new URLSearchParams(location.search).get("q") || "";
    document.getElementById("search-field").value = text;
  });)");
  Analysis analysis = analyse_site(site);
  ASSERT_THAT(found(analysis), ElementsAre("error form-input-overwritten #search-field"));
  const auto& finding = analysis.findings[0];
  EXPECT_EQ(finding.confirmed, 2);
  EXPECT_EQ(finding.evidence["delay"].as_string(), "root/script:http://app.test/search.min.js");
  ASSERT_FALSE(finding.where.empty());
  EXPECT_EQ(finding.where[0].url, "http://app.test/search.min.js");
  EXPECT_EQ(finding.where[0].line, 3);
  EXPECT_THAT(finding.explanation, HasSubstr("is empty instead of"));
}

TEST(InitFigures, Figure2ALinkLeavesThePageWhenItsHandlerIsLate) {
  Site site(R"(<a id="link-search" href="/us/search">Search apple.com</a><div id="menu" hidden>Search</div>
    <script src="globalnav.js"></script>)");
  site.answer("globalnav.js", R"(
    function Nav() { this.link = document.getElementById("link-search"); this.link.addEventListener("click", this.open.bind(this)); }
    Nav.prototype.open = function (event) { event.preventDefault(); document.getElementById("menu").hidden = false; };
    new Nav();)");
  site.answer("us/search", "<h1>Search without scripts</h1>");
  Analysis analysis = analyse_site(site);
  ASSERT_THAT(found(analysis), ElementsAre("error late-event-handler #link-search"));
  EXPECT_THAT(analysis.findings[0].title, HasSubstr("leaves the page"));
  EXPECT_TRUE(analysis.findings[0].evidence["prevents_default"].as_bool());
  EXPECT_EQ(analysis.findings[0].where[0].line, 2);
}

TEST(InitFigures, Figure3AMenuItemFailsBeforeTheScriptThatItUsesHasCome) {
  Site site(R"(<a id="families" href="/individuals-families.html" onclick="
      s.tl(this, 'o', 'link', null, 'navigate'); document.title = 'counted'; return false;
    ">Individuals &amp; Families</a>
    <script src="s_code.js"></script>)");
  site.answer("s_code.js", R"(var s = s_gi();
    function s_gi() { var c = "s.tl=function(o,t,n,vo,f){}"; var s = new Object(); (new Function("s", c))(s); return s; })");
  site.answer("individuals-families.html", "<h1>Families</h1>");
  Analysis analysis = analyse_site(site);
  ASSERT_THAT(found(analysis), ElementsAre("error access-before-definition #families"));
  EXPECT_THAT(analysis.findings[0].title, HasSubstr("ReferenceError: s is not defined"));
  EXPECT_EQ(analysis.findings[0].evidence["resource"].as_string(), "http://app.test/s_code.js");
}

TEST(InitFigures, AMenuItemThatLooksForItsScriptFirstIsFine) {
  Site site(
      R"(<a id="families" href="#x" onclick="window.s?.tl(this); document.title = 'seen'; return false">Families</a>
    <script src="s_code.js"></script>)");
  site.answer("s_code.js", "var s = { tl() {} };");
  EXPECT_THAT(found(analyse_site(site)), IsEmpty());
}

// Lines 232 to 239.
TEST(InitFigures, AFieldThatIsHiddenUntilTheScriptHasRunIsFine) {
  Site site(R"(<button id="search-btn" disabled>Search</button>
    <div id="dropdown-search" style="display: none"><input type="text" id="search"></div>
    <script src="search.js"></script>)");
  site.answer("search.js", R"(document.getElementById("search").value = "Enter search terms...";
    const button = document.getElementById("search-btn");
    button.onclick = () => { document.getElementById("dropdown-search").style.display = "block"; };
    button.disabled = false;)");
  EXPECT_THAT(found(analyse_site(site)), IsEmpty());
}

// Lines 240 to 243.
TEST(InitFigures, AnInlineScriptRightBehindTheFieldIsNoDelay) {
  Site site(R"(<input id="s" type="text">
    <script>document.getElementById("s").value = "Enter search terms...";</script>)");
  Analysis analysis = analyse_site(site);
  EXPECT_THAT(found(analysis), IsEmpty());
  EXPECT_THAT(analysis.tests, IsEmpty());
}

// Lines 1 to 3: today's browsers leave the focus where the user has put it, and so there is nothing to tell.
TEST(InitFigures, AFieldThatFocusesItselfLateDoesNotDisturbAUserWhoTypes) {
  Site site(
      R"(<input id="first" type="text"><script src="empty.js"></script><input id="second" type="text" autofocus>)");
  site.answer("empty.js", "");
  Analysis analysis = analyse_site(site);
  EXPECT_THAT(found(analysis), IsEmpty());
  EXPECT_THAT(tried(analysis), ElementsAre("same: an early user loses nothing"));
}

TEST(InitFigures, AScriptThatMovesTheFocusLateDisturbsAUserWhoTypes) {
  Site site(R"(<input id="first" type="text"><input id="second" type="text"><script src="late.js"></script>)");
  site.answer("late.js", "document.getElementById('second').focus();");
  Analysis analysis = analyse_site(site);
  ASSERT_THAT(found(analysis), ElementsAre("error form-input-overwritten #first"));
  EXPECT_THAT(analysis.findings[0].explanation, HasSubstr("“squ” instead of “squall”"));
}

// Section 11.5, lines 4 to 11.
TEST(InitFigures, AGuardedWriteIsFine) {
  Site site(R"(<input type="text" id="search" value="Default"><script src="guarded.js"></script>)");
  site.answer("guarded.js", R"(var input = document.getElementById("search");
    if (input.value === "Default") { input.value = "Enter search terms..."; })");
  Analysis analysis = analyse_site(site);
  EXPECT_THAT(found(analysis), IsEmpty());
  EXPECT_THAT(analysis.tests, IsEmpty());  // the probe has ruled it out
}

// Section 11.5: handlers that write fields are tried ahead of time, but nobody clicked them.
TEST(InitFigures, AResetButtonDoesNotOverwrite) {
  Site site(R"(<input id="q" type="text"><button id="reset" type="button" onclick="q.value = ''">Reset</button>
    <script src="empty.js"></script>)");
  site.answer("empty.js", "");
  EXPECT_THAT(found(analyse_site(site)), IsEmpty());
}

// P3b: what fails after loading as well fails for another reason.
TEST(InitFigures, AHandlerThatAlwaysFailsIsNotToldOf) {
  Site site(R"(<button id="b" onclick="missing();">Go</button><script src="empty.js"></script>)");
  site.answer("empty.js", "");
  EXPECT_THAT(found(analyse_site(site)), IsEmpty());
}

}  // namespace
}  // namespace squall::testing
