// What the commands of the analyses have in common: how they are told what to do, and how they publish what they found.
#pragma once

#include <string>
#include <vector>

#include "analysis/account.h"
#include "analysis/evidence.h"
#include "analysis/lines.h"
#include "base/progress.h"
#include "cli/arguments.h"
#include "report/report.h"
#include "store/run_folder.h"

namespace squall::cli {

// As the options of the command say; each experiment advances `progress`, and an interrupt stops the work.
// `start` is when the command began.
analysis::BenchOptions bench_options(const Arguments& arguments, Progress& progress, Clock::time_point start);

// What an analysis found, and what it tells of it. `command` is its name.
report::Report report_of(const std::string& command, const std::string& url, const analysis::Evidence& evidence,
                         const analysis::Account& account);

// Publishes the report and says its `lines`, how to see a finding again and, after work that is not complete and can be
// gone on with, how. The exit code.
int finish(const Arguments& arguments, store::RunFolder& folder, const report::Report& report,
           const analysis::Lines& lines, bool complete);

}  // namespace squall::cli
