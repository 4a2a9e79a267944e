#include "analysis/ajax/witness.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "base/text.h"
#include "base/url.h"

namespace squall::analysis::ajax {
namespace {

constexpr size_t kNamed = 3;  // responses that a sentence names

constexpr std::array kResponses = {"xhr",        "fetch",      "body",       "script-load", "script",  "module",
                                   "image-load", "style-load", "frame-load", "media-load",  "resource"};
constexpr std::array kMessages = {"web-socket", "event-source", "message", "port", "channel", "worker"};
constexpr std::array kOthers = {"timeout", "interval", "frame", "idle", "user", "milestone", "observer", "animation"};

// The last event of a name: its kind and its detail. Details hold slashes of their own, so the kinds are looked for.
struct Last {
  std::string kind, detail;
  size_t at = std::string::npos;  // where it begins in the name
};

// The number among equals, at the end of a name: "#2".
std::string without_number(std::string text) {
  size_t hash = text.rfind('#');
  if (hash == std::string::npos || hash + 1 == text.size()) return text;
  bool digits = std::all_of(text.begin() + static_cast<long>(hash) + 1, text.end(),
                            [](unsigned char c) { return std::isdigit(c); });
  return digits ? text.substr(0, hash) : text;
}

Last last_of(const std::string& name) {
  Last last;
  auto look = [&](const char* kind) {
    std::string mark = "/" + std::string(kind) + ":";
    size_t at = name.rfind(mark);
    if (at == std::string::npos || (last.at != std::string::npos && at < last.at)) return;
    last = {kind, name.substr(at + mark.size()), at};
  };
  for (const char* kind : kResponses) look(kind);
  for (const char* kind : kMessages) look(kind);
  for (const char* kind : kOthers) look(kind);
  std::string plain = without_number(name);
  for (const char* kind : {"frame", "idle"}) {  // these have no detail
    if (plain.ends_with("/" + std::string(kind))) last = {kind, "", plain.rfind('/')};
  }
  return last;
}

template <typename Kinds>
bool is_one_of(const std::string& kind, const Kinds& kinds) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

bool can_be_held(const std::string& name) {
  std::string kind = last_of(name).kind;
  return is_one_of(kind, kResponses) || is_one_of(kind, kMessages);
}

std::string user_name(int position) { return "root/user:" + std::to_string(position + 1); }

bool derives_from(const std::string& name, const std::string& cause) {
  return name.find(cause + "/") != std::string::npos;
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
std::string address_of(const std::string& name, const Last& last) {
  if (last.detail.find("://") != std::string::npos) return without_number(last.detail);
  Last opening = last_of(name.substr(0, last.at));
  return opening.kind == last.kind ? without_number(opening.detail) : "";
}

std::string list_of(const std::vector<std::string>& names, const std::string& page_url) {
  std::vector<std::string> words;
  for (const std::string& name : names) {
    std::string one = words_for(name, page_url);
    if (std::find(words.begin(), words.end(), one) == words.end()) words.push_back(one);
  }
  std::string text;
  for (size_t i = 0; i < words.size() && i < kNamed; ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return words.size() > kNamed ? text + " and " + std::to_string(words.size() - kNamed) + " more" : text;
}

std::set<std::string> requests_of(const std::vector<std::string>& names) {
  std::set<std::string> requests;
  for (const std::string& name : names) requests.insert(request_of(name));
  return requests;
}

// Names do not hold the bodies: a request that was sent with two of them is not known to be the same.
bool has_one_body(const std::string& request, const std::vector<lab::SentRequest>& sent) {
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

std::vector<std::string> held_in(const lab::Run& adverse, const Sequence& sequence) {
  std::vector<std::string> held;
  size_t until = place_of(adverse.order, user_name(sequence.until));
  for (size_t i = until; i < adverse.order.size(); ++i) {
    const std::string& name = adverse.order[i];
    if (derives_from(name, user_name(sequence.hold)) && can_be_held(name)) add_first(held, name);
  }
  return held;
}

std::vector<std::string> overtaking_in(const lab::Run& adverse, const Sequence& sequence) {
  std::vector<std::string> overtaking;
  auto held = held_in(adverse, sequence);
  size_t end = held.empty() ? adverse.order.size() : place_of(adverse.order, held.front());
  for (size_t i = place_of(adverse.order, user_name(sequence.until)); i < end; ++i) {
    const std::string& name = adverse.order[i];
    if (derives_from(name, user_name(sequence.until)) && can_be_held(name)) add_first(overtaking, name);
  }
  return overtaking;
}

std::string request_of(const std::string& event_name) {
  Last last = last_of(event_name);
  if (last.kind == "body") return request_of(event_name.substr(0, last.at));  // of the fetch before it
  if (!is_one_of(last.kind, kResponses)) return "";
  std::string detail = without_number(last.detail);
  return detail.find("://") < detail.find(' ') ? "GET " + detail : detail;
}

std::string words_for(const std::string& event_name, const std::string& page_url) {
  Last last = last_of(event_name);
  if (last.kind == "web-socket" || last.kind == "event-source") {
    std::string stream = last.kind == "web-socket" ? "a message of the WebSocket " : "a message of the event stream ";
    return stream + url_words(address_of(event_name, last), page_url);
  }
  if (is_one_of(last.kind, kMessages)) return "a message";
  std::string request = request_of(event_name);
  size_t space = request.find(' ');
  if (space == std::string::npos) return "the response to " + shorten(request, 120);
  return "the response to " + request.substr(0, space) + " " + url_words(request.substr(space + 1), page_url);
}

Result<std::vector<std::string>> smallest(const std::vector<std::string>& held, const Shows& shows, size_t limit) {
  if (held.size() <= 1) return held;
  Sets singles;
  for (size_t i = 0; i < std::min(held.size(), limit); ++i) singles.push_back({held[i]});
  auto alone = shows(singles);
  if (!alone) return alone.error();
  for (size_t i = 0; i < singles.size(); ++i) {
    if ((*alone)[i]) return singles[i];
  }
  std::vector<std::string> left = held;
  size_t tried = singles.size();
  for (size_t i = 0; i < left.size() && left.size() > 2 && tried < limit; ++tried) {
    std::vector<std::string> without = left;
    without.erase(without.begin() + static_cast<long>(i));
    auto still = shows({without});
    if (!still) return still.error();
    if ((*still)[0])
      left = std::move(without);
    else
      ++i;
  }
  return left;
}

std::string witness_sentence(const Crossing& crossing, const std::string& then, const std::string& page_url) {
  if (crossing.held.empty()) return "";
  std::string sentence = list_of(crossing.held, page_url);
  bool several = sentence.find(" and ") != std::string::npos;
  if (crossing.overtaking.empty()) return sentence + " came only after " + then;
  std::string others = list_of(crossing.overtaking, page_url);
  if (others == sentence) others = others_like_it(crossing, several);
  return sentence + (several ? " were" : " was") + " overtaken by " + others;
}

}  // namespace squall::analysis::ajax
