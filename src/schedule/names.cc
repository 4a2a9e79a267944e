#include "schedule/names.h"

#include "trace/event_name.h"

namespace squall::schedule {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "GET http://h/a2?t=17" gives "GET http://h/a0?t=".
std::string general(const std::string& detail) {
  std::string out;
  bool in_query = false, in_value = false;
  for (char c : detail) {
    if (c == '&') in_value = false;
    if (in_value) continue;
    in_query = in_query || c == '?';
    in_value = in_query && c == '=';
    if (!is_digit(c))
      out += c;
    else if (out.empty() || out.back() != '0')
      out += '0';
  }
  return out;
}

}  // namespace

std::string without_details(std::string_view text) {
  auto name = trace::parse_event_name(text);
  if (!name) return general(std::string(text));
  for (auto& segment : name->path) {
    segment.ordinal = 0;
    if (segment.kind != trace::EventKind::User) segment.detail = general(segment.detail);
  }
  return to_text(*name);
}

bool alike(std::string_view one, std::string_view other) {
  return one == other || without_details(one) == without_details(other);
}

}  // namespace squall::schedule
