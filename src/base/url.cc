#include "base/url.h"

#include <algorithm>

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
std::string steady(std::string text) {
  constexpr std::string_view kPattern = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  auto is_id = [&](size_t at) {
    if (text.size() - at < kPattern.size()) return false;
    for (size_t i = 0; i < kPattern.size(); ++i) {
      char c = text[at + i];
      bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
      if (kPattern[i] == '-' ? c != '-' : !hex) return false;
    }
    return true;
  };
  for (size_t at = text.find("blob:"); at != std::string::npos; at = text.find("blob:", at + 1)) {
    size_t scheme = text.find("://", at);
    size_t slash = text.find('/', scheme != std::string::npos && scheme - at <= 10 ? scheme + 3 : at);
    if (slash != std::string::npos && is_id(slash + 1)) text.replace(slash + 1, kPattern.size(), "*");
  }
  return text;
}
std::string without_query(std::string_view url) { return std::string(url.substr(0, url.find_first_of("?#"))); }

namespace {

bool has_scheme(std::string_view text) {
  size_t colon = text.find_first_of(":/?#");
  return colon != std::string_view::npos && colon > 0 && text[colon] == ':';
}

std::string without_dots(std::string_view path) {
  std::vector<std::string> kept;
  auto parts = split(path.substr(1), '/');
  for (size_t i = 0; i < parts.size(); ++i) {
    bool last = i + 1 == parts.size(), up = parts[i] == "..";
    if (up && !kept.empty()) kept.pop_back();
    if (!up && parts[i] != ".")
      kept.push_back(parts[i]);
    else if (last)
      kept.emplace_back();
  }
  return "/" + join(kept, "/");
}

}  // namespace

std::string resolve_url(std::string_view base, std::string_view reference) {
  if (has_scheme(reference)) return std::string(reference);
  Url url = parse_url(base);
  if (reference.starts_with("//")) return url.scheme + ":" + std::string(reference);
  if (url.host.empty()) return std::string(reference);
  size_t end = std::min(reference.find_first_of("?#"), reference.size());
  std::string_view path = reference.substr(0, end), rest = reference.substr(end);
  std::string folder = url.path.substr(0, url.path.rfind('/') + 1);
  if (path.empty()) {
    std::string query = url.query.empty() || rest.starts_with('?') ? "" : "?" + url.query;
    return url.origin() + url.path + query + std::string(rest);
  }
  return url.origin() + without_dots(path.starts_with('/') ? std::string(path) : folder + std::string(path)) +
         std::string(rest);
}

std::string short_url(std::string_view text) {
  Url url = parse_url(text);
  if (url.host.empty()) return shorten(text, 80);
  return shorten(url.path + (url.query.empty() ? "" : "?" + url.query), 100);
}

}  // namespace squall
