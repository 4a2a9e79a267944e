// What the commands that look for something wrong have in common: how they are told what to do, and how they tell what
// they found, to a person and in a report.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/evidence.h"
#include "base/progress.h"
#include "cli/arguments.h"
#include "report/report.h"
#include "store/run_folder.h"

namespace squall::cli {

// As the options of the command say; each experiment advances `progress`, and an interrupt stops the work.
analysis::BenchOptions bench_options(const Arguments& arguments, Progress& progress);

// With the tests, the findings and the runs that show them; the words, the flow and the trace are for the caller to
// add.
report::Report report_of(const std::string& command, const std::string& url, const analysis::Evidence& evidence);

size_t count(const std::vector<finding::Test>& tests, finding::Verdict verdict);
// How many findings are more than notes.
size_t count_found(const std::vector<finding::Finding>& findings);

// "Of 4 pairs, 3 ended differently, 1 ended equally.": `noun` is what a test is, `words` say what a verdict means.
std::string verdicts_in_words(const std::vector<finding::Test>& tests, const std::string& noun,
                              const std::vector<std::pair<finding::Verdict, const char*>>& words);

// Findings with one cause stand together, in the order of the first of them.
using FindingGroup = std::vector<const finding::Finding*>;
std::vector<FindingGroup> groups_of(const std::vector<finding::Finding>& findings,
                                    const std::function<std::string(const finding::Finding&)>& cause_of);

// A line for each of the first `limit` places: "    /shop/stations.js:32 sends GET /stations".
void add_places(const finding::Finding& finding, size_t limit, std::vector<std::string>& lines);
// A line for each of the first tests that are infeasible or unstable; how many more there are.
size_t add_unjudged(const std::vector<finding::Test>& tests, std::vector<std::string>& lines);

// Says how to get behind a page that asks for a password.
void add_password_note(const outcome::Outcome& outcome, std::vector<std::string>& notes);
// Says what was cut because the page would never settle with it, once for each kind.
void add_cut_notes(const outcome::Outcome& outcome, std::vector<std::string>& notes);

// Publishes the report and says its `lines`, how to see a finding again and, after work that is not complete, with
// which command it goes on ("" when with none). The exit code.
int finish(const Arguments& arguments, store::RunFolder& folder, const report::Report& report,
           const std::vector<std::string>& lines, bool complete, const std::string& go_on = "");

}  // namespace squall::cli
