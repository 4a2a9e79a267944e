#include "lab/lab.h"

#include <utility>

namespace squall::lab {
namespace {

// A batch: experiments that are known beforehand.
class Batch : public WorkList {
 public:
  Batch(const std::vector<Experiment>& experiments, const std::function<bool(size_t, const Run&)>& done)
      : experiments_(experiments), done_(done), runs_(experiments.size()) {}

  Next next() override {
    if (next_ == experiments_.size()) return Finished{};
    size_t ticket = next_++;
    return Item{ticket, experiments_[ticket]};
  }
  bool done(size_t ticket, Run run) override {
    runs_[ticket] = std::move(run);
    return !done_ || done_(ticket, runs_[ticket]);
  }
  size_t width() const override { return experiments_.size(); }

  std::vector<Run> take() { return std::move(runs_); }

 private:
  const std::vector<Experiment>& experiments_;
  const std::function<bool(size_t, const Run&)>& done_;
  std::vector<Run> runs_;
  size_t next_ = 0;
};

}  // namespace

Result<std::vector<Run>> run_all(Lab& lab, const std::vector<Experiment>& experiments,
                                 const std::function<bool(size_t, const Run&)>& done) {
  Batch batch(experiments, done);
  if (auto status = lab.work(batch); !status) return status.error();
  return batch.take();
}

}  // namespace squall::lab
