// Two sequences compared as multisets and in their order.
#pragma once

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

namespace squall::oracle {

struct SequenceDiff {
  std::vector<size_t> only_a;                    // places in a without an equal in b
  std::vector<size_t> only_b;                    // places in b without an equal in a
  std::vector<std::pair<size_t, size_t>> pairs;  // equals, in the order of a: the nth here is the nth there
  bool only_order = false;                       // the same elements, in another order
};

inline SequenceDiff compare_sequences(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  SequenceDiff diff;
  std::unordered_map<std::string, std::vector<size_t>> left;  // places in b, last first
  for (size_t j = b.size(); j-- > 0;) left[b[j]].push_back(j);
  for (size_t i = 0; i < a.size(); ++i) {
    auto found = left.find(a[i]);
    if (found == left.end() || found->second.empty()) {
      diff.only_a.push_back(i);
    } else {
      diff.pairs.emplace_back(i, found->second.back());
      found->second.pop_back();
    }
  }
  for (const auto& [key, places] : left) diff.only_b.insert(diff.only_b.end(), places.begin(), places.end());
  std::sort(diff.only_b.begin(), diff.only_b.end());
  diff.only_order = a != b && diff.only_a.empty() && diff.only_b.empty();
  return diff;
}

}  // namespace squall::oracle
