// `squall init` as a user runs it, against loading the page.
#include "bench/whole_run.h"

namespace squall::bench {
namespace {

Result<Figure> measure_speed(Setting& setting, const std::string& name, int expected) {
  auto whole = measure_whole_run(setting, "init", name, "", expected);
  if (!whole) return whole.error();
  double suspects = static_cast<double>(whole->tests);
  return Figure{"init-speed-" + name,
                whole->ratio(),
                "",
                Figure::AtMost,
                12 + 2.5 * suspects,
                number(suspects, 0) + " suspects: " + whole->told("init") + "; at most 12 and 2.5 for each suspect",
                {}};
}

}  // namespace

Figures measure_init(Setting& setting) {
  auto most_lost = measure_speed(setting, "hydrate-react", 1);
  if (!most_lost) return most_lost.error();
  auto largest = measure_speed(setting, "spa", 0);
  if (!largest) return largest.error();
  return std::vector<Figure>{*most_lost, *largest};
}

}  // namespace squall::bench
