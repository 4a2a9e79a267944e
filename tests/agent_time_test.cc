// Time is the agent's: it passes as the schedule says, the same for every clock that a page can look at.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/page_lab.h"

namespace squall::agent_time_tests {
namespace {

using testing::click;
using ::testing::Contains;
using testing::event_names;
using ::testing::HasSubstr;
using testing::PageLab;
using testing::Site;
using testing::text_of;

constexpr const char* kStart = R"(<!doctype html><title>-</title><body><pre id=log></pre><script>
  const say = (text) => { log.textContent += text + '\n'; };
  const t0 = performance.now(), since = () => Math.round(performance.now() - t0);
</script>)";

Site page(const std::string& script, const std::string& url = "http://app.test/") {
  return Site(std::string(kStart) + "<script>" + script + "</script>", url);
}
std::string log_of(const std::string& script) { return text_of(PageLab::get().run(page(script)), "log"); }

TEST(AgentTime, AllClocksAgree) {
  EXPECT_EQ(log_of(R"(setTimeout(() => {
    const agree = (a, b) => Math.abs(a - b) < 2;
    say(new Date().toISOString());
    say([agree(Date.now(), performance.timeOrigin + performance.now()), agree(new Date(), Date.now()),
      agree(Date.parse(Date()), Date.now() - 678), agree(Temporal.Now.instant().epochMilliseconds, Date.now()),
      new Intl.DateTimeFormat('en', { timeStyle: 'medium' }).format() === new Date().toLocaleTimeString('en'),
      performance.timing.navigationStart === performance.timeOrigin]);
  }, 12345678 % 60000))"),
            "2025-01-01T00:00:45.678Z\ntrue,true,true,true,true,true\n");
}

TEST(AgentTime, ALoopThatWaitsForTimeToPassEnds) {
  auto run =
      PageLab::get().run(page("let d = Date.now(); while (Date.now() < d + 500); d = performance.now(); while "
                              "(performance.now() < d + 30000); say(since() >= 30500)"));
  EXPECT_EQ(text_of(run, "log"), "true\n");
  EXPECT_LT(run.real_ms, 10'000);
}

TEST(AgentTime, AnEventKeepsItsTimeStamp) {
  EXPECT_EQ(log_of("const e = new Event('x'), s = e.timeStamp; setTimeout(() => { const f = new Event('y'); "
                   "say([e.timeStamp === s, f.timeStamp >= 700, f.timeStamp <= performance.now()]); }, 700)"),
            "true,true,true\n");
}

TEST(AgentTime, FramesComeSixtyTimesASecondAndShareTheirTime) {
  EXPECT_EQ(log_of(R"(let first; requestAnimationFrame((t) => { first = t; while (performance.now() < t + 3); });
    requestAnimationFrame((t) => { say(t === first && t <= performance.now());
      requestAnimationFrame((u) => say(Math.round((u - t) * 60))); });)"),
            "true\n1000\n");
}

TEST(AgentTime, DelaysAreConvertedAsTheBrowserDoes) {
  EXPECT_EQ(log_of(R"(for (const delay of [5, 1, 0, -3, '2', 4.9, NaN, Infinity, 2 ** 31, 2 ** 32 + 3, undefined, null])
    setTimeout(() => say(delay + ' at ' + since()), delay);)"),
            "0 at 0\n-3 at 0\nNaN at 0\nInfinity at 0\n2147483648 at 0\nundefined at 0\nnull at 0\n1 at 1\n2 at "
            "2\n4294967299 at 3\n"
            "4.9 at 4\n5 at 5\n");
}

TEST(AgentTime, TimersThatCreateTimersTakeFourMillisecondsInTheEnd) {
  EXPECT_EQ(log_of("const at = []; const next = () => { at.push(since()); if (at.length < 9) setTimeout(next, 0); else "
                   "say(at); }; setTimeout(next, 0)"),
            "0,0,0,0,0,4,8,12,16\n");
}

TEST(AgentTime, AnIntervalLeavesOutTheTicksThatItMissed) {
  EXPECT_EQ(log_of(R"(const at = []; const i = setInterval(() => { at.push(since());
    if (at.length === 2) { const s = performance.now(); while (performance.now() < s + 25); }
    if (at.length === 5) { clearInterval(i); say(at); } }, 10);)"),
            "10,20,45,50,60\n");
}

TEST(AgentTime, MarksAndMeasuresFollowThePagesClock) {
  EXPECT_EQ(log_of(R"(performance.mark('a'); setTimeout(() => { performance.mark('b', { detail: 1 });
    setTimeout(() => say([performance.measure('m', 'a', 'b').duration, performance.measure('n', 'b').duration,
      performance.measure('o', { start: 'a', duration: 7 }).duration, performance.measure('p').duration].map(Math.round)), 30); }, 40);)"),
            "40,30,7,70\n");
}

