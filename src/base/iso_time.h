// Points in time as JSON files have them: ISO 8601.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace squall {

// Milliseconds since 1970 of an ISO 8601 time, with or without a fraction and a time zone (UTC when there is none).
std::optional<double> parse_iso_time(std::string_view text);

// "2024-02-29T12:00:00.250Z"; times outside the years 0 to 9999 are moved to the nearest inside.
std::string iso_time(double ms);

}  // namespace squall
