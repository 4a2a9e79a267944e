// Races that `squall ajax` must find.
#include <atomic>

#include "tests/ajax_lab.h"

namespace squall {
namespace {

using testing::AjaxSite;
using testing::all_of;
using testing::analyse_example;
using testing::analyse_page;
using testing::clicks_on;
using ::testing::ElementsAre;
using testing::finding_on;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;
using testing::verdicts;

// The first four are the paper's; the list that the page begins with is late in the others.
TEST(AjaxRecall, ShopRacesInAllFourPairsAsInThePaper) {
  auto analysis = analyse_example("shop");
  EXPECT_THAT(verdicts(analysis),
              ElementsAre("u0-u1 race", "u0-u0 race", "u1-u1 race", "u1-u0 race", "load-u0 race", "load-u1 race"))
      << all_of(analysis);
  auto finding = finding_on(analysis, {"u0", "u1"});
  EXPECT_EQ(finding.element, "#result");
  EXPECT_EQ(finding.confirmed, 2);
  EXPECT_EQ(finding.severity, finding::Severity::Error);
  EXPECT_EQ(finding.witness,
            "the response to GET /shop/stations?filter=wash was overtaken by the response to "
            "GET /shop/stations?filter=wash%2Cdiesel");
  EXPECT_THAT(finding.explanation, HasSubstr("“4 stations” instead of “2 stations”"));
  ASSERT_THAT(finding.where, Not(IsEmpty()));
  EXPECT_THAT(finding.where[0].url, HasSubstr("stations.js"));
  EXPECT_THAT(finding.where[0].excerpt, ::testing::Contains(HasSubstr("xhr.send()")));
  ASSERT_THAT(finding.where[0].callers, Not(IsEmpty()));
  EXPECT_THAT(finding.where[0].callers[0].url, HasSubstr("stations.js"));
  // The line that writes what differs; not the one that empties it before there is a response.
  EXPECT_EQ(finding.where.back().role, "changes #result");
  EXPECT_THAT(finding.where.back().function, HasSubstr("parseStationData"));
}

// Two events that meet in nothing else: the last answer decides.
TEST(AjaxRecall, TheAddressScrollPositionsAndAnimationsCount) {
  const std::pair<std::string, std::string> kPages[] = {
      {"history.replaceState(null, '', '?view=' + t)", "the address of the page depends on which response comes last"},
      {"location.hash = t", "the address of the page depends on which response comes last"},
      {"list.scrollTop = t === 'a' ? 100 : 300", "depends on which response comes last"},
      {"list.children[t === 'a' ? 5 : 15].scrollIntoView()", "depends on which response comes last"},
      {"scrollTo(0, t === 'a' ? 50 : 90)", "depends on which response comes last"},
      {"box.animate([{ marginLeft: t === 'a' ? '20px' : '80px' }], { duration: 50, fill: 'forwards' })",
       "depends on which response comes last"}};
  for (const auto& [act, title] : kPages) {
    AjaxSite site(
        "<button id=a>A</button><button id=b>B</button><div id=box style='width:9px;height:9px;"
        "background:red'></div><div id=list style='height:90px;overflow:auto'></div>"
        "<div style='height:2000px'></div><script>"
        "for (let i = 0; i < 40; ++i) list.append(Object.assign(document.createElement('p'), "
        "{ textContent: i })); const load = (name) => fetch('/' + name).then((r) => r.text())"
        ".then((t) => { " +
            act + " }); a.onclick = () => load('a'); b.onclick = () => load('b');</script>",
        [](const auto& request) { return request.path.substr(1); });
    auto finding = finding_on(analyse_page(site.url(), clicks_on({"#a", "#b"})), {"u0", "u1"});
    EXPECT_THAT(finding.title, HasSubstr(title)) << act;
  }
}

// Custom methods of Google's style, and paths that look like kinds of events.
TEST(AjaxRecall, AddressesWithAColonAreNoEvents) {
  for (std::string path : {"/api/user:", "/v1/items:", "/api/message:"}) {
    AjaxSite site(R"(<button id=a>A</button><button id=b>B</button><p id=out></p><script>
      const load = (name) => fetch(')" +
                      path + R"(' + name).then((r) => r.text()).then((t) => out.textContent = t);
      a.onclick = () => load('a'); b.onclick = () => load('b');</script>)",
                  [](const auto& request) { return request.path; });
    auto finding = finding_on(analyse_page(site.url(), clicks_on({"#a", "#b"})), {"u0", "u1"});
    EXPECT_EQ(finding.witness, "the response to GET " + path + "a was overtaken by the response to GET " + path + "b");
    EXPECT_EQ(finding.evidence["held"].size(), 1u);
  }
}

TEST(AjaxRecall, RequestsThatTheRecordingDoesNotKnowAreFetchedAndNamed) {
  auto analysis = analyse_example("shop");
  auto finding = finding_on(analysis, {"u1", "u0"});
  EXPECT_THAT(finding.new_requests,
              UnorderedElementsAre(HasSubstr("filter=diesel"), HasSubstr("filter=diesel%2Cwash")));
  EXPECT_THAT(finding_on(analysis, {"u0", "u1"}).new_requests, IsEmpty());
}

TEST(AjaxRecall, FetchAndAsyncFunctionsRaceLikeXhr) { finding_on(analyse_example("shop-fetch"), {"u0", "u1"}); }

TEST(AjaxRecall, JsonpScriptsRaceInBothOrders) {
  auto analysis = analyse_example("jsonp");
  EXPECT_THAT(finding_on(analysis, {"u0", "u1"}).witness, HasSubstr("base=USD"));
  finding_on(analysis, {"u1", "u0"});
}

TEST(AjaxRecall, AnAutocompleteRacesBetweenKeyStrokes) {
  auto analysis = analyse_example("autocomplete");
  EXPECT_THAT(finding_on(analysis, {"u1", "u2"}).witness,
              "the response to GET /autocomplete/cities?q=li was overtaken by the response to "
              "GET /autocomplete/cities?q=lis");
}

TEST(AjaxRecall, AnErrorWithoutAnythingOnTheScreenIsFound) {
  auto finding = finding_on(analyse_example("polite-error"), {"u0", "u1"});
  EXPECT_THAT(finding.explanation, HasSubstr("TypeError"));
  EXPECT_THAT(finding.witness, HasSubstr("came only after click “Close”"));
}

TEST(AjaxRecall, ARaceThatOnlyStorageShowsIsFound) {
  auto finding = finding_on(analyse_example("cart-storage"), {"u0", "u1"});
  EXPECT_THAT(finding.explanation, HasSubstr("localStorage “cart”"));
  EXPECT_THAT(finding.explanation, HasSubstr("Nothing on the screen shows it"));
}

TEST(AjaxRecall, FramesThatTalkThroughTheirParentRace) { finding_on(analyse_example("frames"), {"u0", "u1"}); }

TEST(AjaxRecall, ASinglePageApplicationRaces) { finding_on(analyse_example("spa"), {"u0", "u1"}); }

TEST(AjaxRecall, AButtonThatOnlyAnEarlierStepBringsIsTestedWithinTheFlow) {
  auto analysis = analyse_example("gallery");
  auto finding = finding_on(analysis, {"u1", "u2"});
  const auto& runs = analysis.runs;
  EXPECT_THAT(runs[analysis.comparisons[*finding.comparison].second].schedule.steps, ElementsAre(0, 1, 2));
}

std::string echo(const serve::HttpRequest& request) { return "answer to " + request.target; }

TEST(AjaxRecall, AChainOverTimerFetchAndThenIsFollowedToTheDom) {
  AjaxSite site(R"(<button id=a>A</button><button id=b>B</button><p id=out>none</p><script>
    const load = (name) => setTimeout(() => fetch('/' + name).then((r) => r.text()).then((text) =>
      setTimeout(() => Promise.resolve(text).then((t) => { document.getElementById('out').textContent = t; }), 5)), 10);
    for (const b of document.querySelectorAll('button')) b.onclick = () => load(b.id);
  </script>)",
                echo);
  auto analysis = analyse_page(site.url(), clicks_on({"#a", "#b"}));
  auto finding = finding_on(analysis, {"u0", "u1"});
  EXPECT_EQ(finding.witness, "the response to GET /a was overtaken by the response to GET /b");
  EXPECT_EQ(finding.element, "#out");
}

// What is held is late, but not as late as that.
TEST(AjaxRecall, ARequestThatIsGivenUpAfterAWhileRacesAllTheSame) {
  AjaxSite site(R"(<button id=a>A</button><button id=b>B</button><p id=out>none</p><script>
    async function load(name) {
      const controller = new AbortController();
      const patience = setTimeout(() => controller.abort(), 2500);
      const response = await fetch('/' + name, { signal: controller.signal });
      clearTimeout(patience);
      out.textContent = await response.text();
    }
    for (const b of document.querySelectorAll('button')) b.onclick = () => load(b.id);
  </script>)",
                echo);
  auto analysis = analyse_page(site.url(), clicks_on({"#a", "#b"}));
  EXPECT_EQ(finding_on(analysis, {"u0", "u1"}).witness,
            "the response to GET /a was overtaken by the response to GET /b");
}

