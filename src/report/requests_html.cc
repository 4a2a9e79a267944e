#include <algorithm>

#include "base/text.h"
#include "base/url.h"
#include "report/sections.h"

namespace squall::report {
namespace {

using lab::Answer;

constexpr size_t kMostRequests = 500;
constexpr size_t kWord = 20;

bool is_trouble(Answer answer) { return answer == Answer::Unanswered || answer == Answer::Failed; }

Html row_of(const lab::SentRequest& request, const std::string& page_origin) {
  Url url = parse_url(request.url);
  // Requests to other servers are told apart by their host.
  std::string host = url.host.empty() || url.origin() == page_origin ? "" : url.host;
  std::string answer = answer_words(request);
  if (!request.detail.empty()) answer += " (" + request.detail + ")";
  return element("tr", {{"class", is_trouble(request.answer) ? "trouble" : lab::name_of(request.answer)}},
                 element("td", text(request.method, kWord)) +
                     element("td", {{"class", "url"}, {"title", shorten(request.url, kLongText)}},
                             text(host + short_url(request.url))) +
                     element("td", text(request.type, kWord)) + element("td", text(answer, kLongText)));
}

Html explanation_of(const lab::Outcome& outcome) {
  auto unanswered = std::ranges::count(outcome.requests, Answer::Unanswered, &lab::SentRequest::answer);
  if (unanswered == 0) return {};
  return element("p", {{"class", "warning"}},
                 text(count_of(static_cast<size_t>(unanswered), "request") +
                      " got no answer, because this order of events leads to requests that were not recorded. What the "
                      "page does after them may say nothing about the real server. Record again with a flow that "
                      "leads to them, if they matter."));
}

}  // namespace

Html request_table(const lab::Outcome& outcome) {
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
  return element("h3", text("Requests")) + explanation_of(outcome) + table;
}

}  // namespace squall::report
