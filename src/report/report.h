// What a person and other tools read after a run: `index.html` and `results.json`.
//
// A Report is a plain value: what was asked, the runs that were made, how they compare, and the answer in words. The
// page is one file without any reference to another: it opens from disk, without a network, and it prints.
//
// Everything that a page said (texts, URLs, names, pictures) is hostile. It reaches the report through html.h alone,
// which escapes it; the report's Content-Security-Policy allows nothing but our own style and script.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/json.h"
#include "finding/finding.h"
#include "finding/shown_run.h"
#include "flow/flow.h"
#include "trace/graph.h"

namespace squall::report {

using finding::ShownComparison;
using finding::ShownRun;

struct Report {
  std::string command;
  std::string url;
  flow::Flow flow;
  std::string headline;     // one sentence: the answer
  std::string explanation;  // a short paragraph
  std::vector<ShownRun> runs;
  std::vector<ShownComparison> comparisons;
  std::vector<finding::Test> tests;
  std::vector<finding::Finding> findings;
  std::map<std::string, std::string> kind_words;  // what a person calls a kind of finding; its name when not in here
  trace::Trace trace;                             // of the recording, for `graphs`
  std::vector<trace::EventGraph> graphs;          // of the user's events
  std::vector<std::string> notes;
  double total_ms = 0;
  int experiments = 0;
};

// The page: the answer, a table of the findings and a section for each, the tests that showed nothing wrong, the event
// graphs, all runs. A report without tests and findings shows its comparisons and its runs.
std::string to_html(const Report& report);

// Beside what every results.json holds: "runs", each { title, schedule, ending, fingerprint, steps, errors, requests
// (their number by answer), order, virtual_ms, real_ms }. Step N of the flow has the id "uN", from 0. Runs are
// named by their places among them.
// Without `tests`, each comparison is a test; its verdict is "same", "different", or "infeasible" when one of the runs
// could not be done as planned.
Json to_results(const Report& report);

}  // namespace squall::report
