#include "serve/http_server.h"

#include <gmock/gmock.h>

#include <atomic>
#include <stdexcept>
#include <vector>

#include "serve/test_client.h"

namespace squall::serve {
namespace {

using testing::HasSubstr;

void say_hello(Exchange& exchange) { exchange.respond(text_response(200, "hello")); }

// Answers with what the server understood.
void describe(Exchange& exchange) {
  const HttpRequest& request = exchange.request();
  std::string text = request.method + " " + request.path;
  for (const auto& [name, value] : request.query) text += "|" + name + "=" + value;
  exchange.respond(text_response(200, text + "|" + request.body));
}

TEST(HttpServer, AnswersManyRequestsOnOneConnection) {
  auto server = serve(describe);
  TestClient client(server->port());
  EXPECT_EQ(client.get("/first").body, "GET /first|");
  EXPECT_EQ(client.get("/second").body, "GET /second|");
  EXPECT_EQ(server->connections(), 1u);
}

TEST(HttpServer, AnswersRequestsThatWereSentAheadInOrder) {
  auto server = serve(describe);
  TestClient client(server->port());
  client.send(
      "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nPOST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nxyzGET /3 HTT");
  EXPECT_EQ(client.response().body, "GET /1|");
  EXPECT_EQ(client.response().body, "POST /2|xyz");
  client.send("P/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(client.response().body, "GET /3|");
}

TEST(HttpServer, DecodesPathAndParameters) {
  auto server = serve(describe);
  TestClient client(server->port());
  EXPECT_EQ(client.get("/a%20b/%C3%A4?q=x+y%26&empty=&flag&q=2").body, "GET /a b/ä|q=x y&|empty=|flag=|q=2|");
  EXPECT_EQ(client.get("/100%/%zz").body, "GET /100%/%zz|");
  EXPECT_EQ(client.get("http://elsewhere:1/p?q=1").body, "GET /p|q=1|");
  EXPECT_EQ(client.get("http://elsewhere").body, "GET /|");
}

TEST(HttpServer, FindsHeadersInAnyCase) {
  auto server = serve([](Exchange& exchange) {
    const std::string* value = exchange.request().header("x-thing");
    exchange.respond(text_response(200, value ? *value : "none"));
  });
  TestClient client(server->port());
  EXPECT_EQ(client.get("/", "X-THING: yes\r\n").body, "yes");
  EXPECT_EQ(client.get("/").body, "none");
}

TEST(HttpServer, ReadsChunkedAndLargeBodies) {
  auto server = serve([](Exchange& exchange) { exchange.respond({200, {}, exchange.request().body}); });
  TestClient client(server->port());
  client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
  EXPECT_EQ(client.response().body, "abcde");
  std::string large(20 << 20, 'x');
  large[12345678] = 'y';
  client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(large.size()) + "\r\n\r\n" + large);
  EXPECT_TRUE(client.response().body == large);
}

TEST(HttpServer, RefusesBodiesAboveTheLimit) {
  auto server = serve(describe, {.max_body_bytes = 10});
  TestClient announced(server->port());
  announced.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 11\r\n\r\n");
  EXPECT_EQ(announced.response().status, 413);
  EXPECT_TRUE(announced.at_end());
  TestClient chunked(server->port());
  chunked.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n12345678901\r\n0\r\n\r\n");
  EXPECT_EQ(chunked.response().status, 413);
  TestClient fitting(server->port());
  fitting.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n1234567890");
  EXPECT_EQ(fitting.response().status, 200);
}

TEST(HttpServer, AsksForTheBodyOfAClientThatWaits) {
  auto server = serve(describe);
  TestClient client(server->port());
  client.send("POST /p HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 4\r\n\r\n");
  EXPECT_EQ(client.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("body");
  EXPECT_EQ(client.response().body, "POST /p|body");
}

TEST(HttpServer, AnswersHeadWithoutABody) {
  auto server = serve([](Exchange& exchange) {
    if (exchange.request().path == "/whole") return void(exchange.respond(text_response(200, "hello")));
    exchange.begin(200, {});
    EXPECT_TRUE(exchange.write("piece"));
    exchange.end();
  });
  TestClient client(server->port());
  TestResponse whole = client.get("/whole", "", "HEAD");
  EXPECT_EQ(whole.status, 200);
  EXPECT_EQ(whole.header("content-length"), "5");
  EXPECT_EQ(client.get("/pieces", "", "HEAD").status, 200);
  EXPECT_EQ(client.get("/whole").body, "hello");
}

TEST(HttpServer, SendsNoBodyAndNoLengthWith204) {
  auto server = serve([](Exchange& exchange) { exchange.respond({204, {}, "ignored"}); });
  TestClient client(server->port());
  EXPECT_EQ(client.get("/").head, "HTTP/1.1 204 No Content\r\n\r\n");
  EXPECT_EQ(client.get("/").status, 204);
}

TEST(HttpServer, RefusesWhatIsNotHttp) {
  auto server = serve(say_hello);
  for (const char* bytes :
       {"\x16\x03\x01\x02garbage\r\n\r\n", "GET /\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / HTTP/1.1\r\n\r\n" /* no Host */,
        "GET relative HTTP/1.1\r\nHost: a\r\n\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: many\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"}) {
    TestClient client(server->port());
    client.send(bytes);
    EXPECT_EQ(client.response().status, 400) << bytes;
    EXPECT_TRUE(client.at_end()) << bytes;
  }
}

TEST(HttpServer, RefusesHeadersAboveTheLimit) {
  auto server = serve(say_hello);
  TestClient client(server->port());
  EXPECT_EQ(client.get("/", "X: " + std::string(100'000, 'x') + "\r\n").status, 431);
  EXPECT_TRUE(client.at_end());
  TestClient fitting(server->port());
  EXPECT_EQ(fitting.get("/", "X: " + std::string(20'000, 'x') + "\r\n").status, 200);
}

TEST(HttpServer, SurvivesClientsThatLeaveInTheMiddle) {
  auto server = serve(say_hello);
  for (const char* bytes :
       {"", "GE", "GET / HTTP/1.1\r\nHost", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc"}) {
    TestClient client(server->port());
    client.send(bytes);
  }
  TestClient client(server->port());
  EXPECT_EQ(client.get("/").body, "hello");
}

TEST(HttpServer, ClosesAfterTheAnswerWhenTheClientAsks) {
  auto server = serve(say_hello);
  TestClient modern(server->port());
  EXPECT_EQ(modern.get("/", "Connection: close\r\n").header("connection"), "close");
  EXPECT_TRUE(modern.at_end());
  TestClient old(server->port());
  old.send("GET / HTTP/1.0\r\n\r\n");
  EXPECT_EQ(old.response().body, "hello");
  EXPECT_TRUE(old.at_end());
}

TEST(HttpServer, TurnsExceptionsInto500AndGoesOn) {
  auto server = serve([](Exchange& exchange) {
    if (exchange.request().path == "/known") throw std::runtime_error("it broke");
    if (exchange.request().path == "/unknown") throw 42;
    if (exchange.request().path == "/fine") exchange.respond(text_response(200, "fine"));
  });
  TestClient client(server->port());
  TestResponse known = client.get("/known");
  EXPECT_EQ(known.status, 500);
  EXPECT_THAT(known.body, HasSubstr("it broke"));
  EXPECT_EQ(client.get("/unknown").status, 500);
  EXPECT_THAT(client.get("/silent").body, HasSubstr("no answer"));
  EXPECT_EQ(client.get("/fine").body, "fine");
}

TEST(HttpServer, StreamsPiecesAsTheyComeAndKeepsTheConnection) {
  Signal first_seen;
  auto server = serve([&](Exchange& exchange) {
    exchange.begin(200, {{"Content-Type", "text/plain"}});
    exchange.write("one ");
    EXPECT_TRUE(first_seen.wait());
    exchange.write("");
    exchange.write("two");
  });
  TestClient client(server->port());
  client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_THAT(client.read_until("one \r\n"), HasSubstr("4\r\none "));
  first_seen.set();
  EXPECT_EQ(client.read_until("0\r\n\r\n"), "3\r\ntwo\r\n0\r\n\r\n");
  EXPECT_EQ(client.get("/").body, "one two");
}

TEST(HttpServer, StreamsToOldClientsUntilTheEndOfTheConnection) {
  auto server = serve([](Exchange& exchange) {
    exchange.begin(200, {});
    exchange.write("one ");
    exchange.write("two");
  });
  TestClient client(server->port());
  client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_THAT(client.read_until("\r\n\r\n"), testing::Not(HasSubstr("chunked")));
  EXPECT_EQ(client.read_to_end(), "one two");
}

TEST(HttpServer, CutsAStreamWhenItsHandlerThrows) {
  auto server = serve([](Exchange& exchange) {
    exchange.begin(200, {});
    exchange.write("one");
    throw std::runtime_error("later");
  });
  TestClient client(server->port());
  client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  std::string all = client.read_to_end();
  EXPECT_THAT(all, HasSubstr("3\r\none\r\n"));
  EXPECT_THAT(all, testing::Not(HasSubstr("0\r\n\r\n")));
}

TEST(HttpServer, CanMisbehave) {
  auto server = serve([](Exchange& exchange) {
    const std::string& path = exchange.request().path;
    if (path == "/abort") exchange.abort();
    if (path == "/garbage") exchange.write_raw("HTTP/9.9 what\r\n");
    if (path == "/short") exchange.respond({200, {{"Content-Length", "100"}}, "only this"});
  });
  TestClient aborted(server->port());
  EXPECT_EQ(aborted.get("/abort").head, "");
  TestClient garbage(server->port());
  EXPECT_EQ(garbage.get("/garbage").head, "HTTP/9.9 what\r\n");
  TestClient cut(server->port());
  EXPECT_EQ(cut.get("/short").body, "only this");
  EXPECT_TRUE(cut.at_end());
}

TEST(HttpServer, KeepsLineBreaksOutOfHeaders) {
  auto server = serve([](Exchange& exchange) { exchange.respond({200, {{"X-Name", "a\r\nX-Evil: 1"}}, ""}); });
  TestClient client(server->port());
  TestResponse response = client.get("/");
  EXPECT_EQ(response.header("x-evil"), "");
  EXPECT_EQ(response.header("x-name"), "a  X-Evil: 1");
}

TEST(HttpServer, WaitsAsLongAsAsked) {
  auto server = serve([](Exchange& exchange) {
    auto start = Clock::now();
    bool stayed = exchange.wait(Millis(50));
    exchange.respond(text_response(200, stayed && ms_since(start) >= 50 ? "waited" : "did not wait"));
  });
  TestClient client(server->port());
  EXPECT_EQ(client.get("/").body, "waited");
}

TEST(HttpServer, EndsAWaitWhenTheClientLeaves) {
  Signal started, left;
  auto server = serve([&](Exchange& exchange) {
    started.set();
    if (!exchange.wait(std::chrono::hours(1))) left.set();
  });
  TestClient client(server->port());
  client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  ASSERT_TRUE(started.wait());
  client.close();
  EXPECT_TRUE(left.wait());
}

TEST(HttpServer, StopsPromptlyWithOpenStreamsWritesAndIdleConnections) {
  size_t descriptors = count_of_own("fd"), threads = count_of_own("task");
  {
    const std::string large(1 << 20, 'x');
    Signal streaming, waiting, writing, listening;
    auto server = serve([&](Exchange& exchange) {
      const std::string& path = exchange.request().path;
      if (path == "/wait") {
        waiting.set();
        exchange.wait(std::chrono::hours(1));
      } else if (path == "/stream") {
        exchange.begin(200, {});
        while (exchange.write("tick\n") && exchange.wait(Millis(1))) streaming.set();
      } else if (path == "/unread") {
        exchange.begin(200, {});
        writing.set();
        while (exchange.write(large)) {
        }
      } else {
        auto socket = exchange.accept_websocket();
        listening.set();
        socket->receive();
      }
    });
    TestClient idle(server->port()), half(server->port());
    half.send("GET / HT");
    TestClient waits(server->port()), streams(server->port()), unread(server->port()), socket(server->port());
    waits.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n");
    streams.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n");
    unread.send("GET /unread HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_EQ(socket.open_websocket("/ws").status, 101);
    EXPECT_TRUE(streaming.wait() && waiting.wait() && writing.wait() && listening.wait());
    auto start = Clock::now();
    server.reset();
    EXPECT_LT(ms_since(start), 200);
  }
  EXPECT_EQ(count_of_own("fd"), descriptors);
  EXPECT_EQ(count_of_own("task"), threads);
}

TEST(HttpServer, KeepsNoThreadOrDescriptorOfConnectionsThatEnded) {
  auto server = serve(say_hello);
  size_t descriptors = count_of_own("fd"), threads = count_of_own("task");
  for (int i = 0; i < 200; ++i) {
    TestClient client(server->port());
    ASSERT_EQ(client.get("/").body, "hello");
  }
  Deadline deadline = Deadline::after(Millis(5000));
  while ((count_of_own("fd") > descriptors || count_of_own("task") > threads) && !deadline.passed()) {
    std::this_thread::yield();
  }
  EXPECT_EQ(count_of_own("fd"), descriptors);
  EXPECT_EQ(count_of_own("task"), threads);
}

TEST(HttpServer, ServesManyClientsAtOnce) {
  std::atomic<int> together = 0;
  Signal all_here;
  auto server = serve([&](Exchange& exchange) {
    if (++together == 20) all_here.set();
    exchange.respond(text_response(200, all_here.wait() ? "together" : "alone"));
  });
  std::vector<std::unique_ptr<TestClient>> clients;
  for (int i = 0; i < 20; ++i) {
    clients.push_back(std::make_unique<TestClient>(server->port()));
    clients.back()->send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  }
  for (auto& client : clients) EXPECT_EQ(client->response().body, "together");
}

TEST(HttpServer, SaysWhyItCannotListen) {
  auto server = serve(say_hello);
  auto second = HttpServer::start({.port = server->port()}, say_hello);
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.error().message, HasSubstr(std::to_string(server->port())));
  EXPECT_THAT(second.error().hint, HasSubstr("Another program"));
  EXPECT_FALSE(HttpServer::start({.port = 70000}, say_hello).ok());
}

}  // namespace
}  // namespace squall::serve
