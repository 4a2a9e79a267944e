// HAR: what we write we read again, and what Chrome DevTools exports replays offline. Approximate answers.
#include "tests/traffic_lab.h"

namespace squall {
namespace {

using namespace squall::testing;
using serve::Exchange;

Result<lab::RecordedPage> record_har(const std::string& url, const network::Recording& har) {
  lab::RecordOptions options;
  options.url = url;
  options.flow.emplace();
  options.har = std::make_shared<network::Recording>(har);
  options.timeout = Millis(60'000);
  return lab::record_page(TrafficLab::get().lab(), options, [](const std::string&) {});
}

TEST(TrafficHar, WhatIsWrittenReplaysEqually) {
  TestServer server;
  std::string bytes("\0\1\xfe\xff", 4);
  server.text("/bytes", "application/octet-stream", bytes);
  server.text("/latin", "text/plain; charset=iso-8859-1",
              "gr\xfc\xdf"
              "e");
  server.on("/post", [](Exchange& e) {
    e.respond({201, {{"Content-Type", "text/plain"}, {"Set-Cookie", "a=1"}, {"Set-Cookie", "b=2"}}, e.request().body});
  });
  server.page("/", R"(<script>
    fetch('bytes').then(r => r.arrayBuffer()).then(hash).then(log);
    fetch('post', {method: 'POST', body: new Uint8Array([0, 200])}).then(async r => log(r.status + ' ' + await hash(await r.arrayBuffer())));
    const x = new XMLHttpRequest(); x.open('GET', 'latin'); x.onload = () => log(x.responseText); x.send();
  </script>)");
  auto page = TrafficLab::get().record(server.url("/"));
  server.close();
  auto har = parse_json(network::to_har(*page.recording).dump());
  ASSERT_TRUE(har);
  auto imported = network::from_har(*har);
  ASSERT_TRUE(imported);
  EXPECT_EQ(imported->skipped, 0);
  auto again = page;
  again.recording = std::make_shared<network::Recording>(imported->recording);
  auto first = TrafficLab::get().replay(page), second = TrafficLab::get().replay(again);
  EXPECT_EQ(sorted(log_of(first.outcome)),
            sorted("201 " + page_hash(std::string("\0\xc8", 2)) + " | " + page_hash(bytes) + " | grüße"));
  EXPECT_EQ(outcome::to_json(first.outcome).dump(), outcome::to_json(second.outcome).dump());
  EXPECT_EQ(first.outcome.cookies.size(), 2u);
  EXPECT_EQ(server.late(), "");
}

// As Chrome DevTools exports it ("Export HAR (with sensitive data)").
constexpr const char* kDevToolsHar =
    R"({"log": {"version": "1.2", "creator": {"name": "WebInspector", "version": "537.36"},
  "pages": [{"startedDateTime": "2025-03-01T10:00:00.000Z", "id": "page_1", "title": "https://shop.example/", "pageTimings": {"onContentLoad": 80, "onLoad": 120}}],
  "entries": [
    {"_connectionId": "11", "_initiator": {"type": "other"}, "_priority": "VeryHigh", "_resourceType": "document", "cache": {}, "connection": "443", "pageref": "page_1",
     "request": {"method": "GET", "url": "https://shop.example/", "httpVersion": "h2", "headers": [{"name": ":method", "value": "GET"}, {"name": ":authority", "value": "shop.example"}], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
     "response": {"status": 200, "statusText": "", "httpVersion": "h2", "headers": [{"name": "content-encoding", "value": "br"}, {"name": "content-type", "value": "text/html; charset=utf-8"}, {"name": "set-cookie", "value": "sid=xyz; path=/; secure"}, {"name": "content-length", "value": "99"}],
       "cookies": [{"name": "sid", "value": "xyz", "path": "/", "domain": "shop.example", "expires": "2025-03-02T10:00:00.000Z", "httpOnly": false, "secure": true}],
       "content": {"size": 300, "mimeType": "text/html", "compression": 10, "text": "<!doctype html><pre id=log></pre><script>const log = t => document.getElementById('log').append(t + '\\n');</script><img src=/pixel.png onload=\"log('image ' + naturalWidth)\"><script>log(document.cookie); fetch('/api/cart').then(r => r.json()).then(j => log('cart ' + j.items)); fetch('/api/add', {method: 'POST', body: 'item=7'}).then(r => r.text()).then(log)</script>"},
       "redirectURL": "", "headersSize": -1, "bodySize": -1, "_transferSize": 400, "_error": null},
     "serverIPAddress": "93.184.216.34", "startedDateTime": "2025-03-01T10:00:00.010Z", "time": 42.1,
     "timings": {"blocked": 1, "dns": -1, "ssl": -1, "connect": -1, "send": 0.1, "wait": 40, "receive": 1, "_blocked_queueing": 0.5}},
    {"_resourceType": "image", "cache": {}, "pageref": "page_1",
     "request": {"method": "GET", "url": "https://shop.example/pixel.png", "httpVersion": "h2", "headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
     "response": {"status": 200, "statusText": "", "httpVersion": "h2", "headers": [{"name": "content-type", "value": "image/png"}], "cookies": [],
       "content": {"size": 68, "mimeType": "image/png", "text": "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAC0lEQVR42mNgwAQAABQAAXZbMYYAAAAASUVORK5CYII=", "encoding": "base64"}, "redirectURL": "", "headersSize": -1, "bodySize": 68},
     "startedDateTime": "2025-03-01T10:00:00.060Z", "time": 5, "timings": {"send": 0, "wait": 5, "receive": 0}},
    {"_resourceType": "fetch", "cache": {}, "pageref": "page_1",
     "request": {"method": "GET", "url": "https://shop.example/api/cart", "httpVersion": "h2", "headers": [], "queryString": [], "cookies": [{"name": "sid", "value": "xyz"}], "headersSize": -1, "bodySize": 0},
     "response": {"status": 200, "statusText": "", "httpVersion": "h2", "headers": [{"name": "content-type", "value": "application/json"}], "cookies": [],
       "content": {"size": 13, "mimeType": "application/json", "text": "{\"items\": 3}"}, "redirectURL": "", "headersSize": -1, "bodySize": -1},
     "startedDateTime": "2025-03-01T10:00:00.070Z", "time": 30, "timings": {"send": 0, "wait": 30, "receive": 0}},
    {"_resourceType": "fetch", "cache": {}, "pageref": "page_1",
     "request": {"method": "POST", "url": "https://shop.example/api/add", "httpVersion": "h2", "headers": [{"name": "content-type", "value": "text/plain;charset=UTF-8"}], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 6,
       "postData": {"mimeType": "text/plain;charset=UTF-8", "text": "item=7"}},
     "response": {"status": 200, "statusText": "", "httpVersion": "h2", "headers": [{"name": "content-type", "value": "text/plain"}], "cookies": [],
       "content": {"size": 5, "mimeType": "text/plain", "text": "added"}, "redirectURL": "", "headersSize": -1, "bodySize": -1},
     "startedDateTime": "2025-03-01T10:00:00.071Z", "time": 90, "timings": {"send": 0, "wait": 90, "receive": 0}}
  ]}})";

TEST(TrafficHar, WhatDevToolsExportsReplaysOffline) {
  auto json = parse_json(kDevToolsHar);
  ASSERT_TRUE(json) << json.error().message;
  auto imported = network::from_har(*json);
  ASSERT_TRUE(imported);
  EXPECT_EQ(imported->skipped, 0);
  auto page = record_har("https://shop.example/", imported->recording);
  ASSERT_TRUE(page) << page.error().message;
  EXPECT_EQ(sorted(log_of(page->outcome)), "added | cart 3 | image 3 | sid=xyz");
  lab::Run run = TrafficLab::get().replay(*page);
  EXPECT_EQ(log_of(run.outcome), log_of(page->outcome));
  EXPECT_EQ(oddities(run.outcome), "");
}

TEST(TrafficHar, CacheBustersAndCallbacksAreAnsweredApproximately) {
  TestServer server;
  server.on("/jsonp", [](Exchange& e) {
    e.respond(
        {200, {{"Content-Type", "text/javascript"}}, "/**/" + *e.request().parameter("callback") + "({\"n\": 5});"});
  });
  server.on("/data",
            [](Exchange& e) { e.respond(serve::text_response(200, "for " + *e.request().parameter("user"))); });
  server.page("/", R"(<script>
    const late = location.hash ? 1 : 0;
    window['cb' + late] = o => log('jsonp ' + o.n);
    const s = document.createElement('script'); s.src = 'jsonp?callback=cb' + late + '&_=169999999999' + late; document.head.append(s);
    fetch('data?user=anna&_=' + (1699999999999 + late)).then(r => r.text()).then(log);
    if (late) fetch('data?user=bert&_=1').then(r => r.text()).then(log, e => log('bert ' + e.name));
  </script>)");
  auto page = TrafficLab::get().record(server.url("/"));
  EXPECT_EQ(sorted(log_of(page.outcome)), "for anna | jsonp 5");
  server.close();
  page.url += "#late";
  lab::Run run = TrafficLab::get().replay(page);
  EXPECT_EQ(sorted(log_of(run.outcome)), "bert TypeError | for anna | jsonp 5");
  EXPECT_EQ(answer_to(run.outcome, server.url("/data?user=anna&_=1700000000000")), "approximate");
  EXPECT_EQ(answer_to(run.outcome, server.url("/data?user=bert&_=1")), "unanswered");
  EXPECT_EQ(server.late(), "");
}

}  // namespace
}  // namespace squall