TEST(AgentTime, ALongTimerAnAnimationAndAPollSettleQuickly) {
  Site site(std::string(kStart) +
            R"(<style>@keyframes k { to { opacity: 0 } } #b { animation: k 3s }</style><div id=b>x</div><script>
    setTimeout(() => say('5 s'), 5000); setTimeout(() => say('never'), 70000); b.onanimationend = () => say('animation');
    const poll = () => setTimeout(poll, 1000); poll();</script>)");
  auto run = PageLab::get().run(site);
  EXPECT_THAT(text_of(run, "log"), HasSubstr("animation\n"));
  EXPECT_THAT(text_of(run, "log"), HasSubstr("5 s\n"));
  EXPECT_LT(run.real_ms, 10'000);
  ASSERT_EQ(run.outcome.incidents.size(), 2u);
  EXPECT_THAT(run.outcome.incidents[0].detail, HasSubstr("a timer of 70 s is longer than the limit of 60 s"));
  EXPECT_THAT(run.outcome.incidents[1].detail, HasSubstr("a chain of timeout events reached 20"));
}

// ---- loops: chains of tasks that were cut ----

// Draws `state` in a loop, and counts the rounds; a click on #log asks for what it becomes.
Site looping(const std::string& loop) {
  auto site = page(R"(let state = '-', n = 0, drawn;
    const rounds = document.body.appendChild(document.createElement('p')); rounds.id = 'rounds';
    const draw = () => { rounds.textContent = ++n; if (drawn !== state) say(drawn = state); };
    log.onclick = async () => { state = 'asks'; state = await (await fetch('a.txt')).text(); };)" +
                   loop);
  site.answer("a.txt", "came", 3000);  // later than the loop is cut after the step
  return site;
}
constexpr const char* kInterval = "setInterval(draw, 100);";
constexpr const char* kFrames = "const frame = () => { draw(); requestAnimationFrame(frame); }; frame();";
constexpr const char* kTimeouts = "const again = () => { draw(); setTimeout(again, 100); }; again();";

TEST(AgentTime, ALoopThatWasCutGoesOnWithAStepAndWithAResponse) {
  for (const char* loop : {kInterval, kFrames, kTimeouts}) {
    auto run = PageLab::get().run(PageLab::get().experiment(looping(loop), {click("#log")}));
    EXPECT_EQ(text_of(run, "log"), "-\nasks\ncame\n") << loop;
    EXPECT_EQ(run.outcome.incidents.size(), 1u) << loop;  // that it is cut again, nobody needs to be told
    if (loop != kInterval) continue;
    EXPECT_THAT(event_names(run), Contains("root/user:1/interval:100 again/interval:100"));
    EXPECT_THAT(event_names(run), Contains("root/user:1/fetch:GET http://app.test/a.txt/interval:100 again"));
  }
}

TEST(AgentTime, ALoopGoesAsFarInWhateverOrderResponsesCome) {
  for (const char* loop : {kInterval, kFrames, kTimeouts}) {
    std::vector<std::string> ends;
    for (const char* schedule : {"synchronous", "adverse:1,2", "adverse:1,3"}) {
      auto run = PageLab::get().run(PageLab::get().experiment(
          looping(loop), {click("#log"), click("#log"), click("#log"), click("#log")}, schedule));
      ends.push_back(text_of(run, "rounds"));
    }
    EXPECT_EQ(ends[0], ends[1]) << loop;
    EXPECT_EQ(ends[0], ends[2]) << loop;
  }
}

TEST(AgentTime, ALoopThatThePageEndsDoesNotGoOn) {
  auto site = page(
      "say(0); let n = 0; const i = setInterval(() => ++n, 100); log.onclick = () => { clearInterval(i); say(n); }");
  auto run = PageLab::get().run(PageLab::get().experiment(site, {click("#log"), click("#log")}));
  EXPECT_EQ(text_of(run, "log"), "0\n20\n20\n");
}

