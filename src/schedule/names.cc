#include "schedule/names.h"

#include <algorithm>

namespace squall::schedule {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'; }

std::string_view leading_digits(std::string_view text) {
  return text.substr(0, static_cast<size_t>(std::ranges::find_if_not(text, is_digit) - text.begin()));
}

// Whether an ordinal, "#3" at the end of a segment, starts here.
bool starts_ordinal(std::string_view text) {
  if (!text.starts_with('#')) return false;
  size_t digits = leading_digits(text.substr(1)).size();
  return digits > 0 && (text.size() == digits + 1 || text[digits + 1] == '/');
}

// Whether the next segment of the path, "/kind:detail" or "/kind", starts here. Details hold slashes as well, so this
// is a guess; in doubt it says yes, which makes names differ rather than agree.
bool starts_segment(std::string_view text) {
  if (!text.starts_with('/')) return false;
  std::string_view word = text.substr(1);
  size_t letters = static_cast<size_t>(std::ranges::find_if_not(word, is_letter) - word.begin());
  if (letters == 0) return false;
  std::string_view rest = word.substr(letters);
  if (rest.starts_with("://")) return false;
  return rest.empty() || rest.front() == ':' || rest.front() == '/' || starts_ordinal(rest);
}

size_t query_value_length(std::string_view text) {
  size_t length = 0;
  while (length < text.size() && text[length] != '&' && !starts_ordinal(text.substr(length)) &&
         !starts_segment(text.substr(length))) {
    ++length;
  }
  return length;
}

}  // namespace

std::string without_details(std::string_view name) {
  constexpr std::string_view kUser = "/user:";
  std::string out;
  bool in_query = false;
  while (!name.empty()) {
    size_t taken = 1;
    if (name.starts_with(kUser)) {
      taken = kUser.size() + leading_digits(name.substr(kUser.size())).size();
      out += name.substr(0, taken);
      in_query = false;
    } else if (starts_ordinal(name)) {
      taken = 1 + leading_digits(name.substr(1)).size();
      in_query = false;
    } else if (is_digit(name.front())) {
      taken = leading_digits(name).size();
      out += '0';
    } else if (in_query && name.front() == '=') {
      taken = 1 + query_value_length(name.substr(1));
      out += '=';
    } else {
      if (name.front() == '?') in_query = true;
      if (in_query && starts_segment(name)) in_query = false;
      out += name.front();
    }
    name.remove_prefix(taken);
  }
  return out;
}

bool alike(std::string_view one, std::string_view other) {
  return one == other || without_details(one) == without_details(other);
}

}  // namespace squall::schedule
