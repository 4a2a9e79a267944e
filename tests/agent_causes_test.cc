// Whatever a page starts, the agent knows who started it: the names of the events say so, and the page ends up as it
// does in a browser without squall.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/page_lab.h"

namespace squall::agent_causes_tests {
namespace {

using ::testing::Contains;
using testing::event_names;
using ::testing::IsSupersetOf;
using testing::kLogPage;
using testing::PageLab;
using testing::run_as_bare;
using testing::says;
using testing::Site;
using testing::text_of;

constexpr const char* kSvg = "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>";

Site page(const std::string& script, const std::string& url = "http://app.test/") {
  return Site(std::string(kLogPage) + "<script>" + script + "</script>", url);
}

// Runs the page, and compares what it logged with what it logs without squall.
TEST(AgentCauses, NestedTimeoutsNameTheirCreators) {
  auto run = run_as_bare(page("setTimeout(() => setTimeout(() => setTimeout(end, 1, 'c'), 2), 3)"));
  EXPECT_THAT(event_names(run), Contains("root/script:inline/timeout:3/timeout:2/timeout:1"));
}

TEST(AgentCauses, TicksOfAnIntervalFollowOneAnother) {
  auto run = run_as_bare(
      page("let n = 0; const i = setInterval(() => { say(++n); if (n == 3) { clearInterval(i); end('over'); } }, 5)"));
  EXPECT_THAT(event_names(run), Contains("root/script:inline/interval:5/interval:5/interval:5"));
  EXPECT_THAT(event_names(run),
              ::testing::Not(Contains(::testing::HasSubstr("interval:5/interval:5/interval:5/interval"))));
}

TEST(AgentCauses, FramesAndIdleCallbacks) {
  auto run =
      run_as_bare(page("requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback((d) => end(d "
                       "instanceof IdleDeadline))))"));
  EXPECT_THAT(event_names(run), Contains("root/script:inline/frame/frame/idle"));
}

TEST(AgentCauses, AllEventsOfAnXhrAreOneEventAndItsObjectCanBeUsedAgain) {
  auto site = page(R"(const x = new XMLHttpRequest; const seen = [];
    x.onreadystatechange = () => seen.push(x.readyState); x.onload = () => seen.push('load');
    x.onloadend = () => { if (x.again) return setTimeout(() => end(seen), 1); x.again = 1; x.open('GET', 'b.json'); x.send(); };
    x.open('get', 'a.json'); x.send();)");
  auto run = run_as_bare(site.answer("a.json", "1").answer("b.json", "2"));
  EXPECT_THAT(event_names(run),
              Contains("root/script:inline/xhr:GET http://app.test/a.json/xhr:GET http://app.test/b.json/timeout:1"));
}

TEST(AgentCauses, AnAbortedXhrEndsInTheEventThatAborts) {
  auto site = page(R"(const x = new XMLHttpRequest; x.onabort = () => { say('aborted'); setTimeout(end, 1, 'end'); };
    x.open('GET', 'slow.json'); x.send(); setTimeout(() => x.abort(), 2);)");
  auto run = run_as_bare(site.answer("slow.json", "1", 5000));
  EXPECT_THAT(event_names(run), Contains("root/script:inline/timeout:2/timeout:1"));
}

TEST(AgentCauses, ASynchronousXhrBelongsToItsCaller) {
  auto site = page(
      "const x = new XMLHttpRequest; x.open('GET', 'a.json', false); x.onload = () => setTimeout(end, 3, 'later'); "
      "x.send(); say(x.status)");
  auto run = run_as_bare(site.answer("a.json", "1"));
  EXPECT_THAT(event_names(run), Contains("root/script:inline/timeout:3"));
}

TEST(AgentCauses, AnXhrTimesOutOnThePagesClock) {
  auto site =
      page(R"(const x = new XMLHttpRequest; x.timeout = 50; x.ontimeout = () => end('timeout ' + x.timeout + x.status);
    x.open('GET', 'slow.json'); x.send();)");
  auto run = run_as_bare(site.answer("slow.json", "1", 90'000));
  EXPECT_THAT(event_names(run), Contains("root/script:inline/xhr:GET http://app.test/slow.json"));
  EXPECT_LT(run.virtual_ms, 100);
}

TEST(AgentCauses, AnXhrThatIsAnsweredInTimeDoesNotTimeOut) {
  auto site = page(
      "const x = new XMLHttpRequest; x.timeout = 9000; x.ontimeout = () => end('timeout'); x.onload = () => "
      "end('load'); x.open('GET', 'a.json'); x.send();");
  auto run = run_as_bare(site.answer("a.json", "1", 700));
  EXPECT_THAT(run.order, ::testing::Not(Contains(::testing::HasSubstr("timeout"))));
}

TEST(AgentCauses, AFetchThatIsAwaitedAndItsBody) {
  auto site = page(R"((async () => { const r = await fetch('a.json'); const copy = r.clone(); const j = await r.json();
    setTimeout(async () => end(JSON.stringify(j) + await copy.text()), 4); })())");
  auto run = run_as_bare(site.answer("a.json", "{\"a\":1}"));
  std::string body = "root/script:inline/fetch:GET http://app.test/a.json/body:json";
  EXPECT_THAT(event_names(run), IsSupersetOf({body, body + "/timeout:4", body + "/timeout:4/body:text"}));
}

TEST(AgentCauses, AStreamIsReadPieceByPiece) {
  auto site = page(R"((async () => { const reader = (await fetch('a.json')).body.getReader(); let n = 0;
    for (;;) { const { done, value } = await reader.read(); if (done) break; n += value.length; } setTimeout(end, 1, n); })())");
  auto run = run_as_bare(site.answer("a.json", "12345"));
  EXPECT_THAT(
      event_names(run),
      Contains(::testing::MatchesRegex("root/script:inline/fetch:GET http://app.test/a.json/body:read.*/timeout:1")));
}

