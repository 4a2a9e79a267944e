// What requests carry and what responses bring, byte for byte.
#include "tests/traffic_lab.h"

namespace squall {
namespace {

using namespace squall::testing;
using serve::Exchange;

const std::string kGzippedJson = "H4sIAAAAAAACA6tWSs4sqVSyUoo6vKcoMzlDSUcpT8kq2lDHSMc4thYA95RmsB4AAAA=";
const std::string kBrotliText = "iwWAaGVsbG8gYnJvdGxpAw==";

std::string all_bytes(size_t size) {
  std::string bytes;
  for (size_t i = 0; i < size; ++i) bytes += static_cast<char>(i * 7 + i / 251);
  return bytes;
}

// Says what it was sent.
void echo(Exchange& exchange) {
  const auto& request = exchange.request();
  const std::string* type = request.header("Content-Type");
  std::string kind = type ? type->substr(0, type->find_first_of("; ")) : "none";
  std::string body =
      kind == "multipart/form-data" ? count_of(split(request.body, '\n').size(), "line") : page_hash(request.body);
  exchange.respond({200, {{"Content-Type", "text/plain"}}, request.method + " " + kind + " " + body});
}

TEST(TrafficBodies, RequestsOfEveryKindOfBodyReplay) {
  TestServer server;
  server.on("/echo", echo);
  server.page("/", R"(<script>
    const form = new FormData(); form.append('a', '1'); form.append('file', new Blob(['\0\xff']), 'f.bin');
    const bodies = {
      text: 'grüße', json: JSON.stringify({a: [1, 2]}), params: new URLSearchParams('a=1&b=2'), form,
      bytes: new Uint8Array([0, 255, 128, 13, 10]), buffer: new Uint8Array([1, 0, 2]).buffer,
      blob: new Blob(['\xfe blob'], {type: 'image/x-test'}), nothing: undefined,
    };
    for (const [name, body] of Object.entries(bodies)) {
      fetch('echo?fetch-' + name, {method: 'POST', body}).then(r => r.text()).then(t => log(name + ' fetch ' + t));
      const xhr = new XMLHttpRequest(); xhr.open('PUT', 'echo?xhr-' + name);
      xhr.onload = () => log(name + ' xhr ' + xhr.responseText);
      xhr.send(body);
    }
    navigator.sendBeacon('echo?beacon', 'bye');
    fetch('echo?keepalive', {method: 'POST', body: 'k', keepalive: true}).then(r => r.text()).then(t => log('keepalive ' + t));
  </script>)");
  std::string blob = page_hash("\xc3\xbe blob"), form = "11 lines";
  std::string bytes = page_hash(std::string("\0\xff\x80\r\n", 5)), buffer = page_hash(std::string("\1\0\2", 3));
  std::string text = page_hash(
                  "gr\xc3\xbc\xc3\x9f"
                  "e"),
              json = page_hash(R"({"a":[1,2]})"), params = page_hash("a=1&b=2");
  TrafficLab::get().check(
      {&server}, "/",
      "blob fetch POST image/x-test " + blob + " | blob xhr PUT image/x-test " + blob + " | buffer fetch POST none " +
          buffer + " | buffer xhr PUT none " + buffer + " | bytes fetch POST none " + bytes + " | bytes xhr PUT none " +
          bytes + " | form fetch POST multipart/form-data " + form + " | form xhr PUT multipart/form-data " + form +
          " | json fetch POST text/plain " + json + " | json xhr PUT text/plain " + json +
          " | keepalive POST text/plain " + page_hash("k") + " | nothing fetch POST none " + page_hash("") +
          " | nothing xhr PUT none " + page_hash("") + " | params fetch POST application/x-www-form-urlencoded " +
          params + " | params xhr PUT application/x-www-form-urlencoded " + params + " | text fetch POST text/plain " +
          text + " | text xhr PUT text/plain " + text);
}

TEST(TrafficBodies, ResponsesKeepTheirBytes) {
  TestServer server;
  std::string bytes = all_bytes(70'000), large = all_bytes(5 << 20);
  std::string text = "\xef\xbb\xbf" + std::string("bom\r\n\xff");
  server.text("/bytes", "application/octet-stream", bytes);
  server.text("/as-text", "text/plain", text);
  server.text("/large", "application/octet-stream", large);
  server.text("/empty", "text/plain", "");
  server.text("/no-type", "", "plain");
  server.page("/", R"(<script>
    for (const name of ['bytes', 'as-text', 'large', 'empty', 'no-type']) {
      fetch(name).then(r => r.arrayBuffer()).then(hash).then(h => log(name + ' ' + h));
      if (name === 'large') continue;
      const xhr = new XMLHttpRequest(); xhr.open('GET', name + '?xhr'); xhr.responseType = 'arraybuffer';
      xhr.onload = async () => log(name + ' xhr ' + await hash(xhr.response));
      xhr.send();
    }
  </script>)");
  std::string expected = "large " + page_hash(large);
  for (auto [name, body] :
       std::map<std::string, std::string>{{"bytes", bytes}, {"as-text", text}, {"empty", ""}, {"no-type", "plain"}}) {
    expected += " | " + name + " " + page_hash(body) + " | " + name + " xhr " + page_hash(body);
  }
  TrafficLab::get().check({&server}, "/", sorted(expected));
}

TEST(TrafficBodies, EncodedResponsesReplayDecoded) {
  TestServer server;
  server.answer("/gzip", 200, {{"Content-Type", "application/json"}, {"Content-Encoding", "gzip"}},
                base64_decode(kGzippedJson).value());
  server.answer("/brotli", 200, {{"Content-Type", "text/plain"}, {"Content-Encoding", "br"}},
                base64_decode(kBrotliText).value());
  server.answer("/script", 200, {{"Content-Type", "text/javascript; charset=iso-8859-1"}},
                "log('script gr\xfc\xdf"
                "e')");
  server.answer("/latin", 200, {{"Content-Type", "text/plain; charset=iso-8859-1"}},
                "gr\xfc\xdf"
                "e");
  server.answer("/sjis", 200, {{"Content-Type", "text/html; charset=shift_jis"}}, "<p>\x93\xfa\x96\x7b</p>");
  server.page("/", R"(<script src=script></script>
    <iframe src=sjis onload='log(contentDocument.body.innerText)'></iframe>
    <script>
      fetch('gzip').then(r => r.json()).then(j => log(j.city + ' ' + j.n));
      fetch('brotli').then(r => r.text()).then(log);
      const xhr = new XMLHttpRequest(); xhr.open('GET', 'latin');
      xhr.onload = () => log('xhr ' + xhr.responseText); xhr.send();
    </script>)");
  TrafficLab::get().check({&server}, "/", "Zürich 1,2,3 | hello brotli | script grüße | xhr grüße | 日本");
}

TEST(TrafficBodies, StreamedResponsesReplay) {
  TestServer server;
  server.on("/stream", [](Exchange& exchange) {
    exchange.begin(200, {{"Content-Type", "text/plain"}});
    for (const char* piece : {"one ", "two ", "three"}) {
      exchange.write(piece);
      exchange.wait(Millis(20));
    }
    exchange.end();
  });
  server.page("/", R"(<script>
    (async () => {
      const reader = (await fetch('stream')).body.getReader();
      let text = '';
      for (;;) {
        const {done, value} = await reader.read();
        if (done) break;
        text += new TextDecoder().decode(value);
      }
      log(text);
    })();
  </script>)");
  TrafficLab::get().check({&server}, "/", "one two three");
}

TEST(TrafficBodies, HeadAndRangeReplay) {
  TestServer server;
  server.answer("/head", 200, {{"Content-Type", "text/plain"}, {"X-Size", "12"}}, "");
  server.on("/range", [](Exchange& exchange) {
    const std::string* range = exchange.request().header("Range");
    std::string body = range && *range == "bytes=2-4" ? "234" : range && *range == "bytes=7-8" ? "78" : "0123456789";
    exchange.respond({range ? 206 : 200, {{"Content-Type", "text/plain"}, {"Content-Range", "bytes x"}}, body});
  });
  server.page("/", R"(<script>
    (async () => {
      const head = await fetch('head', {method: 'HEAD'});
      log('head ' + head.status + ' ' + head.headers.get('x-size') + ' ' + (await head.text()).length);
      for (const range of ['bytes=2-4', 'bytes=7-8']) {
        const part = await fetch('range', {headers: {Range: range}});
        log(range + ' ' + part.status + ' ' + await part.text());
      }
    })();
  </script>)");
  TrafficLab::get().check({&server}, "/", "bytes=2-4 206 234 | bytes=7-8 206 78 | head 200 12 0");
}

// A second of silence, as a WAV file.
std::string silence() {
  std::string wav("RIFF\x64\x1f\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x40\x1f\0\0\1\0\x08\0data\x40\x1f\0\0", 44);
  return wav + std::string(8000, '\x80');
}

TEST(TrafficBodies, MediaReplay) {
  TestServer server;
  server.on("/beep.wav", [](Exchange& exchange) {
    std::string body = silence();
    std::string range = "bytes 0-" + std::to_string(body.size() - 1) + "/" + std::to_string(body.size());
    exchange.respond(
        {206, {{"Content-Type", "audio/wav"}, {"Content-Range", range}, {"Accept-Ranges", "bytes"}}, body});
  });
  server.page("/", "<audio src=beep.wav preload=auto></audio>");
  auto page = TrafficLab::get().check({&server}, "/", "");
  const auto* request = find_request(page.outcome, server.url("/beep.wav"));
  ASSERT_TRUE(request);
  EXPECT_EQ(request->type, "media");
  EXPECT_EQ(request->answer, outcome::Answer::Recorded);
  ASSERT_FALSE(page.recording->entries.empty());
  EXPECT_EQ(page.recording->entries.back().response.body, silence());
}

TEST(TrafficBodies, AResponseWithoutEndIsCutOff) {
  TestServer server;
  server.on("/endless", [](Exchange& exchange) {
    exchange.begin(200, {{"Content-Type", "application/x-ndjson"}});
    exchange.write("something");
    exchange.wait(Millis(60'000));
  });
  server.page("/", R"(<script>fetch('endless').then(r => r.text()).then(log)</script>)");
  lab::Experiment experiment;
  experiment.url = server.url("/");
  experiment.recording = std::make_shared<network::Recording>();
  experiment.server = lab::Server::All;
  experiment.wanted.picture = false;
  lab::Run run = TrafficLab::get().run(experiment);
  EXPECT_EQ(log_of(run.outcome), "something");
  const auto* request = find_request(run.outcome, server.url("/endless"));
  ASSERT_TRUE(request);
  EXPECT_EQ(request->detail, "cut off after 9 bytes: the server did not end it");
  ASSERT_EQ(run.fetched.entries.size(), 2u);
  EXPECT_EQ(run.fetched.entries[1].response.body, "something");
}

TEST(TrafficBodies, SynchronousRequestsDoNotWaitForHeldOnes) {
  TestServer server;
  for (const char* name : {"a", "b", "c"}) server.text(std::string("/") + name, "text/plain", name);
  server.text("/c2", "text/plain", "c2");
  server.page("/", R"(<button id=go>go</button><script>
    function sync(url) { const x = new XMLHttpRequest(); x.open('GET', url, false); x.send(); log('sync ' + x.responseText) }
    go.onclick = () => { fetch('a').then(r => r.text()).then(log); sync('b'); setTimeout(() => sync('c'), 5); sync('c2') };
    sync('c');
  </script>)");
  auto page = TrafficLab::get().check({&server}, "/", "a | sync b | sync c | sync c | sync c2", {{click("#go")}});
  lab::Run run = TrafficLab::get().replay(page, "adverse:1,1");
  EXPECT_EQ(log_of(run.outcome), "sync c | sync b | sync c2 | sync c | a");
}

}  // namespace
}  // namespace squall
