// `squall init`: what goes wrong when a user is faster than the page (InitRacer, chapter 11 of the thesis).
//
//   observe ──► try every handler ──► validate ──► make it happen ──► findings
//   P1', P2     P3a, P2'              not P3b      real input
//
// Two loads for the whole page, one for each handler that failed early, and for each suspect one in which the user is
// early and one in which the user waits; what differs is run again before it is believed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/evidence.h"
#include "analysis/init/suspect.h"

namespace squall::analysis::init {

struct Options {
  double long_timer_ms = 500;
  size_t max_suspects = 40;
  BenchOptions bench;
  std::function<void(const std::string&)> on_progress = [](const std::string&) {};
};

struct Analysis : Evidence {
  flow::Flow flow;     // the user's steps, one after the other as the suspects need them, and the look at the end
  trace::Trace trace;  // of the observed load
  std::vector<Suspect> suspects;
  std::vector<std::string> notes;
  size_t fields = 0, handlers = 0, actions = 0;  // what there was to look at
  size_t left_out = 0;                           // suspects beyond the limit
};

// `page` is recorded without steps. Error: the environment is broken.
Result<Analysis> analyse(lab::Lab& lab, const lab::RecordedPage& page, const Options& options);

}  // namespace squall::analysis::init