// What comes for one must not keep the other going, and is no affair of the step.
TEST(AgentTime, LoopsThatAskTheServerStayCut) {
  auto site = page(
      R"(say(0); let n = 0; const ask = async (path) => { await (await fetch(path)).text(); ++n; setTimeout(ask, 100, path); };
    ask('a.txt'); ask('b.txt'); setInterval(() => fetch('a.txt'), 100); let before; log.onclick = () => say(n - (before ??= n));)");
  site.answer("a.txt", "a").answer("b.txt", "b");
  auto run = PageLab::get().run(PageLab::get().experiment(site, {click("#log"), click("#log")}));
  EXPECT_EQ(run.outcome.ending, outcome::Ending::Settled);
  EXPECT_EQ(text_of(run, "log"), "0\n0\n0\n");
  EXPECT_THAT(event_names(run), ::testing::Each(::testing::Not(HasSubstr("user:1/timeout"))));
}

// Observers are called when a frame is drawn. None is as long as a style sheet is held that comes before the body.
TEST(AgentTime, APageThatIsNotDrawnYetIsQuietAllTheSame) {
  Site site(std::string("<!doctype html><script src=a.js></script><link rel=stylesheet href=late.css>") + kStart);
  site.answer(
      "a.js",
      "let sized = false; new ResizeObserver(() => { sized = true; }).observe(document.documentElement);"
      "fetch('data.json').then((r) => r.text()).then(() => setTimeout(() => console.log('sized ' + sized), 5));");
  site.answer("data.json", "{}");
  site.answer("late.css", "body { color: green }");
  constexpr const char* kSheet = "root/style-load:http://app.test/late.css";
  for (const char* held : {"root/user:1", kSheet}) {  // with the first, nothing is held
    auto experiment = PageLab::get().experiment(site, {click("#log")});
    experiment.schedule = schedule::adverse(-1, 0, {held});
    experiment.timeout = Millis(20'000);
    auto run = PageLab::get().run(experiment);
    EXPECT_EQ(run.outcome.ending, outcome::Ending::Settled) << held << ": " << run.outcome.ending_detail;
    ASSERT_EQ(run.outcome.console.size(), 1u);
    EXPECT_EQ(run.outcome.console[0].text, held == kSheet ? "sized false" : "sized true");
  }
}

TEST(AgentTime, AStyleSheetThatDoesNotComeHoldsNothingUp) {
  Site site(std::string("<!doctype html><link rel=stylesheet href=broken.css>") + kStart +
            R"(<script src=late.js></script><script>let sized = 0; new ResizeObserver(() => ++sized).observe(log);
                 setTimeout(() => say(sized), 0);</script>)");
  site.failure("broken.css");
  site.answer("late.js", "");
  EXPECT_EQ(text_of(PageLab::get().run(site), "log"), "1\n");
}

// Nothing is drawn of a frame of another origin that is off the screen. (Of one that is on it, everything is.)
TEST(AgentTime, AFrameThatNobodySeesIsQuietAllTheSame) {
  for (const char* height : {"3000px", "0"}) {
    Site site(std::string(kStart) + "<div style='height:" + height + "'></div>" +
              R"(<iframe src="http://other.test/inner.html"></iframe>
                 <script>onmessage = (event) => say(event.data);</script>)");
    site.answer("http://other.test/inner.html", R"(<p id=p>x</p><script>
      let sized = 0; new ResizeObserver(() => ++sized).observe(p);
      setTimeout(() => parent.postMessage(sized, '*'), 50);</script>)");
    EXPECT_EQ(text_of(PageLab::get().run(site), "log"), std::string(height) == "0" ? "1\n" : "0\n");
  }
}

TEST(AgentTime, AnIdleCallbackHasSomeTimeLeftButNotForEver) {
  EXPECT_EQ(log_of("requestIdleCallback((d) => { let n = 0; while (d.timeRemaining() > 0) ++n; say([n > 10, "
                   "d.didTimeout, d instanceof IdleDeadline]); })"),
            "true,false,true\n");
}

TEST(AgentTime, RandomnessIsTheSameInEveryRun) {
  Site site =
      page("say([Math.random(), crypto.randomUUID(), crypto.getRandomValues(new Uint8Array(4))])", "https://app.test/");
  std::string first = text_of(PageLab::get().run(site), "log");
  EXPECT_EQ(first, text_of(PageLab::get().run(site), "log"));
  EXPECT_THAT(first, ::testing::ContainsRegex("0\\.[0-9]+,[0-9a-f-]+,[0-9]+,[0-9]+,[0-9]+,[0-9]+"));
}

TEST(AgentTime, AFrameGoesOnWhereItsParentsClockStands) {
  Site site(std::string(kStart) +
            "<script>setTimeout(() => { const f = document.createElement('iframe'); document.body.append(f); "
            "say(f.contentWindow.Date.now() - Date.now() > -2); }, 8000)</script>");
  EXPECT_EQ(text_of(PageLab::get().run(site), "log"), "true\n");
}

}  // namespace
}  // namespace squall::agent_time_tests