TEST(AgentCauses, PromiseAllGoesOnInTheLastResponse) {
  auto site = page(
      "Promise.all([fetch('slow.json'), fetch('quick.json')]).then((all) => setTimeout(end, 1, all.map((r) => "
      "r.url.slice(-10))))");
  auto run = run_as_bare(site.answer("slow.json", "1", 300).answer("quick.json", "2", 10));
  EXPECT_THAT(event_names(run), Contains("root/script:inline/fetch:GET http://app.test/slow.json/timeout:1"));
}

TEST(AgentCauses, AFetchThatIsAbortedEndsInTheEventThatAborts) {
  auto site = page(
      R"(const c = new AbortController; fetch('slow.json', { signal: c.signal }).catch((e) => setTimeout(end, 1, e.name));
    setTimeout(() => c.abort(), 7);)");
  auto run = run_as_bare(site.answer("slow.json", "1", 5000));
  EXPECT_THAT(event_names(run), Contains("root/script:inline/timeout:7/timeout:1"));
}

TEST(AgentCauses, ASignalTimesOutOnThePagesClock) {
  auto site = page("fetch('slow.json', { signal: AbortSignal.timeout(60) }).catch((e) => end(e.name + e.message))");
  auto run = run_as_bare(site.answer("slow.json", "1", 90'000));
  EXPECT_THAT(event_names(run), Contains("root/script:inline/timeout:60"));
}

TEST(AgentCauses, MicrotasksBelongToTheEventInWhichTheyRun) {
  auto run =
      run_as_bare(page("setTimeout(() => { Promise.resolve().then(async () => { await 0; queueMicrotask(() => "
                       "setTimeout(end, 2, 'end')); }); }, 6)"));
  EXPECT_THAT(event_names(run), Contains("root/script:inline/timeout:6/timeout:2"));
}

TEST(AgentCauses, AScriptThatAScriptInsertsRunsInTheEventOfItsResponse) {
  auto site = page(R"(window.callback = (x) => setTimeout(end, 2, x);
    setTimeout(() => { const s = document.createElement('script'); s.src = 'jsonp.js'; s.onload = () => say('loaded'); document.head.append(s); }, 3);)");
  auto run = run_as_bare(site.answer("jsonp.js", "callback('data')"));
  EXPECT_THAT(event_names(run),
              Contains("root/script:inline/timeout:3/script-load:http://app.test/jsonp.js/timeout:2"));
}

TEST(AgentCauses, AnInlineScriptThatAScriptInsertsIsPartOfIt) {
  auto run =
      run_as_bare(page("setTimeout(() => { const s = document.createElement('script'); s.textContent = "
                       "'setTimeout(end, 1, 1)'; document.body.append(s); setTimeout(say, 0, 2); }, 3)"));
  EXPECT_THAT(event_names(run),
              IsSupersetOf({"root/script:inline/timeout:3/timeout:1", "root/script:inline/timeout:3/timeout:0"}));
}

TEST(AgentCauses, EveryInlineScriptOfThePageIsAnEventOfItsOwn) {
  Site site(std::string(kLogPage) +
            "<script>setTimeout(say, 1, 'a')</script><p>piece</p><script>setTimeout(end, 2, 'b')</script>");
  auto run = run_as_bare(site);
  EXPECT_THAT(event_names(run), IsSupersetOf({"root/script:inline/timeout:1", "root/script:inline#1/timeout:2"}));
}

TEST(AgentCauses, ImagesHoweverTheyAreMade) {
  for (const char* make : {"const i = new Image; i.onload = go; i.src = 'i.svg';",
                           "const i = new Image; i.onload = go; i.setAttribute('src', 'i.svg');",
                           "const i = document.createElement('img'); i.src = 'i.svg'; i.addEventListener('load', go); "
                           "document.body.append(i);",
                           "document.body.insertAdjacentHTML('beforeend', '<img id=i src=i.svg>'); i.onload = go;"}) {
    auto site = page(std::string("const go = () => setTimeout(end, 1, 'shown'); setTimeout(() => {") + make + "}, 5)");
    auto run = run_as_bare(site.answer("i.svg", kSvg));
    EXPECT_THAT(event_names(run), Contains("root/script:inline/timeout:5/image-load:http://app.test/i.svg/timeout:1"))
        << make;
  }
}

TEST(AgentCauses, AnImageThatIsMissingAndOneWithoutARequest) {
  auto site = page(R"(const i = new Image; i.onerror = () => setTimeout(() => {
      const j = new Image; j.onload = () => setTimeout(end, 1, 'data'); j.src = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"; }, 2);
    i.src = 'none.svg';)");
  auto run = run_as_bare(site);
  EXPECT_THAT(event_names(run), Contains("root/script:inline/image-load:http://app.test/none.svg/timeout:2"));
  EXPECT_THAT(event_names(run), Contains(::testing::HasSubstr("none.svg/timeout:2/image-load:data:")));
}

TEST(AgentCauses, AFrameThatAScriptInserts) {
  auto site = page(
      "setTimeout(() => { const f = document.createElement('iframe'); f.onload = () => setTimeout(end, 1, "
      "f.contentDocument.body.textContent); f.src = 'inner.html'; document.body.append(f); }, 5)");
  auto run = run_as_bare(site.answer("inner.html", "inner"));
  EXPECT_THAT(event_names(run),
              Contains("root/script:inline/timeout:5/frame-load:http://app.test/inner.html/timeout:1"));
}

TEST(AgentCauses, ModulesRunInEventsOfTheirOwn) {
  Site site(std::string(kLogPage) + R"(<script>addEventListener('load', () => setTimeout(end, 100, 'end'));</script>
    <script type=module>setTimeout(say, 11, 'inline')</script>
    <script type=module src=one.js></script><script type=module src=two.js></script>)",
            "https://app.test/");
  site.answer("one.js", "import './dep.js'; setTimeout(say, 12, 'one')").answer("dep.js", "setTimeout(say, 13, 'dep')");
  site.answer("two.js", "setTimeout(say, 14, 'two')");
  auto run = run_as_bare(site);
  EXPECT_THAT(event_names(run),
              IsSupersetOf({"root/module:inline/timeout:11", "root/module:https://app.test/one.js/timeout:12",
                            "root/module:https://app.test/one.js/timeout:13",
                            "root/module:https://app.test/two.js/timeout:14"}));
}

TEST(AgentCauses, ADynamicImportIsNamedLikeItsResponse) {
  auto site = page("setTimeout(() => import('./x.js').then((m) => setTimeout(end, 2, m.v)), 5)", "https://app.test/");
  auto run = run_as_bare(site.answer("x.js", "setTimeout(() => {}, 1); export const v = 9"));
  EXPECT_THAT(run.order, Contains("root/script:https://app.test/x.js"));
  EXPECT_THAT(event_names(run), IsSupersetOf({"root/script:https://app.test/x.js/timeout:1",
                                              "root/script:https://app.test/x.js/timeout:2"}));
}

TEST(AgentCauses, MessagesToTheWindowItself) {
  auto run = run_as_bare(
      page("onmessage = (e) => setTimeout(end, 1, e.data + e.origin); setTimeout(() => postMessage('self', '*'), 4)"));
  EXPECT_THAT(event_names(run), Contains("root/script:inline/timeout:4/message/timeout:1"));
}

TEST(AgentCauses, MessagesBetweenFramesOfOneOrigin) {
  Site site(std::string(kLogPage) + R"(<iframe id=inner src=inner.html></iframe><script>
    onmessage = (e) => setTimeout(end, 1, e.data);
    inner.onload = () => setTimeout(() => inner.contentWindow.postMessage('ping', '*'), 6);</script>)");
  site.answer("inner.html",
              "<script>onmessage = (e) => setTimeout(() => parent.postMessage(e.data + ' pong', '*'), 3)</script>");
  auto run = run_as_bare(site);
  EXPECT_THAT(event_names(run),
              Contains("root/frame-load:http://app.test/inner.html/timeout:6/message/timeout:3/message/timeout:1"));
}

TEST(AgentCauses, ACallFromAnotherFrame) {
  Site site(std::string(kLogPage) +
            "<script>window.called = (x) => setTimeout(end, 1, x)</script><iframe src=inner.html></iframe>");
  site.answer("inner.html", "<script>setTimeout(() => parent.called('in'), 3)</script>");
  auto run = run_as_bare(site);
  EXPECT_THAT(event_names(run), Contains("root/script:inline/timeout:3/other:call/timeout:1"));
}

TEST(AgentCauses, PortsAndBroadcastChannels) {
  auto run =
      run_as_bare(page(R"(const c = new MessageChannel, a = new BroadcastChannel('n'), b = new BroadcastChannel('n');
    c.port1.onmessage = (e) => setTimeout(() => a.postMessage(e.data), 2); b.onmessage = (e) => setTimeout(end, 1, e.data);
    setTimeout(() => c.port2.postMessage('through'), 3);)"));
  EXPECT_THAT(event_names(run), Contains("root/script:inline/timeout:3/port:1a/timeout:2/channel:n/timeout:1"));
}

TEST(AgentCauses, AWorkersAnswerIsCausedByTheQuestion) {
  auto site = page(
      "const w = new Worker('w.js'); w.onmessage = (e) => setTimeout(end, 1, e.data); setTimeout(() => "
      "w.postMessage(20), 7)");
  auto run = run_as_bare(site.answer("w.js", "onmessage = (e) => postMessage(e.data * 2)"));
  EXPECT_THAT(event_names(run), Contains("root/script:inline/timeout:7/worker:w.js/timeout:1"));
}

TEST(AgentCauses, AStorageEventIsCausedByTheWriteInTheOtherFrame) {
  Site site(std::string(kLogPage) +
            "<script>window.heard = end</script><iframe id=inner src=inner.html></iframe><script>inner.onload = () => "
            "setTimeout(() => localStorage.setItem('k', 'v'), 4)</script>");
  site.answer("inner.html", "<script>addEventListener('storage', (e) => parent.heard(e.key + e.newValue))</script>");
  auto run = run_as_bare(site);
  EXPECT_THAT(event_names(run),
              Contains("frame 0/0: root/frame-load:http://app.test/inner.html/timeout:4/other:storage"));
}

TEST(AgentCauses, AWebSocketsMessagesComeFromItsConnection) {
  auto site = page(R"(setTimeout(() => { const w = new WebSocket('ws://app.test/chat'); w.onopen = () => say('open');
    w.onmessage = (e) => { say(e.data); if (e.data == 'hello') w.send('hi'); else { w.onclose = (c) => setTimeout(say, 1, 'closed ' + c.code); w.close(3001); } }; }, 2))");
  site.stream("ws://app.test/chat", "websocket", {says("hello"), says("bye", 5, 1)});
  auto run = PageLab::get().run(site);
  EXPECT_EQ(text_of(run, "log"), "open\nhello\nbye\nclosed 3001\n");
  std::string connection = "root/script:inline/timeout:2/web-socket:ws://app.test/chat";
  EXPECT_THAT(event_names(run),
              IsSupersetOf({connection, connection + "/web-socket:message", connection + "/web-socket:message#1",
                            connection + "/web-socket:close/timeout:1"}));
}

