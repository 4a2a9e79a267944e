// Responses are held while others go on; each release delivers exactly that one.
#include "tests/traffic_lab.h"

namespace squall {
namespace {

using namespace squall::testing;

// A page, and all that it asks for, from memory: who answers is not what these tests are about.
lab::Run run_site(const Site& site, std::vector<flow::Step> steps, const std::string& schedule) {
  lab::Experiment experiment;
  experiment.url = site.url;
  experiment.recording = site.recording;
  experiment.flow.steps = std::move(steps);
  experiment.wanted.picture = false;
  experiment.timeout = Millis(60'000);
  auto parsed = schedule::parse_schedule(schedule);
  EXPECT_TRUE(parsed) << schedule;
  if (parsed) experiment.schedule = *parsed;
  return TrafficLab::get().run(experiment);
}

lab::Run run_in_order(const Site& site, std::vector<flow::Step> steps, std::vector<std::string> order) {
  lab::Experiment experiment;
  experiment.url = site.url;
  experiment.recording = site.recording;
  experiment.flow.steps = std::move(steps);
  experiment.wanted.picture = false;
  experiment.timeout = Millis(60'000);
  experiment.schedule = schedule::in_order(std::move(order));
  return TrafficLab::get().run(experiment);
}

TEST(TrafficHold, RecordedLatencyDecidesWhatComesFirst) {
  Site site(kLogScript +
            std::string("<script>for (const n of ['slow', 'quick']) fetch(n).then(r => r.text()).then(log)</script>"));
  site.answer("slow", "slow", 900).answer("quick", "quick", 30);
  EXPECT_EQ(log_of(run_site(site, {}, "as-they-come").outcome), "quick | slow");
  EXPECT_EQ(log_of(run_site(site, {}, "synchronous").outcome), "slow | quick");
  // Where the network takes no time, it does not count how busy the server was.
  EXPECT_EQ(log_of(run_site(site, {}, "adverse:1,2").outcome), "slow | quick");
}

TEST(TrafficHold, ResponsesComeInTheOrderOfTheSchedule) {
  Site site(kLogScript +
            std::string("<script>for (const n of ['a', 'b', 'c']) fetch(n).then(r => r.text()).then(log)</script>"));
  for (const char* name : {"a", "b", "c"}) site.answer(name, name, 10);
  std::map<std::string, std::string> events;
  for (const auto& name : run_site(site, {}, "as-they-come").order) events[name.substr(name.size() - 1)] = name;
  ASSERT_EQ(events.size(), 3u);
  for (std::string order : {"abc", "acb", "bac", "bca", "cab", "cba"}) {
    std::vector<std::string> names;
    std::string expected;
    for (char c : order) {
      names.push_back(events[std::string(1, c)]);
      expected += (expected.empty() ? "" : " | ") + std::string(1, c);
    }
    EXPECT_EQ(log_of(run_in_order(site, {}, names).outcome), expected);
  }
}

TEST(TrafficHold, EqualRequestsAreToldApart) {
  Site site(kLogScript + std::string(R"(<script>
    for (const n of [1, 2]) fetch('a').then(r => r.text()).then(t => log(n + ' got ' + t));
  </script>)"));
  site.answer("a", "first", 10).answer("a", "second", 10);
  lab::Run run = run_site(site, {}, "as-they-come");
  EXPECT_EQ(log_of(run.outcome), "1 got first | 2 got second");
  ASSERT_EQ(run.order.size(), 2u);
  run = run_in_order(site, {}, {run.order[1], run.order[0]});
  EXPECT_EQ(log_of(run.outcome), "2 got second | 1 got first");
}

// The events of a run whose name holds this text.
std::vector<std::string> events_with(const lab::Run& run, const std::string& text) {
  std::vector<std::string> out;
  for (const std::string& name : run.order) {
    if (name.find(text) != std::string::npos) out.push_back(name);
  }
  return out;
}

TEST(TrafficHold, AScriptOfTheParserAndAFetchOfItAreToldApart) {
  Site site(kLogScript + std::string(R"(<script async src='same.js'></script>
    <script>fetch('same.js').then((r) => r.text()).then(() => log('fetched'))</script>)"));
  site.answer("same.js", "log('ran')", 10);
  lab::Run run = run_site(site, {}, "as-they-come");
  auto script = events_with(run, "root/script:"), fetched = events_with(run, "/fetch:");
  std::erase(script, fetched.empty() ? "" : fetched[0]);
  ASSERT_EQ(script.size(), 1u) << join(run.order, "\n");
  ASSERT_EQ(fetched.size(), 1u) << join(run.order, "\n");
  EXPECT_EQ(log_of(run_in_order(site, {}, {script[0], fetched[0]}).outcome), "ran | fetched");
  EXPECT_EQ(log_of(run_in_order(site, {}, {fetched[0], script[0]}).outcome), "fetched | ran");
}

TEST(TrafficHold, TheSameRequestOfTwoFramesIsToldApart) {
  Site site(kLogScript + std::string(R"(<script>
    function ask() { fetch('same').then((r) => r.text()).then(() => log('outer')) }
  </script><iframe src=inner.html></iframe>)"));
  site.answer("inner.html", R"(<!doctype html><script>
    fetch('same').then((r) => r.text()).then(() => parent.log('inner'));
    parent.setTimeout(parent.ask, 0);
  </script>)",
              10);
  site.answer("same", "x", 50).answer("same", "x", 50);
  lab::Run run = run_site(site, {}, "as-they-come");
  auto both = events_with(run, "/fetch:");
  ASSERT_EQ(both.size(), 2u) << join(run.order, "\n");
  EXPECT_TRUE(both[0].starts_with("frame ") && !both[1].starts_with("frame ")) << join(both, "\n");
  EXPECT_EQ(log_of(run_in_order(site, {}, run.order).outcome), "inner | outer");
  std::vector<std::string> crossed = run.order;  // with what leads to them
  std::swap(*std::ranges::find(crossed, both[0]), *std::ranges::find(crossed, both[1]));
  EXPECT_EQ(log_of(run_in_order(site, {}, std::move(crossed)).outcome), "outer | inner");
}

TEST(TrafficHold, RequestsThatThePageGivesUpDoNotStopIt) {
  Site site(kLogScript + std::string(R"(<button id=go>go</button><button id=halt>halt</button><script>
    let controller, xhr, image, script;
    go.onclick = () => {
      controller = new AbortController();
      fetch('fetch', {signal: controller.signal}).then(() => log('fetched'), e => log('fetch ' + e.name));
      xhr = new XMLHttpRequest(); xhr.open('GET', 'xhr'); xhr.onload = () => log('xhr loaded');
      xhr.onabort = () => log('xhr aborted'); xhr.send();
      image = new Image(); image.onload = () => log('image loaded'); image.onerror = () => log('image failed'); image.src = 'i.svg';
      script = document.createElement('script'); script.onload = () => log('script loaded'); script.src = 's.js';
      document.head.append(script);
    };
    halt.onclick = () => { controller.abort(); xhr.abort(); image.src = ''; script.remove(); log('stopped'); };
  </script>)"));
  site.answer("fetch", "f", 10).answer("xhr", "x", 10).answer("s.js", "log('script ran')", 10);
  site.answer("i.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'/>", 10);
  lab::Run run = run_site(site, {click("#go"), click("#halt")}, "adverse:1,2");
  std::string seen = sorted(log_of(run.outcome));
  // A script that was inserted runs even when its element is gone.
  EXPECT_EQ(seen, "fetch AbortError | image failed | script loaded | script ran | stopped | xhr aborted");
  for (const char* path : {"fetch", "xhr", "i.svg"}) {
    const auto* request = find_request(run.outcome, site.url + path);
    ASSERT_TRUE(request) << path;
    EXPECT_EQ(request->answer, outcome::Answer::Abandoned) << path;
  }
}

TEST(TrafficHold, FiftyRequestsAreHeldAtOnce) {
  Site site(kLogScript + std::string(R"(<script>
    let left = 50; const order = [];
    for (let n = 0; n < 50; ++n) fetch('d/' + n).then(r => r.text()).then(t => { order.push(t); if (--left === 0) log(order.join(' ')) });
  </script>)"));
  std::string expected;
  for (int n = 0; n < 50; ++n) {
    site.answer("d/" + std::to_string(n), std::to_string(n), 1000 - n);
    expected += (n == 0 ? "" : " ") + std::to_string(49 - n);
  }
  EXPECT_EQ(log_of(run_site(site, {}, "as-they-come").outcome), expected);
}

TEST(TrafficHold, AnXhrTimesOutOnThePagesClock) {
  Site site(kLogScript + std::string(R"(<script>
    const x = new XMLHttpRequest(); x.open('GET', 'slow'); x.timeout = 5000;
    x.onload = () => log('loaded'); x.ontimeout = () => log('timed out'); x.send();
  </script>)"));
  site.answer("slow", "slow", 20'000);
  EXPECT_EQ(log_of(run_site(site, {}, "as-they-come").outcome), "timed out");
  EXPECT_EQ(log_of(run_site(site, {}, "synchronous").outcome), "loaded");
}

TEST(TrafficHold, WhatIsHeldWhenThePageIsLeftGoesWithIt) {
  TestServer server;
  server.text("/data", "text/plain", "data");
  server.page("/next", "<script>log('next')</script>");
  server.page("/", R"(<button id=ask>ask</button><a id=leave href=next>leave</a><script>
    ask.onclick = () => fetch('data').then(r => r.text()).then(log);
  </script>)");
  auto page = TrafficLab::get().record(server.url("/"), {click("#ask"), click("#leave")});
  server.close();
  lab::Run run = TrafficLab::get().replay(page, "adverse:1,2");
  EXPECT_EQ(run.outcome.ending, outcome::Ending::Settled) << run.outcome.ending_detail;
  EXPECT_EQ(log_of(run.outcome), "next");
  const auto* request = find_request(run.outcome, server.url("/data"));
  ASSERT_TRUE(request);
  EXPECT_EQ(request->answer, outcome::Answer::Abandoned);
}

// Who sees nothing cannot act, so the style sheet comes; the script behind it waits for the user.
TEST(TrafficHold, AnEarlyUserWaitsForWhatThePageNeedsToBeShown) {
  TestServer server;
  server.text("/page.css", "text/css", "#go { color: red }");
  server.text("/page.js", "text/javascript", "log(getComputedStyle(go).color)");
  server.text("/", "text/html",
              "<!doctype html><head><link rel=stylesheet href=page.css></head>" + std::string(kLogScript) + R"html(
    <button id=go onclick="log(getComputedStyle(go).color + ', early')">go</button><script src=page.js></script>)html");
  auto page = TrafficLab::get().record(server.url("/"), {click("#go")});
  server.close();
  lab::Run run = TrafficLab::get().replay(page, "adverse:load,1");
  EXPECT_EQ(log_of(run.outcome), "rgb(255, 0, 0), early | rgb(255, 0, 0)");
}

}  // namespace
}  // namespace squall
