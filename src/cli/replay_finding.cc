#include "cli/replay_finding.h"

#include "analysis/analyses.h"
#include "analysis/harm.h"
#include "base/files.h"
#include "base/log.h"
#include "base/text.h"
#include "cli/session.h"

namespace squall::cli {
namespace {

// What a finding's evidence says about how to see it.
struct Told {
  std::string id, title;
  std::string run_titles[2];  // "the user waited", "the user was early"
  schedule::Schedule schedules[2];
  analysis::Compare compare;  // as the analysis did that found it
};

Result<Told> read_finding(const store::RunFolder& folder, const std::string& id) {
  auto results = read_json_file(folder.results_file());
  if (!results) return with_hint(results.error(), "The run has no results: let it end first.");
  std::vector<std::string> ids;
  for (const Json& finding : (*results)["findings"].items()) {
    ids.push_back(finding["id"].as_string());
    if (ids.back() != id) continue;
    auto right = schedule::schedule_from_json(finding.at("evidence", "synchronous"));
    const Json& least = finding.at("evidence", "witness");
    auto wrong = schedule::schedule_from_json(least.is_null() ? finding.at("evidence", "adverse") : least);
    if (!right || !wrong) return Error{"the evidence of " + id + " holds no schedules", "Run the analysis again."};
    auto run_title = [&](size_t i) {
      auto place = static_cast<size_t>(finding["runs"][i].as_int());
      return (*results)["runs"][place]["title"].as_string();
    };
    const auto* about = analysis::find_analysis((*results)["command"].as_string());
    if (!about)
      return Error{"this squall does not know the analysis that found " + id, "Use the squall that found it."};
    return Told{id, finding["title"].as_string(), {run_title(0), run_title(1)}, {*right, *wrong}, about->compare};
  }
  if (ids.empty()) return Error{folder.path().string() + " has no findings", ""};
  return Error{"there is no finding “" + one_line(id, 40) + "”", "There are: " + join(ids, ", ") + "."};
}

struct FindingTask {
  Told told;
  lab::RecordedPage page;
};

Result<FindingTask> finding_task_of(const Arguments& arguments) {
  auto source = store::RunFolder::open(arguments.positional(0));
  if (!source) return source.error();
  auto told = read_finding(*source, arguments.text("finding"));
  if (!told) return told.error();
  auto page = lab::load_with_learned(*source);
  if (!page) return page.error();
  if (auto status = check_out(arguments, *source); !status) return status.error();
  if (auto status = check_browser(arguments); !status) return status.error();
  return FindingTask{std::move(told).value(), std::move(page).value()};
}

// Both schedules, `repeat` times each: right, wrong, right, wrong…
Result<std::vector<lab::Run>> run_both(const Arguments& arguments, const FindingTask& task,
                                       const store::RunFolder& folder) {
  std::vector<lab::Experiment> experiments;
  for (int i = 0; i < static_cast<int>(arguments.number("repeat")); ++i) {
    for (const auto& schedule : task.told.schedules) {
      experiments.push_back(lab::experiment_on(task.page));
      experiments.back().schedule = schedule;
      experiments.back().timeout = timeout_of(arguments);
      experiments.back().fresh = arguments.on("fresh");
    }
  }
  LabSession session(arguments, true, static_cast<int>(arguments.number("workers")));
  return lab::run_and_keep(session.lab(), experiments, folder);
}

oracle::Comparison compared(const FindingTask& task, const lab::Run& right, const lab::Run& wrong) {
  oracle::CompareOptions options;
  options.order = false;
  options.served = std::make_shared<const oracle::Served>(analysis::served_by(*task.page.recording));
  return task.told.compare(right.outcome, wrong.outcome, options);
}

report::Report report_of(const FindingTask& task, std::vector<lab::Run> runs, size_t shown) {
  report::Report report;
  report.command = "replay";
  report.url = task.page.url;
  report.flow = task.page.flow;
  size_t times = runs.size() / 2;
  report.headline = shown == times ? task.told.id + " shows again"
                    : shown == 0   ? task.told.id + " does not show"
                                 : task.told.id + " shows in " + std::to_string(shown) + " of " + std::to_string(times);
  report.headline += times == 1 ? "." : " (" + std::to_string(times) + " times).";
  report.explanation = task.told.title;
  report.experiments = static_cast<int>(runs.size());
  report.comparisons.push_back({0, 1, compared(task, runs[0], runs[1])});
  for (size_t i : {0, 1}) {
    report.runs.push_back({task.told.run_titles[i], task.told.schedules[i], std::move(runs[i])});
  }
  return report;
}

size_t count_shown(const FindingTask& task, const std::vector<lab::Run>& runs) {
  size_t shown = 0;
  for (size_t i = 0; i + 1 < runs.size(); i += 2) shown += compared(task, runs[i], runs[i + 1]).equal ? 0 : 1;
  return shown;
}

}  // namespace

int replay_finding(const Arguments& arguments) {
  auto start = Clock::now();
  auto task = finding_task_of(arguments);
  if (!task) return give_up(task.error());
  auto folder = make_run_folder(arguments, "replay", task->page.url);
  if (!folder) return give_up(folder.error());
  log_info("running both schedules of " + task->told.id + "…");
  auto runs = run_both(arguments, *task, *folder);
  if (!runs) return give_up(runs.error(), *folder);
  size_t shown = count_shown(*task, *runs);
  auto report = report_of(*task, std::move(runs).value(), shown);
  report.total_ms = ms_since(start);
  if (auto status = publish(arguments, *folder, report); !status) return give_up(status.error(), *folder);
  if (auto status = folder->set_state(store::RunState::Finished); !status) return give_up(status.error());
  say(arguments, report.headline + " " + one_line(report.explanation));
  for (const auto& run : report.runs) say(arguments, run.title + ": " + schedule::describe(run.schedule) + ".");
  if (shown > 0) say(arguments, oracle::summary(report.comparisons[0].comparison));
  say(arguments, "Report: " + folder->report_file().string());
  return shown > 0 ? kFound : kNothingFound;
}

}  // namespace squall::cli
