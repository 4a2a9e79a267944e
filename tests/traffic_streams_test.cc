// Event streams and web sockets: their messages are recorded from the live server, and we play it afterwards.
#include "tests/traffic_lab.h"

namespace squall {
namespace {

using namespace squall::testing;
using serve::Exchange;

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

}  // namespace
}  // namespace squall