// No response comes last here: the second event makes the first fail.
TEST(AjaxRecall, ARequestThatTheSecondEventAbortsIsNamedAsTheCause) {
  AjaxSite site(R"(<button id=a>A</button><button id=b>B</button><p id=out>none</p><p id=failures>0</p><script>
    let controller, failures = 0;
    async function load(name) {
      controller?.abort();
      controller = new AbortController();
      try {
        out.textContent = await (await fetch('/' + name, { signal: controller.signal })).text();
      } catch {
        document.getElementById('failures').textContent = ++failures;
      }
    }
    for (const b of document.querySelectorAll('button')) b.onclick = () => load(b.id);
  </script>)",
                echo);
  auto finding = finding_on(analyse_page(site.url(), clicks_on({"#a", "#b"})), {"u0", "u1"});
  EXPECT_EQ(finding.witness, "click #b aborts GET /a, which still waits for its answer");
  EXPECT_THAT(finding.title, HasSubstr("#failures depends on whether a request is aborted before its answer has come"));
  ASSERT_THAT(finding.advice, Not(IsEmpty()));
  EXPECT_THAT(finding.advice[0].code, HasSubstr("AbortError"));
}

// Neither of two steps is the first here: it is the page's own list that comes late.
TEST(AjaxRecall, ThePagesFirstListOverwritesWhatAClickHasShown) {
  AjaxSite site(R"(<button id=mine>Mine</button><button id=help>Help</button><ul id=list></ul><p id=out></p><script>
    const show = async (url) => { list.textContent = await (await fetch(url)).text(); };
    show('/all');
    mine.onclick = () => show('/mine');
    help.onclick = () => { out.textContent = 'help'; };
  </script>)",
                echo);
  auto analysis = analyse_page(site.url(), clicks_on({"#help", "#mine"}));
  EXPECT_THAT(verdicts(analysis), ::testing::Contains("load-u1 race"));
  EXPECT_THAT(verdicts(analysis), Not(::testing::Contains(HasSubstr("load-u0"))));
  auto finding = finding_on(analysis, {"load", "u1"});
  EXPECT_EQ(finding.title, "click #mine while the page loads: #list depends on which response comes last");
  EXPECT_EQ(finding.witness, "the response to GET /all was overtaken by the response to GET /mine");
  EXPECT_THAT(finding.explanation, HasSubstr("“answer to /all” instead of “answer to /mine”"));
  ASSERT_THAT(finding.where, Not(IsEmpty()));
}

