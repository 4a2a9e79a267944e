#include "network/similarity.h"

#include <algorithm>
#include <map>

#include "base/iso_time.h"
#include "base/text.h"
#include "base/url.h"
#include "network/parameters.h"

namespace squall::network {
namespace {

constexpr double kLittle = 0.05;  // what a volatile parameter counts

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool in_identifier(char c) { return is_digit(c) || is_letter(c) || c == '_' || c == '$'; }
bool all_digits(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_digit); }

// Whether `name` is one of the words of `list`, which has a space around each of them.
bool is_one_of(std::string_view name, std::string_view list) {
  return list.find(" " + std::string(name) + " ") != std::string_view::npos;
}

// "meta.Request_ID" gives "requestid": the last member, without case and separators.
std::string plain_name(std::string_view name) {
  size_t dot = name.rfind('.');
  std::string last = to_lower(dot == std::string_view::npos ? name : name.substr(dot + 1));
  if (last.find_first_not_of("_-") == std::string::npos) return last;
  std::erase_if(last, [](char c) { return c == '_' || c == '-'; });
  return last;
}

bool names_something_volatile(std::string_view name) {
  constexpr std::string_view kNames =
      " _ __ ts cb callback jsonp jsoncallback jsonpcallback nonce rand random rnd timestamp cachebust "
      "cachebuster bust nocache requestid reqid traceid spanid correlationid sessionid visitorid csrf "
      "csrftoken xsrftoken authenticitytoken ";
  return is_one_of(name, kNames);
}

// Short names that are as often a cache buster as a word of the page's own: their values must look the part.
bool may_name_something_volatile(std::string_view name) {
  constexpr std::string_view kNames = " t r tm time now dc ";
  return is_one_of(name, kNames);
}

// Names of which the value tells one thing from another, even if it looks like a time or random.
bool names_a_thing(std::string_view name) {
  constexpr std::string_view kNames = " key hash sha digest cursor page code ref ";
  return name.ends_with("id") || is_one_of(name, kNames);
}

bool is_uuid(std::string_view value) {
  if (value.size() != 36) return false;
  for (size_t i = 0; i < value.size(); ++i) {
    bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? value[i] != '-' : !is_hex(value[i])) return false;
  }
  return true;
}

// Seconds or milliseconds since 1970, of the years 2001 to 2033, perhaps with a fraction.
bool is_epoch(std::string_view value) {
  size_t dot = value.find('.');
  std::string_view whole = value.substr(0, dot);
  if (dot != std::string_view::npos && !all_digits(value.substr(dot + 1))) return false;
  return all_digits(whole) && (whole.size() == 10 || whole.size() == 13) && whole.front() == '1';
}

bool value_is_volatile(const std::string& name, const std::string& value) {
  if (names_a_thing(name)) return false;
  if (looks_like_time(value)) return true;
  if (may_name_something_volatile(name) && std::ranges::count_if(value, is_digit) >= 4) return true;
  return looks_random(value);
}

std::string in_words(const std::optional<std::string>& value) {
  if (!value) return "missing";
  return value->empty() ? "empty" : shorten(*value, 40);
}

// Pairs the parameters of both sides by name, the n-th with the n-th.
struct Tally {
  double same = 0;
  double all = 0;
};
void compare_parameters(const Parameters& recorded, const Parameters& asked, Difference::Place place, Comparison& out,
                        Tally& tally) {
  std::map<std::string_view, std::pair<std::vector<const std::string*>, std::vector<const std::string*>>> by_name;
  for (const auto& [name, value] : recorded) by_name[name].first.push_back(&value);
  for (const auto& [name, value] : asked) by_name[name].second.push_back(&value);
  for (const auto& [name, values] : by_name) {
    const auto& [old_values, new_values] = values;
    for (size_t i = 0; i < std::max(old_values.size(), new_values.size()); ++i) {
      Difference difference{place, std::string(name), {}, {}};
      if (i < old_values.size()) difference.recorded = *old_values[i];
      if (i < new_values.size()) difference.asked = *new_values[i];
      double weight = is_volatile(difference) ? kLittle : 1;
      tally.all += weight;
      if (difference.recorded == difference.asked) {
        tally.same += weight;
      } else {
        out.differences.push_back(std::move(difference));
      }
    }
  }
}

