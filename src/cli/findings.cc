#include "cli/findings.h"

#include <algorithm>

#include "analysis/analyses.h"
#include "cli/session.h"

namespace squall::cli {

analysis::BenchOptions bench_options(const Arguments& arguments, Progress& progress, Clock::time_point start) {
  analysis::BenchOptions options;
  options.offline = arguments.on("offline");
  options.allow_writes = arguments.on("allow-writes");
  options.timeout = timeout_of(arguments);
  options.on_run = [&progress] {
    progress.advance();
    return !interrupted();
  };
  options.on_share = [&progress](double share) { progress.set_share(share); };
  if (double budget = arguments.number("budget"); budget > 0)
    options.until = start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(budget));
  return options;
}

report::Report report_of(const std::string& command, const std::string& url, const analysis::Evidence& evidence,
                         const analysis::Account& account) {
  report::Report report;
  report.command = command;
  report.url = url;
  report.runs = evidence.runs;
  report.comparisons = evidence.comparisons;
  report.tests = evidence.tests;
  report.findings = evidence.findings;
  report.experiments = evidence.experiments;
  report.headline = account.headline;
  report.explanation = account.explanation;
  report.notes = account.notes;
  report.flow = account.flow;
  report.trace = account.trace;
  report.graphs = account.graphs;
  if (const auto* about = analysis::find_analysis(command)) {
    report.kind_words = {about->kinds.begin(), about->kinds.end()};
  }
  return report;
}

int finish(const Arguments& arguments, store::RunFolder& folder, const report::Report& report,
           const analysis::Lines& lines, bool complete) {
  if (auto status = publish(arguments, folder, report); !status) return give_up(status.error(), folder);
  auto state = complete ? store::RunState::Finished : store::RunState::Interrupted;
  if (auto status = folder.set_state(state); !status) return give_up(status.error());
  for (const auto& line : lines) say(arguments, line);
  auto first = std::ranges::find_if(report.findings, analysis::is_more_than_a_note);
  bool found = first != report.findings.end();
  std::string path = folder.path().string();
  if (found) say(arguments, "Show one again with: squall replay " + path + " --finding " + first->id);
  const auto* about = analysis::find_analysis(report.command);
  bool goes_on = about && !about->job_file.empty();
  if (!complete && goes_on) say(arguments, "Go on with: squall " + about->name + " " + path);
  say(arguments, "Report: " + folder.report_file().string());
  if (!complete) return kInterrupted;
  return found ? kFound : kNothingFound;
}

}  // namespace squall::cli
