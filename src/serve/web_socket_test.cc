#include <gmock/gmock.h>
#include <openssl/pem.h>

#include <thread>
#include <vector>

#include "serve/http_server.h"
#include "serve/self_signed.h"
#include "serve/test_client.h"

namespace squall::serve {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

void echo(Exchange& exchange) {
  auto socket = exchange.accept_websocket();
  if (!socket) return;
  while (auto message = socket->receive()) {
    if (message->data == "bye") return socket->close(4001, "as you wish");
    if (message->data == "leave") return exchange.abort();
    socket->send(message->data, message->binary);
  }
}

TEST(WebSocket, AcceptsAndEchoes) {
  auto server = serve(echo);
  TestClient client(server->port());
  TestResponse answer = client.open_websocket("/");
  EXPECT_EQ(answer.status, 101);
  EXPECT_EQ(answer.header("sec-websocket-accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  client.send_text("hällo");
  EXPECT_EQ(client.read_frame(), std::pair(1, std::string("hällo")));
  client.send(TestClient::frame(2, std::string("\0\xff", 2)));
  EXPECT_EQ(client.read_frame(), std::pair(2, std::string("\0\xff", 2)));
}

TEST(WebSocket, AnswersMessagesThatComeTogether) {
  auto server = serve(echo);
  TestClient client(server->port());
  client.open_websocket("/");
  client.send(TestClient::frame(1, "one") + TestClient::frame(1, "two") + TestClient::frame(9, "ping"));
  EXPECT_EQ(client.read_text(), "one");
  EXPECT_EQ(client.read_text(), "two");
  EXPECT_EQ(client.read_frame(), std::pair(10, std::string("ping")));
}

TEST(WebSocket, ClosesFromEitherSide) {
  auto server = serve(echo);
  TestClient client(server->port());
  client.open_websocket("/");
  client.send(TestClient::frame(8, "\x03\xe8"));
  EXPECT_EQ(client.read_frame().first, 8);
  EXPECT_EQ(client.read_frame().first, -1);
  TestClient other(server->port());
  other.open_websocket("/");
  other.send_text("bye");
  EXPECT_EQ(other.read_frame(), std::pair(8, std::string("\x0f\xa1") + "as you wish"));
  other.send(TestClient::frame(8, "\x0f\xa1"));
  EXPECT_TRUE(other.at_end());
}

TEST(WebSocket, CanBeCutOff) {
  auto server = serve(echo);
  TestClient client(server->port());
  client.open_websocket("/");
  client.send_text("leave");
  EXPECT_TRUE(client.at_end());
}

TEST(WebSocket, EndsWhenTheClientBreaksTheRules) {
  auto server = serve(echo);
  TestClient client(server->port());
  client.open_websocket("/");
  client.send("\x81\x02hi");  // a client has to mask its frames
  EXPECT_EQ(client.read_frame().first, 8);
  EXPECT_EQ(client.read_frame().first, -1);
}

TEST(WebSocket, RefusesAnOrdinaryRequest) {
  auto server = serve(echo);
  TestClient client(server->port());
  EXPECT_EQ(client.get("/").status, 426);
  TestClient broken(server->port());
  EXPECT_EQ(broken.get("/", "Upgrade: websocket\r\nConnection: Upgrade\r\n").status, 400);
}

TEST(WebSocket, SendsWhatOtherThreadsGiveWhileItWaitsAndAfterItsEnd) {
  Signal open, ended;
  std::shared_ptr<WebSocket> shared;
  auto server = serve([&](Exchange& exchange) {
    shared = exchange.accept_websocket();
    open.set();
    EXPECT_EQ(shared->receive()->data, "first");
    EXPECT_FALSE(shared->wait(std::chrono::hours(1)));
    ended.set();
  });
  {
    TestClient client(server->port());
    client.open_websocket("/");
    ASSERT_TRUE(open.wait());
    EXPECT_TRUE(shared->send("while receiving"));
    EXPECT_EQ(client.read_text(), "while receiving");
    client.send_text("first");
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(shared->send(std::to_string(i)));
    for (int i = 0; i < 100; ++i) EXPECT_EQ(client.read_text(), std::to_string(i));
  }
  ASSERT_TRUE(ended.wait());
  server.reset();
  EXPECT_FALSE(shared->send("too late"));
}

TEST(WebSocket, SendsFromManyThreadsWithoutMixingMessages) {
  auto server = serve([&](Exchange& exchange) {
    auto socket = exchange.accept_websocket();
    std::vector<std::thread> threads;
    for (char name : {'a', 'b', 'c', 'd'}) {
      threads.emplace_back([&socket, name] {
        for (int i = 0; i < 50; ++i) socket->send(std::string(5000, name));
      });
    }
    while (socket->receive()) {
    }
    for (auto& thread : threads) thread.join();
  });
  TestClient client(server->port());
  client.open_websocket("/");
  for (int i = 0; i < 200; ++i) {
    client.send_text("noise");
    std::string text = client.read_text();
    ASSERT_EQ(text, std::string(5000, text[0]));
  }
}

// What a client needs to trust the server's certificate.
class Trust {
 public:
  explicit Trust(const std::string& pem) : context_(SSL_CTX_new(TLS_client_method())) {
    BIO* memory = BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()));
    X509* certificate = PEM_read_bio_X509(memory, nullptr, nullptr, nullptr);
    if (certificate) X509_STORE_add_cert(SSL_CTX_get_cert_store(context_), certificate);
    X509_free(certificate);
    BIO_free(memory);
    SSL_CTX_set_verify(context_, SSL_VERIFY_PEER, nullptr);
  }
  ~Trust() { SSL_CTX_free(context_); }
  SSL_CTX* get() const { return context_; }

 private:
  SSL_CTX* context_;
};

TEST(Tls, ServesHttpAndWebSocketsUnderItsOwnCertificate) {
  auto server = serve(
      [](Exchange& exchange) {
        if (exchange.request().path == "/ws") return echo(exchange);
        exchange.respond(text_response(200, exchange.request().path + exchange.request().body));
      },
      {.tls = true});
  EXPECT_THAT(server->url(), StartsWith("https://127.0.0.1:"));
  Trust trust(server->certificate());
  TestClient client(server->port());
  ASSERT_TRUE(client.start_tls(trust.get(), "localhost"));
  EXPECT_EQ(client.get("/a").body, "/a");
  std::string large(5 << 20, 'x');
  client.send("POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(large.size()) + "\r\n\r\n" + large);
  EXPECT_EQ(client.response().body, "/b" + large);
  ASSERT_EQ(client.open_websocket("/ws").status, 101);
  client.send_text("over TLS");
  EXPECT_EQ(client.read_text(), "over TLS");
  auto start = Clock::now();
  server.reset();
  EXPECT_LT(ms_since(start), 200);
}

TEST(Tls, IsNotTrustedUnderAnotherNameOrCertificate) {
  auto server = serve([](Exchange& exchange) { exchange.respond(text_response(200, "hello")); }, {.tls = true});
  auto other = make_self_signed();
  ASSERT_TRUE(other.ok());
  TestClient wrong_name(server->port());
  EXPECT_FALSE(wrong_name.start_tls(Trust(server->certificate()).get(), "example.org"));
  TestClient wrong_key(server->port());
  EXPECT_FALSE(wrong_key.start_tls(Trust(other->certificate).get(), "localhost"));
}

TEST(Tls, SurvivesClientsThatSpeakPlainHttpOrLeave) {
  auto server = serve([](Exchange& exchange) { exchange.respond(text_response(200, "hello")); }, {.tls = true});
  TestClient plain(server->port());
  plain.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_THAT(plain.read_to_end(), testing::Not(HasSubstr("hello")));
  Trust trust(server->certificate());
  {
    TestClient leaves(server->port());
    ASSERT_TRUE(leaves.start_tls(trust.get(), "localhost"));
  }
  TestClient client(server->port());
  ASSERT_TRUE(client.start_tls(trust.get(), "localhost"));
  EXPECT_EQ(client.get("/").body, "hello");
}

TEST(SelfSigned, DiffersEachTime) {
  auto one = make_self_signed({"example.org"});
  auto two = make_self_signed({"example.org"});
  ASSERT_TRUE(one.ok() && two.ok());
  EXPECT_NE(one->certificate, two->certificate);
  EXPECT_NE(one->key, two->key);
}

}  // namespace
}  // namespace squall::serve
