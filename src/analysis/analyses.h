// The table of analyses: what the rest of the program has to know of each. A new analysis is a folder beside this file,
// a command (src/cli/), and a row here.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "oracle/compare.h"

namespace squall::analysis {

// The second run against the first, which is right: equal when nobody is harmed.
using Compare = oracle::Comparison (*)(const outcome::Outcome& right, const outcome::Outcome& wrong,
                                       const oracle::CompareOptions& options);

struct About {
  std::string name;  // that of its command
  // The kinds of its findings, and what a person calls them.
  std::vector<std::pair<std::string, std::string>> kinds;
  // How the two runs of a finding are compared when it is shown again.
  Compare compare;
  // In the folder of the recording: what it must know to go on with a run; "" when it begins anew.
  std::string job_file = {};
};

const std::vector<About>& analyses();
// Null when no analysis has that name.
const About* find_analysis(const std::string& name);

}  // namespace squall::analysis
