#include "serve/tcp_stream.h"

#include <fcntl.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace squall::serve {
namespace {

// How long a peer may keep sending after we said goodbye.
constexpr Millis kGoodbye{500};
constexpr size_t kGoodbyeBytes = 4 << 20;

timespec time_left(const Deadline& deadline) {
  auto left = std::max(Clock::duration::zero(), deadline.at() - Clock::now());
  auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(left).count();
  return timespec{static_cast<time_t>(ns / 1'000'000'000), static_cast<long>(ns % 1'000'000'000)};
}

int poll_until(pollfd* fds, nfds_t count, const std::optional<Deadline>& deadline) {
  for (;;) {
    timespec left{};
    if (deadline) left = time_left(*deadline);
    int ready = ::ppoll(fds, count, deadline ? &left : nullptr, nullptr);
    if (ready >= 0 || errno != EINTR) return ready;
  }
}

// Reads PEM with `read`, hands what was read to `use`, and frees it.
template <typename Read, typename Use, typename Free>
bool use_pem(const std::string& text, Read read, Use use, Free free) {
  BIO* memory = BIO_new_mem_buf(text.data(), static_cast<int>(text.size()));
  auto* object = memory ? read(memory, nullptr, nullptr, nullptr) : nullptr;
  bool ok = object && use(object) == 1;
  if (object) free(object);
  BIO_free(memory);
  return ok;
}

}  // namespace

Result<std::unique_ptr<TlsContext>> TlsContext::make(SelfSigned certificate) {
  SSL_CTX* context = SSL_CTX_new(TLS_server_method());
  if (!context) return Error{"cannot start TLS", ""};
  std::unique_ptr<TlsContext> tls(new TlsContext(context, std::move(certificate)));
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  bool ok = use_pem(
      tls->certificate_.certificate, PEM_read_bio_X509, [&](X509* x) { return SSL_CTX_use_certificate(context, x); },
      X509_free);
  ok = ok && use_pem(
                 tls->certificate_.key, PEM_read_bio_PrivateKey,
                 [&](EVP_PKEY* key) { return SSL_CTX_use_PrivateKey(context, key); }, EVP_PKEY_free);
  if (!ok) return Error{"cannot start TLS: the certificate was refused", ""};
  return tls;
}

TlsContext::~TlsContext() { SSL_CTX_free(context_); }

TcpStream::TcpStream(int fd) : fd_(fd), wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  ::fcntl(fd_, F_SETFL, ::fcntl(fd_, F_GETFL) | O_NONBLOCK);
}

TcpStream::~TcpStream() { close(); }

bool TcpStream::start_tls(const TlsContext& context) {
  ssl_ = SSL_new(context.get());
  if (!ssl_ || SSL_set_fd(ssl_, fd_) != 1) return false;
  return run_tls([this] { return SSL_accept(ssl_); }, std::nullopt) > 0;
}

TcpStream::Await TcpStream::await_io(short events, const std::optional<Deadline>& deadline) {
  for (;;) {
    bool wakeable = wakeable_ && on_wake_;
    pollfd fds[] = {{fd_, events, 0}, {wake_, POLLIN, 0}};
    int ready = poll_until(fds, wakeable ? 2 : 1, deadline);
    if (ready < 0) return Await::Failed;
    if (ready == 0) return Await::TimedOut;
    if (wakeable && fds[1].revents) run_wake();
    if (fds[0].revents) return Await::Ready;
  }
}

void TcpStream::run_wake() {
  uint64_t count = 0;
  if (::read(wake_, &count, sizeof count) <= 0) return;
  bool wakeable = std::exchange(wakeable_, false);
  on_wake_();
  wakeable_ = wakeable;
}

long TcpStream::read(char* buffer, size_t size) {
  if (fd_ < 0 || broken_) return -1;
  wakeable_ = true;
  int most = static_cast<int>(std::min<size_t>(size, 1 << 30));
  long n = ssl_ ? run_tls([&] { return SSL_read(ssl_, buffer, most); }, read_deadline_) : read_plain(buffer, size);
  wakeable_ = false;
  return n;
}

