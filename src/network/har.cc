// Writing HAR 1.2. Beyond the standard, as Chrome writes it:
//   entry._resourceType      "document", "xhr", …
//   response._error          "net::ERR_…" with status 0
//   entry._webSocketMessages [ { type: "send" | "receive", time: seconds since 1970, opcode: 1 | 2, data } ]
//   entry._eventSourceMessages [ { time, eventName, eventId, data } ]
// and so that nothing is lost:
//   log._started, entry._started   the recording's start as it was given; ms since then
//   response._open                 true: Response::open
//   message._ms, message._sent     StreamMessage::time_ms; StreamMessage::after_sent where it cannot be counted
//   message._signal                "open", "error" or "close": StreamMessage::signal; with _code, StreamMessage::code
//   _encoding: "base64"            beside `text` of postData and `data` of messages that are not text
#include <simdjson.h>

#include <cmath>

#include "base/iso_time.h"
#include "base/text.h"
#include "base/url.h"
#include "base/version.h"
#include "network/recording.h"

namespace squall::network {
namespace {

constexpr const char* kPage = "page_1";

double finite(double value) { return std::isfinite(value) ? value : 0; }

bool is_text(const std::string& bytes) {
  return simdjson::validate_utf8(bytes.data(), bytes.size()) && bytes.find('\0') == std::string::npos;
}

// Adds `bytes` as text where they are text, else as base64, and says so in the member `encoding`.
void set_bytes(Json& json, std::string_view key, std::string_view encoding, const std::string& bytes) {
  bool text = is_text(bytes);
  json.set(key, text ? bytes : base64_encode(bytes));
  if (!text) json.set(encoding, "base64");
}

Json pair_to_json(std::string_view name, std::string_view value) {
  return Json::object({{"name", name}, {"value", value}});
}

Json pairs_to_json(const Headers& pairs) {
  Json json = Json::array();
  for (const auto& [name, value] : pairs) json.push(pair_to_json(name, value));
  return json;
}

// The cookies of a Cookie header; the header itself is written as well.
Json cookies_sent(const Headers& headers) {
  Json cookies = Json::array();
  for (const std::string& part : split(header_or_empty(headers, "cookie"), ';')) {
    std::string_view cookie = trim(part);
    if (cookie.empty()) continue;
    size_t equals = cookie.find('=');
    cookies.push(
        pair_to_json(cookie.substr(0, equals), equals == cookie.npos ? std::string_view() : cookie.substr(equals + 1)));
  }
  return cookies;
}

Json cookie_set(std::string_view text) {
  std::vector<std::string> parts = split(text, ';');
  std::string_view first = trim(parts[0]);
  size_t equals = std::min(first.find('='), first.size());
  Json cookie = pair_to_json(first.substr(0, equals), first.substr(std::min(equals + 1, first.size())));
  for (size_t i = 1; i < parts.size(); ++i) {
    std::string_view part = trim(parts[i]);
    size_t at = std::min(part.find('='), part.size());
    std::string name = to_lower(part.substr(0, at));
    if (name == "httponly") cookie.set("httpOnly", true);
    if (name == "secure") cookie.set("secure", true);
    if (name == "path" || name == "domain") cookie.set(name, part.substr(std::min(at + 1, part.size())));
  }
  return cookie;
}

Json cookies_set(const Headers& headers) {
  Json cookies = Json::array();
  for (const auto& [name, value] : headers) {
    if (to_lower(name) == "set-cookie") cookies.push(cookie_set(value));
  }
  return cookies;
}

Json request_to_json(const Request& request) {
  Json json = Json::object();
  json.set("method", request.method).set("url", request.url).set("httpVersion", "unknown");
  json.set("cookies", cookies_sent(request.headers));
  json.set("headers", pairs_to_json(request.headers));
  json.set("queryString", pairs_to_json(parse_url(request.url).parameters()));
  if (!request.body.empty()) {
    Json data = Json::object({{"mimeType", header_or_empty(request.headers, "content-type")}});
    set_bytes(data, "text", "_encoding", request.body);
    json.set("postData", std::move(data));
  }
  json.set("headersSize", -1).set("bodySize", request.body.size());
  return json;
}

Json content_to_json(const Response& response) {
  std::string type = header_or_empty(response.headers, "content-type");
  Json content = Json::object({{"size", response.body.size()}, {"mimeType", type.empty() ? "x-unknown" : type}});
  if (!response.body.empty()) set_bytes(content, "text", "encoding", response.body);
  return content;
}

Json response_to_json(const Response& response) {
  bool encoded = find_header(response.headers, "content-encoding") != nullptr;
  Json json = Json::object();
  json.set("status", response.status).set("statusText", response.status_text).set("httpVersion", "unknown");
  json.set("cookies", cookies_set(response.headers));
  json.set("headers", pairs_to_json(response.headers));
  json.set("content", content_to_json(response));
  json.set("redirectURL", header_or_empty(response.headers, "location"));
  json.set("headersSize", -1).set("bodySize", encoded ? Json(-1) : Json(response.body.size()));
  if (!response.failure.empty()) json.set("_error", "net::" + response.failure);
  if (response.open) json.set("_open", true);
  return json;
}

const char* signal_name(StreamMessage::Signal signal) {
  constexpr const char* kNames[] = {"", "open", "error", "close"};
  return kNames[static_cast<int>(signal)];
}

Json messages_to_json(const Entry& entry, double opened_ms) {
  bool events = entry.request.type == "eventsource";
  Json list = Json::array();
  int sent = 0;
  for (const StreamMessage& message : entry.messages) {
    Json json = Json::object();
    if (!events) json.set("type", message.sent ? "send" : "receive");
    json.set("time", finite((opened_ms + finite(message.time_ms)) / 1000));
    if (events) json.set("eventName", message.event).set("eventId", message.id);
    if (!events) json.set("opcode", message.binary ? 2 : 1);
    if (message.binary) {
      json.set("data", base64_encode(message.data));
    } else {
      set_bytes(json, "data", "_encoding", message.data);
    }
    json.set("_ms", finite(message.time_ms));
    if (message.signal != StreamMessage::Signal::None) json.set("_signal", signal_name(message.signal));
    if (message.code != 0) json.set("_code", message.code);
    if (message.after_sent != sent) json.set("_sent", message.after_sent);
    list.push(std::move(json));
    if (message.sent) ++sent;
  }
  return list;
}

Json entry_to_json(const Entry& entry, double start_ms) {
  double started = finite(entry.started_ms);
  double time = finite(entry.response.latency_ms);
  Json json = Json::object();
  json.set("pageref", kPage).set("startedDateTime", iso_time(start_ms + started)).set("time", time);
  json.set("request", request_to_json(entry.request));
  json.set("response", response_to_json(entry.response));
  json.set("cache", Json::object());
  json.set(
      "timings",
      Json::object(
          {{"blocked", -1}, {"dns", -1}, {"connect", -1}, {"ssl", -1}, {"send", 0}, {"wait", time}, {"receive", 0}}));
  json.set("_started", started);
  if (!entry.request.type.empty()) json.set("_resourceType", entry.request.type);
  if (!entry.messages.empty()) {
    const char* key = entry.request.type == "eventsource" ? "_eventSourceMessages" : "_webSocketMessages";
    json.set(key, messages_to_json(entry, start_ms + started));
  }
  return json;
}

std::string title_of(const Recording& recording) {
  for (const Entry& entry : recording.entries) {
    if (entry.request.type == "document") return entry.request.url;
  }
  return recording.entries.empty() ? "" : recording.entries.front().request.url;
}

}  // namespace

Json to_har(const Recording& recording) {
  double start_ms = parse_iso_time(recording.started).value_or(0);
  Json page = Json::object({{"startedDateTime", iso_time(start_ms)},
                            {"id", kPage},
                            {"title", title_of(recording)},
                            {"pageTimings", Json::object({{"onContentLoad", -1}, {"onLoad", -1}})}});
  Json entries = Json::array();
  entries.mutable_items().reserve(recording.entries.size());
  for (const Entry& entry : recording.entries) entries.push(entry_to_json(entry, start_ms));

  Json log = Json::object({{"version", "1.2"}, {"creator", Json::object({{"name", "squall"}, {"version", kVersion}})}});
  log.set("pages", Json::array().push(std::move(page)));
  log.set("_started", recording.started);
  log.set("entries", std::move(entries));
  Json har = Json::object();
  har.set("log", std::move(log));
  return har;
}

}  // namespace squall::network