TEST(AjaxRecall, AListThatIsLoadedOnceIsNoRaceWithAClickThatWaitsForIt) {
  AjaxSite site(R"(<button id=mine>Mine</button><ul id=list></ul><script>
    let latest = 0;
    const show = async (url) => {
      const own = ++latest, text = await (await fetch(url)).text();
      if (own === latest) list.textContent = text;
    };
    show('/all');
    mine.onclick = () => show('/mine');
  </script>)",
                echo);
  EXPECT_THAT(verdicts(analyse_page(site.url(), clicks_on({"#mine"}))), ::testing::Contains("load-u0 same"));
}

TEST(AjaxRecall, MessagesOfAConnectionOfTheLoadingPageComeAfterAClick) {
  for (const char* example : {"chat", "events"}) {
    auto analysis = analyse_example(example);
    EXPECT_THAT(verdicts(analysis), ::testing::Contains(::testing::MatchesRegex("load-u[0-9]+ race")))
        << all_of(analysis);
    ASSERT_THAT(analysis.findings, Not(IsEmpty())) << example;
    EXPECT_THAT(analysis.findings[0].witness, HasSubstr("a message of the"));
  }
}

// The paper's example of section 4.2: A adds after a response, B clears; the flow has B before A.
TEST(AjaxRecall, APairInReversedFlowOrderIsFound) {
  AjaxSite site(R"(<button id=a>Load</button><button id=b>Clear</button><p id=out>text</p><script>
    a.onclick = () => fetch('/text').then((r) => r.text()).then((t) => { out.textContent = t; });
    b.onclick = () => { out.textContent = ''; };
  </script>)",
                echo);
  auto analysis = analyse_page(site.url(), clicks_on({"#b", "#a"}));
  EXPECT_THAT(finding_on(analysis, {"u1", "u0"}).witness, HasSubstr("the response to GET /text came only after click"));
}

