// Reading HAR, ours (without loss) and that of other tools (as far as it can be used).
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/iso_time.h"
#include "base/text.h"
#include "network/har_foreign.h"
#include "network/recording.h"

namespace squall::network {
namespace {

int as_small_int(const Json& json, int fallback = 0) {
  return static_cast<int>(
      std::clamp<int64_t>(json.as_int(fallback), std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

double as_finite(const Json& json) {
  double value = json.as_double();
  return std::isfinite(value) ? value : 0;
}

Headers pairs_from_json(const Json& json) {
  Headers pairs;
  for (const Json& pair : json.items()) {
    if (const Json& name = pair["name"]; name.is_string())
      pairs.emplace_back(name.as_string(), pair["value"].as_string());
  }
  return pairs;
}

// Base64 as strict tools write it, and as careless ones do: with spaces, or with the alphabet for URLs.
std::optional<std::string> decode(const std::string& text) {
  if (auto bytes = base64_decode(text)) return bytes;
  std::string mended;
  for (char c : text) {
    if (c != ' ' && c != '\t') mended += c == '-' ? '+' : c == '_' ? '/' : c;
  }
  return base64_decode(mended);
}

// The bytes that stand in member `key`; nothing when they cannot be decoded.
std::optional<std::string> bytes_from_json(const Json& json, std::string_view key) {
  const std::string& text = json[key].as_string();
  bool encoded = json["encoding"].as_string() == "base64" || json["_encoding"].as_string() == "base64";
  return encoded ? decode(text) : text;
}

std::string form_encode(std::string_view text) { return replace_all(percent_encode(text, "*-._ "), " ", "+"); }

// Some tools keep the parameters of a form, but not the text that was sent.
std::string body_of_form(const Json& params) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : pairs_from_json(params))
    parts.push_back(form_encode(name) + "=" + form_encode(value));
  return join(parts, "&");
}

std::optional<Request> request_from_json(const Json& json) {
  Request request;
  request.url = json["url"].as_string();
  if (request.url.empty()) return std::nullopt;
  request.method = json["method"].as_string_or("GET");
  if (request.method.empty()) request.method = "GET";
  request.headers = pairs_from_json(json["headers"]);
  const Json& data = json["postData"];
  auto body = bytes_from_json(data, "text");
  if (!body) return std::nullopt;
  bool form = !to_lower(data["mimeType"].as_string()).starts_with("multipart/");
  request.body = body->empty() && form ? body_of_form(data["params"]) : std::move(*body);
  return request;
}

// Chrome and we write _error, Playwright _failureText.
std::string failure_of(const Json& entry, const Json& response) {
  for (const Json* text : {&response["_error"], &entry["_error"], &response["_failureText"], &entry["_failureText"]}) {
    std::string_view failure = text->as_string();
    if (failure.starts_with("net::")) failure.remove_prefix(5);
    if (!failure.empty()) return std::string(failure);
  }
  return "";
}

std::optional<Response> response_from_json(const Json& entry) {
  const Json& json = entry["response"];
  if (!json.is_object()) return std::nullopt;
  Response response;
  response.status = as_small_int(json["status"]);
  if (response.status < 0 || response.status > 999) response.status = 0;
  response.status_text = json["statusText"].as_string();
  response.headers = pairs_from_json(json["headers"]);
  response.failure = failure_of(entry, json);
  response.open = json["_open"].as_bool();
  response.latency_ms = std::max(0.0, as_finite(entry["time"]));
  auto body = bytes_from_json(json["content"], "text");
  if (!body) return std::nullopt;
  response.body = std::move(*body);
  return response;
}

// Whether the tool saw a body but did not write it down. Better no answer than an empty one.
bool lacks_body(const Json& entry, const Request& request, const Response& response) {
  const Json& content = entry["response"]["content"];
  bool expects = response.status >= 200 && response.status < 300 && request.method != "HEAD";
  bool stream = entry.has("_webSocketMessages") || entry.has("_eventSourceMessages");
  return expects && !stream && response.failure.empty() && !content["text"].is_string() && content["size"].as_int() > 0;
}

double message_time(const Json& json, double opened_ms) {
  if (json["_ms"].is_number()) return as_finite(json["_ms"]);
  return std::max(0.0, as_finite(json["time"]) * 1000 - opened_ms);
}

StreamMessage::Signal signal_from(const std::string& name) {
  if (name == "open") return StreamMessage::Signal::Open;
  if (name == "close") return StreamMessage::Signal::Close;
  return name == "error" ? StreamMessage::Signal::Error : StreamMessage::Signal::None;
}

// Text and binary frames; close, ping and pong are not for the page's eyes.
std::vector<StreamMessage> messages_from_json(const Json& entry, double opened_ms) {
  std::vector<StreamMessage> messages;
  int sent = 0;
  auto add = [&](const Json& json, StreamMessage message) {
    auto data = message.binary ? decode(json["data"].as_string()) : bytes_from_json(json, "data");
    if (!data) return;
    message.data = std::move(*data);
    message.time_ms = message_time(json, opened_ms);
    message.after_sent = json.has("_sent") ? as_small_int(json["_sent"]) : sent;
    message.signal = signal_from(json["_signal"].as_string());
    message.code = as_small_int(json["_code"]);
    if (message.sent) ++sent;
    messages.push_back(std::move(message));
  };
  for (const Json& json : entry["_webSocketMessages"].items()) {
    int opcode = as_small_int(json["opcode"], 1);
    StreamMessage message;
    message.sent = json["type"].as_string() == "send";
    message.binary = opcode == 2;
    if (opcode == 1 || opcode == 2) add(json, std::move(message));
  }
  for (const Json& json : entry["_eventSourceMessages"].items()) {
    StreamMessage message;
    message.event = json["eventName"].as_string();
    message.id = json["eventId"].as_string();
    add(json, std::move(message));
  }
  return messages;
}

// Some tools keep the type of the content, but not the header.
void add_content_type(Response& response, const std::string& type) {
  if (response.body.empty() || type.empty() || type == "x-unknown") return;
  if (!find_header(response.headers, "content-type")) response.headers.emplace_back("content-type", type);
}

// Times of other tools are since 1970 here; `from_har` makes them relative.
std::optional<Entry> entry_from_json(const Json& json, bool ours) {
  auto request = request_from_json(json["request"]);
  auto response = response_from_json(json);
  if (!request || !response) return std::nullopt;
  Entry entry{std::move(*request), std::move(*response), 0, {}};
  entry.request.type = json["_resourceType"].as_string();
  double opened_ms = parse_iso_time(json["startedDateTime"].as_string()).value_or(0);
  entry.started_ms = ours ? as_finite(json["_started"]) : opened_ms;
  entry.messages = messages_from_json(json, opened_ms);
  if (ours) return entry;
  if (!is_sent(entry.request.url) || lacks_body(json, entry.request, entry.response)) return std::nullopt;
  add_content_type(entry.response, json.at("response", "content", "mimeType").as_string());
  mend_foreign(entry, !json["response"]["content"].has("encoding"));
  return entry;
}

// Orders entries by their start and counts time from the first one. Those without a time follow their predecessor.
void make_relative(Recording& recording) {
  double last = 0, first = std::numeric_limits<double>::infinity();
  for (Entry& entry : recording.entries) {
    if (entry.started_ms > 0) first = std::min(first, entry.started_ms);
    if (entry.started_ms <= 0) entry.started_ms = last;
    last = entry.started_ms;
  }
  std::ranges::stable_sort(recording.entries, {}, &Entry::started_ms);
  if (!std::isfinite(first)) first = 0;
  for (Entry& entry : recording.entries) entry.started_ms = std::max(0.0, entry.started_ms - first);
  recording.started = iso_time(first);
}

}  // namespace

Result<Imported> from_har(const Json& har) {
  const Json& log = har["log"].is_object() ? har["log"] : har;
  if (!log["entries"].is_array()) return Error{"not a HAR: it has no log.entries", "export it again as HAR 1.2"};
  bool ours = log.at("creator", "name").as_string() == "squall" && log["_started"].is_string();
  Imported imported;
  imported.recording.entries.reserve(log["entries"].size());
  for (const Json& json : log["entries"].items()) {
    if (auto entry = entry_from_json(json, ours)) {
      imported.recording.entries.push_back(std::move(*entry));
    } else {
      ++imported.skipped;
    }
  }
  if (ours) {
    imported.recording.started = log["_started"].as_string();
  } else {
    make_relative(imported.recording);
  }
  return imported;
}

}  // namespace squall::network
