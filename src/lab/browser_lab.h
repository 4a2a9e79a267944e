// BrowserLab: the real lab. A pool of workers, each with a browser of its own and one page in it.
//
// A page is reset and used again as long as it is healthy (a new context costs five times as much); a page that crashed
// or hung is thrown away, and so is a browser that died. The experiment that suffered from it reports it; the next one
// runs on.
#pragma once

#include <memory>
#include <vector>

#include "browser/browser.h"
#include "lab/lab.h"

namespace squall::lab {

struct LabOptions {
  int workers = 1;
  std::string browser;   // path, "" for the usual places
  bool offline = false;  // nothing but loopback can be reached, whatever a page tries
};

class BrowserLab : public Lab {
 public:
  explicit BrowserLab(LabOptions options);
  ~BrowserLab() override;

  Result<Run> run(const Experiment& experiment) override;
  Status work(WorkList& list) override;

  // Starts the browsers now, in the background, with pages for experiments under these conditions, so that nobody waits
  // for them later.
  void warm_up(const Conditions& conditions);
  // Ends the browsers, in the background: there is nothing left to run. (What is run all the same starts new ones.)
  void let_go();
  // CPU time and memory of all browsers, for benchmarks.
  browser::CpuUse cpu_use() const;
  // Makes running experiments end soon, as timed out; callable from any thread.
  void interrupt();

 private:
  class Worker;
  LabOptions options_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace squall::lab
