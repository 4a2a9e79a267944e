// Requests: which were sent, how often, with which bodies, in which order, and how they were answered.
#include <map>

#include "base/text.h"
#include "base/url.h"
#include "oracle/aspects.h"
#include "oracle/sequences.h"
#include "oracle/words.h"

namespace squall::oracle {
namespace {

using outcome::SentRequest;

// Without the query, which often holds a time or a random number.
std::string subject_of(const SentRequest& request) {
  Url url = parse_url(request.url);
  std::string origin = url.host.empty() ? url.scheme + ":" : url.origin();
  return request.method + " " + origin + url.path;
}

std::string label_of(const SentRequest& request) { return request.method + " " + short_url(request.url); }

std::string full_label(const SentRequest& request) {
  std::string text = request.method + " " + request.url;
  return request.body_hash.empty() ? text : text + " (body " + request.body_hash + ")";
}

Difference about(const SentRequest& request, Kind kind) {
  return {.aspect = Aspect::Requests,
          .kind = kind,
          .subject = subject_of(request),
          .label = label_of(request),
          .name = request.method,
          .type = request.type};
}

// Requests with the same method and URL that only one of the runs sent.
struct Unmatched {
  std::vector<const SentRequest*> a, b;
  size_t common = 0;  // those that both sent

  const SentRequest& any() const { return a.empty() ? *b.front() : *a.front(); }
};

Difference tell(const Unmatched& group) {
  size_t before = group.a.size() + group.common, after = group.b.size() + group.common;
  Difference difference = about(group.any(), Kind::Sent);
  if (before == after) {
    const SentRequest &a = *group.a.front(), &b = *group.b.front();
    difference.kind = a.body_hash == b.body_hash ? Kind::SentAs : Kind::Body;
    difference.before = full_label(a);
    difference.after = full_label(b);
    difference.told = {a.type, b.type};
    return difference;
  }
  difference.before = before == 0 ? "" : times(before);
  difference.after = after == 0 ? "" : times(after);
  if (before == 0 || after == 0) {
    difference.side = after > 0 ? Side::Second : Side::First;
    difference.count = before + after;
  }
  return difference;
}

// The page cannot tell whether an answer comes from the server or is one that the server gave before.
bool same_answer(outcome::Answer a, outcome::Answer b) {
  auto plain = [](outcome::Answer answer) {
    return answer == outcome::Answer::Live ? outcome::Answer::Recorded : answer;
  };
  return plain(a) == plain(b);
}

void compare_answers(const SentRequest& a, const SentRequest& b, Differences& out) {
  if (same_answer(a.answer, b.answer)) return;
  Difference difference = about(b, Kind::Answer);
  difference.before = outcome::name_of(a.answer);
  difference.after = outcome::name_of(b.answer);
  out.push_back(std::move(difference));
}

std::vector<std::string> keys_of(const std::vector<SentRequest>& requests) {
  std::vector<std::string> keys;
  for (const SentRequest& request : requests) {
    keys.push_back(request.method + "\n" + request.url + "\n" + request.body_hash + "\n" + request.type);
  }
  return keys;
}

std::string list_of(const std::vector<SentRequest>& requests) {
  std::vector<std::string> labels;
  for (const SentRequest& request : requests) labels.push_back(full_label(request));
  return join(labels, "\n");
}

}  // namespace

void compare_requests(const outcome::Outcome& a, const outcome::Outcome& b, Differences& out) {
  SequenceDiff diff = compare_sequences(keys_of(a.requests), keys_of(b.requests));
  if (diff.only_order) {
    out.push_back({.aspect = Aspect::Requests,
                   .kind = Kind::Order,
                   .subject = "order",
                   .before = list_of(a.requests),
                   .after = list_of(b.requests),
                   .count = a.requests.size(),
                   .noun = "request"});
  }
  std::map<std::string, Unmatched> groups;
  std::vector<std::string> order;  // of first appearance
  auto group = [&](const SentRequest& request) -> Unmatched& {
    std::string name = request.method + " " + request.url;
    if (!groups.contains(name)) order.push_back(name);
    return groups[name];
  };
  for (size_t i : diff.only_a) group(a.requests[i]).a.push_back(&a.requests[i]);
  for (size_t j : diff.only_b) group(b.requests[j]).b.push_back(&b.requests[j]);
  for (auto [i, j] : diff.pairs) {
    auto found = groups.find(b.requests[j].method + " " + b.requests[j].url);
    if (found != groups.end()) ++found->second.common;
    compare_answers(a.requests[i], b.requests[j], out);
  }
  for (const std::string& name : order) out.push_back(tell(groups.at(name)));
}

}  // namespace squall::oracle
