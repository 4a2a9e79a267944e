#include "network/recording.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

#include "base/text.h"
#include "base/url.h"
#include "network/parameters.h"
#include "network/similarity.h"

namespace squall::network {
namespace {

using outcome::Answer;

const std::vector<size_t> kNone;

std::string path_key(std::string_view method, std::string_view url) {
  Url parts = parse_url(url);
  return std::string(method) + " " + parts.scheme + "://" + parts.host + parts.path;
}

// What an approximate answer takes from its entry, or nothing when that entry must not be given.
struct Candidate {
  double score = 0;
  std::string detail;
  std::optional<std::string> body;
};

// An answer to OPTIONS says what a server allows at a path; the query does not matter.
bool may_differ(const Request& asked, const Difference& difference, bool is_callback) {
  return is_callback || is_volatile(difference) || asked.method == "OPTIONS";
}

std::optional<Candidate> judge(const Entry& entry, const Request& asked) {
  Comparison comparison = compare(entry.request, asked);
  if (!comparison.comparable) return std::nullopt;
  Candidate candidate{comparison.score, "", {}};
  std::vector<std::string> words;
  for (const Difference& difference : comparison.differences) {
    const std::string& body = candidate.body ? *candidate.body : entry.response.body;
    auto called = call_instead(body, difference);
    if (!may_differ(asked, difference, called.has_value())) return std::nullopt;
    if (called) candidate.body = std::move(called);
    words.push_back(describe(difference));
  }
  if (entry.request.method != asked.method)
    words.insert(words.begin(), "answered by the recorded " + entry.request.method);
  if (words.empty()) words.push_back("the same parameters, written in another way");
  candidate.detail = join(words, "; ");
  return candidate;
}

// Of one path. What has been heard already stands in the parameters, so their values say nothing.
bool is_same_poll(const Request& one, const Request& other) {
  auto names = [](const Request& request) {
    std::set<std::string> out;
    for (const auto& [name, value] : parse_url(request.url).parameters()) out.insert(name);
    return out;
  };
  return one.body == other.body && names(one) == names(other);
}

}  // namespace

std::string key_of(const Request& request) {
  std::string key = request.method + " " + without_fragment(request.url);
  if (!request.body.empty()) key += "\n" + hash_hex(with_fixed_boundary(request.body));
  return key;
}

bool avoids_cache(const Request& request) {
  for (const char* name : {"cache-control", "pragma"}) {
    std::string words = to_lower(header_or_empty(request.headers, name));
    if (words.find("no-cache") != std::string::npos || words.find("no-store") != std::string::npos) return true;
  }
  return false;
}

Index::Index(const Recording& recording) : recording_(recording) {
  for (size_t i = 0; i < recording.entries.size(); ++i) {
    const Request& request = recording.entries[i].request;
    exact_[key_of(request)].push_back(i);
    by_path_[path_key(request.method, request.url)].push_back(i);
  }
}

std::shared_ptr<const Index> Index::of(const std::shared_ptr<const Recording>& recording) {
  // Who owns a recording tells it from a later one at the same address.
  using Known = std::map<std::weak_ptr<const Recording>, std::shared_ptr<const Index>, std::owner_less<>>;
  static std::mutex mutex;
  static Known known;
  std::lock_guard lock(mutex);
  std::erase_if(known, [](const auto& one) { return one.first.expired(); });
  auto& index = known[recording];
  if (!index) index = std::make_shared<const Index>(*recording);
  return index;
}

const std::vector<size_t>& Index::exact(const std::string& key) const {
  auto found = exact_.find(key);
  return found == exact_.end() ? kNone : found->second;
}

const std::vector<size_t>& Index::by_path(std::string_view method, std::string_view url) const {
  auto found = by_path_.find(path_key(method, url));
  return found == by_path_.end() ? kNone : found->second;
}

Matcher::Matcher(std::shared_ptr<const Index> index)
    : index_(std::move(index)), used_(index_->recording().entries.size()) {}

std::optional<Found> Matcher::find(const Request& request) {
  auto found = find_exact(request);
  if (!found) found = find_similar(request, request.method);
  if (!found && request.method == "HEAD") {
    found = find_similar(request, "GET");
    if (found) found->body_override = "";
  }
  if (found) ++used_[found->index];
  return found;
}

// A poll that is asked again waits as the last of its kind did; else one that is answered at once would go on for ever.
std::optional<size_t> Matcher::open_like(const Request& request) const {
  for (size_t index : index_->by_path(request.method, request.url)) {
    const Entry& entry = index_->recording().entries[index];
    if (entry.response.open && is_same_poll(entry.request, request)) return index;
  }
  return std::nullopt;
}

std::optional<Found> Matcher::find_exact(const Request& request) {
  std::string key = key_of(request);
  const std::vector<size_t>& entries = index_->exact(key);
  if (entries.empty()) return std::nullopt;
  size_t asked = asked_[std::move(key)]++;
  size_t index = entries[std::min(asked, entries.size() - 1)];
  if (asked >= entries.size()) index = open_like(request).value_or(index);
  return Found{
      &index_->recording().entries[index], index, asked < entries.size() ? Answer::Recorded : Answer::Repeated, "", {}};
}

std::optional<Found> Matcher::find_similar(const Request& request, std::string_view recorded_method) const {
  std::optional<Found> best;
  double best_score = 0;
  if (auto open = open_like(request)) {
    const Entry& entry = index_->recording().entries[*open];
    return Found{&entry, *open, Answer::Approximate, "a poll like one that was open when the recording ended", {}};
  }
  for (size_t index : index_->by_path(recorded_method, request.url)) {
    const Entry& entry = index_->recording().entries[index];
    auto candidate = judge(entry, request);
    if (!candidate) continue;
    bool better =
        !best || candidate->score > best_score || (candidate->score == best_score && used_[index] < used_[best->index]);
    if (!better) continue;
    best = Found{&entry, index, Answer::Approximate, std::move(candidate->detail), std::move(candidate->body)};
    best_score = candidate->score;
  }
  return best;
}

}  // namespace squall::network
