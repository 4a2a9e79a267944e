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

// Blink would keep all but two of them in the renderer while the style sheet is held: neither there, nor on their way.
TEST(InitDelays, AStyleSheetOfTheHeadHoldsNoneOfManyOthersBack) {
  std::string images;
  for (int i = 0; i < 8; ++i) images += "<img src=" + std::to_string(i) + ".svg width=9 height=9>";
  Site site(
      "<html><head><link rel=stylesheet href=a.css><script defer src=a.js></script><script defer src=b.js></script>"
      "<script defer src=c.js></script></head><body><input id=name>" +
      images + "</body></html>");
  site.answer("a.css", "p { color: red }").answer("a.js", "").answer("b.js", "");
  site.answer("c.js", "document.getElementById('name').value = 'Ann';");
  for (int i = 0; i < 8; ++i) site.answer(std::to_string(i) + ".svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
  EXPECT_THAT(found(analyse_site(site)), ElementsAre("error form-input-overwritten #name"));
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

// The page looks the same without the handler: only a user notices.
TEST(InitDelays, AScriptThatAttachesHandlersToAnEventThatIsOver) {
  Site site(R"(<button id="b">0</button><script async src="late.js"></script><script src="library.js"></script>)");
  site.answer("library.js", "var library = 1;");
  site.answer("late.js", R"(document.addEventListener("DOMContentLoaded", () => {
    b.addEventListener("click", () => { b.textContent = 1; }); });)");
  Analysis analysis = analyse_site(site);
  ASSERT_THAT(found(analysis), ElementsAre("error late-event-handler #b", "error late-event-handler document"));
  for (const auto& finding : analysis.findings) {
    if (finding.element == "#b") continue;
    EXPECT_THAT(finding.explanation, HasSubstr("Then click “0”. The text of #b is “0” instead of “1”."));
  }
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

TEST(InitDelays, WhatGoesOnAfterADynamicImportWaitsForIt) {
  for (const char* tag : {"<script>", "<script type=module>"}) {
    Site site(
        "<button id=\"b\">0</button>" + std::string(tag) +
        R"(import("./island.js").then(({ step }) => { b.onclick = () => { b.textContent = step; }; });</script>)");
    site.answer("island.js", "export const step = 1;");
    Analysis analysis = analyse_site(site);
    ASSERT_THAT(found(analysis), ElementsAre("error late-event-handler #b")) << tag;
    EXPECT_EQ(analysis.findings[0].evidence["resource"].as_string(), "http://app.test/island.js") << tag;
  }
}

// Whichever of them comes last from the server.
TEST(InitDelays, AScriptThatOnlyDefinesSomethingIsADelayForTheScriptBehindIt) {
  for (double latency : {0.0, 300.0}) {
    Site site(R"(<head><link rel="stylesheet" href="a.css"></head><body><button id="b">0</button>
      <script src="one.js"></script><script src="two.js"></script>
      <script>b.onclick = () => { b.textContent = two(); };</script>)");
    site.answer("a.css", "p { color: red }", latency);
    site.answer("one.js", "function one() { return 1; }", latency / 2);
    site.answer("two.js", "function two() { return 2; }");
    Analysis analysis = analyse_site(site);
    ASSERT_THAT(found(analysis), ElementsAre("error late-event-handler #b")) << latency;
    EXPECT_EQ(analysis.findings[0].evidence["resource"].as_string(), "http://app.test/two.js") << latency;
  }
}

TEST(InitDelays, WhatGoesOnAfterAnImageIsDecodedWaitsForTheImage) {
  Site site(R"(<button id="b">0</button><img id="i" src="i.svg"><script>
    i.decode().then(() => { b.onclick = () => { b.textContent = 1; }; });</script>)");
  site.answer("i.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>");
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(found(analyse_site(site)), ElementsAre("error late-event-handler #b"));
  }
}