// Where `name` is called within the first few characters of a script: "name(", "/**/ name (", "typeof name === …".
std::optional<size_t> call_of(std::string_view body, std::string_view name) {
  constexpr size_t kHead = 256;
  body = body.substr(0, kHead + 3 * name.size());
  for (size_t at = body.find(name); at != std::string_view::npos; at = body.find(name, at + 1)) {
    if (at > 0 && (in_identifier(body[at - 1]) || body[at - 1] == '.')) continue;
    size_t after = body.find_first_not_of(" \t\r\n", at + name.size());
    if (after != std::string_view::npos && body[after] == '(') return at;
  }
  return std::nullopt;
}

// A name that a page would give to a callback.
bool is_callee(std::string_view name) {
  constexpr std::string_view kWords = " function if for while switch return ";
  auto fits = [](char c) { return in_identifier(c) || c == '.' || c == '[' || c == ']'; };
  return !name.empty() && !is_digit(name.front()) && std::ranges::all_of(name, fits) && !is_one_of(name, kWords);
}

}  // namespace

Comparison compare(const Request& recorded, const Request& asked) {
  Comparison result;
  Tally tally;
  compare_parameters(parse_url(recorded.url).parameters(), parse_url(asked.url).parameters(), Difference::Query, result,
                     tally);
  if (recorded.body != asked.body) {
    auto old_body = body_parameters(recorded.body);
    auto new_body = body_parameters(asked.body);
    result.comparable = old_body && new_body;
    if (result.comparable) compare_parameters(*old_body, *new_body, Difference::Body, result, tally);
  }
  if (tally.all > 0) result.score = tally.same / tally.all;
  return result;
}

bool looks_like_time(std::string_view value) {
  if (is_epoch(value)) return true;
  // Midnight is a date that somebody chose.
  size_t clock = value.find('T');
  return clock != std::string_view::npos && parse_iso_time(value) && !value.substr(clock).starts_with("T00:00:00");
}

bool looks_random(std::string_view value) {
  if (is_uuid(value)) return true;
  if (value.starts_with("0.") && value.size() >= 12 && all_digits(value.substr(2))) return true;
  auto in_token = [](char c) { return in_identifier(c) || c == '-' || c == '+' || c == '/' || c == '='; };
  if (value.size() < 16 || !std::ranges::all_of(value, in_token)) return false;
  auto digits = std::ranges::count_if(value, is_digit);
  auto letters = std::ranges::count_if(value, is_letter);
  return digits >= 3 && letters >= 3 && digits * 8 >= static_cast<ptrdiff_t>(value.size());
}

bool is_volatile(const Difference& difference) {
  std::string name = plain_name(difference.name);
  if (names_something_volatile(name)) return true;
  return (!difference.recorded || value_is_volatile(name, *difference.recorded)) &&
         (!difference.asked || value_is_volatile(name, *difference.asked));
}

std::string describe(const Difference& difference) {
  std::string where = difference.place == Difference::Query ? "query parameter “" : "“";
  std::string what = where + difference.name + (difference.place == Difference::Query ? "” is " : "” of the body is ");
  return what + in_words(difference.asked) + " instead of " + in_words(difference.recorded);
}

std::optional<std::string> call_instead(const std::string& body, const Difference& difference) {
  if (!difference.recorded || !difference.asked) return std::nullopt;
  if (!is_callee(*difference.recorded) || !is_callee(*difference.asked)) return std::nullopt;
  auto at = call_of(body, *difference.recorded);
  if (!at) return std::nullopt;
  std::string head = replace_all(std::string_view(body).substr(0, *at), *difference.recorded, *difference.asked);
  return head + *difference.asked + body.substr(*at + difference.recorded->size());
}

}  // namespace squall::network
