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

// What `verdicts` is to look at.
struct VerdictOptions {
  bool few = false;                // a few pages, a few times; the whole takes hours
  int times = 0;                   // how often each page is looked at; 0: as often as is usual
  int loops = 8;                   // that compute beside it
  int at_once = 1;                 // pages that are looked at side by side
  std::vector<std::string> pages;  // those whose names contain one of these; all when it is empty
  std::string keep;                // folder for the answers, to go on with; "" for none
};

class Setting {
 public:
  static Result<std::unique_ptr<Setting>> open(bool quick, VerdictOptions verdicts = {});

  bool quick() const { return quick_; }
  const VerdictOptions& verdicts() const { return verdicts_; }
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
  VerdictOptions verdicts_;
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
Figures measure_verdicts(Setting& setting);

}  // namespace squall::bench
