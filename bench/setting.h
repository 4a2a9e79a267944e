// The Setting of a run of the benchmarks: a server of the examples, and what was recorded from it.
//
// The server answers at once, whatever delays the examples ask for: otherwise the bare floor would wait for a server
// that experiments do not have.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/figure.h"
#include "lab/browser_lab.h"
#include "lab/recorder.h"
#include "serve/http_server.h"

namespace squall::bench {

class Setting {
 public:
  static Result<std::unique_ptr<Setting>> open(bool quick);

  bool quick() const { return quick_; }
  std::string url(const std::string& example) const { return server_->url() + "/" + example + "/"; }
  // The names of all examples, sorted.
  std::vector<std::string> examples() const;

  // Records the examples that were not recorded before, in a lab that is gone afterwards.
  Status record(const std::vector<std::string>& names);
  // What `record` made.
  const lab::RecordedPage& recorded(const std::string& name) const { return recorded_.at(name); }
  // An experiment on it, with a picture.
  lab::Experiment experiment(const std::string& name, const std::string& schedule) const;

 private:
  bool quick_ = false;
  std::unique_ptr<serve::HttpServer> server_;
  std::map<std::string, lab::RecordedPage> recorded_;
};

// Each benchmark gives one figure or more; an Error means that it could not be run.
using Figures = Result<std::vector<Figure>>;
Figures measure_cost(Setting& setting);
Figures measure_waiting(Setting& setting);
Figures measure_agent(Setting& setting);
Figures measure_parallel(Setting& setting);
Figures measure_determinism(Setting& setting);
Figures measure_memory(Setting& setting);
Figures measure_ajax(Setting& setting);
Figures measure_init(Setting& setting);

}  // namespace squall::bench
