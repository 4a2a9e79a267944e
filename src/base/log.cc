#include "base/log.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "base/text.h"

namespace squall {
namespace {

constexpr std::string_view kClearLine = "\r\x1b[K";

void write_stderr(std::string_view text) {
  while (!text.empty()) {
    ssize_t n = ::write(STDERR_FILENO, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;  // There is nowhere left to complain to.
    text.remove_prefix(static_cast<size_t>(n));
  }
}

size_t stderr_columns() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : size_t{80};
}

LogOutput stderr_output() {
  const char* term = std::getenv("TERM");
  bool can_rewrite = ::isatty(STDERR_FILENO) && std::string_view(term ? term : "dumb") != "dumb";
  return LogOutput{write_stderr, can_rewrite, stderr_columns};
}

// C0 controls except tab and newline, and DEL, become '?'. So do the C1 controls, which UTF-8 writes as C2 80 to C2 9F.
std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    auto byte = static_cast<unsigned char>(text[i]);
    bool is_c1 = byte == 0xC2 && i + 1 < text.size() && (static_cast<unsigned char>(text[i + 1]) & 0xE0) == 0x80;
    bool is_c0 = byte < 0x20 && byte != '\t' && byte != '\n';
    out += is_c0 || is_c1 || byte == 0x7F ? '?' : text[i];
    if (is_c1) ++i;
  }
  return out;
}

}  // namespace

void Log::set_level(LogLevel level) {
  std::lock_guard lock(mutex_);
  level_ = level;
}

LogLevel Log::level() const {
  std::lock_guard lock(mutex_);
  return level_;
}

void Log::line(LogLevel least, std::string_view text) {
  std::lock_guard lock(mutex_);
  if (level_ < least) return;
  std::string out;
  if (!status_.empty()) out += kClearLine;
  out += printable(text) + "\n" + status_;
  output_.write(out);
}

void Log::status(std::string_view text) {
  std::lock_guard lock(mutex_);
  if (!output_.is_terminal || level_ == LogLevel::Quiet) return;
  // A status that wraps could not be cleared: two columns stay free, one for the ellipsis and one for the cursor.
  size_t columns = output_.columns();
  std::string next = shorten(replace_all(printable(text), "\n", " "), columns > 2 ? columns - 2 : 0);
  if (next == status_) return;
  status_ = std::move(next);
  output_.write(std::string(kClearLine) + status_);
}

Log& program_log() {
  // Never destroyed: threads may still log while the program ends.
  static Log* log = new Log(stderr_output());
  return *log;
}

void set_log_level(LogLevel level) { program_log().set_level(level); }

void log_error(const Error& error) {
  std::string text = "squall: " + error.message;
  if (!error.hint.empty()) text += "\n  " + error.hint;
  program_log().line(LogLevel::Quiet, text);
}

void log_warning(std::string_view text) { program_log().line(LogLevel::Normal, "warning: " + std::string(text)); }
void log_info(std::string_view text) { program_log().line(LogLevel::Normal, text); }
void log_debug(std::string_view text) { program_log().line(LogLevel::Verbose, text); }

}  // namespace squall
