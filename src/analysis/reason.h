// Why a trial has its verdict, as data. Whoever decides looks at its members; the words for it are made once, when the
// trial becomes a finding::Test, which the terminal, the page and results.json show.
#pragma once

#include <string>
#include <vector>

#include "finding/finding.h"
#include "oracle/words.h"

namespace squall::analysis {

struct Reason {
  using Kind = finding::ReasonKind;

  Kind kind = Kind::None;
  std::string step = {};    // the label of the step that could not be performed, or was ignored
  bool set_up = false;      // that step only prepares what is tried
  std::string detail = {};  // what is known beyond the kind: why the step could not be performed, how the run ended
  outcome::Ending ending = outcome::Ending::Settled;  // NeverSettles
  std::vector<std::string> subjects = {};             // requests; NotRepeated: aspects in which equal runs differ
  std::vector<oracle::Difference> differences = {};   // the most telling one, or one that does not count
  size_t more = 0;                                    // differences beyond it
};

using Why = Reason::Kind;

// What an analysis calls its two schedules in a sentence.
struct Voice {
  oracle::RunNames runs = {};
  std::string right_moment = {};               // " after loading"
  std::string wrong_moment = {};               // " that early"
  std::string acts = "it";                     // what a page comes to rest after
  std::string set_up = " (a step before it)";  // behind the label of a step that only prepares what is tried
};
// A sentence, or the end of one: for all kinds that an analysis has no words of its own for.
std::string words_for(const Reason& reason, const Voice& voice = {});

// What a difference is told as, and how many more there are: "…; and 2 more differences".
std::string told(const Reason& reason, const oracle::RunNames& runs);

}  // namespace squall::analysis
