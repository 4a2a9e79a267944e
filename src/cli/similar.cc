#include "cli/similar.h"

#include <algorithm>

namespace squall::cli {

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates, std::string_view prefix) {
  // A word that would have to be written almost anew is no typing error.
  size_t distance = std::min<size_t>(3, std::max<size_t>(1, word.size() / 2) + 1);
  const std::string* best = nullptr;
  for (const std::string& candidate : candidates) {
    size_t d = edit_distance(candidate, word.substr(0, 64));
    if (d < distance) best = &candidate, distance = d;
  }
  return best ? "; did you mean " + std::string(prefix) + *best + "?" : "";
}

}  // namespace squall::cli
