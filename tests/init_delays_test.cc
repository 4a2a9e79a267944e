// What can delay a page, and what a user can lose meanwhile: fields of all kinds, scripts of all kinds, timers.
#include "tests/init_lab.h"

namespace squall::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(InitDelays, EveryKindOfFieldCanBeOverwritten) {
  Site site(R"(<label>Name <input id="name"></label><textarea id="note"></textarea>
    <label><input id="news" type="checkbox">News</label>
    <label><input id="one" type="radio" name="r" checked>One</label><label><input id="two" type="radio" name="r">Two</label>
    <select id="size"><option>S</option><option>M</option><option>L</option></select>
    <script src="fill.js"></script>)");
  site.answer("fill.js", R"(const by = (id) => document.getElementById(id);
    by("name").value = ""; by("note").value = "…"; by("news").checked = false; by("one").checked = true;
    by("size").selectedIndex = 0;)");
  EXPECT_THAT(found(analyse_site(site)),
              ElementsAre("error form-input-overwritten #name", "error form-input-overwritten #news",
                          "error form-input-overwritten #note", "error form-input-overwritten #size",
                          "error form-input-overwritten #two"));
}

TEST(InitDelays, AFormThatIsRenderedAnewLosesWhatWasEntered) {
  Site site(R"(<form id="f"><input id="name"></form><script src="render.js" defer></script>)");
  site.answer("render.js", R"(document.getElementById("f").innerHTML = '<input id="name">';)");
  EXPECT_THAT(found(analyse_site(site)), ElementsAre("error form-input-overwritten #name"));
}

TEST(InitDelays, AResponseIsADelay) {
  Site site(R"(<input id="city"><script>
    fetch("profile.json").then((r) => r.json()).then((p) => { document.getElementById("city").value = p.city; });
    </script>)");
  site.answer("profile.json", R"({ "city": "Harbour Town" })");
  Analysis analysis = analyse_site(site);
  ASSERT_THAT(found(analysis), ElementsAre("error form-input-overwritten #city"));
  EXPECT_EQ(analysis.findings[0].evidence["resource"].as_string(), "http://app.test/profile.json");
}

TEST(InitDelays, AnAnswerToAnXmlHttpRequestIsADelay) {
  Site site(R"(<input id="city"><script>
    const x = new XMLHttpRequest(); x.open("GET", "profile.json");
    x.onload = () => { document.getElementById("city").value = "Harbour Town"; }; x.send();
    </script>)");
  site.answer("profile.json", "{}");
  EXPECT_THAT(found(analyse_site(site)), ElementsAre("error form-input-overwritten #city"));
}

TEST(InitDelays, AScriptThatComesAfterTheEventItWaitsFor) {
  auto page = [](const std::string& wait) {
    Site site(R"(<p id="out">-</p><script async src="late.js"></script><script src="library.js"></script>)");
    site.answer("library.js", "var library = 1;");
    site.answer("late.js", "const start = () => { document.getElementById('out').textContent = 'ready'; };" + wait);
    return site;
  };
  Analysis analysis = analyse_site(page("document.addEventListener('DOMContentLoaded', start);"));
  ASSERT_THAT(found(analysis), ElementsAre("error late-event-handler document"));
  const auto& finding = analysis.findings[0];
  EXPECT_THAT(finding.title, HasSubstr("DOMContentLoaded before the script /late.js has come: its handler never runs"));
  EXPECT_THAT(finding.explanation, HasSubstr("The text of #out is “-” instead of “ready”"));
  EXPECT_EQ(finding.evidence["resource"].as_string(), "http://app.test/late.js");
  EXPECT_THAT(found(analyse_site(page("if (document.readyState === 'loading') "
                                      "document.addEventListener('DOMContentLoaded', start); else start();"))),
              IsEmpty());
  // The load of a page waits for its scripts.
  EXPECT_THAT(found(analyse_site(page("addEventListener('load', start);"))), IsEmpty());
}

TEST(InitDelays, AResponseThatComesAfterTheLoadOfThePage) {
  Site site(R"(<p id="out">-</p><img src="photo.png"><script>
    fetch("texts.json").then((r) => r.json()).then((texts) => {
      addEventListener("load", () => { document.getElementById("out").textContent = texts.hello; });
    });</script>)");
  site.answer("texts.json", R"({ "hello": "Hello" })");
  site.answer("photo.png", "no picture");
  EXPECT_THAT(found(analyse_site(site)), ElementsAre("error late-event-handler window"));
}

TEST(InitDelays, AModuleAndWhatItImportsAreDelays) {
  Site site(R"(<button id="b" type="button">0</button><script type="module" src="main.js"></script>)");
  site.answer("main.js", R"(import { step } from "./step.js";
    b.addEventListener("click", () => { b.textContent = String(Number(b.textContent) + step); });)");
  site.answer("step.js", "export const step = 1;");
  EXPECT_THAT(found(analyse_site(site)), ElementsAre("error late-event-handler #b"));
}

TEST(InitDelays, AScriptThatAScriptInsertsIsADelay) {
  Site site(R"(<button id="b" type="button">0</button><script>
    const s = document.createElement("script"); s.src = "late.js"; document.head.append(s);</script>)");
  site.answer("late.js", R"(b.onclick = () => { b.textContent = "1"; };)");
  EXPECT_THAT(found(analyse_site(site)), ElementsAre("error late-event-handler #b"));
}

TEST(InitDelays, AStyleSheetInTheBodyHoldsUpTheScriptsBehindIt) {
  Site site(R"(<button id="b" type="button">0</button><link rel="stylesheet" href="slow.css">
    <script>b.onclick = () => { b.textContent = "1"; };</script>)");
  site.answer("slow.css", "p { color: red }");
  Analysis analysis = analyse_site(site);
  ASSERT_THAT(found(analysis), ElementsAre("error late-event-handler #b"));
  EXPECT_THAT(analysis.findings[0].title, HasSubstr("the style sheet /slow.css"));
}

