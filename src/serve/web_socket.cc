#include <deque>
#include <mutex>
#include <thread>

#include "serve/beast_stream.h"  // before the other headers of Beast
#include "serve/http_connection.h"

#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

namespace squall::serve {
namespace {

namespace websocket = boost::beast::websocket;

constexpr size_t kMostBytesWaiting = 64 << 20;
constexpr Millis kClosingHandshake{1000};

http::request<http::empty_body> to_beast(const HttpRequest& request) {
  http::request<http::empty_body> message;
  message.version(11);
  message.method_string(request.method);
  message.target(request.target);
  for (const auto& [name, value] : request.headers) message.insert(name, value);
  return message;
}

// Only the owner's thread touches the Beast stream. Messages from other threads go into the outbox, and the stream
// wakes the owner, which sends them in between while it waits for bytes: Beast allows a write during a read, as long as
// both are made by one thread.
class StreamWebSocket : public ServerWebSocket {
 public:
  explicit StreamWebSocket(TcpStream& tcp) : tcp_(tcp), stream_(BeastStream(tcp, context_)) {}

  bool accept(const HttpRequest& request) {
    beast::error_code failure;
    stream_.accept(to_beast(request), failure);
    if (failure) return false;
    stream_.auto_fragment(false);
    tcp_.on_wake([this] { flush(); });
    return true;
  }

  bool send(std::string data, bool binary) override {
    bool mine = std::this_thread::get_id() == owner_;
    {
      std::lock_guard lock(mutex_);
      if (ended_ || waiting_bytes_ > kMostBytesWaiting) return false;
      waiting_bytes_ += data.size();
      outbox_.push_back(Message{std::move(data), binary});
      // Under the lock, so that the stream cannot go away meanwhile.
      if (!mine) tcp_.wake();
    }
    return mine ? flush() : true;
  }

  std::optional<Message> receive() override {
    if (!flush()) return std::nullopt;
    beast::flat_buffer buffer;
    beast::error_code failure;
    stream_.read(buffer, failure);
    if (failure) {
      end();
      return std::nullopt;
    }
    return Message{beast::buffers_to_string(buffer.data()), stream_.got_binary()};
  }

  bool wait(Millis span) override { return flush() && tcp_.wait(span); }

  void close(int code, std::string_view reason) override {
    if (!flush()) return;
    end();
    tcp_.set_read_deadline(Deadline::after(kClosingHandshake));
    beast::error_code ignored;
    stream_.close(websocket::close_reason(static_cast<websocket::close_code>(code), reason.substr(0, 123)), ignored);
  }

  void finish() override {
    close(1000, "");
    end();
    tcp_.on_wake(nullptr);
  }

 private:
  // Sends what waits. False when the socket has ended.
  bool flush() {
    for (;;) {
      Message message;
      {
        std::lock_guard lock(mutex_);
        if (ended_ || outbox_.empty()) return !ended_;
        message = std::move(outbox_.front());
        outbox_.pop_front();
        waiting_bytes_ -= message.data.size();
      }
      beast::error_code failure;
      stream_.binary(message.binary);
      stream_.write(asio::buffer(message.data), failure);
      if (failure) end();
    }
  }

  void end() {
    std::lock_guard lock(mutex_);
    ended_ = true;
  }

  TcpStream& tcp_;
  asio::io_context context_{1};
  websocket::stream<BeastStream, false> stream_;
  const std::thread::id owner_ = std::this_thread::get_id();

  std::mutex mutex_;
  bool ended_ = false;
  size_t waiting_bytes_ = 0;
  std::deque<Message> outbox_;
};

}  // namespace

std::shared_ptr<ServerWebSocket> accept_websocket(TcpStream& tcp, const HttpRequest& request) {
  if (!websocket::is_upgrade(to_beast(request))) {
    tcp.write("HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    return nullptr;
  }
  auto socket = std::make_shared<StreamWebSocket>(tcp);
  if (!socket->accept(request)) return nullptr;
  return socket;
}

}  // namespace squall::serve
