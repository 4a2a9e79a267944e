// A Trial: two schedules of one page, one under which it is right and one under which it may go wrong, and what running
// them shows.
//
// All that looks for an order in which a page goes wrong tries it in the same way, which is written once (tester.h). An
// analysis says what there is to try and what counts: its TrialRules. Every rule but the schedules themselves has a
// usual answer, so that an analysis says only in what it is special (docs/writing-an-analysis.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/bench.h"
#include "analysis/reason.h"
#include "oracle/compare.h"

namespace squall::analysis {

// The two schedules of a trial.
struct Way {
  schedule::Schedule right, wrong;
};

struct Trial {
  size_t subject = 0;  // what is tried: a place in the plan of the analysis
  size_t way = 0;      // how: 0 is the first way that the rules give
  schedule::Schedule right = {}, wrong = {};
  lab::Run right_run = {}, wrong_run = {};
  finding::Verdict verdict = finding::Verdict::Same;  // of worth once all stages are passed
  Reason reason = {};
  oracle::Comparison comparison = {};     // the right run is the first
  oracle::Stability stability = {};       // what differs already between runs of one schedule
  std::vector<std::string> held = {};     // of a race: the least that must be held for it to show
  std::vector<std::string> learned = {};  // requests of both runs that the recording did not know at first
  bool is_prevented = false;              // of a race: the browser's cache would have kept it from happening
};

// The pictures of both runs.
struct PicturesOf {
  Pictures right = Pictures::None, wrong = Pictures::None;
};

class TrialRules {
 public:
  virtual ~TrialRules() = default;

  // ---- what is run ----

  // How a subject is performed for the first time.
  virtual Way first_way(size_t subject) const = 0;
  // How many other ways there are at most, from 1. Each is tried in turn with all trials that it may help: nothing when
  // it helps this one not. What another way shows counts instead when it `is_better`.
  virtual size_t other_ways() const { return 0; }
  virtual std::optional<Way> other_way(const Trial& /*so_far*/, size_t /*way*/) const { return std::nullopt; }
  virtual bool is_better(const Trial& /*before*/, const Trial& other) const {
    return other.verdict != finding::Verdict::Infeasible;
  }
  // Most documents differ where pages do: pictures are taken when something is run again, and stay as evidence.
  virtual PicturesOf first_pictures(size_t /*subject*/) const { return {}; }
  virtual PicturesOf evidence(size_t /*subject*/) const { return {Pictures::End, Pictures::End}; }
  // Which of the two is run first, when there is one browser.
  virtual bool runs_wrong_first() const { return false; }

  // ---- what it means ----

  // Why this could not be tried; nothing when both runs can be compared.
  virtual std::optional<Reason> why_infeasible(const Trial& trial) const;
  virtual std::vector<oracle::Selector> ignored() const { return {}; }
  // The comparison, with all that harms nobody moved to `not_counted`.
  virtual oracle::Comparison compare(const outcome::Outcome& right, const outcome::Outcome& wrong,
                                     const oracle::CompareOptions& options) const;
  // Whether it is what was looked for.
  virtual bool shows(size_t /*subject*/, const oracle::Comparison& comparison) const { return !comparison.equal; }
  // The differences that count, the most telling first.
  virtual std::vector<const oracle::Difference*> telling(const oracle::Comparison& comparison) const;

  // ---- what else it could be ----

  // A schedule in which nothing goes wrong but as much time passes; nothing when no time has passed.
  virtual std::optional<schedule::Schedule> relaxed(const Trial& /*suspect*/) const { return std::nullopt; }
  // Why a difference that showed once is nothing at all, rather than unstable. `again` is the comparison with pictures.
  virtual std::optional<Reason> why_nothing(const oracle::Comparison& /*again*/) const { return std::nullopt; }
  // Whether a server that answers the same request differently may be the cause.
  virtual bool server_may_differ() const { return true; }
  // The right schedule without what the page may ignore under the wrong one; nothing when it ignores nothing.
  virtual std::optional<schedule::Schedule> without_ignored(const Trial& /*suspect*/) const { return std::nullopt; }

  // ---- the smallest witness ----

  // The events that the wrong run held back; without any, no smaller witness is looked for.
  virtual std::vector<std::string> held_in(const Trial& /*race*/) const { return {}; }

  // ---- what browsers prevent ----

  // The wrong schedule, but where a browser sends one request only after the answer to another, the answers come in
  // that order; nothing when there are no such requests. A race that does not show then needs a browser without cache.
  virtual std::optional<schedule::Schedule> as_browsers_do(const Trial& /*race*/) const { return std::nullopt; }
};

// The first step that could not be performed; nothing when all were. Those before `begin` only set the page up.
std::optional<Reason> step_not_performed(const outcome::Outcome& outcome, Reason::Kind kind, int begin = 0);
// Why two runs cannot be compared: a step was not performed, the browser died, or the right one did not settle.
std::optional<Reason> why_not_comparable(const outcome::Outcome& right, const outcome::Outcome& wrong, int begin = 0);

// The test that a trial was, with its verdict and the reason in words; what it was about is for the analysis to add.
finding::Test test_of(const Trial& trial, std::string reason);
// The evidence of a race that `squall replay --finding` needs: both schedules, the wrong one with no more than it
// takes.
Json evidence_of(const Trial& race);

}  // namespace squall::analysis
