// Steps that concern the page as a whole: navigating, scrolling, its size, the network, waiting, closing.
#include "oracle/picture.h"
#include "tests/steps_lab.h"

namespace squall {
namespace {

using testing::change_to;
using testing::click_on;
using testing::document;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::listen;
using testing::log_of;
using testing::PageLab;
using testing::perform;
using testing::results_of;
using testing::Site;
using testing::steps_of;
using testing::why_not;

// ---- other documents ----

const std::string kSecond = document("<h1 id=h>loading</h1><button id=go>Go</button>" + listen("click") +
                                     "<script>fetch('data.txt').then(r => r.text()).then(t => { h.textContent = t; "
                                     "setTimeout(() => console.log('ready'), 500) })</script>");

Site two_pages(const std::string& first) {
  Site site(document(first));
  site.answer("second.html", kSecond).answer("data.txt", "second");
  site.answer("second.html?q=x", kSecond);
  return site;
}

TEST(StepsPage, TheNextStepIsPerformedOnTheSettledPageThatALinkLeadsTo) {
  auto site = two_pages("<a id=a href=second.html>on</a>");
  auto run = PageLab::get().run(site, steps_of("[" + click_on("#a") + "," + click_on("#go") + "]"));
  EXPECT_THAT(results_of(run), ElementsAre("done", "done"));
  EXPECT_THAT(log_of(run), ElementsAre("ready", "click #go"));
  EXPECT_EQ(testing::text_of(run, "h"), "second");
  EXPECT_EQ(run.outcome.url, "http://app.test/second.html");
}

TEST(StepsPage, AFormThatIsSentLeadsToItsPage) {
  auto site = two_pages("<form action=second.html><input id=f name=q></form>");
  auto run = PageLab::get().run(
      site, steps_of("[" + change_to("#f", "x") + R"(,{"type":"keyDown","key":"Enter"},)" + click_on("#go") + "]"));
  EXPECT_THAT(results_of(run), ElementsAre("done", "done", "done"));
  EXPECT_THAT(log_of(run), ElementsAre("ready", "click #go"));
  EXPECT_EQ(run.outcome.url, "http://app.test/second.html?q=x");
}

TEST(StepsPage, AScriptThatLeavesLaterIsFollowed) {
  auto site = two_pages("<button id=a onclick=\"setTimeout(() => location = 'second.html', 300)\">on</button>");
  auto run = PageLab::get().run(site, steps_of("[" + click_on("#a") + "," + click_on("#go") + "]"));
  EXPECT_THAT(log_of(run), ElementsAre("ready", "click #go"));
}

TEST(StepsPage, NavigateOpensAPageOfTheRecording) {
  auto site = two_pages("<p>first");
  auto run = PageLab::get().run(
      site, steps_of(R"([{"type":"navigate","url":"http://app.test/second.html"},)" + click_on("#go") + "]"));
  EXPECT_THAT(results_of(run), ElementsAre("done", "done"));
  EXPECT_THAT(log_of(run), ElementsAre("ready", "click #go"));
}

TEST(StepsPage, NavigateToThePageItselfLoadsItAgain) {
  auto run = perform("<button id=go>Go</button><script>console.log('loaded')</script>" + listen("click"),
                     R"([{"type":"navigate","url":"http://app.test/"},)" + click_on("#go") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("loaded", "loaded", "click #go"));
}

TEST(StepsPage, NavigateToAFragmentStays) {
  auto run = perform("<p id=p>p" + listen("hashchange"), R"([{"type":"navigate","url":"http://app.test/#p"}])");
  EXPECT_THAT(log_of(run), ElementsAre("hashchange"));
}

TEST(StepsPage, NavigateToAnUnknownPageIsSaid) {
  auto run = perform("<p>first", R"([{"type":"navigate","url":"http://nowhere.test/"},)" + click_on("#go") + "]");
  ASSERT_EQ(run.outcome.steps.size(), 2u);
  EXPECT_FALSE(run.outcome.steps[1].performed);
  ASSERT_FALSE(run.outcome.requests.empty());
  EXPECT_EQ(run.outcome.requests.back().url, "http://nowhere.test/");
  EXPECT_EQ(run.outcome.requests.back().answer, outcome::Answer::Unanswered);
}

// ---- scrolling and size ----

TEST(StepsPage, ThePageIsScrolledAtOnce) {
  auto run = perform(
      "<style>html{scroll-behavior:smooth}</style><div style='height:9000px;width:9000px'></div>"
      "<script>addEventListener('scroll', e => console.log('scroll ' + scrollX + ',' + scrollY + ' ' + "
      "e.isTrusted))</script>",
      R"([{"type":"scroll","x":40,"y":700},{"type":"scroll","y":99999}])");
  EXPECT_THAT(log_of(run), ElementsAre("scroll 40,700 true", "scroll 0,8216 true"));
  EXPECT_EQ(run.outcome.frames[size_t{0}]["scroll"].dump(), "[0,8216]");
}

TEST(StepsPage, AnElementIsScrolledAtOnce) {
  auto run = perform(
      "<div id=d style='height:100px;overflow:auto;scroll-behavior:smooth'><p style='height:900px'>x</p></div>"
      "<script>d.onscroll = () => console.log(d.scrollTop)</script>",
      R"([{"type":"scroll","selectors":["#d"],"y":120}])");
  EXPECT_THAT(log_of(run), ElementsAre("120"));
  EXPECT_EQ(why_not("<p id=p hidden>x", R"({"type":"scroll","selectors":["#p"],"y":1})"), "hidden: display is none");
}

TEST(StepsPage, WhatScrollingShowsIsLoaded) {
  Site site(
      document("<div style='height:3000px'></div><p id=end>…</p><script>new IntersectionObserver(async seen => {"
               "if (seen[0].isIntersecting) end.textContent = await (await fetch('more.txt')).text() })"
               ".observe(end)</script>"));
  site.answer("more.txt", "more");
  auto run = PageLab::get().run(site, steps_of(R"([{"type":"scroll","y":3000}])"));
  EXPECT_EQ(testing::text_of(run, "end"), "more");
}

TEST(StepsPage, TheViewportIsSetForThisRunOnly) {
  std::string page =
      "<script>onresize = () => console.log('resize ' + innerWidth + 'x' + innerHeight);"
      "console.log(innerWidth + 'x' + innerHeight + ' ' + devicePixelRatio)</script>";
  auto run = perform(page, R"([{"type":"setViewport","width":400,"height":300,"deviceScaleFactor":2,"isMobile":false,
                               "hasTouch":false,"isLandscape":false}])");
  EXPECT_THAT(log_of(run), ElementsAre("1280x800 1", "resize 400x300"));
  EXPECT_THAT(log_of(perform(page, "[]")), ElementsAre("1280x800 1"));
}

TEST(StepsPage, BeingOfflineIsToldToThePageForThisRunOnly) {
  std::string page = "<script>onoffline = ononline = e => console.log(e.type); console.log(navigator.onLine)</script>";
  auto run = perform(page, R"([{"type":"emulateNetworkConditions","download":0,"upload":0,"latency":0},
                              {"type":"emulateNetworkConditions","download":100000,"upload":100000,"latency":20},
                              {"type":"emulateNetworkConditions","download":0,"upload":0,"latency":0}])");
  EXPECT_THAT(log_of(run), ElementsAre("true", "offline", "online", "offline"));
  EXPECT_THAT(log_of(perform(page, "[]")), ElementsAre("true"));
}

TEST(StepsPage, RequestsOfAUserWhoIsOfflineFail) {
  std::string page = "<script>onoffline = () => fetch('news').catch(() => console.log('no news'))</script>";
  auto run = perform(page, R"([{"type":"emulateNetworkConditions","download":0,"upload":0,"latency":0}])");
  EXPECT_THAT(log_of(run), ElementsAre("no news"));
  ASSERT_EQ(run.outcome.requests.size(), 2u);
  EXPECT_EQ(run.outcome.requests[1].answer, outcome::Answer::Failed);
  EXPECT_EQ(run.outcome.requests[1].detail, "the user was offline");
}

// ---- waiting and closing ----

TEST(StepsPage, WaitingForElementsCountsThem) {
  std::string page = "<p class=a title=t>1</p><p class=a>2</p><p class=a hidden>3</p><input id=f value=v>";
  auto wait = [&](const std::string& rest) {
    return why_not(page, R"({"type":"waitForElement","selectors":[".a"])" + rest + "}");
  };
  EXPECT_EQ(wait(""), "done");
  EXPECT_EQ(wait(R"(,"count":3)"), "done");
  EXPECT_EQ(wait(R"(,"count":4)"), "the page has settled with 3 elements for .a, not >= 4");
  EXPECT_EQ(wait(R"(,"count":2,"operator":"==")"), "the page has settled with 3 elements for .a, not == 2");
  EXPECT_EQ(wait(R"(,"count":3,"operator":"<=")"), "done");
  EXPECT_EQ(wait(R"(,"count":2,"operator":"<=")"), "the page has settled with 3 elements for .a, not <= 2");
  EXPECT_EQ(wait(R"(,"count":0)"), "the page has settled with 3 elements for .a, not == 0");
  EXPECT_EQ(wait(R"(,"count":2,"operator":"==","visible":true)"), "done");
  EXPECT_EQ(wait(R"(,"count":3,"visible":true)"), "the page has settled with 2 visible elements for .a, not >= 3");
  EXPECT_EQ(wait(R"(,"attributes":{"title":"t"})"), "done");
  EXPECT_EQ(wait(R"(,"attributes":{"title":"u"})"), "the page has settled with 0 elements for .a, not >= 1");
  EXPECT_EQ(wait(R"(,"properties":{"textContent":"2"})"), "done");
  EXPECT_EQ(wait(R"(,"properties":{"style":{"color":"red"}})"),
            "the page has settled with 0 elements for .a, not >= 1");
}

TEST(StepsPage, WaitingUntilSomethingIsHidden) {
  auto wait = [&](const std::string& page) {
    return why_not(page, R"({"type":"waitForElement","selectors":["#s"],"visible":false})");
  };
  EXPECT_EQ(wait("<p id=s style='display:none'>x"), "done");
  EXPECT_EQ(wait("<p>x"), "done");
  EXPECT_EQ(wait("<p id=s>x"), "the page has settled with 1 visible element for #s, >= 1");
}

TEST(StepsPage, WaitingSeesWhatThePageBecomes) {
  auto run = perform(
      "<script>setTimeout(() => document.body.append(Object.assign(document.createElement('p'), "
      "{id: 'late'})), 3000)</script>",
      R"([{"type":"waitForElement","selectors":["#late"]},
                         {"type":"waitForExpression","expression":"document.querySelector('#late') !== null"}])");
  EXPECT_THAT(results_of(run), ElementsAre("done", "done"));
}

TEST(StepsPage, ExpressionsOfEveryShapeAreJudged) {
  auto wait = [&](const std::string& expression) {
    return why_not("<script>const x = 3</script>",
                   Json::object({{"type", "waitForExpression"}, {"expression", expression}}).dump());
  };
  EXPECT_EQ(wait("x > 2"), "done");
  EXPECT_EQ(wait("x > 2; "), "done");
  EXPECT_EQ(wait("x > 2 // three"), "done");
  EXPECT_EQ(wait("new Promise(done => done(true))"), "done");
  EXPECT_EQ(wait("Promise.resolve(false)"), "the page has settled, and `Promise.resolve(false)` is not true");
  EXPECT_EQ(wait("await Promise.resolve(1)"), "done");
  EXPECT_EQ(wait("x > 3"), "the page has settled, and `x > 3` is not true");
  EXPECT_THAT(wait("nobody.there"),
              ::testing::HasSubstr("the expression fails: ReferenceError: nobody is not defined"));
  EXPECT_THAT(wait("x >"), ::testing::HasSubstr("the expression fails: SyntaxError"));
}

TEST(StepsPage, ClosingThePageEndsTheFlow) {
  auto run = perform("<button id=go>Go</button>" + listen("click"), R"([{"type":"close"},)" + click_on("#go") + "]");
  EXPECT_THAT(results_of(run), ElementsAre("done"));
  EXPECT_THAT(log_of(run), IsEmpty());
}

TEST(StepsPage, TheMomentOfTheLastStepCanBeSeen) {
  testing::Site site(
      document("<style>* { margin: 0; border: 0 } #go { position: absolute; left: 30px; top: 1500px; width: 80px; "
               "height: 20px }</style><div style='height: 3000px'></div><button id=go>go</button><script>"
               "go.onclick = () => fetch('data').then(() => document.body.style.background = 'red')</script>"));
  site.answer("data", "data", 100);
  auto experiment = PageLab::get().experiment(site, testing::steps_of("[" + click_on("#go") + "]"));
  experiment.wanted.picture = true;
  EXPECT_EQ(PageLab::get().run(experiment).init.moment.picture, "");
  experiment.init.moment = true;
  auto run = PageLab::get().run(experiment);
  auto moment = oracle::decode_png(run.init.moment.picture), end = oracle::decode_png(run.outcome.picture);
  ASSERT_TRUE(moment && end);
  EXPECT_FALSE(*moment == *end);
  EXPECT_EQ(run.init.moment.element.x, 30);
  EXPECT_EQ(run.init.moment.element.width, 80);
  EXPECT_EQ(run.init.moment.element.height, 20);
  EXPECT_GT(run.init.moment.element.y, 0);
  EXPECT_LT(run.init.moment.element.y, experiment.conditions.height);  // it has been brought into view
}

}  // namespace
}  // namespace squall
