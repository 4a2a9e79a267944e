// A lab for tests: a function stands in for a page and its browser.
#pragma once

#include <functional>
#include <vector>

#include "lab/lab.h"

namespace squall::analysis {

class FakeLab : public lab::Lab {
 public:
  using Page = std::function<lab::Run(const lab::Experiment&)>;
  explicit FakeLab(Page page) : page_(std::move(page)) {}

  Result<lab::Run> run(const lab::Experiment& experiment) override {
    experiments.push_back(experiment);
    return page_(experiment);
  }
  Result<std::vector<lab::Run>> run_all(const std::vector<lab::Experiment>& all,
                                        const std::function<bool(size_t, const lab::Run&)>& done) override {
    std::vector<lab::Run> runs(all.size());
    for (size_t i = 0; i < all.size(); ++i) {
      runs[i] = *run(all[i]);
      if (done && !done(i, runs[i])) break;
    }
    return runs;
  }

  std::vector<lab::Experiment> experiments;

 private:
  Page page_;
};

}  // namespace squall::analysis
