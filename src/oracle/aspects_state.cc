// What stays behind: storage and cookies, compared key by key.
#include <fmt/format.h>

#include <map>

#include "oracle/aspects.h"

namespace squall::oracle {
namespace {

struct Entry {
  std::string name;
  std::string area;  // of a storage: "local"
  std::string value;
};
using Entries = std::map<std::string, Entry>;  // by a subject, which also names the entry to a person

std::string text_of(const Json& value) { return value.is_string() ? value.as_string() : value.dump(); }

void compare_entries(const Entries& a, const Entries& b, Aspect aspect, Differences& out) {
  auto tell = [&](const std::string& subject, const Entry* before, const Entry* after) {
    const Entry& any = before ? *before : *after;
    out.push_back({.aspect = aspect,
                   .kind = Kind::Entry,
                   .side = !before ? Side::Second
                           : after ? Side::Both
                                   : Side::First,
                   .subject = subject,
                   .before = before ? before->value : "",
                   .after = after ? after->value : "",
                   .name = any.name,
                   .type = any.area});
  };
  for (const auto& [subject, before] : a) {
    auto found = b.find(subject);
    if (found == b.end())
      tell(subject, &before, nullptr);
    else if (found->second.value != before.value)
      tell(subject, &before, &found->second);
  }
  for (const auto& [subject, after] : b) {
    if (!a.contains(subject)) tell(subject, nullptr, &after);
  }
}

Entries storage_entries(const Json& storage) {
  Entries entries;
  for (const auto& [origin, areas] : storage.members()) {
    for (const auto& [area, pairs] : areas.members()) {
      for (const auto& [key, value] : pairs.members()) {
        entries[fmt::format("{}Storage “{}” of {}", area, key, origin)] = {key, area, text_of(value)};
      }
    }
  }
  return entries;
}

Entries cookie_entries(const Json& cookies) {
  Entries entries;
  for (const Json& cookie : cookies.items()) {
    const std::string& name = cookie["name"].as_string();
    entries[fmt::format("the cookie “{}” of {}{}", name, cookie["domain"].as_string(), cookie["path"].as_string())] = {
        name, "", text_of(cookie["value"])};
  }
  return entries;
}

}  // namespace

void compare_storage(const outcome::Outcome& a, const outcome::Outcome& b, Differences& out) {
  if (a.storage != b.storage) {
    compare_entries(storage_entries(a.storage), storage_entries(b.storage), Aspect::Storage, out);
  }
}

void compare_cookies(const outcome::Outcome& a, const outcome::Outcome& b, Differences& out) {
  if (a.cookies != b.cookies) {
    compare_entries(cookie_entries(a.cookies), cookie_entries(b.cookies), Aspect::Cookies, out);
  }
}

}  // namespace squall::oracle
