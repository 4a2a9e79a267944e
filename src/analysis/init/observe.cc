#include "analysis/init/observe.h"

#include "analysis/init/early.h"
#include "lab/unusable.h"

namespace squall::analysis::init {

lab::Experiment eager_load(const lab::RecordedPage& page, Millis timeout) {
  lab::Experiment experiment = lab::experiment_on(page);
  experiment.flow = {};
  experiment.schedule.visible = schedule::Visible::All;  // each response comes by itself
  experiment.schedule.network_takes_time = false;
  experiment.wanted.trace = true;
  experiment.wanted.picture = false;
  experiment.timeout = timeout;
  return experiment;
}

Result<Observed> observe(const lab::RecordedPage& page, Millis timeout, Bench& bench) {
  std::vector<lab::Experiment> loads(2, eager_load(page, timeout));
  loads[0].init.eager.fields = true;
  loads[1].init.eager.handlers = true;
  auto runs = bench.run_all(loads);
  if (!runs) return runs.error();
  Observed observed;
  observed.load = std::move((*runs)[0]);
  if (auto why = lab::why_unusable(observed.load.outcome, page.url)) return *why;
  observed.survey = survey_of(observed.load);
  observed.tried = survey_of((*runs)[1]).handlers;
  const outcome::Outcome& adverse = (*runs)[1].outcome;
  if (adverse.ending != outcome::Ending::Settled) {
    observed.untried = std::string("the page ended as ") + outcome::name_of(adverse.ending);
  }
  return observed;
}

Result<std::vector<Suspect>> validate(const lab::RecordedPage& page, const Observed& observed,
                                      const std::vector<TriedHandler>& failing, double long_timer_ms, Millis timeout,
                                      Bench& bench) {
  std::vector<Suspect> suspects;
  if (failing.empty()) return suspects;
  std::vector<lab::Experiment> loads(failing.size(), eager_load(page, timeout));
  for (size_t i = 0; i < failing.size(); ++i) {
    loads[i].init.eager.handlers = true;
    loads[i].init.eager.only = failing[i].key;
  }
  auto runs = bench.run_all(loads);
  if (!runs) return runs.error();
  for (size_t i = 0; i < failing.size(); ++i) {
    auto suspect = validated(failing[i], (*runs)[i], observed.survey.actions, long_timer_ms);
    if (suspect) suspects.push_back(std::move(*suspect));
  }
  return suspects;
}

}  // namespace squall::analysis::init
