#include <map>

#include "base/log.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/session.h"
#include "oracle/compare.h"

namespace squall::cli {
namespace {

CommandSpec spec() {
  CommandSpec spec;
  spec.name = "replay";
  spec.summary = "run a recording again, under a schedule, and say whether the outcome is the same";
  spec.description =
      "Runs the recording in RUN without its server and compares what the page ends in: the screen, the DOM, errors,\n"
      "requests, storage. Schedules:\n"
      "  as-they-come      each response as late as it was recorded; the user waits until the page has settled\n"
      "  synchronous       responses at once\n"
      "  adverse:1,2       hold back what step 1 causes until step 2 has settled (adverse:load,1 for the page's loading)\n"
      "  order:FILE        the events named in FILE, in that order, as far as they can happen\n"
      "  exact:FILE        the same, but an event that cannot happen ends the run";
  spec.positionals = {{"RUN", "the folder that `squall record` made"}};
  spec.options = lab_options();
  spec.options.insert(spec.options.begin(), {{"schedule", "SCHEDULE", "see above", "as-they-come"},
                                             {"repeat", "N", "how often", "1"},
                                             {"live", "", "ask the real server what the recording cannot answer"},
                                             {"fresh", "", "a new browser context for every run"}});
  spec.examples = {{"squall replay shop --repeat 10", "shows that ten runs end in the same outcome"},
                   {"squall replay shop --schedule adverse:1,2", "shows what happens when responses cross"}};
  return spec;
}

struct Verdict {
  size_t distinct = 0;   // different outcomes among the repeated runs
  bool as_recorded = false;
  std::string headline;
};

Verdict judge(const std::vector<lab::Run>& runs, const lab::Outcome& recorded) {
  std::map<std::string, int> prints;
  for (const auto& run : runs) ++prints[oracle::fingerprint(run.outcome)];
  Verdict verdict;
  verdict.distinct = prints.size();
  verdict.as_recorded = prints.size() == 1 && oracle::compare(recorded, runs.front().outcome).equal;
  if (verdict.distinct > 1) {
    verdict.headline = "The " + count_of(runs.size(), "run") + " ended in " + count_of(verdict.distinct, "different outcome") + ".";
  } else {
    verdict.headline = runs.size() == 1 ? "The outcome is " : "All " + count_of(runs.size(), "run") + " ended equally, and the outcome is ";
    verdict.headline += verdict.as_recorded ? "the same as recorded." : "different from what was recorded.";
  }
  return verdict;
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
  for (const auto& name : runs.front().admitted) report.notes.push_back("happened although the order does not name it: " + name);
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

int run(const Arguments& arguments) {
  auto start = Clock::now();
  auto source = store::RunFolder::open(arguments.positional(0));
  if (!source) return give_up(source.error());
  auto page = lab::load_recording(*source);
  if (!page) return give_up(page.error());
  auto schedule = schedule::parse_schedule(arguments.text("schedule"));
  if (!schedule) return give_up(schedule.error());
  auto folder = make_run_folder(arguments, "replay", page->url);
  if (!folder) return give_up(folder.error());

  lab::Experiment experiment = lab::experiment_on(*page);
  experiment.schedule = *schedule;
  experiment.timeout = timeout_of(arguments);
  experiment.live = arguments.on("live");
  experiment.fresh = arguments.on("fresh");
  size_t repeat = std::max<size_t>(1, static_cast<size_t>(arguments.number("repeat")));
  int workers = static_cast<int>(std::min<size_t>(repeat, std::max<size_t>(1, static_cast<size_t>(arguments.number("workers")))));
  LabSession session(arguments, !experiment.live, workers);
  Progress progress("replaying", "run");
  progress.set_total(repeat);
  Status saved;
  auto runs = session.lab().run_all(std::vector<lab::Experiment>(repeat, experiment), [&](size_t i, const lab::Run& one) {
    progress.advance();
    if (saved) saved = save_run(*folder, static_cast<int>(i) + 1, *schedule, one);
    return saved.ok() && !interrupted();
  });
  if (!runs) return give_up(runs.error(), *folder);
  if (!saved) return give_up(saved.error(), *folder);
  if (interrupted()) return give_up({"interrupted; what was run is in " + folder->path().string(), ""}, *folder);
  const auto& first = runs->front().outcome;
  if (first.ending == lab::Ending::LoadFailed || first.ending == lab::Ending::BrowserDied) {
    return give_up(*lab::why_unusable(first, page->url), *folder);
  }

  Verdict verdict = judge(*runs, page->outcome);
  auto report = report_of(*page, *runs, verdict, *schedule);
  report.total_ms = ms_since(start);
  report.experiments = static_cast<int>(runs->size());
  if (auto status = publish(arguments, *folder, report); !status) return give_up(status.error(), *folder);
  if (auto status = folder->set_state(store::RunState::Finished); !status) return give_up(status.error());
  tell(arguments, report, verdict);
  say(arguments, "Report: " + folder->report_file().string());
  return verdict.as_recorded ? kNothingFound : kFound;
}

}  // namespace

Command replay_command() { return {spec(), run}; }

}  // namespace squall::cli
