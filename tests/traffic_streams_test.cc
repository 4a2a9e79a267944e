// Event streams and web sockets: their messages are recorded from the live server, and we play it afterwards.
#include <gmock/gmock.h>

#include <atomic>

#include "tests/traffic_lab.h"

namespace squall {
namespace {

using namespace squall::testing;
using serve::Exchange;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TrafficStreams, EventSourceReplays) {
  TestServer server;
  server.on("/events", [](Exchange& exchange) {
    exchange.begin(200, {{"Content-Type", "text/event-stream"}});
    exchange.write("data: one\n\n");
    exchange.wait(Millis(20));
    exchange.write("id: 7\nevent: news\ndata: two\ndata: lines\n\n");
    exchange.write("data: three\n\n");
    exchange.wait(Millis(60'000));  // it never ends by itself
  });
  server.page("/", R"(<script>
    const es = new EventSource('events');
    es.onopen = () => log('open ' + es.readyState);
    es.onmessage = e => log('message ' + e.data + ' ' + e.lastEventId);
    es.addEventListener('news', e => log('news ' + JSON.stringify(e.data) + ' ' + e.lastEventId));
  </script>)");
  TrafficLab::get().check({&server}, "/", R"(open 1 | message one  | news "two\nlines" 7 | message three 7)",
                          {{}, true});
}

TEST(TrafficStreams, EventSourceThatReconnectsReplays) {
  TestServer server;
  server.on("/events", [](Exchange& exchange) {
    const std::string* last = exchange.request().header("Last-Event-ID");
    exchange.begin(200, {{"Content-Type", "text/event-stream"}});
    exchange.write(last ? "id: 2\ndata: again after " + *last + "\n\n" : "retry: 10\nid: 1\ndata: first\n\n");
    if (last) exchange.wait(Millis(60'000));
  });
  server.page("/", R"(<script>
    const es = new EventSource('events');
    es.onmessage = e => log(e.data);
    es.onerror = () => log('error ' + es.readyState);
  </script>)");
  TrafficLab::get().check({&server}, "/", "first | error 0 | again after 1", {{}, true});
}

TEST(TrafficStreams, WebSocketReplaysInBothDirections) {
  TestServer server;
  server.on("/socket", [](Exchange& exchange) {
    auto socket = exchange.accept_websocket();
    if (!socket) return;
    socket->send("welcome");
    int count = 0;
    while (auto message = socket->receive()) {
      ++count;
      if (message->binary) {
        socket->send(std::string("\0\xff", 2) + message->data, true);
      } else {
        socket->send("answer " + std::to_string(count) + " to " + message->data);
      }
    }
  });
  std::string there = replace_all(server.url("/socket"), "http://", "ws://");
  server.page("/", "<button id=go>go</button><script>const ws = new WebSocket('" + there + R"(');
    ws.binaryType = 'arraybuffer';
    ws.onopen = () => { log('open'); ws.send('hello'); };
    ws.onmessage = async e => {
      if (typeof e.data !== 'string') return log('bytes ' + await hash(e.data));
      log(e.data);
      if (e.data.startsWith('answer 1')) ws.send(new Uint8Array([1, 2, 254]));
    };
    go.onclick = () => ws.send('clicked');
  </script>)");
  auto page = TrafficLab::get().check({&server}, "/",
                                      "open | welcome | answer 1 to hello | bytes " +
                                          page_hash(std::string("\0\xff\1\2\xfe", 5)) + " | answer 3 to clicked",
                                      {{click("#go")}, true});
  size_t sent = 0;
  for (const auto& entry : page.recording->entries) {
    for (const auto& message : entry.messages) sent += message.sent ? 1 : 0;
  }
  EXPECT_EQ(sent, 3u);
}

TEST(TrafficStreams, WebSocketThatIsRefusedReplays) {
  TestServer server;
  server.answer("/socket", 403, {}, "no");
  std::string there = replace_all(server.url("/socket"), "http://", "ws://");
  server.page("/", "<script>const ws = new WebSocket('" + there + R"(');
    ws.onerror = () => log('error');
    ws.onclose = e => log('closed ' + e.code + ' ' + e.wasClean);
  </script>)");
  TrafficLab::get().check({&server}, "/", "error | closed 1006 false", {{}, true});
}

TEST(TrafficStreams, AWebSocketThatTheServerEndsReplays) {
  TestServer server;
  server.on("/socket", [](Exchange& exchange) {
    auto socket = exchange.accept_websocket();
    if (!socket) return;
    socket->send("welcome");
    socket->close();
  });
  std::string there = replace_all(server.url("/socket"), "http://", "ws://");
  server.page("/", "<script>const ws = new WebSocket('" + there + R"(');
    ws.onmessage = e => log(e.data);
    ws.onclose = e => log('closed ' + e.code + ' ' + e.wasClean);
  </script>)");
  TrafficLab::get().check({&server}, "/", "welcome | closed 1000 true", {{}, true});
}

// The server keeps each request until something has happened, as chats and file synchronisers do. Nobody waits for it,
// neither while recording nor in a replay; what came is replayed.
void expect_long_poll(bool head_first) {
  TestServer server;
  server.page("/", R"html(<button id=go onclick="fetch('do').then(() => log('did'))">go</button><script>
    async function poll(since) {
      try {
        const answer = await (await fetch('events?since=' + since)).json();
        log('event ' + answer);
        poll(answer);
      } catch (error) { log('lost'); }
    }
    poll(0);
  </script>)html");
  std::atomic<bool> done = false;
  server.on("/do", [&](Exchange& exchange) {
    done = true;
    exchange.respond(serve::text_response(200, "ok"));
  });
  server.on("/events", [&](Exchange& exchange) {
    auto since = exchange.request().target;
    bool first = since.ends_with("=0");
    if (head_first) {
      exchange.begin(200, {{"Content-Type", "application/json"}});
      exchange.write("");
    }
    while (!first && !(since.ends_with("=1") && done)) {
      if (!exchange.wait(Millis(20))) return exchange.abort();
    }
    if (head_first) {
      exchange.write(first ? "1" : "2");
      exchange.end();
    } else {
      exchange.respond(serve::text_response(200, first ? "1" : "2"));
    }
  });
  auto page = TrafficLab::get().record(server.url("/"), {click("#go")}, Millis(9000));
  EXPECT_EQ(sorted(log_of(page.outcome)), "did | event 1 | event 2");
  EXPECT_THAT(oddities(page.outcome), HasSubstr("/events?since=2: under-way"));
  EXPECT_THAT(page.notes, ElementsAre(HasSubstr("/events: the server keeps such requests")));
  server.close();
  for (const char* schedule : {"as-they-come", "synchronous", "adverse:load,1"}) {
    auto run = TrafficLab::get().replay(page, schedule);
    EXPECT_EQ(sorted(log_of(run.outcome)), "did | event 1 | event 2") << schedule;
    EXPECT_EQ(server.late(), "") << schedule;
  }
}

TEST(TrafficStreams, ALongPollIsUnderWayForEver) { expect_long_poll(false); }

TEST(TrafficStreams, ALongPollOfWhichOnlyTheHeadHasComeIsUnderWay) { expect_long_poll(true); }

}  // namespace
}  // namespace squall