long TcpStream::read_plain(char* buffer, size_t size) {
  for (;;) {
    ssize_t n = ::recv(fd_, buffer, size, 0);
    if (n >= 0) return n;
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return -1;
    if (await_io(POLLIN, read_deadline_) != Await::Ready) return -1;
  }
}

bool TcpStream::write(std::string_view bytes) {
  while (!bytes.empty()) {
    if (fd_ < 0 || broken_) return false;
    long n = 0;
    if (ssl_) {
      int size = static_cast<int>(std::min<size_t>(bytes.size(), 1 << 30));
      n = run_tls([&] { return SSL_write(ssl_, bytes.data(), size); }, std::nullopt);
    } else {
      n = write_plain(bytes.data(), bytes.size());
    }
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

long TcpStream::write_plain(const char* bytes, size_t size) {
  for (;;) {
    ssize_t n = ::send(fd_, bytes, size, MSG_NOSIGNAL);
    if (n >= 0) return n;
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return -1;
    if (await_io(POLLOUT, std::nullopt) != Await::Ready) return -1;
  }
}

long TcpStream::run_tls(const std::function<int()>& operation, const std::optional<Deadline>& deadline) {
  for (;;) {
    ERR_clear_error();
    int n = operation();
    if (n > 0) return n;
    int error = SSL_get_error(ssl_, n);
    if (error == SSL_ERROR_ZERO_RETURN) return 0;
    if (error == SSL_ERROR_WANT_READ && await_io(POLLIN, deadline) == Await::Ready) continue;
    if (error == SSL_ERROR_WANT_WRITE && await_io(POLLOUT, deadline) == Await::Ready) continue;
    broken_ = error == SSL_ERROR_SSL || error == SSL_ERROR_SYSCALL;
    return -1;
  }
}

bool TcpStream::wait(Millis span) {
  Deadline deadline = Deadline::after(span);
  for (;;) {
    if (fd_ < 0) return false;
    pollfd fds[] = {{fd_, POLLRDHUP, 0}, {wake_, POLLIN, 0}};
    int ready = poll_until(fds, on_wake_ ? 2 : 1, deadline);
    if (ready == 0) return true;
    if (ready < 0 || fds[0].revents) return false;
    run_wake();
  }
}

void TcpStream::finish() {
  if (fd_ < 0) return;
  on_wake_ = nullptr;
  if (ssl_ && !broken_ && SSL_is_init_finished(ssl_)) SSL_shutdown(ssl_);
  ::shutdown(fd_, SHUT_WR);
  // Closing a socket that still has unread bytes makes the kernel reset the connection, and the peer may then lose an
  // answer that it has not read yet. So what it still sends is read and dropped.
  Deadline deadline = Deadline::after(kGoodbye);
  char dropped[4096];
  for (size_t total = 0; total < kGoodbyeBytes && !deadline.passed();) {
    ssize_t n = ::recv(fd_, dropped, sizeof dropped, 0);
    if (n > 0) total += static_cast<size_t>(n);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) break;
    if (n < 0 && await_io(POLLIN, deadline) != Await::Ready) break;
  }
  close();
}

void TcpStream::close() {
  std::lock_guard lock(mutex_);
  if (ssl_) SSL_free(ssl_);
  ssl_ = nullptr;
  if (fd_ >= 0) ::close(fd_);
  if (wake_ >= 0) ::close(wake_);
  fd_ = wake_ = -1;
}

void TcpStream::interrupt() {
  std::lock_guard lock(mutex_);
  if (fd_ >= 0) ::shutdown(fd_, SHUT_RDWR);
}

void TcpStream::wake() {
  std::lock_guard lock(mutex_);
  uint64_t one = 1;
  // A full counter means that the owner is about to wake anyway.
  if (wake_ >= 0) [[maybe_unused]]
    auto n = ::write(wake_, &one, sizeof one);
}

}  // namespace squall::serve
