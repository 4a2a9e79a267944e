// Pages that make trouble.
#include "tests/init_lab.h"

namespace squall::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(InitInput, APageWithoutScriptsHasNothingToLose) {
  Analysis analysis = analyse_site(Site("<h1>Hello</h1><form><input id=q><button>Go</button></form>"));
  EXPECT_THAT(found(analysis), IsEmpty());
  EXPECT_THAT(analysis.tests, IsEmpty());
}

// Between two pieces of a long document the browser has nothing to do for a moment: that is not rest.
TEST(InitInput, AParserThatIsStillAtWorkIsWaitedFor) {
  std::string filler;
  for (int i = 0; i < 20'000; ++i) filler += "<p class=row>row</p>";
  Site site("<input id=a><script src=one.js></script>" + filler + "<script src=two.js></script>" + filler +
            "<input id=q><script src=three.js></script>" + filler);
  site.answer("one.js", "var one = 1;").answer("two.js", "var two = 2;");
  site.answer("three.js", "document.getElementById('q').value = '';");
  EXPECT_THAT(found(analyse_site(site)), ElementsAre("error form-input-overwritten #q"));
}

// The last script is asked for ahead of the parser, and came first when the page was recorded: it runs last all the
// same, and how busy the server was must not decide what is found.
TEST(InitInput, ScriptsThatStopTheParserComeInItsOrder) {
  Site site("<script src=one.js></script><script src=two.js></script><input id=q><script src=late.js></script>");
  site.answer("one.js", "var one = 1;", 400).answer("two.js", "var two = 2;", 900);
  site.answer("late.js", "document.getElementById('q').value = '';", 10);
  EXPECT_THAT(found(analyse_site(site)), ElementsAre("error form-input-overwritten #q"));
}

// What registers handlers for others is passed over, as in squall ajax.
TEST(InitInput, ThePageIsNamedAndNotItsLibrary) {
  Site site("<button id=b>Save</button><p id=o></p><script src=jquery-3.7.1.js></script><script src=app.js></script>");
  site.answer("jquery-3.7.1.js",
              "var $ = (id) => ({ on(type, act) { document.getElementById(id).addEventListener(type, act) },\n"
              "val(text) { document.getElementById(id).value = text } });");
  site.answer("app.js", "\n\n$('b').on('click', () => { o.textContent = 'saved'; });");
  Analysis analysis = analyse_site(site);
  ASSERT_THAT(analysis.findings, SizeIs(1));
  ASSERT_THAT(analysis.findings[0].where, SizeIs(1));
  EXPECT_THAT(analysis.findings[0].where[0].url, HasSubstr("app.js"));
  EXPECT_EQ(analysis.findings[0].where[0].line, 3);
  EXPECT_EQ(analysis.findings[0].where[0].role, "registers the handler for click");
}

// A page that breaks our own script must not look like a page on which nothing happens.
TEST(InitInput, AnAgentThatFailsIsToldOf) {
  Site site("<input id=q><script>__squall.settle = () => undefined.missing;</script>");
  auto run = init_browsers().run(PageLab::get().experiment(site));
  ASSERT_TRUE(run);
  EXPECT_EQ(run->outcome.ending, outcome::Ending::AgentFailed);
  EXPECT_THAT(run->outcome.ending_detail, HasSubstr("undefined (reading 'missing')"));
}

// Who hears of clicks on the window may do so before there is anything to click.
TEST(InitInput, AHandlerOnTheWindowOfAnEmptyPageIsTried) {
  Site site("<p id=o>-</p><script>addEventListener('click', () => { o.textContent = 'tried'; });</script>");
  auto experiment = PageLab::get().experiment(site);
  experiment.init.eager.handlers = true;
  auto run = init_browsers().run(experiment);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->outcome.ending, outcome::Ending::Settled) << run->outcome.ending_detail;
  EXPECT_EQ(run->init.survey.handlers.size(), 1u);
}

TEST(InitInput, AFrameWithoutAnAgentIsQuiet) {
  Site site("<input id=q><iframe src='http://gone.test/'></iframe>");
  EXPECT_EQ(PageLab::get().run(site).outcome.ending, outcome::Ending::Settled);
}

