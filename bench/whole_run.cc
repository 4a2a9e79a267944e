#include "bench/whole_run.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "bench/bare_page.h"

namespace squall::bench {
namespace {

constexpr int kLoads = 20;

std::string shell_word(const std::string& text) { return "'" + text + "'"; }

// In ms.
Result<double> run_program(const std::string& words, int expected) {
  std::string command = shell_word((program_folder() / "squall").string()) + " " + words + " --quiet >/dev/null 2>&1";
  auto start = Clock::now();
  int status = std::system(command.c_str());
  double time = ms_since(start);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != expected)
    return Error{"this did not end as it should: " + command, ""};
  return time;
}

}  // namespace

std::string WholeRun::told(const std::string& command) const {
  return number(ms, 0) + " ms from the start of squall " + command + " to its report, against " + number(visit, 1) +
         " ms for a first visit of the page (medians; " + number(reload, 1) +
         " ms in a page that is used again: " + number(ms / reload, 0) + ")";
}

Result<WholeRun> measure_whole_run(Setting& setting, const std::string& command, const std::string& example,
                                   const std::string& options, int expected) {
  auto bare = BarePage::open();
  if (!bare) return bare.error();
  std::string url = setting.url(example);
  if (auto status = (*bare)->learn(url, {}); !status) return status.error();
  auto out = std::filesystem::temp_directory_path() / ("squall-bench-" + std::to_string(::getpid()));
  std::string words = command + " " + shell_word(url) + " " + options + " --out " + shell_word(out.string());
  WholeRun whole;
  std::vector<double> visits, reloads, runs;
  const int rounds = setting.quick() ? 2 : 5;
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < kLoads; ++i) {
      auto start = Clock::now();
      if (auto loaded = (*bare)->load(); !loaded) return loaded.error();
      if (auto status = (*bare)->reset(); !status) return status.error();
      reloads.push_back(ms_since(start));
      start = Clock::now();
      if (auto status = (*bare)->visit(); !status) return status.error();
      visits.push_back(ms_since(start));
    }
    auto time = run_program(words, expected);
    if (auto results = read_json_file(out / "results.json")) whole.tests = (*results)["tests"].size();
    std::error_code ignored;
    std::filesystem::remove_all(out, ignored);
    if (!time) return time.error();
    runs.push_back(*time);
  }
  whole.ms = median(runs);
  whole.visit = median(visits);
  whole.reload = median(reloads);
  return whole;
}

}  // namespace squall::bench
