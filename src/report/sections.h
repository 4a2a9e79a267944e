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

// Parts with headings of their own take the level of these headings.

// timeline_html.cc: the order of events, as a drawing over lists.
Html comparison_timeline(const Report& report, const ShownComparison& shown, int level);
Html run_timeline(const Report& report, const ShownRun& run);

// screens_html.cc. A picture is in the page once, in the store; wherever it is shown, it is shown from there.
Html picture_store(const Report& report);
Html comparison_screens(const Report& report, const ShownComparison& shown, int level);
// The screen when the user was about to act, with the element outlined; empty when none was taken.
Html moment_screen(const Report& report, size_t run, int level);
Html run_screen(const Report& report, size_t run);

// comparison_html.cc
Html comparison_section(const Report& report, size_t index);
// What differs, as a list.
Html differences_part(const oracle::Comparison& comparison, int level);
// Which two runs are compared, as a list of its own or as a part of one.
Html pair_part(const Report& report, const ShownComparison& shown);
Html pair_lines(const Report& report, const ShownComparison& shown);

// findings_html.cc
Html findings_table(const Report& report);
Html finding_section(const Report& report, size_t index);
// places_html.cc: positions in the code.
std::string place_words(const finding::Place& place);
Html place_list(const std::vector<finding::Place>& places);
// tests_html.cc: the tests that showed nothing wrong.
Html tests_section(const Report& report);
// graph_html.cc: what each event of the user led to.
Html graphs_section(const Report& report);
// Links to the graphs of these events; empty when there are none.
Html graph_links(const Report& report, const std::vector<std::string>& events);

// run_html.cc: how a run went, and everything about it but its picture and order.
Html run_facts(const ShownRun& run);
Html run_details(const ShownRun& run, int level);
// requests_html.cc
Html request_table(const outcome::Outcome& outcome, int level);
// The requests of both runs beside each other; `fresh` are those that the recording did not know: "GET http://…".
Html requests_of_both(const outcome::Outcome& first, const outcome::Outcome& second,
                      const std::vector<std::string>& fresh, int level);

// words.cc
std::string ending_words(const outcome::Outcome& outcome);
std::string answer_words(const outcome::SentRequest& request);
std::string incident_words(const std::string& kind);
std::string duration_words(double ms);
std::string aspect_words(oracle::Aspect aspect);
std::string verdict_words(finding::Verdict verdict);
// The place of a step in the flow, from the id of its event ("u0").
std::optional<size_t> step_of(const std::string& event, const flow::Flow& flow);
// What a person calls an event of the user: “click “Car Wash””; its id when the flow has none like it.
std::string event_words(const std::string& event, const flow::Flow& flow);
// “click “Car Wash”, then click “Diesel””
std::string sequence_words(const std::vector<std::string>& events, const flow::Flow& flow);
// "Run 2"
std::string run_name(size_t index);

}  // namespace squall::report
