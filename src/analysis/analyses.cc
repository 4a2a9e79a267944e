#include "analysis/analyses.h"

#include <algorithm>

#include "analysis/ajax/job.h"
#include "analysis/harm.h"
#include "analysis/init/trial.h"

namespace squall::analysis {

const std::vector<About>& analyses() {
  static const std::vector<About> kAnalyses = {
      {"ajax", {{"ajax-race", "responses that can cross"}}, compare_harm, ajax::kJobFile},
      {"init",
       {{"form-input-overwritten", "form input overwritten"},
        {"late-event-handler", "late event handler"},
        {"access-before-definition", "access before definition"}},
       init::compare_loss},
  };
  return kAnalyses;
}

const About* find_analysis(const std::string& name) {
  auto found = std::ranges::find(analyses(), name, &About::name);
  return found == analyses().end() ? nullptr : &*found;
}

}  // namespace squall::analysis
