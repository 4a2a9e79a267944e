#include "base/url.h"

#include "base/text.h"

namespace squall {

std::string Url::origin() const { return host.empty() ? "null" : scheme + "://" + host; }

std::vector<std::pair<std::string, std::string>> Url::parameters() const {
  std::vector<std::pair<std::string, std::string>> out;
  if (query.empty()) return out;
  for (const std::string& part : split(query, '&')) {
    size_t equals = part.find('=');
    std::string value = equals == std::string::npos ? "" : part.substr(equals + 1);
    out.emplace_back(percent_decode(part.substr(0, equals), true), percent_decode(value, true));
  }
  return out;
}

Url parse_url(std::string_view text) {
  Url url;
  if (size_t at = text.find('#'); at != std::string_view::npos) {
    url.fragment = text.substr(at + 1);
    text = text.substr(0, at);
  }
  if (size_t at = text.find('?'); at != std::string_view::npos) {
    url.query = text.substr(at + 1);
    text = text.substr(0, at);
  }
  if (size_t at = text.find(':'); at != std::string_view::npos) {
    url.scheme = to_lower(text.substr(0, at));
    text.remove_prefix(at + 1);
  }
  if (text.starts_with("//")) {
    text.remove_prefix(2);
    size_t at = text.find('/');
    url.host = to_lower(text.substr(0, at));
    text = at == std::string_view::npos ? std::string_view("/") : text.substr(at);
  }
  url.path = text;
  return url;
}

std::string without_fragment(std::string_view url) { return std::string(url.substr(0, url.find('#'))); }

std::string short_url(std::string_view text) {
  Url url = parse_url(text);
  if (url.host.empty()) return shorten(text, 80);
  return shorten(url.path + (url.query.empty() ? "" : "?" + url.query), 100);
}

}  // namespace squall
