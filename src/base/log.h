// What squall says while it works. Everything goes to stderr; stdout is for results alone.
//
// On a terminal the last line may be a status that is rewritten in place (see progress.h); a log line clears it, is
// written above it, and the status is drawn again. Text that comes from a page is shown without its control characters,
// so that no page can steer the terminal. All functions may be called from any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "base/result.h"

namespace squall {

// Quiet: errors alone. Normal: what a person wants to know. Verbose: what explains a surprise.
enum class LogLevel { Quiet, Normal, Verbose };

// Where the lines go. `columns` is asked before each status, because windows change their size.
struct LogOutput {
  std::function<void(std::string_view)> write;
  bool is_terminal = false;
  std::function<size_t()> columns = [] { return size_t{80}; };
};

class Log {
 public:
  explicit Log(LogOutput output) : output_(std::move(output)) {}
  Log(const Log&) = delete;

  void set_level(LogLevel level);
  LogLevel level() const;
  bool is_terminal() const { return output_.is_terminal; }

  // A line that is shown from `least` on.
  void line(LogLevel least, std::string_view text);
  // The rewritten last line; "" takes it away. Nothing happens when this is not a terminal, or quiet.
  void status(std::string_view text);

 private:
  LogOutput output_;
  mutable std::mutex mutex_;
  LogLevel level_ = LogLevel::Normal;
  std::string status_;  // as it stands on the terminal
};

// The log of the program, on stderr.
Log& program_log();

void set_log_level(LogLevel level);
// "squall: message", and the hint on a line of its own; shown at every level.
void log_error(const Error& error);
void log_warning(std::string_view text);
void log_info(std::string_view text);
void log_debug(std::string_view text);

}  // namespace squall
