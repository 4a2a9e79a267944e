// A small HTTP/1.1, WebSocket and TLS server on the loopback interface: it serves the examples, and plays the servers,
// good and bad, that tests need.
//
// Each connection has a thread of its own, in which the handler is called for one request after the other; so a handler
// is plain code that may wait, but only through its Exchange, whose waits end when the client goes or the server stops.
// Handlers of different connections run at the same time.
#pragma once

#include <sys/types.h>

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/clock.h"
#include "base/headers.h"
#include "base/result.h"

namespace squall::serve {

struct HttpRequest {
  std::string method;
  std::string target;    // as it was sent: "/a%20b?q=1"
  std::string path;      // decoded: "/a b". An encoded slash is a slash here; where that matters, use `raw_path`.
  std::string raw_path;  // "/a%20b"
  Headers query;         // parameters, decoded, in order
  Headers headers;
  std::string body;

  // The first of that name (header names in any case), or null.
  const std::string* header(std::string_view name) const;
  const std::string* parameter(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  Headers headers;  // a Content-Length given here is sent as it is, even when it is wrong
  std::string body;
};

// Text with its content type, for short answers.
HttpResponse text_response(int status, std::string text);

// A WebSocket that was accepted. Pings are answered and the closing handshake is done while `receive` waits.
class WebSocket {
 public:
  struct Message {
    std::string data;
    bool binary = false;
  };

  virtual ~WebSocket() = default;
  // From any thread, also after the end. False when the socket is closed, or so far behind that it was given up.
  virtual bool send(std::string data, bool binary = false) = 0;

  // These only in the handler's thread.
  // The next message, or nothing when the client or the server has closed.
  virtual std::optional<Message> receive() = 0;
  // Waits without receiving, but sends what others gave to `send`. False when the client is gone or the server stops.
  virtual bool wait(Millis span) = 0;
  virtual void close(int code = 1000, std::string_view reason = "") = 0;
};

// One request and the ways to answer it. What is sent to a client that is gone is dropped: the functions then give
// false. A client that closes its half of the connection counts as gone.
class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual const HttpRequest& request() const = 0;

  // A whole answer.
  virtual bool respond(HttpResponse response) = 0;

  // An answer in pieces, each sent at once: chunked, unless the headers give a Content-Length.
  virtual bool begin(int status, Headers headers) = 0;
  virtual bool write(std::string_view piece) = 0;
  virtual bool end() = 0;

  // Bytes as they are, in place of an answer; the connection closes after the handler. For servers that misbehave.
  virtual bool write_raw(std::string_view bytes) = 0;

  // False when the client is gone or the server stops.
  virtual bool wait(Millis span) = 0;

  // Closes the connection, without an answer or in the middle of one. (A browser that reused an idle connection sends
  // the request once more when it was closed before the first byte.)
  virtual void abort() = 0;

  // Null when the request is none for a WebSocket, or a broken one; it has then been answered.
  virtual std::shared_ptr<WebSocket> accept_websocket() = 0;
};

// A handler that throws, or returns without an answer, gives status 500; in the middle of an answer, throwing aborts it
// and returning ends it.
using Handler = std::function<void(Exchange&)>;

struct HttpServerOptions {
  int port = 0;      // 0: any that is free
  bool tls = false;  // with a certificate of its own, see `certificate`
  size_t max_header_bytes = 32 * 1024;
  size_t max_body_bytes = 256 * 1024 * 1024;
};

class TcpStream;
class TlsContext;

class HttpServer {
 public:
  static Result<std::unique_ptr<HttpServer>> start(const HttpServerOptions& options, Handler handler);
  // Closes all sockets and waits for all threads.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const { return port_; }
  std::string url() const;  // "http://127.0.0.1:8080", without a slash at the end
  // With TLS: the certificate as PEM.
  std::string certificate() const;
  // For tests and for people: how many connections are open.
  size_t connections() const;

 private:
  struct Worker;

  HttpServer(const HttpServerOptions& options, Handler handler);
  Status listen();
  void accept_loop();
  void add_connection(int fd);
  void serve(Worker& worker);
  void join_finished();
  void wake_acceptor();

  HttpServerOptions options_;
  Handler handler_;
  std::unique_ptr<TlsContext> tls_;
  int port_ = 0;
  int listener_ = -1;
  int wake_ = -1;  // an eventfd: a worker has finished, or the server stops

  mutable std::mutex mutex_;
  bool stopping_ = false;
  std::list<std::unique_ptr<Worker>> workers_;
  std::thread acceptor_;
};

}  // namespace squall::serve
