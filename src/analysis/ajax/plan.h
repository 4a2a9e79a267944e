// Algorithm 1 of the AjaxRacer paper: which pairs of user events are worth a test.
//
// All ordered pairs are looked at, an event with itself included, and those are planned that are potentially AJAX
// conflicting (section 4.1): what the first does after a response, and what the second does, change the same part of
// the screen. Loading the page is an event that comes before all of them, where no set-up lies between. Beyond the
// paper, pairs that meet in a form field, in storage or in a cookie are planned too, and pairs of which one waits for a
// response and one fails. Each pair says why.
#pragma once

#include <string>
#include <vector>

#include "analysis/ajax/footprint.h"
#include "flow/flow.h"

namespace squall::analysis::ajax {

constexpr int kLoading = -1;  // the loading of the page, as the first of a pair

// Two steps of the flow, in the order in which they are tested; or the loading of the page, and a step before what it
// has asked for has come.
struct Pair {
  int first = 0;
  int second = 0;
  int score = 0;                 // how telling the test will be
  std::vector<std::string> why;  // most telling first; never empty
  bool draws = false;            // equal documents may look different, so that pictures must be compared

  bool is_of_loading() const { return first == kLoading; }
  std::vector<std::string> events() const { return {event_id(first), event_id(second)}; }
  std::string id() const { return event_id(first) + "-" + event_id(second); }

 private:
  static std::string event_id(int step) { return step == kLoading ? "load" : "u" + std::to_string(step); }
};

struct PlanOptions {
  int begin = 0;          // steps before this one only set the page up: they are performed, never tested
  size_t max_tests = 50;  // the most telling are kept
  bool loading = true;    // something that the loading page has asked for can be held back
};

struct Plan {
  std::vector<Pair> pairs;  // most telling first; then those that follow the flow most closely
  size_t alike = 0;         // left out, since enough others do the same on other rows of a list
  size_t left_out = 0;      // that max_tests cut
  size_t events = 0;        // user events that were looked at
  size_t waiting = 0;       // of these, those that led to a response
};

// `flow` is the one that the trace is of.
Plan plan_tests(const trace::Trace& trace, const flow::Flow& flow, const PlanOptions& options = {});

// What is performed to test a pair, and which positions of it are the pair's.
struct Sequence {
  std::vector<int> steps;
  int hold = 0;  // -1: what loading the page has caused
  int until = 0;
  bool operator==(const Sequence&) const = default;
};

// The set-up, the pair, and what the pair needs to make sense: the strokes of a text that come before one of them.
Sequence sequence_of(const Pair& pair, const flow::Flow& flow, int begin);
// The same after everything that the flow does before the first of them, for pairs that the page does not allow
// otherwise: a dialog must be open for its button to be clicked.
Sequence sequence_within_flow(const Pair& pair, const flow::Flow& flow, int begin);
// The whole flow up to the second, with what lies between the two; the same as above when the second comes first.
Sequence sequence_through_flow(const Pair& pair, const flow::Flow& flow, int begin);

// The first step of the text that a stroke belongs to; the step itself when it is not the later stroke of a text.
int text_begin(const flow::Flow& flow, int step);

}  // namespace squall::analysis::ajax
