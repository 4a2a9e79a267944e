// One accepted connection as a stream of bytes, plain or TLS, in which every wait can be ended from another thread.
//
// One thread, the owner, reads and writes. Other threads may `interrupt` it, after which reads see the end and writes
// fail, or `wake` it, upon which the owner's function runs in the owner's thread while that waits for bytes.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "serve/self_signed.h"

struct ssl_st;
struct ssl_ctx_st;

namespace squall::serve {

// What all TLS connections of a server share.
class TlsContext {
 public:
  static Result<std::unique_ptr<TlsContext>> make(SelfSigned certificate);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  ssl_ctx_st* get() const { return context_; }
  const SelfSigned& certificate() const { return certificate_; }

 private:
  TlsContext(ssl_ctx_st* context, SelfSigned certificate) : context_(context), certificate_(std::move(certificate)) {}
  ssl_ctx_st* context_;
  SelfSigned certificate_;
};

class TcpStream {
 public:
  // Takes the socket over.
  explicit TcpStream(int fd);
  ~TcpStream();
  TcpStream(const TcpStream&) = delete;
  TcpStream& operator=(const TcpStream&) = delete;

  // The server's side of the TLS handshake. False when it failed.
  bool start_tls(const TlsContext& context);

  // Some bytes; 0 at the end, negative upon a failure or past the deadline.
  long read(char* buffer, size_t size);
  bool write(std::string_view bytes);
  // Ends `read` at that time; nothing lifts the limit.
  void set_read_deadline(std::optional<Deadline> deadline) { read_deadline_ = deadline; }

  // False, at once, when the peer has closed or failed, or the stream was interrupted.
  bool wait(Millis span);

  // Says goodbye so that the peer gets what was written before it, even when it is still sending.
  void finish();
  // Closes at once.
  void close();

  void on_wake(std::function<void()> function) { on_wake_ = std::move(function); }

  // From any thread.
  void interrupt();
  void wake();

 private:
  enum class Await { Ready, TimedOut, Failed };
  Await await_io(short events, const std::optional<Deadline>& deadline);
  void run_wake();
  long read_plain(char* buffer, size_t size);
  long write_plain(const char* bytes, size_t size);
  // Repeats a TLS operation until it is done: its positive result, 0 at the end of the stream, -1 upon a failure.
  long run_tls(const std::function<int()>& operation, const std::optional<Deadline>& deadline);

  std::mutex mutex_;  // guards fd_ and wake_ against closing while another thread uses them
  int fd_;
  int wake_;
  ssl_st* ssl_ = nullptr;
  bool broken_ = false;  // a failed TLS session must not be shut down
  std::optional<Deadline> read_deadline_;
  std::function<void()> on_wake_;
  bool wakeable_ = false;  // a function that writes must not run in the middle of another write
};

}  // namespace squall::serve
