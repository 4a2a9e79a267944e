#include "analysis/init/analysis.h"

#include <algorithm>

#include "analysis/init/early.h"
#include "analysis/init/explain.h"
#include "analysis/init/missed.h"
#include "analysis/init/observe.h"
#include "analysis/init/patterns.h"
#include "analysis/init/rules.h"
#include "analysis/init/words.h"
#include "analysis/tester.h"
#include "base/text.h"

namespace squall::analysis::init {
namespace {

using finding::Verdict;

constexpr size_t kBatch = 8;  // suspects that are tried together: findings come early, and browsers are kept busy

// One act while one thing is late is one experiment, whatever led us to it. (Handlers that fail early are looked at
// with other eyes.)
bool alike(const Suspect& one, const Suspect& other) {
  auto plain = [](const Suspect& each) {
    return each.kind != Kind::EarlyFailure && !each.steps.empty() && !each.rival;
  };
  return plain(one) && plain(other) && one.element == other.element && one.steps == other.steps &&
         one.delays[0] == other.delays[0];
}

// Of handlers that fail early, each has an error of its own; who is in the middle of a word does something else.
bool is_same_act(const Suspect& one, const Suspect& other) {
  auto enters = [](const Suspect& each) {
    return (each.kind == Kind::Overwritten || each.kind == Kind::LateHandler) && each.steps.size() == 1 &&
           each.steps[0].type == flow::StepType::Change;
  };
  return one.steps == other.steps || (enters(one) && enters(other));
}

void merge_alike(std::vector<Suspect>& suspects) {
  std::vector<Suspect> kept;
  for (Suspect& suspect : suspects) {
    auto known = std::find_if(kept.begin(), kept.end(), [&](const Suspect& each) { return alike(each, suspect); });
    if (known == kept.end()) {
      kept.push_back(std::move(suspect));
      continue;
    }
    known->why.insert(known->why.end(), suspect.why.begin(), suspect.why.end());
    for (const Delay& delay : suspect.delays) {
      if (std::ranges::find(known->delays, delay) == known->delays.end()) known->delays.push_back(delay);
    }
    known->prevents = known->prevents || suspect.prevents;
  }
  suspects = std::move(kept);
}

// One analysis under way.
class Work {
 public:
  Work(lab::Lab& lab, const lab::RecordedPage& page, const Options& options)
      : page_(page), options_(options), bench_(lab, page_, options.bench), code_(*page.recording) {}

  Result<Analysis> run() {
    if (auto status = suspect(); !status && !bench_.stopped()) return status.error();
    if (!bench_.stopped()) {
      if (auto status = test(); !status && !bench_.stopped()) return status.error();
    }
    out_.recording = bench_.recording();
    out_.experiments = bench_.experiments();
    out_.complete = !bench_.stopped();
    return std::move(out_);
  }

 private:
  Status suspect() {
    options_.on_progress("looking at the page while it loads");
    auto observed = observe(page_, options_.bench.timeout, bench_);
    if (!observed) return observed.error();
    observed_ = std::move(observed).value();
    if (!observed_.untried.empty()) {
      out_.notes.push_back("The handlers could not be tried ahead of time: " + observed_.untried + ".");
    }
    out_.fields = observed_.survey.fields.size();
    out_.handlers = observed_.tried.size();
    out_.actions = observed_.survey.actions.size();
    out_.trace = observed_.load.trace;
    auto failing = failing_early(observed_.tried);
    limit(failing);
    if (!failing.empty()) {
      options_.on_progress("trying " + count_of(failing.size(), "handler") + " again that failed early");
    }
    auto validated = validate(page_, observed_, failing, options_.long_timer_ms, options_.bench.timeout, bench_);
    if (!validated) return validated.error();
    out_.suspects = std::move(validated).value();
    add_patterns();
    if (auto status = look_behind_milestones(); !status) return status;
    plan_flow();
    return {};
  }

  // Where the page looks the same without the handlers of a milestone, only a user notices that they are missing.
  Status look_behind_milestones() {
    std::vector<Suspect*> missed;
    std::vector<lab::Experiment> loads;
    for (Suspect& suspect : out_.suspects) {
      if (suspect.kind != Kind::MissedLoad || !is_of_page(suspect)) continue;
      missed.push_back(&suspect);
      loads.push_back(eager_load(page_, options_.bench.timeout));
      loads.back().init.eager.fields = true;
      loads.back().schedule = schedule::adverse(-1, 0, {suspect.rival->event});
    }
    auto runs = bench_.run_all(loads);
    if (!runs) return runs.error();
    for (size_t i = 0; i < missed.size(); ++i) {
      if (auto step = step_behind((*runs)[i], missed[i]->awaited)) missed[i]->steps = {*step};
    }
    return {};
  }

  template <typename T>
  void limit(std::vector<T>& list) {
    if (list.size() <= options_.max_suspects) return;
    out_.left_out += list.size() - options_.max_suspects;
    list.resize(options_.max_suspects);
  }

