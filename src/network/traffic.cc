#include "network/traffic.h"

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "base/url.h"
#include "network/library.h"
#include "network/traffic_cdp.h"

namespace squall::network {
namespace {

using outcome::Answer;

std::string path_of(const Passage& passage) {
  return passage.request.method + " " + without_query(passage.request.url);
}

bool is_http(std::string_view url) { return url.starts_with("http://") || url.starts_with("https://"); }

}  // namespace

Traffic::Traffic(browser::Page& page, std::shared_ptr<const Index> recording, TrafficOptions options)
    : page_(page),
      options_(std::move(options)),
      matcher_(std::move(recording)),
      gate_(page.connection(), options_.filter),
      live_(page, gate_) {}

Traffic::~Traffic() {
  if (asking_) options_.library->end_asking(fetched());
}

Passage* Traffic::find(const RequestId& id) {
  auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : found->second;
}

Passage& Traffic::passage_for(const std::string& id) {
  if (Passage* known = find({id})) return *known;
  passages_.push_back(std::make_unique<Passage>());
  Passage& passage = *passages_.back();
  passage.id = {id};
  by_id_[passage.id] = &passage;
  return passage;
}

// ---- what the browser tells ----

void Traffic::on_event(const browser::Event& event) {
  const std::string& method = event.method;
  if (method == "Fetch.requestPaused")
    on_paused(event);
  else if (method == "Network.requestWillBeSent")
    on_request(event);
  else if (method == "Network.responseReceived")
    on_response(event.params);
  else if (method == "Network.loadingFinished")
    on_end(event.params, false);
  else if (method == "Network.loadingFailed")
    on_end(event.params, true);
  else if (method == "Network.requestServedFromCache")
    on_end(event.params, false);
  else if (method == "Network.responseReceivedExtraInfo")
    live_.on_extra_info(event.params);
  else if (method == "Runtime.bindingCalled")
    on_binding(event.params);
  else if (method == "Page.frameNavigated")
    on_navigated(event.params["frame"]);
  else if (method.starts_with("Network.webSocket") || method.starts_with("Network.eventSource")) {
    if (options_.live) live_.on_stream(event);
  }
}

// The announcement and the pause of a request come in any order, once for each hop of a redirect. Whichever is first
// begins the hop; the one before it is kept as a passage that is done.
void Traffic::begin_hop(Passage& passage) {
  if (std::max(passage.announcements, passage.pauses) == 1) return;
  auto copy = std::make_unique<Passage>(passage);
  copy->state = PassageState::Done;
  passages_.push_back(std::move(copy));
  ++passage.hop;
  passage.fate = {};
  passage.open = passage.has_head = false;
  passage.awaited_since.reset();
  passage.answer.reset();
  passage.state = PassageState::Announced;
}

void Traffic::on_request(const browser::Event& event) {
  const Json& params = event.params;
  if (!is_http(params.at("request", "url").as_string())) return;
  Passage& passage = passage_for(params["requestId"].as_string());
  bool first = ++passage.announcements > passage.pauses;
  if (first) begin_hop(passage);
  if (passage.announcements == 1) passage.number = sequence_++;
  passage.preflight_of = {params.at("initiator", "requestId").as_string()};
  passage.frame = params["frameId"].as_string_or(passage.frame);
  passage.loader = params["loaderId"].as_string();
  passage.by_parser = params.at("initiator", "type").as_string() == "parser";
  passage.mark = mark_from_cdp(params["initiator"]);
  passage.blocks_rendering = params["renderBlockingBehavior"].as_string() == "Blocking";
  passage.from_worker = is_worker(event.session);
  // Only the announcement knows that a fetch() is none of XMLHttpRequest's, and only the pause what a worker imports.
  std::string type = to_lower(params["type"].as_string());
  if (first)
    passage.request = request_from_cdp(params["request"], type);
  else if (!type.empty() && type != "other")
    passage.request.type = type;
  if (passage.state == PassageState::Held && is_awaited(passage)) release(passage);
}

void Traffic::on_paused(const browser::Event& event) {
  const Json& params = event.params;
  std::string id = params["networkId"].as_string_or(params["requestId"].as_string());
  Passage* known = find({id});
  if (params.has("responseStatusCode") || params.has("responseErrorReason")) {
    if (known) return on_response_paused(*known, event);
    return gate_.pass_unread(pause_of(event));
  }
  if (known && known->state == PassageState::Done && !known->fate.how) {
    // The page gave the request up before it was paused: nobody waits for an answer any more.
    return gate_.fail(pause_of(event), "Aborted");
  }
  // Two pauses with one id at the same time are two requests.
  if (known && known->state == PassageState::Held) id = params["requestId"].as_string();
  Passage& passage = passage_for(id);
  if (++passage.pauses > passage.announcements) begin_hop(passage);
  hold(passage, event);
  if (offline_) return disconnect(passage);
  if (is_awaited(passage)) release(passage);
}

bool Traffic::is_worker(const browser::SessionId& session) const {
  auto workers = page_.workers();
  return std::any_of(workers.begin(), workers.end(), [&](const auto& worker) { return worker.session == session; });
}

// Whether something stands still until the response is there: it is then answered at once. A synchronous request stops
// the page, importScripts a worker; and while the document of the main frame is held, the page does not answer us.
bool Traffic::is_awaited(const Passage& passage) {
  const auto* frame = page_.frame(passage.frame);
  if (passage.navigation && (!frame || frame->parent.empty())) return true;
  if ((passage.from_worker || passage.end_unseen) && passage.request.type == "script") return true;
  std::string key = passage.request.method + " " + passage.request.url;
  auto waiting = std::find(synchronous_.begin(), synchronous_.end(), key);
  if (waiting == synchronous_.end()) return false;
  synchronous_.erase(waiting);
  return true;
}

void Traffic::hold(Passage& passage, const browser::Event& event) {
  const Json& params = event.params;
  passage.pause = pause_of(event);
  passage.frame = params["frameId"].as_string_or(passage.frame);
  bool said = !passage.request.type.empty() && passage.request.type != "other";
  std::string type = said ? passage.request.type : params["resourceType"].as_string();
  passage.request = request_from_cdp(params["request"], type);
  passage.navigation = passage.request.type == "document";
  passage.preflight = passage.request.type == "preflight" || passage.request.method == "OPTIONS";
  passage.end_unseen = !params.has("networkId");
  std::string priority = params.at("request", "initialPriority").as_string();
  passage.low_priority = priority == "Low" || priority == "VeryLow";
  if (passage.announcements == 0) passage.number = sequence_++;
  passage.state = PassageState::Held;
  passage.answer = matcher_.find(passage.request);
  passage.open = passage.answer && passage.answer->entry->response.open;
}

void Traffic::on_response_paused(Passage& passage, const browser::Event& event) {
  passage.fate.detail = live_.take_response(passage.live_entry, event, patience_with(passage));
  passage.has_head = true;
  passage.open = live_.is_open(passage.live_entry);
  if (passage.open) polled_.insert(path_of(passage));
  if (passage.end_unseen) passage.state = PassageState::Done;
}

void Traffic::on_response(const Json& params) {
  Passage* passage = find({params["requestId"].as_string()});
  // A response that nobody reads to its end is never finished. The agent counts those that are being read.
  if (passage && passage->request.type == "fetch" && passage->state == PassageState::Released)
    passage->state = PassageState::Answered;
}

void Traffic::on_end(const Json& params, bool failed) {
  Passage* passage = find({params["requestId"].as_string()});
  if (!passage || passage->state == PassageState::Done) return;
  passage->state = PassageState::Done;
  if (passage->fate.how != Answer::Live) return;
  last_exchange_ = Clock::now();
  std::string failure = failed ? failure_from_cdp(params["errorText"].as_string()) : "";
  live_.end(passage->live_entry, failure, params["canceled"].as_bool());
}

// A frame has a new document. Chromium does not always tell of the end of what the old one was loading: a page that
// moves on while it loads would never be quiet.
void Traffic::on_navigated(const Json& frame) {
  for (auto& passage : passages_) {
    bool waits = passage->state != PassageState::Answered && passage->state != PassageState::Done;
    bool old = passage->frame == frame["id"].as_string() && passage->loader != frame["loaderId"].as_string();
    if (!waits || !old || passage->loader.empty() || passage->request.type == "ping") continue;
    passage->state = PassageState::Done;
    if (passage->fate.how == Answer::Live) live_.end(passage->live_entry, "", true);
  }
}

void Traffic::on_binding(const Json& params) {
  if (params["name"].as_string() == kServiceWorkerBinding) service_workers_.push_back(params["payload"].as_string());
}

// ---- what becomes of requests ----

void Traffic::expect_synchronous(const std::string& method, const std::string& url) {
  for (Passage* passage : held()) {
    if (passage->request.method == method && passage->request.url == url) return release(*passage);
  }
  synchronous_.push_back(method + " " + url);
}

std::vector<Passage*> Traffic::held() {
  std::vector<Passage*> out;
  for (const auto& passage : passages_) {
    if (passage->state == PassageState::Held) out.push_back(passage.get());
  }
  std::sort(out.begin(), out.end(), [](const Passage* a, const Passage* b) { return a->number < b->number; });
  return out;
}

// Pauses come in any order, and so do preflights; announcements come in that of sending.
std::vector<const Passage*> Traffic::passages() const {
  auto key = [&](const Passage* one) {
    auto main = by_id_.find(one->preflight_of);
    bool preflight = main != by_id_.end();
    const Passage* first = preflight ? main->second : one;
    return std::tuple(first->announcements == 0, first->number, !preflight, one->number, one->hop);
  };
  std::vector<const Passage*> out;
  for (const auto& passage : passages_) out.push_back(passage.get());
  std::stable_sort(out.begin(), out.end(), [&](const Passage* a, const Passage* b) { return key(a) < key(b); });
  return out;
}

bool Traffic::in_flight(Clock::time_point now) {
  for (size_t place : live_.take_late_bodies()) {
    for (const auto& passage : passages_) {
      if (passage->fate.how == Answer::Live && passage->live_entry == place) passage->open = false;
    }
  }
  bool any = false;
  for (const auto& passage : passages_) {
    bool stream = passage->request.type == "eventsource";  // has no end
    bool released = passage->state == PassageState::Released && !stream;
    any |= passage->state == PassageState::Announced || (released && !is_open(*passage, now));
  }
  return any;
}

bool Traffic::has_live_polls() const {
  return std::ranges::any_of(passages_, [](const auto& passage) {
    return passage->open && passage->fate.how == Answer::Live && passage->state != PassageState::Done;
  });
}

// Where one was kept before, a moment is enough.
Millis Traffic::patience_with(const Passage& passage) const {
  return polled_.contains(path_of(passage)) ? options_.patience / 10 : options_.patience;
}

// Whether the server keeps it.
bool Traffic::is_open(Passage& passage, Clock::time_point now) {
  if (passage.open || passage.has_head || passage.fate.how != Answer::Live) return passage.open;
  if (passage.request.type != "xhr" && passage.request.type != "fetch") return false;
  if (!passage.awaited_since) passage.awaited_since = now;
  if (now - *passage.awaited_since < patience_with(passage)) return false;
  polled_.insert(path_of(passage));
  passage.open = true;
  live_.leave_open(passage.live_entry);
  return true;
}

bool Traffic::may_ask_server(const Request& request) const {
  if (!options_.live || (options_.library && options_.library->is_hopeless(request))) return false;
  return options_.allow_writes || request.method == "GET" || request.method == "HEAD" || request.method == "OPTIONS";
}

void Traffic::release(Passage& passage) {
  if (passage.answer) {
    const auto& changed = passage.answer->body_override;
    answer(passage, *passage.answer->entry, {passage.answer->how, passage.answer->detail},
           changed ? &*changed : nullptr);
  } else if (may_ask_server(passage.request)) {
    if (auto learned = learned_answer(passage.request))
      answer(passage, *learned, {Answer::Recorded, ""});
    else
      let_through(passage);
  } else {
    fail(passage, "Failed");
    passage.fate = {Answer::Unanswered, options_.live
                                            ? "not sent: it could change something on the server (--allow-writes)"
                                            : "the recording has no answer to it"};
  }
}

void Traffic::answer(Passage& passage, const Entry& entry, Fate fate, const std::string* body) {
  const Response& response = entry.response;
  if (response.open) {
    passage.open = true;  // and stays held
    return;
  }
  if (!response.failure.empty()) {
    fail(passage, fail_reason(response.failure));
    passage.fate.detail = response.failure + " in the recording";
    return;
  }
  passage.fate = std::move(fate);
  gate_.answer(passage.pause, passage.request, response, body ? *body : response.body);
  passage.state = passage.end_unseen ? PassageState::Done : PassageState::Released;
}

// What has been asked of the server since the recording was made, here or by others.
std::shared_ptr<const Entry> Traffic::learned_answer(const Request& request) {
  if (!options_.library) return nullptr;
  if (!asking_) {
    Millis waited = options_.library->begin_asking();
    asking_ = true;
    if (options_.on_waited) options_.on_waited(waited);
  }
  if (auto entry = live_.find(request)) return entry;
  return options_.library->find(request);
}

void Traffic::fail(Passage& passage, const std::string& reason) {
  gate_.fail(passage.pause, reason);
  passage.fate = {Answer::Failed, reason};
  passage.state = passage.end_unseen ? PassageState::Done : PassageState::Released;
}

void Traffic::set_offline(bool offline) {
  offline_ = offline;
  if (!offline) return;
  for (Passage* passage : held()) disconnect(*passage);
}

void Traffic::disconnect(Passage& passage) {
  fail(passage, "InternetDisconnected");
  passage.fate.detail = "the user was offline";
}

void Traffic::let_through(Passage& passage) {
  passage.fate = {Answer::Live, ""};
  last_exchange_ = Clock::now();
  passage.state = PassageState::Released;
  passage.live_entry = live_.begin(passage.id.value, passage.request);
  gate_.let_out(passage.pause);
  if (passage.request.type == "eventsource") live_.listen(passage.id.value, passage.live_entry);
}

}  // namespace squall::network
