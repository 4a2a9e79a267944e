#include "oracle/words.h"

#include "base/text.h"
#include "base/url.h"

namespace squall::oracle {
namespace {

constexpr size_t kValue = 80;  // bytes of a value in a sentence
constexpr size_t kUrl = 160;

}  // namespace

std::string quoted(const std::string& text) { return text.empty() ? "empty" : "“" + shorten(text, kValue) + "”"; }

std::string quoted_instead(const std::string& after, const std::string& before) {
  auto [second, first] = shorten_both(after, before, kValue);
  auto in_quotes = [](const std::string& text) { return text.empty() ? "empty" : "“" + text + "”"; };
  return in_quotes(second) + " instead of " + in_quotes(first);
}

std::string urls_instead(const std::string& after, const std::string& before) {
  auto urls = std::pair(short_url(after), short_url(before));
  if (urls.first == urls.second) urls = shorten_both(after, before, kUrl);  // the fragment, or the host, differs
  return urls.first + " instead of " + urls.second;
}

std::string only_in(bool second) { return second ? " only in the second run" : " only in the first run"; }

}  // namespace squall::oracle
