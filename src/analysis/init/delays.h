// Long delays: what a network, or a long timer, can stretch while a page loads (section 11.3, dispatch with LONG).
//
// They are taken from one load in which every response was released by itself, so that each of them is a turn of the
// schedule and can be held by its name.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lab/lab.h"
#include "trace/happens_before.h"

namespace squall::analysis::init {

struct Delay {
  enum Kind { Script, Module, Response, StyleSheet, Image, Frame, Message, Timer };
  Kind kind = Script;
  std::string event;  // its name, as schedules know it
  std::string url;    // "" for a timer
  double ms = 0;      // of a timer
  int turn = 0;       // of the load: events with this turn ran because of it
  trace::EventId id;  // in the trace; none for what ran no code of its own, such as a style sheet
  bool operator==(const Delay& other) const { return event == other.event; }
};

// For a person: "the script app.js", "the response to GET /profile", "a timer of 800 ms".
std::string words_for(const Delay& delay);

class Delays {
 public:
  // `load` outlives it. Timers count from `long_timer_ms` on.
  Delays(const lab::Run& load, double long_timer_ms);

  const trace::HappensBefore& order() const { return order_; }
  const trace::Trace& trace() const { return load_.trace; }
  const std::vector<Delay>& all() const { return all_; }

  // What must come before the event, or is the event itself, in the order in which it was done; but what caused it most
  // directly comes last.
  std::vector<Delay> before(trace::EventId event) const;
  // The same for something that was seen after a turn, without knowing in which event it happened.
  std::vector<Delay> before_turn(int turn) const;

 private:
  std::optional<Delay> delay_at(size_t place, const std::map<std::string, trace::EventId>& ids) const;
  const Delay* nearest_cause(trace::EventId event) const;
  int place_of(const Delay& delay) const;
  // Nothing is shown before the style sheets of the head have come: nobody can be early then.
  bool hides_page(const Delay& delay) const;

  const lab::Run& load_;
  double long_timer_ms_;
  trace::HappensBefore order_;
  std::vector<Delay> all_;
};

}  // namespace squall::analysis::init
