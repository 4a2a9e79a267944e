// What one user event did, as far as another one could get into its way: the regions of the screen that it changed, the
// fields, storage and cookies that it used, and how it failed; each with whether a response lies in between.
//
// This is section 4.1 of the AjaxRacer paper, seen from one event: `after_response` holds for an event v of the graph
// of u when there is a path from u to v over an AJAX edge. It is computed for all steps of a trace in one pass over the
// causal edges of the happens-before relation; the graphs of trace/graph.h are the same edges, for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "trace/trace.h"

namespace squall::analysis::ajax {

struct Region {
  Rect rect;
  std::string element;  // its locator
};

// Regions in the form in which two sets of them are quickly compared: sorted by the left edge, without those that lie
// within another one, which changes no answer of `overlap`; and a box around them all.
struct Regions {
  std::vector<Region> list;
  Rect box;
};

// An element that was changed, whether or not it had a place on the screen then. Numbers count the locators of a trace;
// they are quicker to compare.
struct Element {
  int number = 0;
  std::string_view locator;
  bool operator==(const Element& other) const { return number == other.number; }
  auto operator<=>(const Element& other) const { return number <=> other.number; }
};
using Elements = std::vector<Element>;  // sorted, each once

// A form field, an item of a storage, a cookie, how far something is scrolled, the address.
struct Access {
  std::string location;  // "field:#q", "storage:local:cart", "cookie:sid", "scroll:#list", "page:address"
  bool write = false;
  bool after_response = false;
  auto operator<=>(const Access&) const = default;
};

struct Footprint {
  int step = -1;
  bool waits = false;      // some event of it handles a response
  bool draws = false;      // it changed the screen in a way that the DOM does not show: canvases, style rules, pictures
  Regions regions;         // of all its events
  Regions after_response;  // of those that follow a response
  Elements elements;
  Elements elements_after_response;
  std::vector<Access> accesses;  // sorted, each once
  std::string failure;           // the first uncaught error; "" without one
  std::string failure_after_response;
  std::vector<std::string_view> inserted_after_response;  // elements that came then
  std::vector<std::string> senders;  // the calls that send something, as in trace::Call; sorted, each once
};

// Whether an event handles something that came from a server: what AjaxRacer calls an AJAX event, on today's web.
bool is_response(const trace::Event& event);
// Whether it handles what a script asked a server for, and no script, style sheet or picture: of the loading of the
// page, only this can be late while a user does something.
bool is_data(trace::EventKind kind);

// For each event of the trace: the step it belongs to, -1 for the loading of the page, and whether it follows a
// response of that step. A message whose sender the trace does not know belongs to the step that was performed last:
// each step settled before the next.
struct Attribution {
  int step = -1;
  bool after_response = false;
};
std::vector<Attribution> attribute(const trace::Trace& trace);

// Of the loading of the page, and by step, from 0 to `steps` - 1. The trace outlives them.
struct Footprints {
  Footprint loading;
  std::vector<Footprint> steps;
};
Footprints footprints(const trace::Trace& trace, int steps);

// Two regions, one of each list, that overlap; null when none do.
struct Overlap {
  const Region* a = nullptr;
  const Region* b = nullptr;
  explicit operator bool() const { return a != nullptr; }
};
Overlap overlap(const Regions& a, const Regions& b);
// An element of both lists; "" when there is none.
std::string_view common(const Elements& a, const Elements& b);

}  // namespace squall::analysis::ajax
