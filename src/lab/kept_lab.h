// A lab that keeps every run in the run folder, and does not run again what is there: an analysis that was interrupted,
// or is judged again, asks for the same experiments in the same order and gets the same answers, without a browser.
//
//   experiments/0001/schedule.json     for a person, and for `squall replay --schedule order:FILE`
//                    outcome.json, and where there is one: trace.json, screen.png, moment.png
//                    experiment.json   { "version": 2, "key": "…", "experiment": EXPERIMENT, "run": REST }
//
// EXPERIMENT is that of experiment_file.h, REST that of run_file.h. The key is a hash over all of the experiment but
// how it is run: a longer timeout or a fresh browser context does not change a run that comes to its end. One that
// timed out answers only where it would be given the same time. The second time that the same experiment is asked for,
// the second run of it is the answer, so that a repetition is one. Runs of version 1 are not known again: they did not
// say all that they were runs of.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lab/experiment_file.h"
#include "lab/lab.h"
#include "store/run_folder.h"

namespace squall::lab {

class KeptLab : public Lab {
 public:
  // `lab` outlives this.
  KeptLab(Lab& lab, store::RunFolder folder);

  Result<Run> run(const Experiment& experiment) override;
  // The list is told of all runs, also of those that were there. Work that is interrupted keeps the runs that ended.
  Status work(WorkList& list) override;

  int reused() const { return reused_; }

 private:
  class List;

  // What makes an experiment known again.
  struct Known {
    Json experiment;
    std::string key;
    std::string key_in_time;  // the same, and the time that it may take
  };
  Known known(const Experiment& experiment);
  // The run that answers this experiment, when it is there.
  std::optional<Run> find(const Known& known);
  Status keep(const Known& known, const Run& run);

  Lab& lab_;
  store::RunFolder folder_;
  Recordings recordings_;
  std::map<std::string, std::vector<int>> kept_;  // by key, the numbers of its experiments
  std::map<std::string, size_t> asked_;           // by key, how often
  int next_ = 1;
  int reused_ = 0;
};

// Runs all experiments, and keeps each in the folder as it ends, under the number of its place: experiments/0001 is the
// first. Nothing is looked up. `on_run` is told of each. An Error also when somebody interrupts squall.
Result<std::vector<Run>> run_and_keep(
    Lab& lab, const std::vector<Experiment>& experiments, const store::RunFolder& folder,
    const std::function<void()>& on_run = [] {});

}  // namespace squall::lab