TEST(InitDelays, BeforeTheStyleSheetOfTheHeadHasComeThereIsNothingToClick) {
  Site site(R"(<head><link rel="stylesheet" href="slow.css"></head><button id="b" type="button">0</button>
    <script>b.onclick = () => { b.textContent = "1"; };</script>)");
  site.answer("slow.css", "p { color: red }");
  EXPECT_THAT(found(analyse_site(site)), IsEmpty());
}

TEST(InitDelays, ALongTimerIsADelayAndAShortOneIsNot) {
  auto page = [](int ms) {
    return Site(R"(<input id="q"><script>setTimeout(() => { document.getElementById("q").value = ""; }, )" +
                std::to_string(ms) + ");</script>");
  };
  Analysis analysis = analyse_site(page(800));
  ASSERT_THAT(found(analysis), ElementsAre("error form-input-overwritten #q"));
  EXPECT_THAT(analysis.findings[0].title, HasSubstr("a timer of 800 ms"));
  EXPECT_THAT(found(analyse_site(page(100))), IsEmpty());
  analysis::init::Options options;
  options.long_timer_ms = 50;
  EXPECT_THAT(found(analyse_site(page(100), options)), ElementsAre("error form-input-overwritten #q"));
}

TEST(InitDelays, AHandlerForTheLoadOfAnImageCanComeTooLate) {
  auto page = [](const std::string& script) {
    Site site(R"(<img id="photo" src="photo.svg"><p id="state">waiting</p><script src="app.js"></script>)");
    site.answer("photo.svg", R"(<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>)", 50);
    site.answer("app.js", script, 10);
    return site;
  };
  const std::string show = "const show = () => { document.getElementById('state').textContent = 'shown'; };";
  Analysis analysis = analyse_site(page(show + "photo.addEventListener('load', show);"));
  ASSERT_THAT(found(analysis), ElementsAre("error late-event-handler #photo"));
  EXPECT_THAT(analysis.findings[0].title, HasSubstr("its handler never runs"));
  EXPECT_THAT(analysis.findings[0].explanation, HasSubstr("“waiting” instead of “shown”"));
  EXPECT_THAT(found(analyse_site(page(show + "photo.complete ? show() : photo.addEventListener('load', show);"))),
              IsEmpty());
}

TEST(InitDelays, HandlersAtTheRootCountForWhatIsInside) {
  Site site(R"(<ul id="list"><li><button id="first" type="button">First</button></li></ul><p id="log"></p>
    <script src="app.js" defer></script>)");
  site.answer("app.js", R"(document.addEventListener("click", (event) => {
    if (event.target.closest("button")) document.getElementById("log").textContent = event.target.textContent;
  });)");
  EXPECT_THAT(found(analyse_site(site)), ElementsAre("error late-event-handler #first"));
}

TEST(InitDelays, HandlersInAFileThatHasComeBeforeTheElementAreFine) {
  Site site(R"(<script src="app.js"></script><button id="b" type="button">Go</button><p id="log"></p>
    <script src="more.js"></script>)");
  site.answer("app.js",
              R"(document.addEventListener("click", () => { document.getElementById("log").textContent = "1"; });)");
  site.answer("more.js", "");
  EXPECT_THAT(found(analyse_site(site)), IsEmpty());
}

TEST(InitDelays, AButtonThatIsDisabledUntilItWorksIsFine) {
  Site site(R"(<button id="b" type="button" disabled>0</button><script src="app.js"></script>)");
  site.answer("app.js", R"(b.onclick = () => { b.textContent = "1"; }; b.disabled = false;)");
  EXPECT_THAT(found(analyse_site(site)), IsEmpty());
}

TEST(InitDelays, AButtonBehindAnOverlayUntilItWorksIsFine) {
  Site site(R"(<button id="b" type="button">0</button>
    <div id="cover" style="position: fixed; inset: 0; background: white">Loading…</div><script src="app.js"></script>)");
  site.answer("app.js", R"(b.onclick = () => { b.textContent = "1"; }; document.getElementById("cover").remove();)");
  EXPECT_THAT(found(analyse_site(site)), IsEmpty());
}

TEST(InitDelays, ClicksThatArePlayedAgainAreFine) {
  Site site(R"(<button id="b" type="button">0</button>
    <script>var early = []; b.onclick = (event) => early.push(event);</script><script src="app.js"></script>)");
  site.answer("app.js", R"(const add = () => { b.textContent = String(Number(b.textContent) + 1); };
    b.onclick = add; early.forEach(add);)");
  EXPECT_THAT(found(analyse_site(site)), IsEmpty());
}

TEST(InitDelays, AFieldThatIsReadAtStartIsFine) {
  Site site(R"(<input id="q"><p id="echo"></p><script src="app.js"></script>)");
  site.answer("app.js", R"(const show = () => { document.getElementById("echo").textContent = q.value; };
    q.addEventListener("input", show); show();)");
  EXPECT_THAT(found(analyse_site(site)), IsEmpty());
}

TEST(InitDelays, APageThatShowsTheTimeIsFine) {
  Site site(R"(<input id="q"><p id="clock"></p><script src="app.js"></script>)");
  site.answer("app.js", R"(q.addEventListener("input", () => {});
    document.getElementById("clock").textContent = String(performance.now());)",
              250);
  EXPECT_THAT(found(analyse_site(site)), IsEmpty());
}

}  // namespace
}  // namespace squall::testing
