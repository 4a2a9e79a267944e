#include "base/iso_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace squall {
namespace {

using namespace std::chrono;

constexpr double kYear0 = -62167219200000.0;
constexpr double kYear9999 = 253402300799999.0;

// Takes `length` digits from the front of `text`.
std::optional<int> take_digits(std::string_view& text, size_t length) {
  if (text.size() < length) return std::nullopt;
  int value = 0;
  for (char c : text.substr(0, length)) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  text.remove_prefix(length);
  return value;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<double> take_date(std::string_view& text) {
  auto y = take_digits(text, 4);
  if (!y || !take(text, '-')) return std::nullopt;
  auto m = take_digits(text, 2);
  if (!m || !take(text, '-')) return std::nullopt;
  auto d = take_digits(text, 2);
  if (!d) return std::nullopt;
  year_month_day date(year(*y), month(static_cast<unsigned>(*m)), day(static_cast<unsigned>(*d)));
  if (!date.ok()) return std::nullopt;
  return duration<double, std::milli>(sys_days(date).time_since_epoch()).count();
}

std::optional<double> take_clock(std::string_view& text) {
  auto h = take_digits(text, 2);
  if (!h || !take(text, ':')) return std::nullopt;
  auto m = take_digits(text, 2);
  if (!m || !take(text, ':')) return std::nullopt;
  auto s = take_digits(text, 2);
  if (!s || *h > 24 || *m > 59 || *s > 60) return std::nullopt;
  double ms = ((*h * 60.0 + *m) * 60.0 + *s) * 1000.0;
  if (take(text, '.') || take(text, ',')) {
    for (double unit = 100; auto digit = take_digits(text, 1); unit /= 10) ms += *digit * unit;
  }
  return ms;
}

// How far the zone that `text` starts with is east of UTC, in ms.
std::optional<double> take_zone(std::string_view& text) {
  if (text.empty() || take(text, 'Z') || take(text, 'z')) return 0;
  double sign = text.front() == '-' ? -1 : 1;
  if (!take(text, '+') && !take(text, '-')) return std::nullopt;
  auto h = take_digits(text, 2);
  take(text, ':');
  auto m = text.empty() ? 0 : take_digits(text, 2);
  if (!h || !m) return std::nullopt;
  return sign * (*h * 60.0 + *m) * 60000.0;
}

}  // namespace

std::optional<double> parse_iso_time(std::string_view text) {
  auto date = take_date(text);
  if (!date) return std::nullopt;
  if (text.empty()) return date;
  if (!take(text, 'T') && !take(text, 't') && !take(text, ' ')) return std::nullopt;
  auto clock = take_clock(text);
  if (!clock) return std::nullopt;
  auto zone = take_zone(text);
  if (!zone || !text.empty()) return std::nullopt;
  return *date + *clock - *zone;
}

std::string iso_time(double ms) {
  double whole = std::isnan(ms) ? 0 : std::clamp(std::floor(ms), kYear0, kYear9999);
  sys_time<milliseconds> point{milliseconds(static_cast<int64_t>(whole))};
  auto midnight = floor<days>(point);
  year_month_day date(midnight);
  hh_mm_ss clock(point - midnight);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count(), clock.subseconds().count());
}

}  // namespace squall