TEST(AgentCauses, AnEventSourcesMessagesComeFromItsConnection) {
  auto site = page(
      "const s = new EventSource('/news'); s.onmessage = (e) => say(e.data); s.addEventListener('tick', (e) => { "
      "s.close(); setTimeout(say, 1, e.data + e.lastEventId + s.readyState); })");
  auto tick = says("two", 30);
  tick.event = "tick";
  tick.id = "7";
  site.stream("http://app.test/news", "eventsource", {says("one"), tick});
  auto run = PageLab::get().run(site);
  EXPECT_EQ(text_of(run, "log"), "one\ntwo72\n");
  EXPECT_THAT(event_names(run),
              Contains("root/script:inline/event-source:http://app.test/news/event-source:message#1/timeout:1"));
}

TEST(AgentCauses, Observers) {
  auto run = run_as_bare(
      page(R"(const box = document.createElement('div'); box.style.height = '20px'; document.body.append(box);
    setTimeout(() => new MutationObserver((r, o) => { o.disconnect(); setTimeout(say, 1, 'mutated'); }).observe(box, { attributes: true }), 10);
    setTimeout(() => { box.title = 'x'; }, 20);
    setTimeout(() => new ResizeObserver((e, o) => { o.disconnect(); setTimeout(say, 1, 'size ' + e[0].contentRect.height); }).observe(box), 30);
    setTimeout(() => new IntersectionObserver((e, o) => { o.disconnect(); setTimeout(end, 100, e[0].isIntersecting); }).observe(box), 40);)"));
  EXPECT_THAT(event_names(run),
              IsSupersetOf({"root/script:inline/timeout:20/timeout:1",
                            "root/script:inline/timeout:30/observer:ResizeObserver/timeout:1",
                            "root/script:inline/timeout:40/observer:IntersectionObserver/timeout:100"}));
}

TEST(AgentCauses, AnEventThatThePageDispatchesIsPartOfTheOneThatDoes) {
  auto run =
      run_as_bare(page("document.addEventListener('x', (e) => setTimeout(end, 1, e.detail)); setTimeout(() => "
                       "document.dispatchEvent(new CustomEvent('x', { detail: 7 })), 5)"));
  EXPECT_THAT(event_names(run), Contains("root/script:inline/timeout:5/timeout:1"));
}

TEST(AgentCauses, IndexedDatabases) {
  auto run =
      run_as_bare(page(R"(const r = indexedDB.open('d', 1); r.onupgradeneeded = () => r.result.createObjectStore('s');
    r.onsuccess = () => { const t = r.result.transaction('s', 'readwrite'), s = t.objectStore('s'), seen = []; s.put('v', 1); s.put('w', 2);
      s.openCursor().onsuccess = (e) => { const c = e.target.result; if (c) { seen.push(c.value); c.continue(); } };
      t.oncomplete = () => setTimeout(end, 1, seen); };)",
                       "https://app.test/"));
  EXPECT_THAT(
      event_names(run),
      Contains("root/script:inline/other:indexeddb open/other:indexeddb open/other:indexeddb transaction/timeout:1"));
}

