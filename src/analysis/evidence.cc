#include "analysis/evidence.h"

namespace squall::analysis {

size_t Evidence::keep(finding::ShownRun first, finding::ShownRun second, oracle::Comparison comparison) {
  comparisons.push_back({runs.size(), runs.size() + 1, std::move(comparison)});
  runs.push_back(std::move(first));
  runs.push_back(std::move(second));
  return comparisons.size() - 1;
}

std::string Evidence::add(finding::Finding finding) {
  finding.id = "F" + std::to_string(findings.size() + 1);
  findings.push_back(std::move(finding));
  return findings.back().id;
}

}  // namespace squall::analysis
