#include "browser/pipe_transport.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace squall::browser {
namespace {

constexpr int kFirstSafeFd = 10;
constexpr size_t kReadSize = 64 * 1024;
// How long a browser may refuse to read before it counts as dead.
constexpr timeval kWriteLimit = {20, 0};

Error no_pipe() { return {std::string("cannot make a pipe to the browser: ") + std::strerror(errno), ""}; }

// One direction: `child` is numbered high, `ours` is bounded in time. Both close on exec.
bool make_direction(OwnedFd& child, OwnedFd& ours) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  OwnedFd low(ends[0]);
  ours.reset(ends[1]);
  setsockopt(ends[1], SOL_SOCKET, SO_SNDTIMEO, &kWriteLimit, sizeof kWriteLimit);
  child.reset(fcntl(low.get(), F_DUPFD_CLOEXEC, kFirstSafeFd));
  return child.get() >= 0;
}

}  // namespace

void OwnedFd::reset(int fd) {
  if (fd_ >= 0) ::close(fd_);
  fd_ = fd;
}

Result<PipePair> make_pipes() {
  PipePair pipes;
  if (!make_direction(pipes.child_reads, pipes.our_write)) return no_pipe();
  if (!make_direction(pipes.child_writes, pipes.our_read)) return no_pipe();
  return pipes;
}

bool PipeTransport::write(std::string_view message) {
  const char end = '\0';
  iovec parts[2] = {{const_cast<char*>(message.data()), message.size()}, {const_cast<char*>(&end), 1}};
  msghdr header{};
  header.msg_iov = parts;
  header.msg_iovlen = 2;
  while (parts[0].iov_len + parts[1].iov_len > 0) {
    ssize_t sent = sendmsg(write_.get(), &header, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    for (auto& part : parts) {
      size_t step = std::min(part.iov_len, static_cast<size_t>(sent));
      part.iov_base = static_cast<char*>(part.iov_base) + step;
      part.iov_len -= step;
      sent -= static_cast<ssize_t>(step);
    }
  }
  return true;
}

std::optional<std::string> PipeTransport::read() {
  while (true) {
    size_t end = buffer_.find('\0', searched_);
    if (end != std::string::npos) {
      std::string message = buffer_.substr(start_, end - start_);
      start_ = searched_ = end + 1;
      return message;
    }
    buffer_.erase(0, start_);
    start_ = 0;
    searched_ = buffer_.size();
    char chunk[kReadSize];
    ssize_t got = ::read(read_.get(), chunk, sizeof chunk);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    buffer_.append(chunk, static_cast<size_t>(got));
  }
}

void PipeTransport::close() {
  shutdown(write_.get(), SHUT_RDWR);
  shutdown(read_.get(), SHUT_RDWR);
}

}  // namespace squall::browser