TEST(AgentCauses, FilesAndCryptographyAndCaches) {
  auto run = run_as_bare(page(R"(const f = new FileReader; f.onload = () => setTimeout(async () => { say(f.result);
      const hash = await crypto.subtle.digest('SHA-1', new Uint8Array([1])); setTimeout(async () => { say(hash.byteLength);
      const c = await caches.open('c'); await c.put('/k', new Response('kept')); const found = await c.match('/k');
      setTimeout(async () => end(await found.text()), 3); }, 2); }, 1);
    f.readAsText(new Blob(['text']));)",
                              "https://app.test/"));
  EXPECT_THAT(event_names(run), Contains("root/script:inline/other:readAsText/timeout:1/other:digest/timeout:2/"
                                         "other:open/other:put/other:match/timeout:3"));
}

TEST(AgentCauses, HistoryAndFragments) {
  auto run =
      run_as_bare(page(R"(onhashchange = () => setTimeout(() => { say(location.hash); history.pushState(1, '', '?p');
      onpopstate = (e) => { onhashchange = null; setTimeout(end, 3, JSON.stringify(e.state) + location.search); }; setTimeout(() => history.back(), 2); }, 1);
    setTimeout(() => { location.hash = '#h'; }, 4);)"));
  EXPECT_THAT(event_names(run),
              Contains("root/script:inline/timeout:4/other:hashchange/timeout:1/timeout:2/other:popstate/timeout:3"));
}

