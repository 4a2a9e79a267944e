// The order of the events of one XMLHttpRequest.
//
// Requests are told apart by their cause and by their detail without the type ("GET http://h/x"). When one event sends
// the same request several times, the n-th event of a type belongs to the n-th request; progress and readystatechange
// 3, which come any number of times, are then left out.
#include <algorithm>
#include <map>
#include <tuple>

#include "trace/rules.h"

namespace squall::trace {
namespace {

enum Rank { kUnknown = 0, kOpened, kLoadStart, kHeaders, kLoading, kDone, kEnd, kLoadEnd };

Rank rank_of(std::string_view type, std::string_view state) {
  if (type == "readystatechange") {
    if (state == "1") return kOpened;
    if (state == "2") return kHeaders;
    if (state == "3") return kLoading;
    if (state == "4") return kDone;
    return kUnknown;
  }
  if (type == "loadstart") return kLoadStart;
  if (type == "progress") return kLoading;
  if (type == "load" || type == "error" || type == "abort" || type == "timeout") return kEnd;
  return type == "loadend" ? kLoadEnd : kUnknown;
}

struct Typed {
  Rank rank = kUnknown;
  std::string_view request;  // what stands before the type
};

// Splits "GET http://h/x readystatechange 4".
Typed typed(std::string_view text) {
  auto words = words_of(text);
  for (size_t tail = 1; tail <= 2 && tail <= words.size(); ++tail) {
    std::string_view type = words[words.size() - tail];
    Rank rank = rank_of(type, tail == 2 ? words.back() : "");
    if (rank == kUnknown || (tail == 2 && type != "readystatechange")) continue;
    return {rank, text.substr(0, static_cast<size_t>(type.data() - text.data()))};
  }
  return {kUnknown, text};
}

struct Member {
  Rank rank;
  EventId id;
  auto operator<=>(const Member&) const = default;
};

void chain(std::vector<Member> members, EdgeSink& sink) {
  std::sort(members.begin(), members.end());
  for (size_t i = 1; i < members.size(); ++i) sink.add(members[i - 1].id, members[i].id, Rule::XhrOrder);
}

void add_group(const std::vector<Member>& members, EdgeSink& sink) {
  std::map<Rank, size_t> count;
  std::map<size_t, std::vector<Member>> requests;
  for (const Member& member : members) {
    size_t number = count[member.rank]++;
    if (member.rank != kLoading) requests[number].push_back(member);
  }
  if (requests.size() <= 1) return chain(members, sink);
  for (auto& [number, request] : requests) chain(request, sink);
}

}  // namespace

void add_xhr_edges(const Trace& trace, const std::vector<std::string_view>& fork_texts, EdgeSink& sink) {
  std::map<std::tuple<EventId, std::string_view, std::string_view>, std::vector<Member>> groups;
  for (const Event& event : trace.events) {
    if (event.kind != EventKind::Xhr) continue;
    Typed type = typed(event.detail);
    if (type.rank == kUnknown) type.rank = typed(fork_texts[static_cast<size_t>(event.id.value)]).rank;
    if (type.rank == kUnknown) continue;
    std::string_view request = type.request.substr(0, type.request.find_last_not_of(' ') + 1);
    groups[{event.cause, event.frame, request}].push_back({type.rank, event.id});
  }
  for (const auto& [key, members] : groups) add_group(members, sink);
}

}  // namespace squall::trace