TEST(AjaxRecall, TheSmallestSetOfHeldResponsesIsNamed) {
  AjaxSite site(R"(<button id=a>A</button><button id=b>B</button><p id=out>none</p><p id=log></p><script>
    a.onclick = () => {
      fetch('/noise1'); fetch('/noise2');
      fetch('/a').then((r) => r.text()).then((t) => { out.textContent = t; });
      fetch('/noise3');
    };
    b.onclick = () => fetch('/b').then((r) => r.text()).then((t) => { out.textContent = t; });
  </script>)",
                echo);
  auto analysis = analyse_page(site.url(), clicks_on({"#a", "#b"}));
  EXPECT_EQ(finding_on(analysis, {"u0", "u1"}).witness,
            "the response to GET /a was overtaken by the response to GET /b");
}

TEST(AjaxRecall, DynamicImportsCross) {
  const std::string html = R"(<button id=a>A</button><button id=b>B</button><p id=out>none</p><script>
    for (const x of [a, b]) x.onclick = async () => { out.textContent = (await import('/' + x.id + '.js')).text; };
  </script>)";
  auto handler = [&](serve::Exchange& exchange) {
    std::string path = exchange.request().path;
    bool page = path == "/";
    exchange.respond({200,
                      {{"Content-Type", page ? "text/html" : "text/javascript"}},
                      page ? html : "export const text = '" + path + "';"});
  };
  auto server = std::move(serve::HttpServer::start({}, handler).value());
  auto analysis = analyse_page(server->url() + "/", clicks_on({"#a", "#b"}));
  EXPECT_EQ(finding_on(analysis, {"u0", "u1"}).witness,
            "the response to GET /a.js was overtaken by the response to GET /b.js");
}

// The button alone would ask for nothing.
TEST(AjaxRecall, WhatTheFlowDoesInBetweenIsDoneWhereItMatters) {
  AjaxSite site(R"(<form id=f><input id=q><button id=go>Go</button></form><p id=out></p><script>
    f.onsubmit = async (event) => {
      event.preventDefault();
      if (q.value) out.textContent = await (await fetch('/s?' + q.value)).text();
    };
  </script>)",
                echo);
  flow::Flow flow = clicks_on({"#q", "#go", "#q", "#go"});
  for (size_t i : {0u, 2u}) {
    flow.steps[i].type = flow::StepType::Change;
    flow.steps[i].value = i == 0 ? "x" : "y";
  }
  auto analysis = analyse_page(site.url(), flow);
  EXPECT_EQ(finding_on(analysis, {"u1", "u3"}).witness,
            "the response to GET /s?x was overtaken by the response to GET /s?y");
}

