#include "network/har_foreign.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/url.h"

namespace squall::network {
namespace {

bool is_ascii(const std::string& text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_pseudo(const std::string& name) { return name.starts_with(':'); }

// Headers about a transfer that a replay does not repeat: the body is decoded and comes in one piece.
bool is_about_transfer(const std::string& name) {
  std::string lower = to_lower(name);
  return lower == "content-encoding" || lower == "transfer-encoding" || lower == "content-length";
}

// "text/html; charset=iso-8859-1" becomes "text/html; charset=utf-8".
std::string with_utf8(std::string_view type) {
  std::string out;
  for (const std::string& part : split(type, ';')) {
    std::string_view parameter = trim(part);
    if (parameter.empty() || to_lower(parameter).starts_with("charset=")) continue;
    if (!out.empty()) out += "; ";
    out += parameter;
  }
  return out + "; charset=utf-8";
}

void say_utf8(Headers& headers) {
  for (auto& [name, value] : headers) {
    if (to_lower(name) == "content-type" && !value.empty()) value = with_utf8(value);
  }
}

std::string type_by_destination(const Request& request) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kTypes = {{{"document", "document"},
                                                                                     {"iframe", "document"},
                                                                                     {"frame", "document"},
                                                                                     {"script", "script"},
                                                                                     {"style", "stylesheet"},
                                                                                     {"image", "image"},
                                                                                     {"font", "font"},
                                                                                     {"audio", "media"},
                                                                                     {"video", "media"},
                                                                                     {"manifest", "manifest"},
                                                                                     {"websocket", "websocket"},
                                                                                     {"empty", "fetch"}}};
  const std::string* destination = find_header(request.headers, "sec-fetch-dest");
  if (!destination) return "";
  for (const auto& [from, to] : kTypes) {
    if (*destination == from) return std::string(to);
  }
  return "";
}

std::string type_by_content(const Headers& headers) {
  const std::string* header = find_header(headers, "content-type");
  std::string type = header ? to_lower(*header) : "";
  if (type.starts_with("text/event-stream")) return "eventsource";
  if (type.starts_with("text/html") || type.starts_with("application/xhtml")) return "document";
  if (type.starts_with("text/css")) return "stylesheet";
  if (type.starts_with("image/")) return "image";
  if (type.starts_with("audio/") || type.starts_with("video/")) return "media";
  if (type.find("font") != std::string::npos) return "font";
  if (type.find("javascript") != std::string::npos) return "script";
  if (type.find("json") != std::string::npos) return "xhr";
  return "other";
}

std::string guess_type(const Entry& entry) {
  std::string scheme = parse_url(entry.request.url).scheme;
  if (scheme == "ws" || scheme == "wss") return "websocket";
  if (find_header(entry.request.headers, "x-requested-with")) return "xhr";
  std::string type = type_by_destination(entry.request);
  return type.empty() ? type_by_content(entry.response.headers) : type;
}

}  // namespace

bool is_sent(std::string_view url) {
  constexpr std::array<std::string_view, 5> kSent = {"http", "https", "ws", "wss", "file"};
  size_t colon = url.find(':');
  return colon != std::string_view::npos && std::ranges::count(kSent, to_lower(url.substr(0, colon))) > 0;
}

void mend_foreign(Entry& entry, bool body_is_text) {
  Request& request = entry.request;
  Response& response = entry.response;
  request.url = without_fragment(request.url);
  std::erase_if(request.headers, [](const auto& header) { return is_pseudo(header.first); });
  std::erase_if(response.headers,
                [](const auto& header) { return is_pseudo(header.first) || is_about_transfer(header.first); });
  if (body_is_text && !is_ascii(response.body)) say_utf8(response.headers);
  request.type = request.type.empty() ? guess_type(entry) : to_lower(request.type);
  if (response.status == 0 && response.failure.empty()) response.failure = "ERR_FAILED";
}

}  // namespace squall::network
