// The parts of the page. Each is a function from a part of the report to markup.
#pragma once

#include <optional>
#include <string>

#include "report/html.h"
#include "report/report.h"

namespace squall::report {

// How long a text of the page may be in the report; the rest is cut.
inline constexpr size_t kLongText = 2'000;
inline constexpr size_t kShortText = 200;

// timeline_html.cc: the order of events, as a drawing over lists.
Html comparison_timeline(const Report& report, const ShownComparison& shown);
Html run_timeline(const Report& report, const ShownRun& run);

// screens_html.cc
Html comparison_screens(const Report& report, const ShownComparison& shown);
Html run_screen(const ShownRun& run);

// comparison_html.cc
Html comparison_section(const Report& report, size_t index);

// run_html.cc: how a run went, and everything about it but its picture and order.
Html run_facts(const ShownRun& run);
Html run_details(const ShownRun& run);
// requests_html.cc
Html request_table(const lab::Outcome& outcome);

// words.cc
std::string ending_words(const lab::Outcome& outcome);
std::string answer_words(const lab::SentRequest& request);
std::string incident_words(const std::string& kind);
std::string duration_words(double ms);
std::string aspect_words(oracle::Aspect aspect);
// "Run 2"
std::string run_name(size_t index);

}  // namespace squall::report
