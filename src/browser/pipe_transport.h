// Messages over the two pipes of a browser, each ended by a zero byte.
//
// The pipes are socket pairs, as Chromium does not mind: a socket can be shut down from any thread, which wakes a
// blocked reader; it gives no SIGPIPE; and it bounds how long a write to a stuck browser may take.
#pragma once

#include <string>

#include "base/result.h"
#include "browser/connection.h"

namespace squall::browser {

// An open file descriptor that is closed with its owner.
class OwnedFd {
 public:
  explicit OwnedFd(int fd = -1) : fd_(fd) {}
  ~OwnedFd() { reset(); }
  OwnedFd(OwnedFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  OwnedFd& operator=(OwnedFd&& other) noexcept {
    if (this != &other) reset(std::exchange(other.fd_, -1));
    return *this;
  }
  int get() const { return fd_; }
  void reset(int fd = -1);

 private:
  int fd_;
};

// Both ends of both directions; the child's are numbered high, so that moving them to 3 and 4 cannot collide.
struct PipePair {
  OwnedFd child_reads;   // becomes the browser's 3
  OwnedFd child_writes;  // becomes the browser's 4
  OwnedFd our_write;
  OwnedFd our_read;
};
Result<PipePair> make_pipes();

class PipeTransport : public Transport {
 public:
  PipeTransport(OwnedFd read, OwnedFd write) : read_(std::move(read)), write_(std::move(write)) {}
  bool write(std::string_view message) override;
  std::optional<std::string> read() override;
  void close() override;

 private:
  OwnedFd read_;
  OwnedFd write_;
  std::string buffer_;
  size_t start_ = 0;     // of what was not yet handed out
  size_t searched_ = 0;  // up to here there is no zero byte after `start_`
};

}  // namespace squall::browser
