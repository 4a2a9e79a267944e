#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "base/text.h"
#include "base/url.h"
#include "report/sections.h"

namespace squall::report {
namespace {

using outcome::Answer;

constexpr size_t kMostRequests = 500;
constexpr size_t kWord = 20;

bool is_trouble(Answer answer) { return answer == Answer::Unanswered || answer == Answer::Failed; }

// Requests to other servers are told apart by their host.
std::string address_words(const std::string& address, const std::string& page_origin) {
  Url url = parse_url(address);
  return (url.host.empty() || url.origin() == page_origin ? "" : url.host) + short_url(address);
}

Html row_of(const outcome::SentRequest& request, const std::string& page_origin) {
  std::string answer = answer_words(request);
  if (!request.detail.empty()) answer += " (" + request.detail + ")";
  return element("tr", {{"class", is_trouble(request.answer) ? "trouble" : outcome::name_of(request.answer)}},
                 element("td", text(request.method, kWord)) +
                     element("td", {{"class", "url"}, {"title", shorten(request.url, kLongText)}},
                             text(address_words(request.url, page_origin))) +
                     element("td", text(request.type, kWord)) + element("td", text(answer, kLongText)));
}

Html explanation_of(const outcome::Outcome& outcome) {
  auto unanswered = std::ranges::count(outcome.requests, Answer::Unanswered, &outcome::SentRequest::answer);
  if (unanswered == 0) return {};
  return element("p", {{"class", "warning"}},
                 text(count_of(static_cast<size_t>(unanswered), "request") +
                      " got no answer, because this order of events leads to requests that were not recorded. What the "
                      "page does after them may say nothing about the real server. Record again with a flow that "
                      "leads to them, if they matter."));
}

// The same request in two runs: how it was answered in each, as often as it was sent.
struct SharedRequest {
  const outcome::SentRequest* request = nullptr;  // one of them
  std::array<std::vector<const outcome::SentRequest*>, 2> sent;
  bool fresh = false;

  // Parts of the page that both runs loaded, and that nobody has to look at.
  bool is_plain() const {
    static const std::set<std::string> kParts = {"document", "script", "stylesheet", "image", "font", "media"};
    return !fresh && sent[0].size() == sent[1].size() && kParts.contains(request->type) &&
           std::ranges::all_of(sent[1], [](const auto* one) { return one->answer == Answer::Recorded; });
  }
};

std::vector<SharedRequest> shared_requests(const outcome::Outcome& first, const outcome::Outcome& second,
                                           const std::vector<std::string>& fresh) {
  std::vector<SharedRequest> out;
  std::map<std::tuple<std::string, std::string, std::string>, size_t> places;
  const outcome::Outcome* outcomes[] = {&first, &second};
  for (size_t side = 0; side < 2; ++side) {
    for (const outcome::SentRequest& request : outcomes[side]->requests) {
      auto [place, added] = places.try_emplace({request.method, request.url, request.body_hash}, out.size());
      if (added) {
        bool is_new = std::ranges::find(fresh, request.method + " " + request.url) != fresh.end();
        out.push_back({&request, {}, is_new || request.answer == Answer::Live});
      }
      out[place->second].sent[side].push_back(&request);
    }
  }
  return out;
}

// "from the recording", "2 times", "not sent".
std::string sent_words(const std::vector<const outcome::SentRequest*>& sent) {
  if (sent.empty()) return "not sent";
  std::string words = answer_words(*sent[0]);
  return sent.size() == 1 ? words : std::to_string(sent.size()) + " times, " + words;
}

Html shared_row(const SharedRequest& shared, const std::string& origin) {
  const outcome::SentRequest& request = *shared.request;
  Html what = element("code", text(request.method, kWord) + text(" ") + text(address_words(request.url, origin)));
  if (shared.fresh) what += text(" ") + element("span", {{"class", "chip new"}}, text("new"));
  Html cells = element("td", {{"class", "url"}, {"title", shorten(request.url, kLongText)}}, what);
  for (size_t side = 0; side < 2; ++side) {
    const char* label = side == 0 ? "First run" : "Second run";
    bool loud = shared.sent[side].empty() || is_trouble(shared.sent[side][0]->answer);
    cells += element("td", {{"class", loud ? "loud" : "calm"}, {"data-label", label}},
                     text(sent_words(shared.sent[side]), kLongText));
  }
  return element("tr", {{"class", shared.fresh ? "fresh" : "known"}}, cells);
}

Html shared_table(const Html& rows) {
  Html head;
  for (const char* name : {"Request", "First run", "Second run"}) head += element("th", {{"scope", "col"}}, text(name));
  return element("table", {{"class", "shared"}}, element("thead", element("tr", head)) + element("tbody", rows));
}

}  // namespace

Html request_table(const outcome::Outcome& outcome, int level) {
  if (outcome.requests.empty()) return {};
  Html head;
  for (const char* name : {"Method", "URL", "Type", "Answered"}) head += element("th", {{"scope", "col"}}, text(name));
  std::string origin = parse_url(outcome.url).origin();
  Html rows;
  size_t shown = std::min(outcome.requests.size(), kMostRequests);
  for (size_t i = 0; i < shown; ++i) rows += row_of(outcome.requests[i], origin);
  Html table =
      element("table", {{"class", "requests"}}, element("thead", element("tr", head)) + element("tbody", rows));
  if (shown < outcome.requests.size()) {
    table += element("p", {{"class", "quiet"}}, text(count_of(outcome.requests.size() - shown, "more request")));
  }
  return heading(level, text("Requests")) + explanation_of(outcome) + table;
}

Html requests_of_both(const outcome::Outcome& first, const outcome::Outcome& second,
                      const std::vector<std::string>& fresh, int level) {
  std::string origin = parse_url(first.url).origin();
  Html told, plain;
  size_t shown = 0, plain_count = 0;
  bool any_fresh = false;
  for (const SharedRequest& shared : shared_requests(first, second, fresh)) {
    if (++shown > kMostRequests) continue;
    (shared.is_plain() ? plain : told) += shared_row(shared, origin);
    plain_count += shared.is_plain() ? 1 : 0;
    any_fresh = any_fresh || shared.fresh;
  }
  if (shown == 0) return {};
  Html out = heading(level, text("Requests of both runs"));
  if (any_fresh) {
    out +=
        element("p", text("The recording did not know what is marked as new. It was asked of the real server once, and "
                          "recorded, so that all runs got the same answer."));
  }
  if (!told.empty()) out += shared_table(told);
  if (shown > kMostRequests) {
    out += element("p", {{"class", "quiet"}}, text(count_of(shown - kMostRequests, "more request")));
  }
  if (!plain.empty()) {
    out += element("details", element("summary", text(count_of(plain_count, "part") +
                                                      " of the page that both runs loaded from the recording")) +
                                  shared_table(plain));
  }
  return out;
}

}  // namespace squall::report