TEST(InitDelays, AHandlerThatTakesThePlaceOfAnotherComesLate) {
  Site site(R"(<button id="b">0</button><script>b.onclick = () => {};</script><script src="late.js"></script>)");
  site.answer("late.js", "b.onclick = () => { b.textContent = 1; };");
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

// What is written is just what the page was tried with.
TEST(InitDelays, AChoiceOutOfFewCanBeOverwritten) {
  Site site(R"(<select id="l"><option>en<option>de<option>fr</select><input id="n" type="number" value="1">
    <script>fetch("saved.json").then((r) => r.json()).then((s) => { l.value = s.l; n.value = s.n; });</script>)");
  site.answer("saved.json", R"({ "l": "de", "n": 2 })");
  EXPECT_THAT(found(analyse_site(site)),
              ElementsAre("error form-input-overwritten #l", "error form-input-overwritten #n"));
}

TEST(InitDelays, ARadioButtonThatIsFilledInOnlyWhileNobodyChoseIsFine) {
  Site site(
      R"(<label><input type="radio" name="r" id="a" checked>A</label><label><input type="radio" name="r" id="b">B</label>
    <label><input type="radio" name="r" id="c">C</label>
    <script>fetch("saved.json").then(() => { if (a.checked) c.checked = true; });</script>)");
  site.answer("saved.json", "{}");
  EXPECT_THAT(found(analyse_site(site)), IsEmpty());
}

// A late script hears the click as well: another number, or another time, is no loss.
TEST(InitDelays, RandomNumbersAndTheTimeAreNoLoss) {
  for (const char* shown : {"Math.random()", "new Date().toISOString()", "performance.now()"}) {
    Site site("<button id=\"b\" onclick=\"o.textContent = " + std::string(shown) +
              R"(">Go</button><p id="o">-</p><script>fetch("slow.json").then(() => import("./late.js"));</script>)");
    site.answer("slow.json", "{}", 1500);
    site.answer("late.js", "Math.random(); document.addEventListener('click', () => {});");
    EXPECT_THAT(found(analyse_site(site)), IsEmpty()) << shown;
  }
  Site lost(R"(<button id="b">Go</button><p id="o">-</p><script src="late.js"></script>)");
  lost.answer("late.js", "b.onclick = () => { o.textContent = Math.random(); };");
  EXPECT_THAT(found(analyse_site(lost)), ElementsAre("error late-event-handler #b"));
}

TEST(InitDelays, APlainButtonSubmitsNothing) {
  Site site(R"(<div id="root"><button id="b">0</button></div><script src="late.js"></script>)");
  site.answer("late.js", R"(root.addEventListener("submit", (e) => e.preventDefault());
    root.addEventListener("click", () => { b.textContent = 1; });)");
  Analysis analysis = analyse_site(site);
  ASSERT_THAT(found(analysis), ElementsAre("error late-event-handler #b"));
  EXPECT_FALSE(analysis.findings[0].evidence["prevents_default"].as_bool());
}

TEST(InitDelays, WhereTheMouseIsIsNoLoss) {
  Site site(R"(<button id="b" onclick="o.textContent = 1">Go</button><p id="o">-</p><script src="late.js"></script>)");
  site.answer("late.js", R"(b.addEventListener("mouseenter", () => b.classList.add("is-hover"));
    b.addEventListener("mousedown", () => {});)");
  EXPECT_THAT(found(analyse_site(site)), IsEmpty());
}

TEST(InitDelays, AClickThatOnlyABeaconTellsOfIsNoLoss) {
  Site site(R"(<button id="b" onclick="o.textContent = 1">Go</button><p id="o">-</p><script src="late.js"></script>)");
  site.answer("late.js", "document.addEventListener('click', () => navigator.sendBeacon('/count', 'b'));");
  EXPECT_THAT(found(analyse_site(site)), IsEmpty());
}

TEST(InitDelays, WhatAFilterMakesTransparentCannotBeUsed) {
  Site site(R"html(<div id="d" style="filter: opacity(0)"><button id="b">0</button></div>
    <script src="late.js"></script>)html");
  site.answer("late.js", "d.style.filter = ''; b.onclick = () => { b.textContent = 1; };");
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
