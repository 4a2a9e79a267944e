#include <algorithm>
#include <filesystem>
#include <map>

#include "base/log.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/replay_finding.h"
#include "cli/session.h"
#include "lab/unusable.h"
#include "oracle/compare.h"

namespace squall::cli {
namespace {

CommandSpec replay_spec() {
  CommandSpec spec;
  spec.name = "replay";
  spec.summary = "run a recording again, under a schedule, and say whether the outcome is the same";
  spec.description =
      "Runs the recording in RUN without its server and compares what the page ends in: the screen, the DOM, errors,\n"
      "requests, storage. Schedules:\n"
      "  as-they-come      each response as late as it was recorded; the user waits until the page has settled\n"
      "  synchronous       responses at once\n"
      "  adverse:1,2       hold back what step 1 causes until step 2 has settled (adverse:load,1 for the page's "
      "loading)\n"
      "  order:FILE        the events named in FILE, in that order, as far as they can happen\n"
      "  exact:FILE        the same, but an event that cannot happen ends the run";
  spec.positionals = {{"RUN", "the folder that `squall record`, `squall ajax` or `squall init` made"}};
  spec.options = lab_options();
  spec.options.insert(spec.options.begin(), {{"schedule", "SCHEDULE", "see above", "as-they-come"},
                                             {"finding", "ID", "show a finding of the run again: both its schedules"},
                                             {"repeat", "N", "how often", "1", 1, 1000000},
                                             {"live", "", "ask the real server what the recording cannot answer"},
                                             {"fresh", "", "a new browser context for every run"}});
  spec.examples = {{"squall replay shop --repeat 10", "shows that ten runs end in the same outcome"},
                   {"squall replay shop --schedule adverse:1,2", "shows what happens when responses cross"},
                   {"squall replay shop --finding F1", "shows again what `squall ajax` found"}};
  return spec;
}

struct Verdict {
  size_t distinct = 0;  // different outcomes among the repeated runs
  bool as_recorded = false;
  std::string headline;
};

Verdict judge(const std::vector<lab::Run>& runs, const outcome::Outcome& recorded) {
  std::map<std::string, int> prints;
  for (const auto& run : runs) ++prints[oracle::fingerprint(run.outcome)];
  Verdict verdict;
  verdict.distinct = prints.size();
  verdict.as_recorded = prints.size() == 1 && oracle::compare(recorded, runs.front().outcome).equal;
  if (verdict.distinct > 1) {
    verdict.headline =
        "The " + count_of(runs.size(), "run") + " ended in " + count_of(verdict.distinct, "different outcome") + ".";
  } else {
    verdict.headline = runs.size() == 1 ? "The outcome is "
                                        : "All " + count_of(runs.size(), "run") + " ended equally, and the outcome is ";
    verdict.headline += verdict.as_recorded ? "the same as recorded." : "different from what was recorded.";
  }
  return verdict;
}

// The runs that tell something about the page. One whose browser died tells nothing; it is left out, and named.
std::vector<lab::Run> usable_runs(std::vector<lab::Run> runs, std::vector<std::string>& notes) {
  std::vector<lab::Run> usable;
  for (size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].outcome.ending != outcome::Ending::BrowserDied) {
      usable.push_back(std::move(runs[i]));
      continue;
    }
    notes.push_back("run " + std::to_string(i + 1) + " does not count: the browser died in it");
    log_warning(notes.back());
  }
  return usable;
}

// The run that differs most tellingly: the first that is not like the first.
size_t odd_one(const std::vector<lab::Run>& runs) {
  std::string first = oracle::fingerprint(runs.front().outcome);
  for (size_t i = 1; i < runs.size(); ++i) {
    if (oracle::fingerprint(runs[i].outcome) != first) return i;
  }
  return 0;
}

report::Report report_of(const lab::RecordedPage& page, const std::vector<lab::Run>& runs, const Verdict& verdict,
                         const schedule::Schedule& schedule) {
  report::Report report;
  report.command = "replay";
  report.url = page.url;
  report.flow = page.flow;
  report.headline = verdict.headline;
  report.explanation = "Schedule: " + schedule::describe(schedule) + ".";
  lab::Run recorded;
  recorded.outcome = page.outcome;
  recorded.order = page.order;
  report.runs.push_back({"as recorded", {}, recorded});
  report.runs.push_back({"replayed", schedule, runs.front()});
  report.comparisons.push_back({0, 1, oracle::compare(page.outcome, runs.front().outcome)});
  if (size_t odd = odd_one(runs); odd > 0) {
    report.runs.push_back({"replayed again", schedule, runs[odd]});
    report.comparisons.push_back({1, 2, oracle::compare(runs.front().outcome, runs[odd].outcome)});
  }
  for (const auto& name : runs.front().skipped) report.notes.push_back("skipped, because it could not happen: " + name);
  for (const auto& name : runs.front().admitted)
    report.notes.push_back("happened although the order does not name it: " + name);
  return report;
}

