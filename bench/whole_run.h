// A command of squall as a user runs it, from the start of the program to its report, against loading the page.
#pragma once

#include "bench/setting.h"

namespace squall::bench {

struct WholeRun {
  double ms = 0;     // of the command
  double load = 0;   // of a bare load of the page, with the reset after it
  size_t tests = 0;  // that its results tell of
};

// Medians of several rounds, in turns. `options` stand behind the URL; `expected` is the exit code.
Result<WholeRun> measure_whole_run(Setting& setting, const std::string& command, const std::string& example,
                                   const std::string& options, int expected);

}  // namespace squall::bench
