#include "base/progress.h"

#include <fmt/core.h>

#include <cmath>

#include "base/text.h"

namespace squall {
namespace {

constexpr Millis kBetweenStatuses{100};
constexpr Millis kBetweenLines{10000};

// "40 s", "3 min": nobody knows it better.
std::string time_words(double seconds) {
  if (seconds < 10) return fmt::format("{:.0f} s", seconds);
  if (seconds < 90) return fmt::format("{:.0f} s", std::round(seconds / 5) * 5);
  return fmt::format("{:.0f} min", std::round(seconds / 60));
}

}  // namespace

Progress::Progress(std::string_view work, std::string_view noun, Log& log, Now now)
    : work_(work), noun_(noun), log_(log), now_(std::move(now)), start_(now_()) {
  show(true);
}

Progress::~Progress() { log_.status(""); }

void Progress::set_total(size_t total) {
  std::lock_guard lock(mutex_);
  total_ = total;
  show(false);
}

void Progress::advance(size_t by) {
  std::lock_guard lock(mutex_);
  done_ += by;
  show(done_ == total_);
}

void Progress::set_share(double share) {
  std::lock_guard lock(mutex_);
  share_ = share;
  share_after_ = std::chrono::duration_cast<Millis>(now_() - start_);
  show(false);
}

void Progress::tick() {
  std::lock_guard lock(mutex_);
  show(false);
}

std::string Progress::text(Clock::time_point now) const {
  auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - start_).count();
  std::string out = work_ + "…";
  if (total_ > 0)
    out += fmt::format(" {}/{},", done_, count_of(total_, noun_));
  else if (done_ > 0)
    out += fmt::format(" {},", count_of(done_, noun_));
  else if (seconds == 0)
    return out;
  out += fmt::format(" {} s", seconds);
  if (share_ <= 0 || share_ >= 1) return out;
  auto left = static_cast<double>(share_after_.count()) * (1 - share_) / share_ / 1000;
  left -= static_cast<double>(seconds) - static_cast<double>(share_after_.count()) / 1000;
  return left < 1 ? out : out + ", about " + time_words(left) + " left";
}

void Progress::show(bool at_once) {
  Clock::time_point now = now_();
  bool is_terminal = log_.is_terminal();
  // A log file gets its line when the time has come and not before: the end is told by what the caller says next.
  if (!is_terminal) at_once = !shown_;
  Millis between = is_terminal ? kBetweenStatuses : kBetweenLines;
  if (!at_once && shown_ && now - *shown_ < between) return;
  shown_ = now;
  if (is_terminal)
    log_.status(text(now));
  else
    log_.line(LogLevel::Normal, text(now));
}

}  // namespace squall
