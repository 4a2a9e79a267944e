#include "oracle/served.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"

namespace squall::oracle {
namespace {

using Words = std::set<std::string, std::less<>>;

bool is_of_token(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '+' || c == '=';
}

std::string without(std::string_view text, const Words& words) {
  std::string out;
  size_t from = 0;
  for (std::string_view word : token_words(text)) {
    if (!words.contains(word)) continue;
    auto at = static_cast<size_t>(word.data() - text.data());
    out.append(text.substr(from, at - from)).append("*");
    from = at + word.size();
  }
  return out.append(text.substr(from));
}

bool names_a_token(const std::string& name) {
  std::string lower = to_lower(name);
  return std::ranges::any_of(
      std::to_array<std::string_view>({"token", "csrf", "xsrf", "nonce", "session", "jwt", "auth", "etag"}),
      [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

}  // namespace

std::vector<std::string_view> token_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && is_of_token(text[end])) ++end;
    if (end > i) words.push_back(text.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  return words;
}

bool is_served(const Difference& difference, const Served& served) {
  if (difference.aspect == Aspect::Cookies) {
    return served.cookies.contains(difference.name + "=" + difference.before) &&
           served.cookies.contains(difference.name + "=" + difference.after);
  }
  if (difference.aspect != Aspect::Storage || difference.side != Side::Both) return false;
  const Words& words = names_a_token(difference.name) ? served.tokens : served.renewed;
  return without(difference.before, words) == without(difference.after, words);
}

}  // namespace squall::oracle
