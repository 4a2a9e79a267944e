// squall's figures. Each promise is a line: what was measured, what was promised, whether it is kept, and how it was
// measured. docs/speed.md tells what they mean.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/clock.h"
#include "base/text.h"
#include "bench/setting.h"

namespace squall::bench {
namespace {

struct Benchmark {
  const char* name;
  Figures (*measure)(Setting&);
};

constexpr Benchmark kBenchmarks[] = {
    {"memory", measure_memory},     {"cost", measure_cost},
    {"agent", measure_agent},       {"waiting", measure_waiting},
    {"parallel", measure_parallel}, {"ajax", measure_ajax},
    {"init", measure_init},         {"determinism", measure_determinism},
    {"verdicts", measure_verdicts},
};

struct Options {
  std::string only;
  bool quick = false;
  bool json = false;
  VerdictOptions verdicts;
};

int usage() {
  std::fputs("usage: squall_bench [--quick] [--json] [--only NAME]\nNAME is one of:", stderr);
  for (const auto& benchmark : kBenchmarks) std::fprintf(stderr, " %s", benchmark.name);
  std::fputs(
      "\nverdicts also takes:\n"
      "  --pages A,B    only pages whose names contain one of these: ajax/shop, InitDelays\n"
      "  --times N      how often each page is looked at\n"
      "  --loops N      how many busy loops compute beside it\n"
      "  --at-once N    how many pages are looked at side by side, which takes less time and is harder\n"
      "  --keep FOLDER  keep the answers there, and go on with those that are there\n",
      stderr);
  return 2;
}

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    if (argument == "--quick")
      options.quick = true;
    else if (argument == "--json")
      options.json = true;
    else if (argument == "--only" && i + 1 < argc)
      options.only = argv[++i];
    else if (argument == "--pages" && i + 1 < argc)
      options.verdicts.pages = split(argv[++i], ',');
    else if (argument == "--times" && i + 1 < argc)
      options.verdicts.times = std::atoi(argv[++i]);
    else if (argument == "--loops" && i + 1 < argc)
      options.verdicts.loops = std::atoi(argv[++i]);
    else if (argument == "--at-once" && i + 1 < argc)
      options.verdicts.at_once = std::atoi(argv[++i]);
    else if (argument == "--keep" && i + 1 < argc)
      options.verdicts.keep = argv[++i];
    else
      return false;
  }
  options.verdicts.few = options.quick || options.only.empty();
  bool known = options.only.empty();
  for (const auto& benchmark : kBenchmarks) known = known || options.only == benchmark.name;
  return known;
}

int give_up(const Error& error) {
  std::fprintf(stderr, "squall_bench: %s\n%s\n", error.message.c_str(), error.hint.c_str());
  return 2;
}

// 0: every promise is kept; 1: one is not; 2: it could not be measured.
int run(const Options& options) {
  auto start = Clock::now();
  auto setting = Setting::open(options.quick, options.verdicts);
  if (!setting) return give_up(setting.error());
  Json all = Json::array();
  bool kept = true;
  for (const auto& benchmark : kBenchmarks) {
    if (!options.only.empty() && options.only != benchmark.name) continue;
    auto figures = benchmark.measure(**setting);
    if (!figures) return give_up(figures.error());
    for (const auto& figure : *figures) {
      kept = kept && figure.kept();
      all.push(to_json(figure));
      if (!options.json) std::fputs(to_text(figure).c_str(), stdout);
      std::fflush(stdout);
    }
  }
  double seconds = ms_since(start) / 1000;
  if (options.json) {
    Json out = Json::object({{"quick", options.quick}, {"seconds", seconds}, {"figures", all}});
    std::fputs(out.dump_pretty().c_str(), stdout);
  } else {
    std::printf("%s in %.0f s\n", kept ? "every promise is kept" : "not every promise is kept", seconds);
  }
  return kept ? 0 : 1;
}

}  // namespace
}  // namespace squall::bench

int main(int argc, char** argv) {
  squall::bench::Options options;
  if (!squall::bench::parse(argc, argv, options)) return squall::bench::usage();
  return squall::bench::run(options);
}
