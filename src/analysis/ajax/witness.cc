#include "analysis/ajax/witness.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "base/text.h"
#include "base/url.h"
#include "trace/event_name.h"

namespace squall::analysis::ajax {
namespace {

constexpr size_t kNamed = 3;  // responses that a sentence names

using trace::EventKind;
using trace::EventName;

constexpr std::array kResponses = {EventKind::Xhr,        EventKind::Fetch,     EventKind::Body,
                                   EventKind::ScriptLoad, EventKind::Script,    EventKind::Module,
                                   EventKind::ImageLoad,  EventKind::StyleLoad, EventKind::FrameLoad,
                                   EventKind::MediaLoad,  EventKind::Resource};
constexpr std::array kMessages = {EventKind::WebSocket, EventKind::EventSource,      EventKind::Message,
                                  EventKind::Port,      EventKind::BroadcastChannel, EventKind::Worker};

template <typename Kinds>
bool is_one_of(EventKind kind, const Kinds& kinds) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

EventName parsed(const std::string& name) { return trace::parse_event_name(name).value_or(EventName{}); }

// What happens last in a name; of the loading of the page, nothing that we know.
EventName::Segment last_of(const EventName& name) { return name.last() ? *name.last() : EventName::Segment{}; }

bool can_be_held(const std::string& name) {
  EventKind kind = last_of(parsed(name)).kind;
  return is_one_of(kind, kResponses) || is_one_of(kind, kMessages);
}

std::string user_name(int position) { return to_text(trace::step_name(position)); }

bool derives_from(const std::string& name, const std::string& cause) {
  return parsed(name).derives_from(parsed(cause));
}

// Whether it is a response or message to the first of the pair.
bool is_of_first(const std::string& name, const Sequence& sequence) {
  if (sequence.hold == kLoading) return is_data_of_loading(name);
  return can_be_held(name) && derives_from(name, user_name(sequence.hold));
}

// Unless it only follows from one that is there.
void add_first(std::vector<std::string>& list, const std::string& name) {
  bool follows = std::any_of(list.begin(), list.end(), [&](const auto& other) { return derives_from(name, other); });
  if (!follows) list.push_back(name);
}

size_t place_of(const std::vector<std::string>& order, const std::string& name) {
  return static_cast<size_t>(std::find(order.begin(), order.end(), name) - order.begin());
}

std::string url_words(const std::string& url, const std::string& page_url) {
  bool own = parse_url(url).origin() == parse_url(page_url).origin();
  return own ? short_url(url) : shorten(url, 120);
}

// Of a connection, by the name of its opening or of one of its messages: "…/web-socket:ws://h/a/web-socket:message#2".
std::string address_of(const EventName& name) {
  auto last = last_of(name), opening = last_of(name.parent());
  if (last.detail.find("://") != std::string::npos) return last.detail;
  return opening.kind == last.kind ? opening.detail : "";
}

std::string request_of(const EventName& name) {
  auto last = last_of(name);
  if (last.kind == EventKind::Body) return request_of(name.parent());  // of the fetch before it
  if (!is_one_of(last.kind, kResponses)) return "";
  return last.detail.find("://") < last.detail.find(' ') ? "GET " + last.detail : last.detail;
}

// Each once.
std::vector<std::string> words_of(const std::vector<std::string>& names, const std::string& page_url) {
  std::vector<std::string> words;
  for (const std::string& name : names) {
    std::string one = words_for(name, page_url);
    if (std::find(words.begin(), words.end(), one) == words.end()) words.push_back(one);
  }
  return words;
}

std::string list_of(const std::vector<std::string>& words) {
  std::string text;
  for (size_t i = 0; i < words.size() && i < kNamed; ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return words.size() > kNamed ? text + " and " + std::to_string(words.size() - kNamed) + " more" : text;
}

std::set<std::string> requests_of(const std::vector<std::string>& names) {
  std::set<std::string> requests;
  for (const std::string& name : names) requests.insert(request_of(parsed(name)));
  return requests;
}

// Names do not hold the bodies: a request that was sent with two of them is not known to be the same.
bool has_one_body(const std::string& request, const std::vector<outcome::SentRequest>& sent) {
  std::set<std::string> bodies;
  for (const auto& each : sent) {
    if (each.method + " " + each.url == request) bodies.insert(each.body_hash);
  }
  return bodies.size() <= 1;
}

// What overtook, when words alone do not tell it from what was overtaken.
std::string others_like_it(const Crossing& crossing, bool several) {
  auto requests = requests_of(crossing.held);
  if (requests.contains("")) return several ? "those of other connections" : "one of another connection";
  bool same = requests == requests_of(crossing.overtaking) &&
              std::ranges::all_of(requests, [&](const auto& request) { return has_one_body(request, crossing.sent); });
  if (same) return several ? "those to the same requests, sent later" : "that to the same request, sent later";
  return several ? "those to later ones" : "that to a later one";
}

}  // namespace

bool is_data_of_loading(const std::string& event_name) {
  EventName name = parsed(event_name);
  return name.step() == kLoading && is_data(last_of(name).kind);
}

std::vector<std::string> held_in(const lab::Run& adverse, const Sequence& sequence) {
  std::vector<std::string> held;
  size_t until = place_of(adverse.order, user_name(sequence.until));
  for (size_t i = until; i < adverse.order.size(); ++i) {
    const std::string& name = adverse.order[i];
    if (is_of_first(name, sequence)) add_first(held, name);
  }
  for (const std::string& name : aborted_in(adverse, sequence)) add_first(held, name);
  return held;
}

std::vector<std::string> aborted_in(const lab::Run& adverse, const Sequence& sequence) {
  const auto& [offers, turns] = adverse.decisions;
  auto is_second = [&](const lab::Turn& turn) { return offers[turn.ran].name == user_name(sequence.until); };
  auto second = std::ranges::find_if(turns, is_second);
  if (second == turns.end()) return {};
  auto is_given_up = [&](const std::string& request) {
    return std::ranges::any_of(adverse.outcome.requests, [&](const outcome::SentRequest& sent) {
      return sent.answer == outcome::Answer::Abandoned && sent.method + " " + sent.url == request;
    });
  };
  std::vector<std::string> aborted;
  auto enabled = lab::enabled_at_turns(adverse.decisions);
  for (size_t offer : enabled[static_cast<size_t>(second - turns.begin())]) {
    const std::string& name = offers[offer].name;
    bool came = std::ranges::find(adverse.order, name) != adverse.order.end();
    if (!came && is_of_first(name, sequence) && is_given_up(request_of(name))) add_first(aborted, name);
  }
  return aborted;
}

bool is_abort(const Crossing& crossing) {
  return !crossing.held.empty() && std::ranges::all_of(crossing.held, [&](const auto& name) {
    return std::ranges::find(crossing.aborted, name) != crossing.aborted.end();
  });
}

std::vector<std::string> overtaking_in(const lab::Run& adverse, const Sequence& sequence) {
  std::vector<std::string> overtaking;
  auto held = held_in(adverse, sequence);
  size_t end = held.empty() ? adverse.order.size() : place_of(adverse.order, held.front());  // at its end: never
  for (size_t i = place_of(adverse.order, user_name(sequence.until)); i < end; ++i) {
    const std::string& name = adverse.order[i];
    if (derives_from(name, user_name(sequence.until)) && can_be_held(name)) add_first(overtaking, name);
  }
  return overtaking;
}

std::optional<std::vector<std::string>> in_turn(const lab::Run& adverse, const std::vector<std::string>& held) {
  // The request, where the cache has a part in it.
  auto cached = [&](const std::string& name) -> std::string {
    auto came = std::ranges::find(adverse.came, name, &lab::Came::name);
    if (came == adverse.came.end() || came->fresh) return "";
    std::string request = request_of(name);
    return request.starts_with("GET ") ? request : "";
  };
  auto order = adverse.order;
  bool any = false;
  for (const std::string& name : held) {
    std::string request = cached(name);
    int step = parsed(name).step();
    auto waits_for_it = [&](const std::string& other) {
      return !request.empty() && parsed(other).step() > step && cached(other) == request;
    };
    auto own = std::ranges::find(order, name);
    auto first = std::find_if(order.begin(), own, waits_for_it);
    if (own == order.end() || first == own) continue;
    std::rotate(first, own, own + 1);
    any = true;
  }
  return any ? std::optional(std::move(order)) : std::nullopt;
}

bool is_response_to(const std::string& event_name, const std::string& request) {
  EventName name = parsed(event_name);
  if (is_one_of(last_of(name).kind, kMessages)) return address_of(name) == request.substr(request.find(' ') + 1);
  return request_of(name) == request;
}

std::string request_of(const std::string& event_name) { return request_of(parsed(event_name)); }

std::string words_for(const std::string& event_name, const std::string& page_url) {
  EventName name = parsed(event_name);
  EventKind kind = last_of(name).kind;
  if (kind == EventKind::WebSocket || kind == EventKind::EventSource) {
    std::string stream =
        kind == EventKind::WebSocket ? "a message of the WebSocket " : "a message of the event stream ";
    return stream + url_words(address_of(name), page_url);
  }
  if (is_one_of(kind, kMessages)) return "a message";
  std::string request = request_of(event_name);
  size_t space = request.find(' ');
  if (space == std::string::npos) return "the response to " + shorten(request, 120);
  return "the response to " + request.substr(0, space) + " " + url_words(request.substr(space + 1), page_url);
}

namespace {

// "click “B” aborts GET /a, which still waits for its answer"
std::string abort_sentence(const Crossing& crossing, const std::string& then, const std::string& page_url) {
  std::vector<std::string> requests;
  for (const std::string& name : crossing.held) {
    std::string request = request_of(parsed(name));
    size_t space = request.find(' ');
    std::string words = request.substr(0, space + 1) + url_words(request.substr(space + 1), page_url);
    if (std::ranges::find(requests, words) == requests.end()) requests.push_back(words);
  }
  bool one = requests.size() == 1;
  return then + " aborts " + list_of(requests) + ", which still " + (one ? "waits for its answer" : "wait for answers");
}

}  // namespace

std::string witness_sentence(const Crossing& crossing, const std::string& then, const std::string& page_url) {
  if (crossing.held.empty()) return "";
  if (is_abort(crossing)) return abort_sentence(crossing, then, page_url);
  auto held = words_of(crossing.held, page_url);
  std::string sentence = list_of(held);
  bool several = held.size() > 1;
  if (crossing.overtaking.empty()) return sentence + " came only after " + then;
  std::string others = list_of(words_of(crossing.overtaking, page_url));
  if (others == sentence) others = others_like_it(crossing, several);
  return sentence + (several ? " were" : " was") + " overtaken by " + others;
}

}  // namespace squall::analysis::ajax
