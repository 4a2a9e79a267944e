// How long experiments take that ask for time, and how many can be run side by side.
#include "bench/setting.h"

namespace squall::bench {

// Real time, from the navigation to the outcome, against the time that the page saw pass.
Figures measure_waiting(Setting& setting) {
  if (auto status = setting.record({"endless"}); !status) return status.error();
  auto experiment = setting.experiment("endless", "as-they-come");
  lab::BrowserLab lab({1, "", true});
  std::vector<double> real, asked;
  for (int i = 0; i < (setting.quick() ? 5 : 20); ++i) {
    auto run = lab.run(experiment);
    if (!run) return run.error();
    real.push_back(run->real_ms);
    asked.push_back(run->virtual_ms);
  }
  double took = median(real), virtual_ms = median(asked);
  return std::vector<Figure>{{"waiting",
                              took / virtual_ms,
                              "",
                              Figure::Below,
                              0.1,
                              "endless: " + number(took, 0) + " ms for " + number(virtual_ms / 1000, 1) +
                                  " s of timers, polls and animations; " + number(took / 5000, 3) +
                                  " of its one timer of 5 s; median of " + std::to_string(real.size()),
                              {}}};
}

Figures measure_parallel(Setting& setting) {
  if (auto status = setting.record({"shop"}); !status) return status.error();
  const size_t batch = setting.quick() ? 16 : 40;
  const int rounds = setting.quick() ? 2 : 5;
  std::vector<lab::Experiment> experiments(batch, setting.experiment("shop", "as-they-come"));
  lab::BrowserLab one({1, "", true}), two({2, "", true});
  lab::BrowserLab* labs[] = {&one, &two};
  double seconds[2] = {};
  for (int round = -1; round < rounds; ++round) {  // the first warms up
    for (int i = 0; i < 2; ++i) {
      auto start = Clock::now();
      if (auto runs = run_all(*labs[i], experiments); !runs) return runs.error();
      if (round >= 0) seconds[i] += ms_since(start) / 1000;
    }
  }
  double count = static_cast<double>(batch) * rounds;
  return std::vector<Figure>{{"parallel",
                              seconds[0] / seconds[1],
                              "",
                              Figure::AtLeast,
                              1.5,
                              "shop: " + number(count / seconds[1], 1) + " experiments/s with two workers, " +
                                  number(count / seconds[0], 1) + " with one; " + number(count, 0) + " each in turns",
                              {}}};
}

}  // namespace squall::bench
