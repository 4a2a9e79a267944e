// What fails while recording fails again in the replay, and what the recording cannot answer is said so.
#include "base/url.h"
#include "tests/traffic_lab.h"

namespace squall {
namespace {

using namespace squall::testing;
using serve::Exchange;

// A port on which nothing listens.
std::string nowhere() {
  TestServer gone;
  return gone.url();
}

std::string failure_of(const lab::RecordedPage& page, const std::string& path) {
  for (const auto& entry : page.recording->entries) {
    if (parse_url(entry.request.url).path == path) return entry.response.failure;
  }
  return "(not recorded)";
}

TEST(TrafficFailures, FailuresReplayAsFailures) {
  TestServer server;
  server.on("/aborted", [](Exchange& exchange) { exchange.abort(); });
  server.on("/cut", [](Exchange& exchange) {
    exchange.begin(200, {{"Content-Type", "text/plain"}, {"Content-Length", "1000"}});
    exchange.write("the first part");
    exchange.wait(Millis(30));
    exchange.abort();
  });
  server.on("/garbage", [](Exchange& exchange) { exchange.write_raw("\x16\x03nonsense\r\n\r\n"); });
  server.page("/", "<script>const gone = '" + nowhere() + R"(';
    const tell = name => [async r => log(name + ' ' + r.status + ' ' + await r.text().catch(e => e.name)), e => log(name + ' ' + e.name)];
    fetch(gone + '/refused').then(...tell('refused'));
    fetch('http://no-such-host.invalid/host').then(...tell('host'));
    fetch('aborted').then(...tell('aborted'));
    fetch('cut').then(...tell('cut'));
    fetch('garbage').then(...tell('garbage'));
    const x = new XMLHttpRequest(); x.open('GET', 'cut?xhr');
    x.onerror = () => log('xhr error ' + x.status); x.onload = () => log('xhr loaded'); x.send();
    const i = new Image(); i.onerror = () => log('image error'); i.src = gone + '/i.png';
    const s = document.createElement('script'); s.onerror = () => log('script error'); s.src = 'http://no-such-host.invalid/s.js';
    document.head.append(s);
  </script>)");
  auto page = TrafficLab::get().check({&server}, "/",
                                      "aborted TypeError | cut TypeError | garbage TypeError | "
                                      "host TypeError | image error | refused "
                                      "TypeError | script error | xhr error 0");
  EXPECT_EQ(failure_of(page, "/refused"), "ERR_CONNECTION_REFUSED");
  EXPECT_EQ(failure_of(page, "/host"), "ERR_NAME_NOT_RESOLVED");
}

TEST(TrafficFailures, WhatIsNotRecordedIsUnansweredAndGoesNowhere) {
  TestServer server;
  server.page("/", R"(<script>
    const tell = name => [async r => log(name + ' ' + r.status), e => log(name + ' ' + e.name)];
    fetch('unknown').then(...tell('get'));
    fetch('unknown', {method: 'POST', body: 'x'}).then(...tell('post'));
    const i = new Image(); i.onerror = () => log('image error'); i.src = 'unknown.png';
    const w = new WebSocket('ws://' + location.host + '/socket'); w.onerror = () => log('socket error');
    navigator.sendBeacon('beacon', 'b');
    new Worker('unknown.js').onerror = () => log('worker error');
  </script>)");
  auto page = TrafficLab::get().record(server.url("/"));
  ASSERT_FALSE(page.recording->entries.empty());
  auto only_page = std::make_shared<network::Recording>();
  only_page->entries.push_back(page.recording->entries.front());
  page.recording = only_page;
  server.close();
  lab::Run run = TrafficLab::get().replay(page);
  EXPECT_EQ(sorted(log_of(run.outcome)), "get TypeError | image error | post TypeError | socket error | worker error");
  EXPECT_EQ(server.late(), "");
  int unanswered = 0;
  for (const auto& request : run.outcome.requests) {
    if (request.type == "document") continue;
    EXPECT_EQ(request.answer, outcome::Answer::Unanswered) << request.url;
    EXPECT_NE(request.detail, "") << request.url;
    ++unanswered;
  }
  EXPECT_EQ(unanswered, 6);
  EXPECT_TRUE(run.fetched.entries.empty());
}

TEST(TrafficFailures, LiveRunsAskTheServerForWhatIsMissingButDoNotWrite) {
  TestServer server;
  server.text("/known", "text/plain", "known");
  server.text("/more", "text/plain", "more");
  server.on("/write", [](Exchange& exchange) { exchange.respond(serve::text_response(200, "written")); });
  server.page("/", R"(<script>
    fetch('known').then(r => r.text()).then(log);
    if (location.hash) {
      fetch('more').then(r => r.text()).then(log);
      fetch('write', {method: 'POST', body: 'x'}).then(r => r.text()).then(log, e => log('post ' + e.name));
    }
  </script>)");
  auto page = TrafficLab::get().record(server.url("/"));
  server.text("/known", "text/plain", "changed");
  auto experiment = lab::experiment_on(page);
  experiment.url += "#more";
  experiment.server = lab::Server::Reads;
  lab::Run run = TrafficLab::get().run(experiment);
  EXPECT_EQ(sorted(log_of(run.outcome)), "known | more | post TypeError");
  EXPECT_EQ(server.asked("/write"), 0);
  ASSERT_EQ(run.fetched.entries.size(), 1u);
  EXPECT_EQ(run.fetched.entries[0].request.url, server.url("/more"));
  EXPECT_EQ(run.fetched.entries[0].response.body, "more");
  EXPECT_EQ(answer_to(run.outcome, server.url("/more")), "live");
  EXPECT_EQ(answer_to(run.outcome, server.url("/write"), "POST"), "unanswered");

  experiment.server = lab::Server::All;
  run = TrafficLab::get().run(experiment);
  EXPECT_EQ(sorted(log_of(run.outcome)), "known | more | written");
  EXPECT_EQ(server.asked("/write"), 1);
  EXPECT_EQ(run.fetched.entries.size(), 2u);
}

TEST(TrafficFailures, AServiceWorkerIsPassedByAndSaidSo) {
  TestServer server;
  server.text("/data", "text/plain", "from the server");
  server.text("/sw.js", "text/javascript", "self.onfetch = e => e.respondWith(new Response('from the worker'))");
  server.page("/", R"(<button id=go>go</button><script>
    navigator.serviceWorker.register('sw.js').then(r => log('registered for ' + new URL(r.scope).pathname));
    go.onclick = () => fetch('data').then(r => r.text()).then(log);
    log('shared workers: ' + typeof SharedWorker);
  </script>)");
  auto page = TrafficLab::get().check({&server}, "/", "shared workers: undefined | registered for / | from the server",
                                      {{click("#go")}, true});
  EXPECT_EQ(server.asked("/sw.js"), 0);
  ASSERT_EQ(page.outcome.incidents.size(), 1u);
  EXPECT_EQ(page.outcome.incidents[0].kind, "service-worker");
  EXPECT_TRUE(page.outcome.incidents[0].detail.starts_with(server.url("/sw.js"))) << page.outcome.incidents[0].detail;
}

}  // namespace
}  // namespace squall
