#include "analysis/harm.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "network/similarity.h"

namespace squall::analysis {

using oracle::Aspect;
using oracle::Difference;
using oracle::Kind;

namespace {

bool only_reads(const std::string& method) { return method == "GET" || method == "HEAD" || method == "OPTIONS"; }

// An element that shows something else in each run has other pixels in each; no mask of some runs holds them all.
bool is_of_unstable_element(const Difference& difference, const oracle::Stability& stability) {
  if (difference.aspect != Aspect::Screen) return false;
  Difference element = difference;
  element.aspect = Aspect::Dom;
  return stability.covers(element);
}

// An ignored part that grows or shrinks moves what is around it, and that is all.
bool is_only_layout(const oracle::Comparison& comparison) {
  return std::all_of(comparison.differences.begin(), comparison.differences.end(), [](const Difference& difference) {
    return difference.aspect == Aspect::Layout || difference.aspect == Aspect::Screen || !harms(difference);
  });
}

}  // namespace

bool harms(const oracle::Difference& difference) {
  switch (difference.aspect) {
    case Aspect::Console:
    case Aspect::Step: return false;
    case Aspect::Incident: return difference.subject == "dialog" || difference.subject == "download";
    case Aspect::Dom: return difference.kind != Kind::Focus && !difference.unseen;
    case Aspect::Layout: return !difference.unseen;
    case Aspect::Requests:
      if (difference.type == "ping") return false;  // whoever counts by beacons has one more or less
      return difference.kind != Kind::Answer && !only_reads(difference.name);
    default: return true;
  }
}

bool harms(const oracle::Difference& difference, const oracle::Comparison& comparison) {
  bool unseen = difference.in_head && comparison.pictured && !comparison.visible;
  return harms(difference) && !unseen;
}

oracle::Comparison compare_harm(const outcome::Outcome& a, const outcome::Outcome& b,
                                const oracle::CompareOptions& options) {
  auto comparison = oracle::compare(a, b, options);
  bool follows = !options.ignore.empty() && is_only_layout(comparison);
  std::vector<Difference> harmful;
  for (Difference& difference : comparison.differences) {
    bool counts = harms(difference, comparison) && !follows && !is_of_unstable_element(difference, options.stability);
    (counts ? harmful : comparison.not_counted).push_back(std::move(difference));
  }
  comparison.differences = std::move(harmful);
  comparison.equal = comparison.differences.empty();
  return comparison;
}

namespace {

constexpr size_t kMostTokens = 10'000;  // more are no tokens but data

bool may_bring_tokens(const network::Entry& entry) {
  const std::string& type = entry.request.type;
  return type == "xhr" || type == "fetch" || type == "document";
}

std::set<std::string_view> tokens_in(const network::Entry& entry) {
  std::set<std::string_view> tokens;
  auto add = [&](std::string_view text) {
    for (std::string_view word : oracle::token_words(text)) {
      if (tokens.size() < kMostTokens && network::looks_random(word)) tokens.insert(word);
    }
  };
  for (const auto& [name, value] : entry.response.headers) add(value);
  add(entry.response.body);
  return tokens;
}

}  // namespace

oracle::Served served_by(const network::Recording& recording) {
  oracle::Served served;
  std::map<std::string, std::set<std::string_view>> first;  // tokens of the first answer, by request
  for (const auto& entry : recording.entries) {
    for (const auto& [name, value] : entry.response.headers) {
      if (to_lower(name) != "set-cookie") continue;
      for (const std::string& line : split(value, '\n')) served.cookies.emplace(trim(split(line, ';')[0]));
    }
    if (!may_bring_tokens(entry)) continue;
    auto tokens = tokens_in(entry);
    if (served.tokens.size() < kMostTokens) served.tokens.insert(tokens.begin(), tokens.end());
    auto [before, is_first] = first.try_emplace(network::key_of(entry.request), tokens);
    if (is_first) continue;
    for (std::string_view token : tokens) {
      if (!before->second.contains(token)) served.renewed.emplace(token);
    }
    for (std::string_view token : before->second) {
      if (!tokens.contains(token)) served.renewed.emplace(token);
    }
  }
  return served;
}

}  // namespace squall::analysis