void tell(const Arguments& arguments, const report::Report& report, const Verdict& verdict) {
  say(arguments, report.headline);
  if (verdict.as_recorded) return;
  for (const auto& one : report.comparisons) {
    if (one.comparison.equal) continue;
    say(arguments, one.first == 0 ? "Recorded against replayed:" : "One replay against another:");
    say(arguments, oracle::summary(one.comparison));
  }
}

// The steps that a schedule speaks of must be there.
Status check_steps(const schedule::Schedule& schedule, const flow::Flow& flow) {
  int count = static_cast<int>(flow.steps.size());
  int last = -1;
  if (schedule.hold) last = schedule.steps.empty() ? schedule.hold->from : -1;
  for (int step : schedule.steps) last = std::max(last, step);
  if (last < count) return {};
  return Error{"the schedule speaks of step " + std::to_string(last + 1) + ", but the recording has " +
                   count_of(flow.steps.size(), "step"),
               "Steps are numbered from 1; see recording/flow.json."};
}

// What is to be done: the recording, and the experiment on it.
struct Task {
  lab::RecordedPage page;
  lab::Experiment experiment;
  size_t repeat = 1;
};

Result<Task> task_of(const Arguments& arguments) {
  auto source = store::RunFolder::open(arguments.positional(0));
  if (!source) return source.error();
  auto page = lab::load_with_learned(*source);
  if (!page) return page.error();
  auto schedule = schedule::parse_schedule(arguments.text("schedule"));
  if (!schedule) return with_hint(schedule.error(), "Run `squall replay --help` for the schedules there are.");
  if (auto status = check_steps(*schedule, page->flow); !status) return status.error();
  if (auto status = check_out(arguments, *source); !status) return status.error();
  if (auto status = check_browser(arguments); !status) return status.error();
  Task task{std::move(page).value(), {}, static_cast<size_t>(arguments.number("repeat"))};
  task.experiment = lab::experiment_on(task.page);
  task.experiment.schedule = *schedule;
  task.experiment.conditions = conditions_over(task.page.conditions, arguments);
  task.experiment.timeout = timeout_of(arguments);
  task.experiment.server = lab::server_for(arguments.on("live"), true);
  task.experiment.fresh = arguments.on("fresh");
  return task;
}

// All the runs; each is kept in the folder as it ends.
Result<std::vector<lab::Run>> run_all(const Arguments& arguments, const Task& task, const store::RunFolder& folder) {
  int workers = static_cast<int>(std::min<double>(static_cast<double>(task.repeat), arguments.number("workers")));
  LabSession session(arguments, !may_ask(task.experiment.server), workers);
  Progress progress("replaying", "run");
  progress.set_total(task.repeat);
  std::vector<lab::Experiment> experiments(task.repeat, task.experiment);
  return lab::run_and_keep(session.lab(), experiments, folder, [&] { progress.advance(); });
}

int run_replay(const Arguments& arguments) {
  if (arguments.has("finding")) return replay_finding(arguments);
  auto start = Clock::now();
  auto task = task_of(arguments);
  if (!task) return give_up(task.error());
  const lab::RecordedPage& page = task->page;
  auto folder = make_run_folder(arguments, "replay", page.url);
  if (!folder) return give_up(folder.error());
  auto all = run_all(arguments, *task, *folder);
  if (!all) return give_up(all.error(), *folder);

  std::vector<std::string> notes;
  auto runs = usable_runs(std::move(all).value(), notes);
  if (runs.empty()) return give_up({"the browser died in every run", "Run `squall doctor`."}, *folder);
  const auto& first = runs.front().outcome;
  if (first.ending == outcome::Ending::LoadFailed) return give_up(*lab::why_unusable(first, page.url), *folder);
  Verdict verdict = judge(runs, page.outcome);
  auto report = report_of(page, runs, verdict, task->experiment.schedule);
  report.notes.insert(report.notes.begin(), notes.begin(), notes.end());
  report.total_ms = ms_since(start);
  report.experiments = static_cast<int>(task->repeat);
  if (auto status = publish(arguments, *folder, report); !status) return give_up(status.error(), *folder);
  if (auto status = folder->set_state(store::RunState::Finished); !status) return give_up(status.error());
  tell(arguments, report, verdict);
  say(arguments, "Report: " + folder->report_file().string());
  return verdict.as_recorded ? kNothingFound : kFound;
}

}  // namespace

Command replay_command() { return {replay_spec(), run_replay}; }

}  // namespace squall::cli