// Nothing but the picture differs.
TEST(AjaxRecall, DrawingsRace) {
  AjaxSite site(
      R"html(<button id=red>Red</button><button id=blue>Blue</button><canvas id=c width=80 height=80></canvas><script>
    for (const x of [red, blue]) x.onclick = async () => {
      await fetch('/' + x.id);
      const pen = c.getContext('2d');
      pen.fillStyle = x.id;
      pen.fillRect(0, 0, 80, 80);
    };
  </script>)html",
      echo);
  auto analysis = analyse_page(site.url(), clicks_on({"#red", "#blue"}));
  EXPECT_EQ(finding_on(analysis, {"u0", "u1"}).witness,
            "the response to GET /red was overtaken by the response to GET /blue");
}

TEST(AjaxRecall, AFieldThatIsFilledLateRaces) {
  AjaxSite site(R"(<button id=a>Suggest</button><input id=q><script>
    a.onclick = () => fetch('/word').then((r) => r.text()).then((t) => { q.value = t; });
  </script>)",
                echo);
  flow::Flow flow = clicks_on({"#a"});
  flow.steps.push_back(testing::click_on("#q"));
  flow.steps[1].type = flow::StepType::Change;
  flow.steps[1].value = "x";
  auto analysis = analyse_page(site.url(), flow);
  EXPECT_THAT(finding_on(analysis, {"u0", "u1"}).element, "#q");
}

TEST(AjaxRecall, WhatLiesBehindASetUpIsTestedWithoutTestingTheSetUp) {
  AjaxSite site(R"(<button id=in>Log in</button><div id=app hidden><button id=a>A</button><button id=b>B</button>
    <p id=out>none</p></div><script>
    document.getElementById('in').onclick = () => fetch('/in').then(() => { app.hidden = false; });
    for (const x of [a, b]) x.onclick = () => fetch('/' + x.id).then((r) => r.text()).then((t) => { out.textContent = t; });
  </script>)",
                echo);
  auto analysis = analyse_page(site.url(), clicks_on({"#a", "#b"}), {}, clicks_on({"#in"}));
  finding_on(analysis, {"u1", "u2"});
  for (const auto& test : analysis.tests) EXPECT_THAT(test.events, Not(::testing::Contains("u0"))) << test.id;
}

TEST(AjaxRecall, AReplyOnAWebSocketIsHeldLikeAResponse) {
  const std::string html = R"(<!doctype html><p id=out>-</p><button id=ask>ask</button><button id=clear>clear</button>
    <script>
      const socket = new WebSocket(location.href.replace('http', 'ws') + 'socket');
      socket.onmessage = (e) => { out.textContent = e.data; };
      ask.onclick = () => socket.send('question');
      clear.onclick = () => { out.textContent = 'cleared'; };
    </script>)";
  auto handler = [&](serve::Exchange& exchange) {
    if (exchange.request().path != "/socket") {
      exchange.respond({200, {{"Content-Type", "text/html"}}, html});
      return;
    }
    auto socket = exchange.accept_websocket();
    while (socket && socket->receive()) socket->send("answer");
  };
  auto server = std::move(serve::HttpServer::start({}, handler).value());
  auto analysis = analyse_page(server->url() + "/", clicks_on({"#ask", "#clear"}));
  auto finding = finding_on(analysis, {"u0", "u1"});
  EXPECT_EQ(finding.element, "#out");
  EXPECT_THAT(finding.explanation, HasSubstr("“answer” instead of “cleared”"));
}

// Two equal requests, each with an answer of its own: what came first is shown last.
TEST(AjaxRecall, ARefreshShowsTheOlderAnswer) {
  std::atomic<int> n{0};
  AjaxSite site(R"(<button id=a>Refresh</button><p id=out>none</p><script>
    a.onclick = async () => { out.textContent = await (await fetch('/quote', { cache: 'no-store' })).text(); };
  </script>)",
                [&](const serve::HttpRequest&) { return "quote " + std::to_string(++n); });
  auto finding = finding_on(analyse_page(site.url(), clicks_on({"#a", "#a"})), {"u0", "u1"});
  EXPECT_EQ(finding.severity, finding::Severity::Error);
  EXPECT_THAT(finding.explanation,
              HasSubstr("The response to GET /quote was overtaken by that to the same request, sent later, and so the "
                        "text of #out is “quote 1” instead of “quote 2”"));
  EXPECT_THAT(finding.explanation, Not(HasSubstr("Chrome")));
}

