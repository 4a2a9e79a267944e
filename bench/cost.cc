// What an experiment costs, against what any test of the same page in the same browser has to pay.
#include "bench/bare_page.h"
#include "bench/setting.h"
#include "lab/agent_port.h"

namespace squall::bench {
namespace {

constexpr int kWarmUp = 3;

struct Side {
  std::vector<double> wall;  // ms of each run
  double cpu = 0;            // seconds of all runs

  double cpu_ms() const { return 1000 * cpu / static_cast<double>(wall.size()); }
};

struct Sides {
  Side floor, ours;
};

Status run_bare(BarePage& bare) {
  if (auto loaded = bare.load(); !loaded) return loaded.error();
  if (auto status = bare.click_all(); !status) return status;
  if (auto picture = bare.picture(); !picture) return picture.error();
  return bare.reset();
}

Status run_ours(lab::BrowserLab& lab, const lab::Experiment& experiment) {
  auto run = lab.run(experiment);
  if (!run) return run.error();
  if (run->outcome.ending != outcome::Ending::Settled || run->outcome.picture.empty()) {
    return Error{"the experiment on " + experiment.url + " did not settle: " + run->outcome.ending_detail, ""};
  }
  return {};
}

// In turns, so that whatever else the machine does falls on both alike.
Result<Sides> measure(Setting& setting, const std::string& name) {
  auto bare = BarePage::open();
  if (!bare) return bare.error();
  auto experiment = setting.experiment(name, "as-they-come");
  if (auto status = (*bare)->learn(experiment.url, experiment.flow); !status) return status.error();
  lab::BrowserLab lab({1, "", true});
  Sides sides;
  double floor_start = 0, ours_start = 0;
  const int runs = setting.quick() ? 10 : 40;
  for (int i = -kWarmUp; i < runs; ++i) {
    if (i == 0) {
      floor_start = (*bare)->cpu_seconds();
      ours_start = lab.cpu_use().seconds;
    }
    auto start = Clock::now();
    if (auto status = run_bare(**bare); !status) return status.error();
    double floor = ms_since(start);
    start = Clock::now();
    if (auto status = run_ours(lab, experiment); !status) return status.error();
    double ours = ms_since(start);
    if (i < 0) continue;
    sides.floor.wall.push_back(floor);
    sides.ours.wall.push_back(ours);
  }
  sides.floor.cpu = (*bare)->cpu_seconds() - floor_start;
  sides.ours.cpu = lab.cpu_use().seconds - ours_start;
  return sides;
}

std::string counted(const Side& ours, double a, double b, const std::string& what) {
  return number(a, 1) + " ms against " + number(b, 1) + " ms " + what + ", " + std::to_string(ours.wall.size()) +
         " runs each in turns";
}

}  // namespace

Figures measure_cost(Setting& setting) {
  std::vector<Figure> figures;
  if (auto status = setting.record({"shop", "spa"}); !status) return status.error();
  for (const char* name : {"shop", "spa"}) {
    auto sides = measure(setting, name);
    if (!sides) return sides.error();
    const auto& [floor, ours] = *sides;
    figures.push_back({std::string("cost-cpu-") + name,
                       ours.cpu / floor.cpu,
                       "",
                       Figure::AtMost,
                       1.5,
                       counted(ours, ours.cpu_ms(), floor.cpu_ms(), "of browser CPU for a bare run with reset"),
                       {}});
    double wall = median(ours.wall), floor_wall = median(floor.wall);
    figures.push_back({std::string("cost-wall-") + name,
                       wall / floor_wall,
                       "",
                       Figure::AtMost,
                       1.5,
                       counted(ours, wall, floor_wall, "of wall time (medians)"),
                       {}});
  }
  return figures;
}

// Loading alone, with the agent recording and without it; nothing is intercepted, and pages are not reset in between.
Figures measure_agent(Setting& setting) {
  const std::string url = setting.url("spa");
  auto plain = BarePage::open();
  if (!plain) return plain.error();
  lab::Experiment observed;
  observed.server = lab::Server::Connected;
  observed.wanted.trace = true;
  auto watched = BarePage::open(lab::agent_script(observed));
  if (!watched) return watched.error();
  BarePage* pages[] = {plain->get(), watched->get()};
  Side sides[2];
  double start[2] = {};
  for (auto* page : pages) {
    if (auto status = page->learn(url, {}); !status) return status.error();
  }
  const int loads = setting.quick() ? 20 : 60;
  for (int i = -kWarmUp; i < loads; ++i) {
    for (int side = 0; side < 2; ++side) {
      if (i == 0) start[side] = pages[side]->cpu_seconds();
      auto took = pages[side]->load();
      if (!took) return took.error();
      if (i >= 0) sides[side].wall.push_back(*took);
    }
  }
  for (int side = 0; side < 2; ++side) sides[side].cpu = pages[side]->cpu_seconds() - start[side];
  const auto& [without, with] = sides;
  double wall = median(with.wall), bare_wall = median(without.wall);
  return std::vector<Figure>{
      {"agent-cpu",
       with.cpu / without.cpu,
       "",
       Figure::AtMost,
       1.2,
       counted(with, with.cpu_ms(), without.cpu_ms(), "of browser CPU to load and show the list of spa"),
       {}},
      {"agent-wall",
       wall / bare_wall,
       "",
       Figure::AtMost,
       1.2,
       counted(with, wall, bare_wall, "to the load event of spa (medians)"),
       {}}};
}

}  // namespace squall::bench
