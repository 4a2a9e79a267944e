// Experiments on one recording, which grows: what the recording cannot answer is asked of the real server once, kept,
// and answered from there ever after, so that all experiments agree on it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "lab/recorder.h"
#include "oracle/served.h"

namespace squall::analysis {

using Recording = std::shared_ptr<const network::Recording>;

// The pictures that a run takes: each costs about as much as half a load.
enum class Pictures { None, End, MomentAndEnd };  // the moment is that of its last step

struct BenchOptions {
  bool offline = false;       // unknown requests stay without an answer
  bool allow_writes = false;  // unknown requests other than GET and HEAD are sent too
  Millis timeout{30'000};
  // Told of each experiment as it ends; false stops the work.
  std::function<bool()> on_run = [] { return true; };
  // No test is begun after it.
  std::optional<Clock::time_point> until = {};
  // Told which part of the tests is done, from 0 to 1.
  std::function<void(double)> on_share = [](double) {};
};

class Bench {
 public:
  // Both outlive the bench.
  Bench(lab::Lab& lab, const lab::RecordedPage& page, BenchOptions options);

  // One run for each schedule, in parallel where the lab can. Where the recording has no answer, the server is asked. A
  // run that depends on how long that took, or that came to no good end with the server, is repeated from the recording
  // and from what was learned. Error: a broken environment, or stopped.
  Result<std::vector<lab::Run>> run(const std::vector<schedule::Schedule>& schedules,
                                    const std::vector<Pictures>& pictures);
  Result<std::vector<lab::Run>> run(const std::vector<schedule::Schedule>& schedules, Pictures pictures) {
    return run(schedules, std::vector<Pictures>(schedules.size(), pictures));
  }
  // The same on another recording, and never with the server.
  Result<std::vector<lab::Run>> run_on(const Recording& recording, const std::vector<schedule::Schedule>& schedules);
  // The same with other random numbers and at another time (analysis/chance.h), and never with the server.
  Result<std::vector<lab::Run>> run_with_other_chance(const std::vector<schedule::Schedule>& schedules);
  // These experiments as they are.
  Result<std::vector<lab::Run>> run_all(const std::vector<lab::Experiment>& experiments);

  const Recording& recording() const { return recording_; }
  // What its responses set anew.
  std::shared_ptr<const oracle::Served> served();
  // The requests that the recording did not know at first, with the answers that the server gave: "GET http://…".
  const std::vector<std::string>& learned() const { return learned_; }
  int experiments() const { return experiments_; }
  bool stopped() const { return stopped_; }
  // Tests are made in batches: how many are done of how many. False when there is no time for more.
  bool has_time_for_more(size_t done, size_t all) const;

 private:
  lab::Experiment experiment(const schedule::Schedule& schedule, bool live, Pictures pictures) const;
  void learn(const network::Recording& fetched);

  lab::Lab& lab_;
  const lab::RecordedPage& page_;
  BenchOptions options_;
  Recording recording_;
  std::shared_ptr<const oracle::Served> served_;  // null while it is not known for this recording
  std::shared_ptr<network::Library> library_;
  std::vector<std::string> learned_;
  int experiments_ = 0;
  bool stopped_ = false;
};

// The requests of a run that nobody answered: "GET http://…".
std::set<std::string> unanswered_requests(const outcome::Outcome& outcome);
// Whether something in this run came from the real server.
bool asked_server(const lab::Run& run);

// A recording in which the answers to each of these requests ("GET URL") are the last of them.
Recording with_equal_answers(const network::Recording& recording, const std::vector<std::string>& requests);
// Of these requests, those without a body to which the recording holds different answers.
std::vector<std::string> changing_answers(const network::Recording& recording,
                                          const std::vector<std::string>& requests);

}  // namespace squall::analysis
