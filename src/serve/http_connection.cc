#include "serve/http_connection.h"

#include <cstdio>
#include <exception>

#include "base/text.h"
#include "base/url.h"
#include "serve/beast_stream.h"  // before the other headers of Beast

#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>

namespace squall::serve {
namespace {

constexpr size_t kShortBody = 64 * 1024;

using Parser = http::request_parser<http::string_body>;

bool same_name(std::string_view a, std::string_view b) { return a.size() == b.size() && to_lower(a) == to_lower(b); }

bool bodiless(int status) { return status < 200 || status == 204 || status == 304; }

// A line break in a value would end the header.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (c == '\r' || c == '\n' || c == '\0') c = ' ';
  }
  return text;
}

std::string response_head(int status, const Headers& headers) {
  std::string head = "HTTP/1.1 " + std::to_string(status) + " ";
  head += http::obsolete_reason(http::int_to_status(static_cast<unsigned>(status)));
  head += "\r\n";
  for (const auto& [name, value] : headers) head += one_line(name) + ": " + one_line(value) + "\r\n";
  return head + "\r\n";
}

// Path and query of the target, which may be a whole URL when a client takes us for a proxy. False when it is neither.
bool read_target(HttpRequest& request) {
  std::string_view target = request.target;
  if (target.starts_with("http://") || target.starts_with("https://")) {
    size_t slash = target.find_first_of("/?", target.find("://") + 3);
    target = slash == std::string_view::npos ? "/" : target.substr(slash);
  }
  target = target.substr(0, target.find('#'));
  size_t mark = target.find('?');
  Url url;
  if (mark != std::string_view::npos) url.query = target.substr(mark + 1);
  request.query = url.parameters();
  request.raw_path = mark == 0 ? "/" : target.substr(0, mark);
  request.path = percent_decode(request.raw_path);
  return request.path.starts_with('/') || (request.path == "*" && request.method == "OPTIONS");
}

HttpRequest to_request(Parser& parser) {
  auto& message = parser.get();
  HttpRequest request;
  request.method = message.method_string();
  request.target = message.target();
  for (const auto& field : message) request.headers.emplace_back(field.name_string(), field.value());
  request.body = std::move(message.body());
  return request;
}

class ConnectionExchange : public Exchange {
 public:
  ConnectionExchange(TcpStream& tcp, HttpRequest request, bool http_1_0, bool keep_alive)
      : tcp_(tcp), request_(std::move(request)), http_1_0_(http_1_0), keep_alive_(keep_alive) {}
  ~ConnectionExchange() override {
    if (websocket_) websocket_->finish();
  }

  const HttpRequest& request() const override { return request_; }

  bool respond(HttpResponse response) override {
    if (state_ != State::Open) return false;
    state_ = State::Ended;
    bool body = !bodiless(response.status);
    const std::string* length = find_header(response.headers, "Content-Length");
    if (!length && body) response.headers.emplace_back("Content-Length", std::to_string(response.body.size()));
    if (length && *length != std::to_string(response.body.size())) keep_alive_ = false;
    add_connection_header(response.headers);
    std::string head = response_head(response.status, response.headers);
    if (!body || request_.method == "HEAD") return send(head);
    return send(std::move(head), response.body, "");
  }

  bool begin(int status, Headers headers) override {
    if (state_ != State::Open) return false;
    state_ = State::Streaming;
    silent_ = bodiless(status) || request_.method == "HEAD";
    bool framed = find_header(headers, "Content-Length") != nullptr;
    chunked_ = !framed && !bodiless(status) && !http_1_0_;
    if (chunked_) headers.emplace_back("Transfer-Encoding", "chunked");
    // How much of a promised length the handler really writes is not counted; so nothing can follow it.
    if (framed || http_1_0_) keep_alive_ = false;
    add_connection_header(headers);
    return send(response_head(status, headers));
  }

  bool write(std::string_view piece) override {
    if (state_ != State::Streaming) return false;
    if (piece.empty() || silent_) return true;
    if (!chunked_) return send(piece);
    char size[20];
    int digits = std::snprintf(size, sizeof size, "%zx\r\n", piece.size());
    return send(std::string(size, static_cast<size_t>(digits)), piece, "\r\n");
  }

  bool end() override {
    if (state_ != State::Streaming) return false;
    state_ = State::Ended;
    return chunked_ && !silent_ ? send("0\r\n\r\n") : true;
  }

  bool write_raw(std::string_view bytes) override {
    if (state_ == State::Aborted || state_ == State::Upgraded) return false;
    state_ = State::Ended;
    keep_alive_ = false;
    return send(bytes);
  }

  bool wait(Millis span) override { return state_ != State::Aborted && tcp_.wait(span); }

  void abort() override {
    state_ = State::Aborted;
    keep_alive_ = false;
    tcp_.interrupt();
  }

  std::shared_ptr<WebSocket> accept_websocket() override {
    if (state_ != State::Open) return nullptr;
    state_ = State::Upgraded;
    keep_alive_ = false;
    websocket_ = serve::accept_websocket(tcp_, request_);
    return websocket_;
  }