// The browser's cache sends the second of two equal requests only when the first was answered.
TEST(AjaxRecall, ARefreshThroughTheCacheIsAWarning) {
  std::atomic<int> n{0};
  for (const char* way : {"out.textContent = await (await fetch('/quote')).text();",
                          "const x = new XMLHttpRequest(); x.open('GET', '/quote'); x.send();"
                          "x.onload = () => { out.textContent = x.responseText; };"}) {
    AjaxSite site(std::string("<button id=a>Refresh</button><p id=out>none</p><script>a.onclick = async () => {") +
                      way + "};</script>",
                  [&](const serve::HttpRequest&) { return "quote " + std::to_string(++n); });
    auto finding = finding_on(analyse_page(site.url(), clicks_on({"#a", "#a"})), {"u0", "u1"});
    EXPECT_EQ(finding.severity, finding::Severity::Warning) << way;
    EXPECT_THAT(finding.explanation, HasSubstr("Chrome sends the second of two equal GET requests only when"));
  }
}

// What another response does when it is late needs no equal ones that cross; nor do requests that go past the cache.
TEST(AjaxRecall, WhatTheCacheDoesNotPreventIsAnError) {
  std::atomic<int> n{0};
  AjaxSite site(R"(<button id=a>A</button><button id=b>B</button><p id=out>none</p><script>
    const ask = (path, how) => fetch(path, how).then((r) => r.text()).then((text) => { out.textContent = text; });
    a.onclick = () => ask('/first', { method: 'POST' });
    b.onclick = () => ask('/first', { headers: { 'Cache-Control': 'no-cache' } });
  </script>)",
                [&](const serve::HttpRequest& request) { return request.method + " " + std::to_string(++n); });
  analysis::ajax::Options options;
  options.bench.allow_writes = true;
  auto analysis = analyse_page(site.url(), clicks_on({"#a", "#b", "#b"}), options);
  EXPECT_EQ(finding_on(analysis, {"u0", "u1"}).severity, finding::Severity::Error);
  EXPECT_EQ(finding_on(analysis, {"u1", "u2"}).severity, finding::Severity::Error);
}

// What a screen reader tells is no less wrong for not being on the screen.
TEST(AjaxRecall, ATextForAScreenReaderRaces) {
  for (const char* hidden : {"<p id=out role=status style='position: absolute; left: -9999px'>none</p>",
                             "<p id=out style='position: absolute; width: 1px; height: 1px; overflow: hidden; "
                             "clip-path: inset(50%)'>none</p>"}) {
    AjaxSite site(std::string("<button id=a>A</button><button id=b>B</button>") + hidden + R"(<script>
      for (const x of [a, b]) x.onclick = async () => { out.textContent = await (await fetch('/' + x.id)).text(); };
    </script>)",
                  [](const serve::HttpRequest& request) { return request.target; });
    auto finding = finding_on(analyse_page(site.url(), clicks_on({"#a", "#b"})), {"u0", "u1"});
    EXPECT_EQ(finding.element, "#out") << hidden;
  }
}

// Where something is hidden that was seen, the text in it counts.
TEST(AjaxRecall, WhatASlowAnswerHidesIsSeenToGo) {
  AjaxSite site(R"(<button id=a>A</button><button id=b>B</button><p id=out>none</p><script>
    const show = (path, seen) => fetch(path).then((r) => r.text()).then((text) => {
      out.textContent = text;
      out.style.visibility = seen ? 'visible' : 'hidden';
    });
    a.onclick = () => show('/a', false);
    b.onclick = () => show('/b', true);
  </script>)",
                [](const serve::HttpRequest& request) { return request.target; });
  auto finding = finding_on(analyse_page(site.url(), clicks_on({"#a", "#b"})), {"u0", "u1"});
  EXPECT_EQ(finding.severity, finding::Severity::Error);
  EXPECT_THAT(finding.explanation, HasSubstr("the text of #out is “/a” instead of “/b”"));
}

}  // namespace
}  // namespace squall
