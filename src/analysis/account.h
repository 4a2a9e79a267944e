// What an analysis tells a person beside its tests and findings. The report is made of it, and the lines for the
// terminal (lines.h).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "finding/finding.h"
#include "flow/flow.h"
#include "outcome/outcome.h"
#include "trace/graph.h"

namespace squall::analysis {

struct Account {
  std::string headline;     // one sentence: the answer
  std::string explanation;  // a short paragraph
  std::vector<std::string> notes;
  flow::Flow flow;                        // that the tests are about
  trace::Trace trace;                     // for `graphs`
  std::vector<trace::EventGraph> graphs;  // of the user's events
};

size_t count(const std::vector<finding::Test>& tests, finding::Verdict verdict);
// Whether somebody is harmed for sure, and how many findings say so.
bool is_more_than_a_note(const finding::Finding& finding);
size_t count_found(const std::vector<finding::Finding>& findings);

// "Of 4 pairs, 3 ended differently, 1 ended equally.": `noun` is what a test is, `words` say what a verdict means.
std::string verdicts_in_words(const std::vector<finding::Test>& tests, const std::string& noun,
                              const std::vector<std::pair<finding::Verdict, const char*>>& words);

// Says how to get behind a page that asks for a password.
void add_password_note(const outcome::Outcome& outcome, std::vector<std::string>& notes);
// Says how many tests there was no time for; `noun` is what a test is.
void add_untested_note(size_t untested, const std::string& noun, std::vector<std::string>& notes);
// Says what was cut because the page would never settle with it, once for each kind.
void add_cut_notes(const outcome::Outcome& outcome, std::vector<std::string>& notes);

}  // namespace squall::analysis