TEST(InitInput, AnEmptyPageIsFine) { EXPECT_THAT(found(analyse_site(Site(""))), IsEmpty()); }

TEST(InitInput, APageThatGoesOnWhileItLoadsIsLookedAtWhereItEnds) {
  Site site(R"(<input id="a"><script>location.replace("/next.html");</script>)");
  site.answer("next.html", R"(<input id="q"><script src="late.js"></script>)");
  site.answer("late.js", "document.getElementById('q').value = '';");
  EXPECT_THAT(found(analyse_site(site)), ElementsAre("error form-input-overwritten #q"));
}

TEST(InitInput, APageThatSubmitsItselfIsLookedAtWhereItEnds) {
  Site site(R"(<form id="f" action="/next.html"></form><script>document.getElementById("f").submit();</script>)");
  site.answer("next.html?", R"(<button id="b" type="button">0</button><script src="late.js"></script>)");
  site.answer("late.js", "b.onclick = () => { b.textContent = '1'; };");
  EXPECT_THAT(found(analyse_site(site)), ElementsAre("error late-event-handler #b"));
}

// Handlers that leave, submit, ask, print, open, send and store: tried ahead of time, they do nothing of it.
TEST(InitInput, HandlersThatAreTriedHaveNoLastingEffects) {
  Site site(R"html(<form id="f" action="/gone"><input id="q"></form>
    <button id="a" onclick="location.href='/gone'">a</button><button id="b" onclick="f.submit()">b</button>
    <button id="c" onclick="alert(1), confirm(2), prompt(3), print(), open('/gone')">c</button>
    <button id="d" onclick="fetch('/gone', {method: 'POST'})">d</button>
    <button id="e" onclick="localStorage.x = 1, localStorage.setItem('y', 2), document.cookie = 'z=3'">e</button>
    <button id="g" onclick="document.write('gone')">g</button><button id="h" onclick="setTimeout(missing, 0)">h</button>
    <button id="i" onclick="const x = new XMLHttpRequest(); x.open('POST', '/gone'); x.send()">i</button>
    <button id="j" onclick="navigator.sendBeacon('/gone')">j</button><button id="k" onclick="history.pushState(1, '', '/x')">k</button>
    <script>var missing = () => {};</script>)html");
  lab::Experiment experiment = PageLab::get().experiment(site);
  experiment.init.eager.handlers = true;
  lab::Run run = PageLab::get().run(experiment);
  EXPECT_EQ(run.outcome.ending, outcome::Ending::Settled);
  EXPECT_EQ(run.outcome.url, site.url);
  EXPECT_THAT(run.outcome.incidents, IsEmpty());
  EXPECT_THAT(run.outcome.requests, SizeIs(1));
  EXPECT_EQ(run.outcome.cookies.size(), 0u);
  EXPECT_FALSE(run.outcome.storage["http://app.test"]["local"].has("y"));
  EXPECT_EQ(run.init.survey.handlers.size(), 10u);
  EXPECT_EQ(text_of(run, "a"), "a");
}

