// What `squall ajax` found, for a person and for the report.
#pragma once

#include <string>
#include <vector>

#include "analysis/ajax/analysis.h"
#include "report/report.h"

namespace squall::cli {

report::Report ajax_report(const analysis::ajax::Analysis& analysis, const lab::RecordedPage& page, int begin);

// The lines for the terminal, without control characters.
std::vector<std::string> ajax_lines(const report::Report& report);

}  // namespace squall::cli
