#include "analysis/smallest.h"

#include <algorithm>

namespace squall::analysis {

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

}  // namespace squall::analysis