  void add_patterns() {
    Delays delays(observed_.load, options_.long_timer_ms);
    auto late = late_handlers(delays, observed_.survey, observed_.tried);
    std::stable_sort(late.begin(), late.end(), [](const auto& a, const auto& b) { return a.prevents > b.prevents; });
    for (const auto& more : {overwritten_fields(delays, observed_.survey), stolen_focus(delays, observed_.survey),
                             missed_loads(delays, observed_.load), missed_milestones(delays), late}) {
      out_.suspects.insert(out_.suspects.end(), more.begin(), more.end());
    }
    merge_alike(out_.suspects);
    limit(out_.suspects);
  }

  // A flow in which each suspect has its steps, and the look comes last.
  void plan_flow() {
    out_.flow.title = "what an impatient user does";
    for (const Suspect& suspect : out_.suspects) {
      Places places;
      for (const flow::Step& step : suspect.steps) {
        places.steps.push_back(static_cast<int>(out_.flow.steps.size()));
        out_.flow.steps.push_back(step);
      }
      places_.push_back(std::move(places));
    }
    for (Places& places : places_) places.look = static_cast<int>(out_.flow.steps.size());
    if (!places_.empty()) out_.flow.steps.push_back(look_at_page());
    page_.flow = out_.flow;
  }

  Status test() {
    if (out_.suspects.empty()) return {};
    options_.on_progress("making " + count_of(out_.suspects.size(), "suspect") + " happen");
    Rules rules(out_.suspects, places_, observed_.load.order);
    Tester tester(bench_, rules);
    for (size_t from = 0; from < out_.suspects.size(); from += kBatch) {
      if (!bench_.has_time_for_more(from, out_.suspects.size())) {
        out_.untested = out_.suspects.size() - from;
        break;
      }
      size_t to = std::min(from + kBatch, out_.suspects.size());
      std::vector<size_t> batch;
      for (size_t i = from; i < to; ++i) {
        if (out_.suspects[i].can_be_tried()) batch.push_back(i);
      }
      auto trials = tester.test(batch);
      if (!trials) return trials.error();
      auto next = trials->begin();
      for (size_t i = from; i < to; ++i) {
        if (out_.suspects[i].can_be_tried())
          add(*next++);
        else
          out_.add(note(out_.suspects[i], "no step of a user is known that leads to this handler", code_));
      }
    }
    return {};
  }

  // ---- what was found ----

  // One act while one thing is late is one loss, whatever led us to it: a write or a listener, or two of these, and
  // whatever value was entered.
  bool is_known(const Suspect& suspect, const Trial& trial) const {
    return std::any_of(found_.begin(), found_.end(), [&](const auto& found) {
      const Suspect& other = out_.suspects[found.first];
      return other.element == suspect.element && is_same_act(other, suspect) &&
             other.delays[found.second] == suspect.delays[trial.way];
    });
  }

  size_t keep(Trial& trial) {
    bool load = out_.suspects[trial.subject].rival.has_value();
    const char* titles[] = {load ? "the handler was in time" : "the user waited",
                            load ? "the handler was late" : "the user was early"};
    return out_.keep({titles[0], trial.right, std::move(trial.right_run)},
                     {titles[1], trial.wrong, std::move(trial.wrong_run)}, trial.comparison);
  }

  std::string reason_of(const Trial& trial) const {
    return words_for(trial.reason, out_.suspects[trial.subject].rival.has_value());
  }

  std::optional<finding::Finding> finding_of(Trial& trial) {
    const Suspect& suspect = out_.suspects[trial.subject];
    if (trial.verdict == Verdict::Unstable && suspect.certain) return note(suspect, reason_of(trial), code_);
    if (trial.verdict != Verdict::Race || is_known(suspect, trial)) return std::nullopt;
    found_.emplace_back(trial.subject, trial.way);
    auto finding = explain(suspect, places_[trial.subject], trial, code_);
    finding.comparison = keep(trial);
    return finding;
  }

  void add(Trial& trial) {
    const Suspect& suspect = out_.suspects[trial.subject];
    auto finding = finding_of(trial);
    finding::Test test = test_of(trial, reason_of(trial));
    for (int step : places_[trial.subject].steps) test.events.push_back("u" + std::to_string(step));
    test.id = suspect.rival ? suspect.awaited : join(test.events, "-");
    test.why = words_for(suspect.why);
    if (finding) {
      test.comparison = finding->comparison;
      test.finding = out_.add(std::move(*finding));
    }
    out_.tests.push_back(std::move(test));
  }

  lab::RecordedPage page_;  // under the flow that is planned
  const Options& options_;
  Bench bench_;
  finding::Code code_;
  Observed observed_;
  std::vector<Places> places_;                    // by suspect
  std::vector<std::pair<size_t, size_t>> found_;  // suspects and delays that have a finding
  Analysis out_;
};

}  // namespace

Result<Analysis> analyse(lab::Lab& lab, const lab::RecordedPage& page, const Options& options) {
  return Work(lab, page, options).run();
}

}  // namespace squall::analysis::init
