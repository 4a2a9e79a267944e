// What `squall init` found, for a person and for the report.
#pragma once

#include <string>
#include <vector>

#include "analysis/init/analysis.h"
#include "report/report.h"

namespace squall::cli {

report::Report init_report(const analysis::init::Analysis& analysis, const lab::RecordedPage& page);

// The lines for the terminal, without control characters: findings grouped by the resource that delays the page.
std::vector<std::string> init_lines(const report::Report& report);

}  // namespace squall::cli