  // What remains to be done after the handler. `failure`: what it threw, if it did.
  void settle(const std::string* failure) {
    if (state_ == State::Streaming) failure ? abort() : void(end());
    if (state_ != State::Open) return;
    std::string reason = failure ? *failure : "the handler gave no answer";
    respond(text_response(500, "Internal server error: " + reason + "\n"));
  }
  bool keep_alive() const { return keep_alive_; }

 private:
  enum class State { Open, Streaming, Ended, Aborted, Upgraded };

  void add_connection_header(Headers& headers) {
    if (const std::string* given = find_header(headers, "Connection")) {
      if (same_name(*given, "close")) keep_alive_ = false;
    } else if (!keep_alive_) {
      headers.emplace_back("Connection", "close");
    } else if (http_1_0_) {
      headers.emplace_back("Connection", "keep-alive");
    }
  }

  bool send(std::string_view bytes) {
    if (tcp_.write(bytes)) return true;
    keep_alive_ = false;
    return false;
  }

  // Short bodies go out in one packet; long ones are not copied.
  bool send(std::string head, std::string_view body, std::string_view tail) {
    if (body.size() <= kShortBody) return send(head.append(body).append(tail));
    return send(head) && send(body) && send(tail);
  }

  TcpStream& tcp_;
  HttpRequest request_;
  bool http_1_0_;
  bool keep_alive_;
  State state_ = State::Open;
  bool chunked_ = false;
  bool silent_ = false;  // the answer has no body, whatever the handler writes
  std::shared_ptr<ServerWebSocket> websocket_;
};

void run_handler(const Handler& handler, ConnectionExchange& exchange) {
  std::string failure;
  try {
    handler(exchange);
    return exchange.settle(nullptr);
  } catch (const std::exception& error) {
    failure = error.what();
  } catch (...) {
    failure = "the handler threw something unknown";
  }
  exchange.settle(&failure);
}

class Connection {
 public:
  Connection(TcpStream& tcp, const HttpServerOptions& options, const Handler& handler)
      : tcp_(tcp), options_(options), handler_(handler), stream_(tcp, context_) {}

  // False when the connection should end.
  bool serve_one() {
    Parser parser;
    parser.header_limit(static_cast<uint32_t>(options_.max_header_bytes));
    parser.body_limit(options_.max_body_bytes);
    beast::error_code failure;
    http::read_header(stream_, buffer_, parser, failure);
    if (!failure) {
      // A body that is announced as too long is refused before the client is asked to send it.
      auto length = parser.content_length();
      if (length && *length > options_.max_body_bytes) return refuse(413, "the body is too long");
      if (same_name(std::string_view(parser.get()[http::field::expect]), "100-continue") && !parser.is_done()) {
        tcp_.write("HTTP/1.1 100 Continue\r\n\r\n");
      }
      http::read(stream_, buffer_, parser, failure);
    }
    if (failure) return refuse(failure);

    HttpRequest request = to_request(parser);
    bool http_1_0 = parser.get().version() < 11;
    if (!http_1_0 && !request.header("Host")) return refuse(400, "there is no Host header");
    if (!read_target(request)) return refuse(400, "the target is not a path");
    ConnectionExchange exchange(tcp_, std::move(request), http_1_0, parser.keep_alive());
    run_handler(handler_, exchange);
    return exchange.keep_alive();
  }

 private:
  bool refuse(int status, const std::string& reason) {
    HttpResponse response = text_response(status, reason + "\n");
    response.headers.emplace_back("Content-Length", std::to_string(response.body.size()));
    response.headers.emplace_back("Connection", "close");
    tcp_.write(response_head(status, response.headers) + response.body);
    return false;
  }

  bool refuse(const beast::error_code& failure) {
    if (failure == http::error::end_of_stream || failure == http::error::partial_message) return false;
    if (failure == http::error::header_limit || failure == http::error::buffer_overflow) {
      return refuse(431, "the headers are too long");
    }
    if (failure == http::error::body_limit) return refuse(413, "the body is too long");
    if (failure.category() == make_error_code(http::error::bad_method).category()) {
      return refuse(400, "this is not HTTP: " + failure.message());
    }
    return false;  // the connection failed
  }

  TcpStream& tcp_;
  const HttpServerOptions& options_;
  const Handler& handler_;
  asio::io_context context_{1};
  BeastStream stream_;
  beast::flat_buffer buffer_;  // keeps what a client sends ahead, for its next request
};

}  // namespace

const std::string* HttpRequest::header(std::string_view name) const { return find_header(headers, name); }

const std::string* HttpRequest::parameter(std::string_view name) const {
  for (const auto& [key, value] : query) {
    if (key == name) return &value;
  }
  return nullptr;
}

HttpResponse text_response(int status, std::string text) {
  return HttpResponse{status, {{"Content-Type", "text/plain; charset=utf-8"}}, std::move(text)};
}

void serve_connection(TcpStream& tcp, const HttpServerOptions& options, const Handler& handler) {
  Connection connection(tcp, options, handler);
  while (connection.serve_one()) {
  }
  tcp.finish();
}

}  // namespace squall::serve
