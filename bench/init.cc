// `squall init` as a user runs it, against loading the page.
#include "bench/whole_run.h"

namespace squall::bench {

Figures measure_init(Setting& setting) {
  constexpr const char* kExample = "hydrate-react";  // the largest whose page is rendered by its server
  auto whole = measure_whole_run(setting, "init", kExample, "", 1);
  if (!whole) return whole.error();
  double suspects = static_cast<double>(whole->tests);
  return std::vector<Figure>{{"init-speed",
                              whole->ms / whole->load,
                              "",
                              Figure::AtMost,
                              12 + 2.5 * suspects,
                              std::string(kExample) + ": " + number(whole->ms, 0) +
                                  " ms from the start of squall init to its report, " + number(suspects, 0) +
                                  " suspects, against " + number(whole->load, 1) +
                                  " ms for a bare load of the page (medians); at most 12 and 2.5 for each suspect",
                              {}}};
}

}  // namespace squall::bench