TEST(AgentCauses, TransitionsAndAnimationsEndWhenTheyAreDue) {
  auto run = run_as_bare(Site(std::string(kLogPage) + R"(<style>@keyframes k { to { height: 40px } }
      #a { width: 20px; transition: width 600ms } #a.on { width: 40px } #b { height: 1px } #b.on { animation: k 900ms }</style><div id=a></div><div id=b></div>
    <script>a.ontransitionend = (e) => setTimeout(say, 1, e.propertyName); b.addEventListener('animationend', (e) => setTimeout(say, 2, e.animationName));
      onload = () => setTimeout(() => { a.className = 'on'; setTimeout(() => { b.className = 'on';
        a.animate([{ opacity: 0 }, { opacity: 1 }], 1500).finished.then((x) => setTimeout(end, 3, x.playState)); }, 50); }, 50);</script>)"));
  std::string start = "root/milestone:load/timeout:50";
  EXPECT_THAT(event_names(run), IsSupersetOf({start + "/animation:transitionend/timeout:1",
                                              start + "/timeout:50/animation:animationend/timeout:2",
                                              start + "/timeout:50/animation:finish/timeout:3"}));
}

TEST(AgentCauses, TheBrowsersOwnScheduler) {
  auto run =
      run_as_bare(page("setTimeout(() => scheduler.postTask(async () => { await scheduler.yield(); return "
                       "scheduler.postTask(() => 7, { delay: 15 }); }).then((x) => setTimeout(end, 1, x)), 2)"));
  EXPECT_THAT(event_names(run),
              Contains(::testing::HasSubstr("root/script:inline/timeout:2/other:postTask/other:yield/timeout:15")));
}

TEST(AgentCauses, NamesAreTheSameWithAndWithoutATrace) {
  Site site(std::string(kLogPage) +
                R"(<button id=b>b</button><script type=module src=m.js></script><script src=s.js></script><script>
    setTimeout(() => { const i = new Image; i.src = 'i.svg'; document.body.insertAdjacentHTML('beforeend', '<img src=j.svg>'); }, 5);
    b.onclick = () => fetch('a.json').then((r) => r.json()).then(() => setTimeout(() => postMessage(1), 3));
    onmessage = () => setTimeout(say, 2, 'message');</script>)",
            "https://app.test/");
  site.answer("m.js", "setTimeout(say, 1, 'module')")
      .answer("s.js", "setTimeout(say, 1, 'script')")
      .answer("a.json", "1", 9);
  site.answer("i.svg", kSvg, 4).answer("j.svg", kSvg, 6);
  auto experiment = PageLab::get().experiment(site, {testing::click("#b"), testing::click("#b")});
  auto traced = PageLab::get().run(experiment);
  experiment.wanted.trace = false;
  auto untraced = PageLab::get().run(experiment);
  EXPECT_THAT(traced.order,
              Contains("root/user:2/fetch:GET https://app.test/a.json/body:json/timeout:3/message/timeout:2"));
  EXPECT_EQ(traced.order, untraced.order);
  EXPECT_EQ(to_json(traced.outcome).dump(), to_json(untraced.outcome).dump());
}

