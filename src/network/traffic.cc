#include "network/traffic.h"

#include <algorithm>

#include "base/text.h"
#include "base/url.h"

namespace squall::network {
namespace {

using browser::Command;

constexpr Millis kBodyTimeout{5000};

bool is_http(std::string_view url) { return url.starts_with("http://") || url.starts_with("https://"); }

Headers headers_of(const Json& json) {
  Headers headers;
  for (const auto& [name, value] : json.members()) headers.emplace_back(name, value.as_string());
  return headers;
}

Json headers_to_cdp(const Headers& headers) {
  Json out = Json::array();
  for (const auto& [name, value] : headers) {
    std::string lower = to_lower(name);
    // Bodies are kept decoded, and Chromium computes lengths itself.
    if (lower == "content-encoding" || lower == "content-length" || lower == "transfer-encoding") continue;
    for (const std::string& line : split(value, '\n')) out.push(Json::object({{"name", name}, {"value", line}}));
  }
  return out;
}

// Fetch.failRequest knows fewer reasons than the network has.
std::string fail_reason(const std::string& failure) {
  static const std::map<std::string, std::string> kReasons = {
      {"ERR_ABORTED", "Aborted"},
      {"ERR_TIMED_OUT", "TimedOut"},
      {"ERR_ACCESS_DENIED", "AccessDenied"},
      {"ERR_CONNECTION_CLOSED", "ConnectionClosed"},
      {"ERR_EMPTY_RESPONSE", "ConnectionClosed"},
      {"ERR_CONNECTION_RESET", "ConnectionReset"},
      {"ERR_CONNECTION_REFUSED", "ConnectionRefused"},
      {"ERR_CONNECTION_ABORTED", "ConnectionAborted"},
      {"ERR_CONNECTION_FAILED", "ConnectionFailed"},
      {"ERR_NAME_NOT_RESOLVED", "NameNotResolved"},
      {"ERR_INTERNET_DISCONNECTED", "InternetDisconnected"},
      {"ERR_ADDRESS_UNREACHABLE", "AddressUnreachable"},
      {"ERR_BLOCKED_BY_CLIENT", "BlockedByClient"},
      {"ERR_BLOCKED_BY_RESPONSE", "BlockedByResponse"},
  };
  auto found = kReasons.find(failure);
  return found == kReasons.end() ? "Failed" : found->second;
}

std::string body_of(const Json& request) {
  std::string body;
  for (const Json& part : request["postDataEntries"].items()) {
    if (auto bytes = base64_decode(part["bytes"].as_string())) body += *bytes;
  }
  return body.empty() ? request["postData"].as_string() : body;
}

Request request_of(const Json& request, const std::string& type) {
  return Request{request["method"].as_string(), without_fragment(request["url"].as_string()), body_of(request),
                 headers_of(request["headers"]), to_lower(type)};
}

}  // namespace

Traffic::Traffic(browser::Page& page, const Recording& recording, TrafficOptions options)
    : page_(page), recording_(recording), options_(options), matcher_(recording_, options.approximate) {}

std::vector<Command> Traffic::setup() {
  return {
      // Chromium lets equal requests wait for one another at its cache, which hides races.
      {"Network.setCacheDisabled", Json::object({{"cacheDisabled", true}})},
      {"Network.setBypassServiceWorker", Json::object({{"bypass", true}})},
      {"Fetch.enable", Json::object({{"patterns", Json(Json::Array{Json::object({{"urlPattern", "*"}})})}})},
  };
}

Passage* Traffic::find(const RequestId& id) {
  auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : found->second;
}

Passage& Traffic::passage_for(const browser::Event& event, const std::string& id) {
  if (Passage* known = find({id})) return *known;
  passages_.push_back(std::make_unique<Passage>());
  Passage& passage = *passages_.back();
  passage.id = {id};
  passage.session = event.session;
  by_id_[passage.id] = &passage;
  return passage;
}

void Traffic::on_event(const browser::Event& event) {
  const std::string& method = event.method;
  if (method == "Fetch.requestPaused") on_paused(event);
  else if (method == "Network.requestWillBeSent") on_request(event);
  else if (method == "Network.responseReceived") on_response(event.params);
  else if (method == "Network.loadingFinished") on_end(event.params, false);
  else if (method == "Network.loadingFailed") on_end(event.params, true);
  else if (method == "Network.requestServedFromCache") on_end(event.params, false);
  else if (method.starts_with("Network.webSocket") || method.starts_with("Network.eventSource")) on_stream(event);
}

void Traffic::on_request(const browser::Event& event) {
  const Json& params = event.params;
  const Json& request = params["request"];
  if (!is_http(request["url"].as_string())) return;
  Passage& passage = passage_for(event, params["requestId"].as_string());
  if (params.has("redirectResponse") && passage.fate.how == Fate::FromServer) record_redirect(passage, params);
  passage.frame = params["frameId"].as_string();
  passage.by_parser = params.at("initiator", "type").as_string() == "parser";
  passage.sent_at = params["timestamp"].as_double();
  // The pause can overtake this announcement.
  bool redirected = params.has("redirectResponse");
  if (passage.progress == Progress::Held || (passage.fate.how != Fate::Waiting && !redirected)) {
    passage.request.type = to_lower(params["type"].as_string());
    return;
  }
  passage.request = request_of(request, params["type"].as_string());
  passage.progress = Progress::Announced;
}

void Traffic::on_paused(const browser::Event& event) {
  const Json& params = event.params;
  std::string id = params["networkId"].as_string_or(params["requestId"].as_string());
  Passage* known = find({id});
  if (known && known->progress == Progress::Done && known->fate.how == Fate::Waiting) {
    // The page gave the request up before it was paused: nobody waits for an answer any more.
    page_.connection().post(event.session, "Fetch.failRequest",
                            Json::object({{"requestId", params["requestId"]}, {"errorReason", "Aborted"}}));
    return;
  }
  // A redirect, or a preflight that shares the id of its request, is a request of its own in the log.
  if (known && known->progress == Progress::Held) id = params["requestId"].as_string();
  Passage& passage = passage_for(event, id);
  if (passage.progress == Progress::Released && passage.fate.how != Fate::FromServer) {
    auto copy = std::make_unique<Passage>(passage);
    copy->progress = Progress::Done;
    passages_.insert(passages_.end() - 1, std::move(copy));
  }
  passage.session = event.session;
  passage.fetch_id = params["requestId"].as_string();
  passage.frame = params["frameId"].as_string_or(passage.frame);
  // Here Chromium calls a fetch() an XHR; the announcement knows better.
  std::string type = passage.request.type.empty() ? params["resourceType"].as_string() : passage.request.type;
  passage.request = request_of(params["request"], type);
  passage.navigation = passage.request.type == "document";
  passage.preflight = passage.request.type == "preflight" || passage.request.method == "OPTIONS";
  std::string priority = params.at("request", "initialPriority").as_string();
  passage.low_priority = priority == "Low" || priority == "VeryLow";
  passage.order = held_count_++;
  passage.progress = Progress::Held;
  passage.answer = matcher_.find(passage.request);
  std::string key = passage.request.method + " " + passage.request.url;
  if (auto waiting = std::find(synchronous_.begin(), synchronous_.end(), key); waiting != synchronous_.end()) {
    synchronous_.erase(waiting);
    release(passage);
  }
}

void Traffic::expect_synchronous(const std::string& method, const std::string& url) {
  for (Passage* passage : held()) {
    if (passage->request.method == method && passage->request.url == url) return release(*passage);
  }
  synchronous_.push_back(method + " " + url);
}

std::vector<Passage*> Traffic::held() {
  std::vector<Passage*> out;
  for (const auto& passage : passages_) {
    if (passage->progress == Progress::Held) out.push_back(passage.get());
  }
  std::sort(out.begin(), out.end(), [](const Passage* a, const Passage* b) { return a->order < b->order; });
  return out;
}

bool Traffic::in_flight() const {
  return std::any_of(passages_.begin(), passages_.end(), [](const auto& passage) {
    bool stream = passage->request.type == "eventsource";
    return !stream && (passage->progress == Progress::Announced || passage->progress == Progress::Released);
  });
}

bool Traffic::has_live_streams() const { return !streams_.empty(); }

void Traffic::release(Passage& passage) {
  if (passage.answer) {
    static constexpr Fate::How kHow[] = {Fate::FromRecording, Fate::RepeatedAnswer, Fate::ApproximateAnswer};
    passage.fate = {kHow[static_cast<int>(passage.answer->fit)], passage.answer->detail};
    const Response& response = passage.answer->entry->response;
    const auto& changed = passage.answer->body_override;
    fulfil(passage, response, changed ? &*changed : nullptr);
  } else if (options_.live && (options_.allow_writes || passage.request.method == "GET" ||
                               passage.request.method == "HEAD" || passage.request.method == "OPTIONS")) {
    let_through(passage);
  } else {
    fail(passage, "Failed");
    passage.fate = {Fate::Unanswered, options_.live ? "not sent: it could change something on the server (--allow-writes)"
                                                    : "the recording has no answer to it"};
  }
}

void Traffic::fail(Passage& passage, const std::string& reason) {
  page_.connection().post(passage.session, "Fetch.failRequest",
                          Json::object({{"requestId", passage.fetch_id}, {"errorReason", reason}}));
  passage.fate = {Fate::MadeToFail, reason};
  passage.progress = Progress::Released;
}

void Traffic::fulfil(Passage& passage, const Response& response, const std::string* body) {
  if (!response.failure.empty()) {
    std::string detail = passage.fate.detail;
    Fate fate = passage.fate;
    fail(passage, fail_reason(response.failure));
    passage.fate = {fate.how, detail};
    return;
  }
  Json params = Json::object({{"requestId", passage.fetch_id},
                              {"responseCode", response.status},
                              {"responseHeaders", headers_to_cdp(response.headers)},
                              {"body", base64_encode(body ? *body : response.body)}});
  if (!response.status_text.empty()) params.set("responsePhrase", response.status_text);
  page_.connection().post(passage.session, "Fetch.fulfillRequest", params);
  passage.progress = Progress::Released;
}

void Traffic::let_through(Passage& passage) {
  passage.fate = {Fate::FromServer, ""};
  passage.progress = Progress::Released;
  passage.live_entry = fetched_.entries.size();
  Entry entry;
  entry.request = passage.request;
  entry.started_ms = ms_since(started_);
  fetched_.entries.push_back(std::move(entry));
  page_.connection().post(passage.session, "Fetch.continueRequest",
                          Json::object({{"requestId", passage.fetch_id}}));
  if (passage.request.type == "eventsource") streams_[passage.id.value] = passage.live_entry;
}

void Traffic::on_response(const Json& params) {
  Passage* passage = find({params["requestId"].as_string()});
  if (!passage) return;
  // A response that nobody reads to its end is never finished. The agent counts those that are being read.
  if (passage->request.type == "fetch" && passage->progress == Progress::Released) passage->progress = Progress::Answered;
  if (passage->fate.how != Fate::FromServer) return;
  const Json& response = params["response"];
  Response& out = fetched_.entries[passage->live_entry].response;
  out.status = static_cast<int>(response["status"].as_int());
  out.status_text = response["statusText"].as_string();
  out.headers = headers_of(response["headers"]);
  Entry& entry = fetched_.entries[passage->live_entry];
  entry.response.latency_ms = ms_since(started_) - entry.started_ms;
}

void Traffic::record_redirect(Passage& passage, const Json& params) {
  const Json& redirect = params["redirectResponse"];
  Entry& entry = fetched_.entries[passage.live_entry];
  entry.response.status = static_cast<int>(redirect["status"].as_int());
  entry.response.status_text = redirect["statusText"].as_string();
  entry.response.headers = headers_of(redirect["headers"]);
  entry.response.latency_ms = ms_since(started_) - entry.started_ms;
  auto copy = std::make_unique<Passage>(passage);
  copy->progress = Progress::Done;
  passages_.insert(passages_.end() - 1, std::move(copy));
}

void Traffic::on_end(const Json& params, bool failed) {
  Passage* passage = find({params["requestId"].as_string()});
  if (!passage || passage->progress == Progress::Done) return;
  passage->progress = Progress::Done;
  if (passage->fate.how != Fate::FromServer) return;
  Entry& entry = fetched_.entries[passage->live_entry];
  entry.response.latency_ms = ms_since(started_) - entry.started_ms;
  if (failed) {
    std::string reason = params["errorText"].as_string();
    if (reason.starts_with("net::")) reason = reason.substr(5);
    entry.response.failure = reason.empty() ? "ERR_FAILED" : reason;
    if (streams_.erase(passage->id.value) > 0) entry.response.failure.clear();  // a stream ends when the page closes it
    // What the page itself gave up has no answer that could be repeated.
    else if (params["canceled"].as_bool()) abandoned_.insert(passage->live_entry);
  } else {
    fetch_body(*passage, entry);
  }
}

Recording Traffic::fetched() const {
  Recording out;
  for (size_t i = 0; i < fetched_.entries.size(); ++i) {
    if (!abandoned_.contains(i)) out.entries.push_back(fetched_.entries[i]);
  }
  return out;
}

void Traffic::fetch_body(Passage& passage, Entry& entry) {
  auto reply = page_.connection().call(passage.session, "Network.getResponseBody",
                                       Json::object({{"requestId", passage.id.value}}), Deadline::after(kBodyTimeout));
  if (!reply) return;
  std::string text = (*reply)["body"].as_string();
  entry.response.body = (*reply)["base64Encoded"].as_bool() ? base64_decode(text).value_or("") : text;
}

void Traffic::on_stream(const browser::Event& event) {
  const Json& params = event.params;
  const std::string& id = params["requestId"].as_string();
  last_message_ = Clock::now();
  if (event.method == "Network.webSocketCreated") {
    if (!options_.live) return;
    Entry entry;
    entry.request = {"GET", params["url"].as_string(), "", {}, "websocket"};
    entry.response.status = 101;
    entry.started_ms = ms_since(started_);
    streams_[id] = fetched_.entries.size();
    fetched_.entries.push_back(std::move(entry));
    return;
  }
  auto found = streams_.find(id);
  if (found == streams_.end()) return;
  Entry& entry = fetched_.entries[found->second];
  if (event.method == "Network.webSocketClosed") {
    streams_.erase(found);
    return;
  }
  bool is_frame = event.method == "Network.webSocketFrameReceived" || event.method == "Network.webSocketFrameSent";
  if (!is_frame && event.method != "Network.eventSourceMessageReceived") return;
  StreamMessage message;
  message.sent = event.method == "Network.webSocketFrameSent";
  message.time_ms = ms_since(started_) - entry.started_ms;
  message.after_sent = static_cast<int>(
      std::count_if(entry.messages.begin(), entry.messages.end(), [](const StreamMessage& m) { return m.sent; }));
  if (is_frame) {
    message.binary = params.at("response", "opcode").as_int() == 2;
    std::string data = params.at("response", "payloadData").as_string();
    message.data = message.binary ? base64_decode(data).value_or("") : data;
  } else {
    message.data = params["data"].as_string();
    message.event = params["eventName"].as_string();
    message.id = params["eventId"].as_string();
  }
  entry.messages.push_back(std::move(message));
}

}  // namespace squall::network
