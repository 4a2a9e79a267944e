// What stays behind: storage and cookies, compared key by key.
#include <fmt/format.h>

#include <map>

#include "oracle/aspects.h"
#include "oracle/words.h"

namespace squall::oracle {
namespace {

using Entries = std::map<std::string, std::string>;  // a subject, which also names the entry to a person, and its value

std::string text_of(const Json& value) { return value.is_string() ? value.as_string() : value.dump(); }

void compare_entries(const Entries& a, const Entries& b, Aspect aspect, Differences& out) {
  auto lone = [&](const std::string& subject, const std::string& value, bool second) {
    std::string sentence = fmt::format("{} ({}) is set{}", subject, quoted(value), only_in(second));
    out.push_back({aspect, subject, sentence, second ? "" : value, second ? value : "", false, ""});
  };
  for (const auto& [subject, before] : a) {
    auto found = b.find(subject);
    if (found == b.end()) {
      lone(subject, before, false);
    } else if (found->second != before) {
      std::string sentence = fmt::format("{} is {}", subject, quoted_instead(found->second, before));
      out.push_back({aspect, subject, sentence, before, found->second, false, ""});
    }
  }
  for (const auto& [subject, after] : b) {
    if (!a.contains(subject)) lone(subject, after, true);
  }
}

Entries storage_entries(const Json& storage) {
  Entries entries;
  for (const auto& [origin, areas] : storage.members()) {
    for (const auto& [area, pairs] : areas.members()) {
      for (const auto& [key, value] : pairs.members()) {
        entries[fmt::format("{}Storage “{}” of {}", area, key, origin)] = text_of(value);
      }
    }
  }
  return entries;
}

const std::string kTheCookie = "the cookie “";

Entries cookie_entries(const Json& cookies) {
  Entries entries;
  for (const Json& cookie : cookies.items()) {
    entries[fmt::format("{}{}” of {}{}", kTheCookie, cookie["name"].as_string(), cookie["domain"].as_string(),
                        cookie["path"].as_string())] = text_of(cookie["value"]);
  }
  return entries;
}

}  // namespace

void compare_storage(const lab::Outcome& a, const lab::Outcome& b, Differences& out) {
  if (a.storage != b.storage) {
    compare_entries(storage_entries(a.storage), storage_entries(b.storage), Aspect::Storage, out);
  }
}

void compare_cookies(const lab::Outcome& a, const lab::Outcome& b, Differences& out) {
  if (a.cookies != b.cookies) {
    compare_entries(cookie_entries(a.cookies), cookie_entries(b.cookies), Aspect::Cookies, out);
  }
}

bool is_served(const Difference& difference, const std::set<std::string>& cookies) {
  if (difference.aspect != Aspect::Cookies || cookies.empty()) return false;
  std::string name = difference.subject.substr(kTheCookie.size());
  name.resize(name.rfind("” of "));
  return cookies.contains(name + "=" + difference.before) && cookies.contains(name + "=" + difference.after);
}

}  // namespace squall::oracle