TEST(AgentCauses, TwoEndsThatAnswerEachOtherForEverAreCut) {
  auto run = PageLab::get().run(
      page("const c = new MessageChannel; let n = 0; c.port1.onmessage = c.port2.onmessage = (e) => { ++n; "
           "e.target.postMessage(0); }; c.port1.postMessage(0); setTimeout(() => say('settled'), 9)"));
  EXPECT_EQ(text_of(run, "log"), "settled\n");
  ASSERT_FALSE(run.outcome.incidents.empty());
  EXPECT_THAT(run.outcome.incidents[0].detail, ::testing::HasSubstr("a chain of messages reached 1000"));
}

TEST(AgentCauses, APageThatAsksAgainAfterEachAnswerIsCut) {
  auto site = page(
      "let n = 0; const poll = () => fetch('poll.json').then((r) => r.text()).then(() => { ++n; poll(); }); poll(); "
      "setTimeout(() => say('settled'), 60000)");
  auto run = PageLab::get().run(site.answer("poll.json", "1"));
  EXPECT_EQ(text_of(run, "log"), "settled\n");
  ASSERT_FALSE(run.outcome.incidents.empty());
  EXPECT_THAT(run.outcome.incidents[0].detail, ::testing::HasSubstr("a chain of requests reached 100"));
}

}  // namespace
}  // namespace squall::agent_causes_tests