TEST(InitInput, AHandlerThatNeverEndsIsToldOfAndTheRestIsLookedAt) {
  Site site(R"(<input id="q"><button id="b" onclick="for (;;);">Hang</button><script src="late.js"></script>)");
  site.answer("late.js", "document.getElementById('q').value = '';");
  lab::RecordedPage page;
  page.url = site.url;
  page.recording = site.recording;
  analysis::init::Options options;
  options.bench.offline = true;
  options.bench.timeout = Millis(3'000);
  auto analysis = analysis::init::analyse(init_browsers(), page, options);
  ASSERT_TRUE(analysis);
  EXPECT_THAT(found(*analysis), ElementsAre("error form-input-overwritten #q"));
  ASSERT_THAT(analysis->notes, SizeIs(1));
  EXPECT_THAT(analysis->notes[0], HasSubstr("could not be tried"));
}

TEST(InitInput, ThousandsOfHandlersAreTriedInOneLoad) {
  Site site(R"(<div id="all"></div><script>
    for (let i = 0; i < 3000; ++i) {
      const b = document.createElement("button"); b.type = "button"; b.addEventListener("click", () => b.value = i);
      document.getElementById("all").append(b);
    }</script>)");
  int runs = 0;
  analysis::init::Options options;
  options.bench.on_run = [&] { return ++runs > 0; };
  Analysis analysis = analyse_site(site, options);
  EXPECT_THAT(found(analysis), IsEmpty());
  EXPECT_GE(analysis.handlers, 3000u);
  EXPECT_EQ(analysis.experiments, 2);
  EXPECT_EQ(runs, 2);
}

TEST(InitInput, MoreSuspectsThanAllowedAreLeftOutAndCounted) {
  std::string html;
  for (int i = 0; i < 6; ++i) html += "<input id=q" + std::to_string(i) + ">";
  Site site(html + "<script src=late.js></script>");
  site.answer("late.js", "for (const q of document.querySelectorAll('input')) q.value = '';");
  analysis::init::Options options;
  options.max_suspects = 2;
  Analysis analysis = analyse_site(site, options);
  EXPECT_THAT(analysis.findings, SizeIs(2));
  EXPECT_EQ(analysis.left_out, 4u);
}

TEST(InitInput, OneActIsTriedOnceForWhateverReason) {
  Site site(R"(<input id="q"><p id="out"></p><script src="late.js"></script>)");
  site.answer("late.js", "q.value = ''; q.oninput = () => { out.textContent = q.value; };");
  Analysis analysis = analyse_site(site);
  EXPECT_THAT(found(analysis), ElementsAre("error form-input-overwritten #q"));
  ASSERT_THAT(analysis.tests, SizeIs(1));
  EXPECT_THAT(analysis.tests[0].why, SizeIs(2));
}

TEST(InitInput, AStyleSheetThatDoesNotComeHidesNothing) {
  Site site(R"(<head><link rel="stylesheet" href="broken.css"></head><input id="q"><script src="late.js"></script>)");
  site.failure("broken.css");
  site.answer("late.js", "q.value = '';");
  EXPECT_THAT(found(analyse_site(site)), ElementsAre("error form-input-overwritten #q"));
}

TEST(InitInput, DocumentWriteIsParsedLikeEverythingElse) {
  Site site(R"(<script>document.write('<input id="q"><script src="late.js"><\/script>');</script>)");
  site.answer("late.js", "document.getElementById('q').value = '';");
  EXPECT_THAT(found(analyse_site(site)), ElementsAre("error form-input-overwritten #q"));
}

TEST(InitInput, FramesOfOtherOriginsAreLeftAlone) {
  Site site(R"(<input id="q"><iframe src="http://other.test/in.html"></iframe><script src="late.js"></script>)");
  site.answer("late.js", "document.getElementById('q').value = '';");
  site.answer("http://other.test/in.html", "<input id=p><script src=p.js></script>");
  site.answer("http://other.test/p.js", "document.getElementById('p').value = '';");
  EXPECT_THAT(found(analyse_site(site)), ElementsAre("error form-input-overwritten #q"));
}

TEST(InitInput, AStrictPolicyDoesNotHinder) {
  Site site("");
  site.recording->entries[0].response.body =
      R"(<input id="q"><button id="b" type="button">0</button><script src="late.js"></script>)";
  site.header("content-security-policy",
              "default-src 'none'; script-src 'self'; trusted-types 'none'; require-trusted-types-for 'script'");
  site.answer("late.js", R"(document.getElementById("q").value = ""; b.onclick = () => { b.textContent = "1"; };)");
  EXPECT_THAT(found(analyse_site(site)), ElementsAre("error form-input-overwritten #q", "error late-event-handler #b"));
}

TEST(InitInput, TheWorkCanBeStopped) {
  Site site(R"(<input id="q"><script src="late.js"></script>)");
  site.answer("late.js", "document.getElementById('q').value = '';");
  analysis::init::Options options;
  int runs = 0;
  options.bench.on_run = [&] { return ++runs < 3; };
  Analysis analysis = analyse_site(site, options);
  EXPECT_FALSE(analysis.complete);
  EXPECT_THAT(analysis.findings, IsEmpty());
}

}  // namespace
}  // namespace squall::testing
