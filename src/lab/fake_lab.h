// A lab for tests: a function stands in for a page and its browser.
#pragma once

#include <functional>
#include <vector>

#include "lab/lab.h"

namespace squall::lab {

class FakeLab : public Lab {
 public:
  using Page = std::function<Run(const Experiment&)>;
  explicit FakeLab(Page page) : page_(std::move(page)) {}

  Result<Run> run(const Experiment& experiment) override {
    experiments.push_back(experiment);
    return page_(experiment);
  }
  Result<std::vector<Run>> run_all(const std::vector<Experiment>& all,
                                   const std::function<bool(size_t, const Run&)>& done) override {
    std::vector<Run> runs(all.size());
    for (size_t i = 0; i < all.size(); ++i) {
      runs[i] = *run(all[i]);
      if (done && !done(i, runs[i])) break;
    }
    return runs;
  }

  std::vector<Experiment> experiments;

 private:
  Page page_;
};

}  // namespace squall::lab
