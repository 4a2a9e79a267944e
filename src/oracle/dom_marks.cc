#include "oracle/dom_marks.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"

namespace squall::oracle {
namespace {

constexpr size_t kLongestClass = 30;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A name that can stand behind "#" or "." as it is.
bool is_plain(std::string_view name) {
  if (name.empty() || is_digit(name[0])) return false;
  return std::ranges::all_of(name, [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; });
}

std::string with_value(std::string_view name, std::string_view value) {
  std::string escaped = replace_all(replace_all(std::string(value), "\\", "\\\\"), "\"", "\\\"");
  return "[" + std::string(name) + "=\"" + escaped + "\"]";
}

// Words that say how an element is just now, or how it looks: "active", "is-open", "mt-4", "text-right", "css-1x2y3z".
bool is_telling(std::string_view name) {
  constexpr std::array<std::string_view, 25> kStates = {
      "active",  "block", "checked", "clearfix", "collapsed", "current",  "disabled", "even", "first",
      "flex",    "focus", "grid",    "hidden",   "hide",      "hover",    "inline",   "last", "loaded",
      "loading", "odd",   "off",     "open",     "row",       "selected", "show"};
  constexpr std::array<std::string_view, 18> kBeginnings = {"is-",   "has-",    "js-",  "ng-",     "css-", "sc-",
                                                            "jss",   "svelte-", "col-", "text-",   "bg-",  "font-",
                                                            "flex-", "items-",  "m-",   "border-", "p-",   "justify-"};
  if (name.size() < 3 || name.size() > kLongestClass || !is_plain(name) || std::ranges::any_of(name, is_digit))
    return false;
  if (std::ranges::find(kStates, name) != kStates.end()) return false;
  return std::ranges::none_of(kBeginnings, [&](std::string_view beginning) { return name.starts_with(beginning); });
}

}  // namespace

std::vector<std::string> lasting_marks(const Json& element) {
  constexpr std::array<const char*, 5> kTestIds = {"data-testid", "data-test-id", "data-test", "data-cy", "data-qa"};
  const Json& attributes = element["a"];
  std::vector<std::string> marks;
  if (const std::string& id = attributes["id"].as_string(); !id.empty())
    marks.push_back(is_plain(id) ? "#" + id : with_value("id", id));
  for (const char* name : kTestIds) {
    if (const std::string& value = attributes[name].as_string(); !value.empty())
      marks.push_back(with_value(name, value));
  }
  return marks;
}

std::vector<std::string> telling_marks(const Json& element) {
  std::vector<std::string> marks;
  if (const std::string& name = element["a"]["name"].as_string(); !name.empty())
    marks.push_back(element["t"].as_string() + with_value("name", name));
  std::string classes = element["a"]["class"].as_string();
  std::ranges::replace_if(
      classes, [](char c) { return c == '\t' || c == '\n' || c == '\r' || c == '\f'; }, ' ');
  for (const std::string& name : split(classes, ' ')) {
    if (is_telling(name)) marks.push_back("." + name);
  }
  return marks;
}

}  // namespace squall::oracle
