#include "serve/http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include "serve/http_connection.h"
#include "serve/tcp_stream.h"

namespace squall::serve {
namespace {

// Threads started during its life take no signals: those are for the main thread, and a TLS write to a client that is
// gone must not end the program with SIGPIPE.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

Error listen_error(int port) {
  int code = errno;
  std::string hint;
  if (code == EADDRINUSE) hint = "Another program uses this port: choose another one, or 0 for any that is free.";
  if (code == EACCES) hint = "Ports below 1024 need special rights: choose a higher one.";
  return Error{"cannot listen on 127.0.0.1:" + std::to_string(port) + ": " + std::strerror(code), hint};
}

}  // namespace

// One connection and its thread. The acceptor's thread, or the destructor, joins it when it has finished.
struct HttpServer::Worker {
  explicit Worker(int fd) : tcp(fd) {}
  TcpStream tcp;
  std::thread thread;
  bool finished = false;  // guarded by the server's mutex
};

HttpServer::HttpServer(const HttpServerOptions& options, Handler handler)
    : options_(options), handler_(std::move(handler)) {}

Result<std::unique_ptr<HttpServer>> HttpServer::start(const HttpServerOptions& options, Handler handler) {
  std::unique_ptr<HttpServer> server(new HttpServer(options, std::move(handler)));
  if (options.tls) {
    auto certificate = make_self_signed();
    if (!certificate) return certificate.error();
    auto tls = TlsContext::make(std::move(certificate.value()));
    if (!tls) return tls.error();
    server->tls_ = std::move(tls.value());
  }
  if (Status status = server->listen(); !status) return status.error();
  SignalsBlocked blocked;
  server->acceptor_ = std::thread([raw = server.get()] { raw->accept_loop(); });
  return server;
}

Status HttpServer::listen() {
  if (options_.port < 0 || options_.port > 65535) {
    return Error{"cannot listen on port " + std::to_string(options_.port), "Ports go from 0 to 65535."};
  }
  wake_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (wake_ < 0 || listener_ < 0) return listen_error(options_.port);
  int on = 1;
  ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(options_.port));
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof address;
  if (::bind(listener_, generic, size) != 0 || ::listen(listener_, SOMAXCONN) != 0 ||
      ::getsockname(listener_, generic, &size) != 0) {
    return listen_error(options_.port);
  }
  port_ = ntohs(address.sin_port);
  return {};
}

HttpServer::~HttpServer() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_acceptor();
  if (acceptor_.joinable()) acceptor_.join();
  // No new worker comes now.
  for (auto& worker : workers_) worker->tcp.interrupt();
  for (auto& worker : workers_) worker->thread.join();
  if (listener_ >= 0) ::close(listener_);
  if (wake_ >= 0) ::close(wake_);
}

void HttpServer::accept_loop() {
  for (;;) {
    pollfd fds[] = {{listener_, POLLIN, 0}, {wake_, POLLIN, 0}};
    if (::poll(fds, 2, -1) < 0 && errno != EINTR) return;
    uint64_t count = 0;
    if (fds[1].revents) [[maybe_unused]]
      auto n = ::read(wake_, &count, sizeof count);
    join_finished();
    {
      std::lock_guard lock(mutex_);
      if (stopping_) return;
    }
    if (!fds[0].revents) continue;
    int fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd >= 0) {
      add_connection(fd);
    } else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS) {
      // Nothing can be accepted until a connection ends, which the eventfd tells; look again after a while in any case,
      // since other parts of the program may free something.
      ::poll(&fds[1], 1, 100);
    }
  }
}

void HttpServer::add_connection(int fd) {
  // Small pieces of streamed answers must not wait for each other.
  int on = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  auto worker = std::make_unique<Worker>(fd);
  Worker& reference = *worker;
  SignalsBlocked blocked;
  std::lock_guard lock(mutex_);
  try {
    // The thread takes the lock before it marks itself as finished, thus after its place in the list.
    reference.thread = std::thread([this, &reference] { serve(reference); });
    workers_.push_back(std::move(worker));
  } catch (const std::system_error&) {
    // No more threads: the client sees a closed connection.
  }
}

void HttpServer::serve(Worker& worker) {
  if (!tls_ || worker.tcp.start_tls(*tls_)) serve_connection(worker.tcp, options_, handler_);
  worker.tcp.close();
  std::lock_guard lock(mutex_);
  worker.finished = true;
  wake_acceptor();
}

void HttpServer::join_finished() {
  std::list<std::unique_ptr<Worker>> finished;
  {
    std::lock_guard lock(mutex_);
    for (auto it = workers_.begin(); it != workers_.end();) {
      auto next = std::next(it);
      if ((*it)->finished) finished.splice(finished.end(), workers_, it);
      it = next;
    }
  }
  for (auto& worker : finished) worker->thread.join();
}

void HttpServer::wake_acceptor() {
  uint64_t one = 1;
  if (wake_ >= 0) [[maybe_unused]]
    auto n = ::write(wake_, &one, sizeof one);
}

std::string HttpServer::url() const {
  return (tls_ ? "https://127.0.0.1:" : "http://127.0.0.1:") + std::to_string(port_);
}

std::string HttpServer::certificate() const { return tls_ ? tls_->certificate().certificate : ""; }

size_t HttpServer::connections() const {
  std::lock_guard lock(mutex_);
  size_t open = 0;
  for (const auto& worker : workers_) open += worker->finished ? 0 : 1;
  return open;
}

}  // namespace squall::serve
