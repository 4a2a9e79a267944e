// A lab that keeps every run in the run folder, and does not run again what is there: an analysis that was interrupted,
// or is judged again, asks for the same experiments in the same order and gets the same answers, without a browser.
//
//   experiments/0001/schedule.json     for a person, and for `squall replay --schedule order:FILE`
//                    outcome.json, screen.png, moment.png (when there is one)
//                    experiment.json   { "version": 1, "key": "…", "order": […], "skipped": […], "admitted": […],
//                                        "real_ms": 0, "virtual_ms": 0, "fetched": HAR (when there is any),
//                                        "moment": { x, y, width, height } (the same) }
//
// The key is a hash over all that decides how a run ends: page, flow, schedule, recording, conditions, whether the
// server may be asked, and which filter bodies pass. The second time that the same experiment is asked for, the second
// run of it is the answer, so that a repetition is one. Runs with a trace and discoveries are passed on and not kept.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lab/lab.h"
#include "store/run_folder.h"

namespace squall::lab {

class KeptLab : public Lab {
 public:
  // `lab` outlives this.
  KeptLab(Lab& lab, store::RunFolder folder);

  Result<Run> run(const Experiment& experiment) override;
  // `done` is told of all runs, also of those that were there. Work that is interrupted keeps the runs that ended.
  Result<std::vector<Run>> run_all(const std::vector<Experiment>& experiments,
                                   const std::function<bool(size_t, const Run&)>& done) override;

  int reused() const { return reused_; }

 private:
  std::string key_of(const Experiment& experiment);
  const std::string& hash_of(const std::shared_ptr<const network::Recording>& recording);
  // The run that answers this experiment, when it is there.
  std::optional<Run> find(const std::string& key);
  Status keep(const Experiment& experiment, const std::string& key, const Run& run);

  Lab& lab_;
  store::RunFolder folder_;
  std::map<std::string, std::vector<int>> kept_;  // by key, the numbers of its experiments
  std::map<std::string, size_t> asked_;           // by key, how often
  std::map<std::shared_ptr<const network::Recording>, std::string> hashes_;
  int next_ = 1;
  int reused_ = 0;
};

}  // namespace squall::lab
