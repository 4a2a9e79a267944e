// A client for tests of servers: raw bytes over a socket, plain or TLS, so that it can misbehave as well.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/text.h"
#include "serve/http_server.h"

namespace squall::serve {

struct TestResponse {
  int status = 0;
  std::string head;
  std::string body;

  // "" when there is none. The name in lower case.
  std::string header(std::string_view name) const {
    for (const std::string& line : split(head, '\n')) {
      size_t colon = line.find(':');
      if (colon != std::string::npos && to_lower(line.substr(0, colon)) == name) {
        return std::string(trim(line.substr(colon + 1)));
      }
    }
    return "";
  }
};

class TestClient {
 public:
  explicit TestClient(int port) {
    fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<uint16_t>(port));
    EXPECT_EQ(::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    // A server that hangs must fail the test, not stop it.
    timeval limit{10, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    ::setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  }
  ~TestClient() { close(); }
  TestClient(const TestClient&) = delete;
  TestClient& operator=(const TestClient&) = delete;

  bool start_tls(SSL_CTX* context, const char* name) {
    ssl_ = SSL_new(context);
    SSL_set_fd(ssl_, fd_);
    SSL_set1_host(ssl_, name);
    return SSL_connect(ssl_) == 1;
  }

  void close() {
    if (ssl_) SSL_free(ssl_);
    if (fd_ >= 0) ::close(fd_);
    ssl_ = nullptr;
    fd_ = -1;
  }

  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      long n = ssl_ ? SSL_write(ssl_, bytes.data(), static_cast<int>(bytes.size()))
                    : ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (n <= 0) return;
      bytes.remove_prefix(static_cast<size_t>(n));
    }
  }

  // Everything until `mark`, with it; what came so far when the connection ends first.
  std::string read_until(std::string_view mark) {
    size_t at;
    while ((at = buffer_.find(mark)) == std::string::npos) {
      if (!read_more()) return std::exchange(buffer_, "");
    }
    return take(at + mark.size());
  }
  std::string read_bytes(size_t count) {
    while (buffer_.size() < count && read_more()) {
    }
    return take(std::min(count, buffer_.size()));
  }
  std::string read_to_end() {
    while (read_more()) {
    }
    return std::exchange(buffer_, "");
  }
  // True when the server closes the connection, without another byte.
  bool at_end() { return read_to_end().empty() && ended_; }

  // Reads one response, with a Content-Length or chunked.
  TestResponse response(bool has_body = true) {
    TestResponse response;
    response.head = read_until("\r\n\r\n");
    if (response.head.size() > 12) response.status = std::atoi(response.head.c_str() + 9);
    if (!has_body) return response;
    if (response.header("transfer-encoding") == "chunked") {
      while (size_t size = std::strtoul(read_until("\r\n").c_str(), nullptr, 16)) {
        response.body += read_bytes(size);
        read_bytes(2);
      }
      read_bytes(2);
    } else {
      response.body = read_bytes(static_cast<size_t>(std::atol(response.header("content-length").c_str())));
    }
    return response;
  }
  TestResponse get(const std::string& target, const std::string& headers = "", const std::string& method = "GET") {
    send(method + " " + target + " HTTP/1.1\r\nHost: test\r\n" + headers + "\r\n");
    return response(method != "HEAD");
  }

  // WebSocket, for short messages.
  TestResponse open_websocket(const std::string& target) {
    return get(target,
               "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
  }
  static std::string frame(int opcode, std::string_view payload) {
    std::string bytes{static_cast<char>(0x80 | opcode), static_cast<char>(0x80 | payload.size())};
    const std::string mask = "\x11\x22\x33\x44";
    bytes += mask;
    for (size_t i = 0; i < payload.size(); ++i) bytes += static_cast<char>(payload[i] ^ mask[i % 4]);
    return bytes;
  }
  void send_text(std::string_view text) { send(frame(1, text)); }
  // The next frame's opcode and payload; opcode -1 at the end of the stream.
  std::pair<int, std::string> read_frame() {
    std::string head = read_bytes(2);
    if (head.size() < 2) return {-1, ""};
    size_t size = static_cast<unsigned char>(head[1]) & 127;
    if (size >= 126) {
      std::string long_size = read_bytes(size == 126 ? 2 : 8);
      size = 0;
      for (unsigned char byte : long_size) size = size << 8 | byte;
    }
    return {head[0] & 15, read_bytes(size)};
  }
  std::string read_text() { return read_frame().second; }

 private:
  bool read_more() {
    char bytes[65536];
    long n = ssl_ ? SSL_read(ssl_, bytes, sizeof bytes) : ::recv(fd_, bytes, sizeof bytes, 0);
    if (n > 0) buffer_.append(bytes, static_cast<size_t>(n));
    ended_ = n == 0 || (n < 0 && errno == ECONNRESET);
    return n > 0;
  }
  std::string take(size_t count) {
    std::string taken = buffer_.substr(0, count);
    buffer_.erase(0, count);
    return taken;
  }

  int fd_ = -1;
  SSL* ssl_ = nullptr;
  std::string buffer_;
  bool ended_ = false;
};

inline std::unique_ptr<HttpServer> serve(Handler handler, HttpServerOptions options = {}) {
  auto server = HttpServer::start(options, std::move(handler));
  EXPECT_TRUE(server.ok());
  return server.ok() ? std::move(server.value()) : nullptr;
}

// Lets one thread wait for another, for ten seconds at most.
class Signal {
 public:
  void set() {
    std::lock_guard lock(mutex_);
    set_ = true;
    changed_.notify_all();
  }
  bool wait() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(10), [this] { return set_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool set_ = false;
};

// How many descriptors or threads this process has: "fd", "task".
inline size_t count_of_own(const char* what) {
  size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(std::string("/proc/self/") + what)) {
    ++count;
  }
  return count;
}

}  // namespace squall::serve
