// A lab for tests: a function stands in for a page and its browser. It runs one experiment at a time.
#pragma once

#include <functional>
#include <vector>

#include "lab/work.h"

namespace squall::lab {

class FakeLab : public Lab {
 public:
  using Page = std::function<Run(const Experiment&)>;
  explicit FakeLab(Page page) : page_(std::move(page)) {}

  Result<Run> run(const Experiment& experiment) override {
    experiments.push_back(experiment);
    return page_(experiment);
  }
  Status work(WorkList& list) override {
    return work_off(list, {1, [this](size_t, const Experiment& experiment) { return run(experiment); }, [](size_t) {}});
  }

  std::vector<Experiment> experiments;

 private:
  Page page_;
};

}  // namespace squall::lab
