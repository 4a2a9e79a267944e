// Every example, again and again under the same schedule: the same outcome to the last byte.
#include <cstdio>
#include <map>

#include "bench/setting.h"
#include "oracle/compare.h"

namespace squall::bench {
namespace {

constexpr int kAtOnce = 25;  // that many outcomes are kept in memory

struct Kind {
  int count = 0;
  outcome::Outcome outcome;  // the first of its kind
};

std::string adverse_for(const lab::RecordedPage& page) {
  return page.flow.steps.size() >= 2 ? "adverse:1,2" : "adverse:load,1";
}

// The outcomes of `runs` runs, by fingerprint.
Result<std::map<std::string, Kind>> kinds_of(lab::Lab& lab, const lab::Experiment& experiment, int runs) {
  std::map<std::string, Kind> kinds;
  for (int done = 0; done < runs; done += kAtOnce) {
    std::vector<lab::Experiment> batch(static_cast<size_t>(std::min(kAtOnce, runs - done)), experiment);
    auto ended = run_all(lab, batch);
    if (!ended) return ended.error();
    for (auto& run : ended.value()) {
      Kind& kind = kinds[oracle::fingerprint(run.outcome)];
      if (kind.count++ == 0) kind.outcome = std::move(run.outcome);
    }
  }
  return kinds;
}

}  // namespace

Figures measure_determinism(Setting& setting) {
  auto examples = setting.examples();
  if (auto status = setting.record(examples); !status) return status.error();
  const int runs = setting.quick() ? 5 : 100;
  lab::BrowserLab lab({2, "", true});
  int odd = 0, all = 0;
  std::vector<std::string> notes;
  for (const auto& name : examples) {
    for (const std::string& schedule :
         {std::string("as-they-come"), std::string("synchronous"), adverse_for(setting.recorded(name))}) {
      std::fprintf(stderr, "determinism: %s under %s\n", name.c_str(), schedule.c_str());
      auto kinds = kinds_of(lab, setting.experiment(name, schedule), runs);
      if (!kinds) return kinds.error();
      const Kind* usual = nullptr;
      for (const auto& [fingerprint, kind] : *kinds) {
        if (!usual || kind.count > usual->count) usual = &kind;
      }
      all += runs;
      odd += runs - usual->count;
      std::string where = name + " under " + schedule + ": ";
      if (usual->outcome.ending != outcome::Ending::Settled) {
        notes.push_back(where + outcome::name_of(usual->outcome.ending) + ", " + usual->outcome.ending_detail);
      }
      for (const auto& [fingerprint, kind] : *kinds) {
        if (&kind == usual) continue;
        notes.push_back(where + std::to_string(kind.count) + " of " + std::to_string(runs) +
                        " differ: " + oracle::summary(oracle::compare(usual->outcome, kind.outcome)));
      }
    }
  }
  return std::vector<Figure>{{"determinism", static_cast<double>(odd), "", Figure::AtMost, 0,
                              "outcomes unlike the others: " + std::to_string(examples.size()) +
                                  " examples under 3 schedules, " + std::to_string(runs) + " times each, " +
                                  std::to_string(all) + " experiments",
                              std::move(notes)}};
}

}  // namespace squall::bench
