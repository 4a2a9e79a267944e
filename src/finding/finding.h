// Findings: what is wrong with a page, made to happen by squall, with the evidence.
//
// An analysis plans tests over the user's events, runs them, and gives a verdict on each. Where a verdict says that
// something is wrong, there is a finding. Both are plain values; runs are named by their places among the runs that the
// analysis kept (report.h, Report::runs), so that the evidence of several findings can share them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"

namespace squall::finding {

enum class Severity { Error, Warning, Note };
const char* name_of(Severity severity);

enum class Verdict {
  Race,        // the two schedules end differently, again and again
  Same,        // they end equally
  Infeasible,  // one of the schedules cannot be played
  Unstable,    // runs of one schedule already differ where the two would
};
const char* name_of(Verdict verdict);

// What a verdict rests on. An analysis compares a schedule under which the page is right with one under which it may go
// wrong.
enum class ReasonKind {
  None,
  // a race
  Differs,  // each time the schedules were run
  // the same
  Equal,   // nothing that counts differs
  Unseen,  // what differs shows nowhere
  Chance,  // it is a random number, or the time
  Server,  // it comes from other answers to the same request
  // infeasible
  StepOfRight,   // cannot be performed under the right schedule
  StepOfWrong,   // cannot be performed under the other one
  NothingSeen,   // the page shows nothing yet under the other one
  EndedBefore,   // the other run was over before the user could act
  NeverSettles,  // the page does not come to rest, even when all is right
  BrowserDied,
  Unanswered,  // a request that nobody answered, so that nothing is known
  Ignored,     // the page does nothing of what the user does too early
  // unstable
  NotRepeated,  // runs of one schedule differ in the same thing, or the difference did not show again
};
// "step-of-wrong", as results.json has it.
const char* name_of(ReasonKind kind);

// A position in the code of the application: where the browser sees it, and where it was written.
struct Place {
  std::string url;
  int line = 0;    // from 1; 0 is unknown
  int column = 0;  // from 1
  std::string function;
  std::string role;     // what happens there: "sends GET /stations", "changes #result"
  std::string source;   // of the original file, through its source map; "" without one
  int source_line = 0;  // in `source`
  int source_column = 0;
  std::vector<std::string> excerpt;  // lines of code around it, when they are known
  int excerpt_line = 0;              // the number of the first of them
  std::vector<Place> callers;        // the calls that led there, innermost first, without excerpts
};

// How such an error is usually repaired.
struct Advice {
  std::string title;  // "Let the latest answer win"
  std::string text;
  std::string code;  // a few lines; "" when none help
};

// One test that was planned: a sequence of the user's events, and what it showed.
struct Test {
  std::string id;                   // "u0-u1"
  std::vector<std::string> events;  // ids, in the order of the test
  Verdict verdict = Verdict::Same;
  std::string reason;                // of the verdict, in words
  std::vector<std::string> why;      // why it was worth testing: "both change #result after a response"
  std::optional<size_t> comparison;  // place in Report::comparisons
  std::string finding;               // id; "" when there is none
  ReasonKind reason_kind = ReasonKind::None;
};

struct Finding {
  std::string id;  // "F1"
  std::string kind;
  Severity severity = Severity::Error;
  std::string title;        // one line
  std::string explanation;  // what a person would see, and what led to it
  std::string witness;      // the least that must happen: "the response to GET /a overtook the response to GET /b"
  std::vector<std::string> events;
  std::string element;
  std::vector<Place> where;
  int confirmed = 0;  // how often both schedules were run, with the same result
  std::optional<size_t> comparison;
  std::vector<std::string> new_requests;  // that the recording did not know: "GET http://…"
  std::vector<Advice> advice;
  Json evidence = Json::object();  // whatever else other tools may want
};

}  // namespace squall::finding
