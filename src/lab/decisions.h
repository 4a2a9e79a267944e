// What could happen at each moment of a run, and what did: for who wants to go back to a decision and take another.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "schedule/choice.h"

namespace squall::lab {

// An event that could happen at some time.
struct Offer {
  schedule::Choice::Kind kind = schedule::Choice::Response;
  std::string name;
  int step = -1;  // as of a Choice

  bool operator==(const Offer&) const = default;
};

// One event that happened. Offers are told by their place in Decisions::offers.
struct Turn {
  size_t ran = 0;
  std::vector<size_t> came;  // could happen now, and could not (or had not been there) at the turn before
  std::vector<size_t> went;  // could happen at the turn before, did not, and cannot now

  bool operator==(const Turn&) const = default;
};

// A long run has thousands of turns, and at each hundreds of events may be possible: each event is told once, and each
// turn tells what has changed.
struct Decisions {
  std::vector<Offer> offers;
  std::vector<Turn> turns;  // the first is turn 1 of the run, the next is turn 2

  bool operator==(const Decisions&) const = default;
};

// What could happen at each turn: places in `offers`, ascending; one of them is what ran.
std::vector<std::vector<size_t>> enabled_at_turns(const Decisions& decisions);

// { "offers": [[kind, name, step]…], "turns": [[ran, [came…], [went…]]…] }
Json to_json(const Decisions& decisions);
Result<Decisions> decisions_from_json(const Json& json);

// Writes the decisions of a run down while it goes on.
class DecisionLog {
 public:
  // `ran` is one of `enabled`.
  void note(const std::vector<schedule::Choice>& enabled, const schedule::Choice& ran);
  const Decisions& decisions() const { return decisions_; }

 private:
  size_t place_of(const schedule::Choice& choice);

  Decisions decisions_;
  std::map<std::tuple<std::string, int, int>, size_t> places_;  // by name, kind and creation
  std::vector<size_t> left_;                                    // enabled at the last turn and did not run, ascending
};

}  // namespace squall::lab
