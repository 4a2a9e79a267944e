// A command of squall as a user runs it, from the start of the program to its report, against loading the page.
#pragma once

#include "bench/setting.h"

namespace squall::bench {

struct WholeRun {
  double ms = 0;     // of the command
  double visit = 0;  // of a bare load of the page in a context of its own, as each test of a test runner has it
  double reload =
      0;             // of one in a page that is used again, whose scripts are compiled already; with the reset after it
  size_t tests = 0;  // that its results tell of

  double ratio() const { return ms / visit; }
  // "1713 ms from the start of squall … to its report, against …", for the figure's line.
  std::string told(const std::string& command) const;
};

// Medians of several rounds, in turns. `options` stand behind the URL; `expected` is the exit code.
Result<WholeRun> measure_whole_run(Setting& setting, const std::string& command, const std::string& example,
                                   const std::string& options, int expected);

}  // namespace squall::bench
